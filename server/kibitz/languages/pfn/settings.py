"""The settings of PFN, by their full names."""

from __future__ import annotations

from kibitz.core.setting import HIDDEN, HIDING, Setting

ALIGN = "format.pfn.alignEquals"
TRADE_HINTS = "inlayHints.pfn.trade"
PAYOUT = "pfn.payout"
PAYOUT_HINTS = "inlayHints.pfn.payout"

SETTINGS = (
    Setting(ALIGN, False, "Align the `=` of the keys of a table."),
    Setting(HIDDEN, False, HIDING),
    Setting(TRADE_HINTS, True, "Cash and cards of seller and buyer behind the price of a trade."),
    Setting(
        PAYOUT,
        "detect",
        "How goal cards are paid: by the standard rules, by 100 chips for the most of them, or as a complete record tells.",
        ("detect", "standard", "flat"),
        (
            "as a complete record tells",
            "10 chips a goal card, the rest of the pot for the most of them",
            "100 chips for the most of them",
        ),
    ),
    Setting(PAYOUT_HINTS, True, "The computed banks behind the winners."),
)
