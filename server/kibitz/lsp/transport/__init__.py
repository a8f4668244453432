"""The conversation with the client: messages, pipes, the process, and the abilities of the client.

This package knows nothing about records.
"""
