"""What editors ask for: a module for each method of `Language`, and helpers of several of them."""
