"""What a record says: its tables, keys and trades as values of the game."""
