"""Answers to questions about an open document: functions from a snapshot to lsprotocol's types.

`background.py` registers them, and `convert.py` converts values of the core to values of the protocol.
"""
