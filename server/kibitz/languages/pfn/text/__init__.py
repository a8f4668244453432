"""The tables, keys and trades of a record as values of the game."""
