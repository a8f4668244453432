"""QGN: records of any turn-based game in Quibbble Game Notation."""

from kibitz.languages.qgn.language import Qgn

LANGUAGE = Qgn()
