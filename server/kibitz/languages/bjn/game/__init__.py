"""The game without text: the table, the turns and the results. Importable on its own."""
