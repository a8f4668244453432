"""The toy notation: `tests/support/toy.py` as a fifth one beside the others."""
