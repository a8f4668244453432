"""Checking of open documents: which diagnostics the client sees, and when."""
