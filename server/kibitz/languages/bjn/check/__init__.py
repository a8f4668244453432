"""What is wrong with a hand: a module for each block of rule codes."""
