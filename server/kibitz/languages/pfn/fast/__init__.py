"""What exists for speed alone: without it every answer is the same."""
