"""The features of an editor: a module for each method of the language."""
