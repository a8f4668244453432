"""The clients driven in the real editors, as users drive them."""
