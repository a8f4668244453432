"""The open documents: their text, their settings, where the user types, and the threads that work for them."""
