"""Grimoires of Blood on the Clocktower: one-line grimoires, bags and drawings (`.botc`)."""

from kibitz.languages.botc.language import Botc

LANGUAGE = Botc()
