"""The rules: a module for each block of codes."""
