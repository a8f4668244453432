"""The abilities of all notations together, for clients. Made by `python -m kibitz_dev`."""

TRIGGERS = " \"&'()*,./:=[{|~"
"""The characters after which some notation wants to be asked for completions."""
SIGNATURE_TRIGGERS = "&.|"
"""Likewise, for the form that is being filled in."""
TYPING_TRIGGERS = "\n"
"""Likewise, for what follows from the character that was typed."""
TOKEN_MODIFIERS = (
    "declaration",
    "deprecated",
    "modification",
    "readonly",
    "spades",
    "clubs",
    "hearts",
    "diamonds",
    "dealer",
    "townsfolk",
    "outsider",
    "minion",
    "demon",
    "traveller",
    "fabled",
)
"""The modifiers of the legend of semantic tokens, which the bits in them mean."""
