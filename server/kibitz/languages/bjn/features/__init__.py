"""What an editor asks for: a module for each method of the language."""
