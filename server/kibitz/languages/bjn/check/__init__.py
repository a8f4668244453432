"""The findings of a hand: a module for each block of rule codes."""
