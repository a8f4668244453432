"""The editor features: a module for each method of `Language`, and shared helpers."""
