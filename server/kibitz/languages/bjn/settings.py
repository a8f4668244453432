"""The settings of blackjack notation, by their full names."""

from __future__ import annotations

from kibitz.core.setting import Setting
from kibitz.languages.bjn.check.advice import ADVICE
from kibitz.languages.bjn.game.model import HOUSE_RULES
from kibitz.languages.bjn.text.write import STYLES

SETTINGS = (
    Setting(
        "format.bjn.style",
        "keep",
        "The form that formatting gives each hand",
        STYLES,
        ("the one it has", "a hand on one line", "an event on each line, with what it means"),
    ),
    Setting("inlayHints.totals", True, "The total after each event of a hand that is written line by line"),
    Setting("inlayHints.compactTotals", False, "The total after each event of a hand on one line"),
    Setting("inlayHints.count", True, "The count (Hi-Lo) after each hand of a shoe of several hands"),
    Setting(
        "bjn.shoe",
        "hand",
        "Whether hands that follow one another share a shoe",
        ("hand", "shared"),
        (
            "each hand is dealt from full decks, unless a comment `// shoe` or `// shuffle` stands in the record",
            "hands of as many cards are dealt from the same ones until `// shuffle`",
        ),
    ),
    Setting(
        "bjn.rules",
        "",
        f"The rules of the house where the setup names none, with dots between them: {', '.join(HOUSE_RULES)}",
    ),
    Setting(
        "bjn.unit",
        0,
        "The money that a player bets of whom no comment `// bet 25` tells; 0 where nobody knows",
    ),
    Setting(
        "bjn.empty",
        "",
        "The seats that nobody holds, with commas between them; a seat without any event is empty in any case",
    ),
    Setting(
        "bjn.advice",
        "off",
        "How decisions are marked that give away more than 0.01",
        tuple(ADVICE),
        ("not at all", "quietly, as a hint", "as an information, which stands among the problems"),
    ),
)
