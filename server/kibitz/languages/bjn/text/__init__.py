"""Texts to values and back."""
