"""QGN: records of any turn-based game in Quibbble Game Notation."""
