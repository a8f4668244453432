"""The settings of PFN, by their full names."""

from __future__ import annotations

from kibitz.core.setting import HIDDEN, HIDING, Setting

ALIGN = "format.pfn.alignEquals"
TRADE_HINTS = "inlayHints.pfn.trade"
PAYOUT = "pfn.payout"

SETTINGS = (
    Setting(ALIGN, False, "Align the `=` of the keys of a table."),
    Setting(HIDDEN, False, HIDING),
    Setting(TRADE_HINTS, True, "Chips and cards of seller and buyer, after the price of a trade."),
    Setting(
        PAYOUT,
        "detect",
        "How the pot is paid: by the standard rules, for the majority only, or as the final banks show.",
        ("detect", "standard", "flat"),
        (
            "as the final banks show",
            "10 chips per goal card, the rest of the pot for the majority",
            "100 chips for the majority",
        ),
    ),
)
