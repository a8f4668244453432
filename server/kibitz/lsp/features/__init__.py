"""Answers to questions about an open document: a function from a snapshot to lsprotocol's types.

`background.py` registers them, `convert.py` makes values of the core into values of the protocol.
"""
