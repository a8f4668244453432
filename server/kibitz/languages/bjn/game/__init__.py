"""The game without text: what lies on the table, whose turn it is, what it comes to. Importable by itself."""
