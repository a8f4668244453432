"""Grimoires of Blood on the Clocktower: one-line grimoires, bags and drawings (`.botc`)."""
