"""A real Neovim, driven by typed keys, its screen read and painted."""
