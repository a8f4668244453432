"""The toy notation: `tests/toy.py` as a fifth one beside the others."""
