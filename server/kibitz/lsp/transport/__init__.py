"""The conversation with the client: messages, pipes, the process, and what the client can do.

Nothing here knows what a record is.
"""
