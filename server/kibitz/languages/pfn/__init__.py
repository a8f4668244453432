"""PFN: a round of Figgie as TOML."""

from kibitz.languages.pfn.language import Pfn

LANGUAGE = Pfn()
