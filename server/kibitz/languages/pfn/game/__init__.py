"""Figgie itself, without text and positions."""
