"""A folder of records: which files count, how they are read, what is set for them, and what is found in them."""
