"""kibitz: a language server and command line for game records."""

__version__ = "0.1.0"
