"""Fast paths: without them, every answer is the same."""
