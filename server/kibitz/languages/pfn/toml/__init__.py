"""TOML as a library: cutting, reading, laying out and explaining it. It knows nothing of Figgie."""
