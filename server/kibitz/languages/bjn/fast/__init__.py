"""What exists for speed alone: without this folder every answer is the same."""
