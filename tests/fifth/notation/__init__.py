"""The toy notation: `tests/support/toy.py` as a fifth one next to the others."""
