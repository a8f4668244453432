"""A folder of records: the files that count, their texts, their settings and their findings."""
