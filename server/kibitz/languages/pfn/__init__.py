"""PFN: a round of Figgie as TOML."""
