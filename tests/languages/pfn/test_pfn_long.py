"""Answers about long rounds: fast ways equal slow ones, and a place costs as much as in a short round."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

import pytest

from case import read
from folders import CASES
from kibitz.core.analysis import Analysis, checked
from kibitz.core.answers import Fold
from kibitz.core.chunks import Chunk
from kibitz.core.edit import edit
from kibitz.core.formatting import apply, format_document
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.pfn.features import _cursor, _round, layout
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.testing import long_round
from kibitz.languages.pfn.text.record import Reader
from kibitz.languages.pfn.text.trades import Trade

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
PFN = Pfn()
PLAIN = Preferences()
ROUND = long_round(400)
ODD = [
    ('"S4"', '"S04"'), ('"P4"', '"P0"'), ('Card = "C8"', 'Card = "C8 "'), ('"Spades"', '"S1, ♥2"'), ('"Clubs"', '""'),
    ("Price = 1", "Price = +1"), ("T = 1", "T = 0x1"), ("\n\n[[Trades]]", " # so\n\n[[Trades]]"), ("\n", "\r\n"),
    ("Seller = ", "Seller=\t"), ("Buyer", "'Buyer'"), ("\n\n[[Trades]]", "\n[[Trades]]\n"), ("[[T", " [[T"), ("[[T", "[[ T"),
]  # fmt: skip
"""Values with another spelling, and wrong values."""
TEXTS = [ROUND[:9000], *(ROUND[:9000].replace(old, new) for old, new in ODD)]


def numbered(index: int) -> str:
    return "as is" if not index else f"{ODD[index - 1][0].strip()!r} to {ODD[index - 1][1].strip()!r}"


# Layout


def tables() -> Iterator[str]:
    """The tables of cases and of some rounds, as they are written."""
    cases = sorted({read(path).text for path in (CASES / "pfn").rglob("*.case")})
    texts = [*TEXTS, *cases[:: 1 if LONG else 2]]
    for text in texts:
        analysis = Analysis.of(PFN, text)
        yield from (source for _, source in layout._tables(analysis.document, Span(0, len(text))))


def laid_out(text: str, *, first: bool) -> str:
    return "".join(layout._laid_out(text, PFN.rules, False, first=first, last=False))


def test_tidy_trades_are_formatted() -> None:
    found = set(tables())
    tidy = {text for text in found if layout.is_tidy(text)}
    assert len(tidy) > 100
    assert len(found - tidy) > 100
    for text in tidy:
        assert laid_out(text, first=False) == text
        assert laid_out(text, first=True) == text


def test_a_formatted_round_looks_tidy() -> None:
    text = TEXTS[1 + ODD.index(("Seller = ", "Seller=\t"))]
    document = Analysis.of(PFN, text).document
    formatted = apply(text, format_document(document, PLAIN))
    *trades, last = formatted.split("[[Trades]]")[1:]
    assert len(trades) > 50
    assert all(layout.is_tidy("[[Trades]]" + trade) for trade in trades)
    assert not layout.is_tidy("[[Trades]]" + last.rstrip())


# Folds and selections


def folds_slowly(text: str) -> list[Fold]:
    """Every table up to its last line, and the run of trades: for texts without comments."""
    heads = [at for at in range(len(text)) if text[at] == "[" and text[at - 1 : at] in {"", "\n"}]
    found = [
        (start, start + len(text[start:end].rstrip()))
        for start, end in zip(heads, [*heads[1:], len(text)], strict=True)
    ]
    trades = [fold for fold in found if text.startswith("[[", fold[0])]
    return [Fold(*fold) for fold in [*found, (trades[0][0], trades[-1][1])]]


def test_every_table_of_a_long_round_folds() -> None:
    found = list(PFN.folds(Analysis.of(PFN, ROUND)))
    assert len(found) == len(folds_slowly(ROUND))
    assert {*found} == {*folds_slowly(ROUND)}
    # An editor that takes only some of them gets the large ones.
    assert max(fold.end - fold.start for fold in found[:10]) > len(ROUND) / 2


def test_comments_of_a_long_round_fold() -> None:
    at = ROUND.index("[[Trades]]", len(ROUND) // 2)
    text = ROUND[:at] + "# one\n# two\n\n" + ROUND[at:]
    found = list(PFN.folds(Analysis.of(PFN, text)))
    assert Fold(at, at + len("# one\n# two"), "comment") in found
    assert len(found) == len(folds_slowly(text)) + 1


def test_a_selection_grows_to_the_run_of_trades() -> None:
    """Between two other tables in the midst of them."""
    heads = [at for at in range(len(ROUND)) if ROUND.startswith("[[Trades]]", at)]
    pieces = [
        ROUND[: heads[100]],
        "[Extra]\nx = 1\n\n",
        ROUND[heads[100] : heads[300]],
        "# odd\n[More]\n",
        ROUND[heads[300] :],
    ]
    text = "".join(pieces)
    start = len(pieces[0]) + len(pieces[1])
    for inside in (start + 3, start + len(pieces[2]) // 2, start + len(pieces[2]) - 5):
        grown = PFN.selections(Analysis.of(PFN, text), inside)
        run = text[slice(*grown[-2])]
        assert run == (pieces[2] + "# odd")[: len(run)]
        assert run.startswith("[[Trades]]")
        assert len(run) >= len(pieces[2].rstrip())
        assert grown[-1] == Span(0, len(text))


# Work


FEATURES: dict[str, Callable[[Analysis, int], object]] = {
    "hover": PFN.hover,
    "complete": PFN.complete,
    "predict": PFN.predict,
    "signature": PFN.signature,
    "selections": PFN.selections,
    "hints": lambda analysis, at: PFN.hints(analysis, Span(at, at + 500), PLAIN),
    "tokens": lambda analysis, at: list(PFN.tokens(analysis, Span(at, at + 500))),
    "format": lambda analysis, at: format_document(analysis.document, PLAIN, Span(at, at + 500)),
}
"""Requests at a name in a trade, or near it."""


def chunks_read(monkeypatch: pytest.MonkeyPatch, feature: str, size: int) -> int:
    """Return the number of chunks that are read for an answer after an edit next to the place."""
    text = long_round(size)
    analysis = Analysis.of(PFN, text)
    at = text.index('Buyer = "', len(text) * 4 // 5) + len('Buyer = "')
    price = text.index("Price = ", at) + len("Price = ")
    edited = checked(edit(analysis.document, price, price + 1, "9"), analysis)
    count = 0
    section = Reader.section

    def counting(self: Reader, source: str) -> object:
        nonlocal count
        count += 1
        return section(self, source)

    with monkeypatch.context() as patch:
        patch.setattr(Reader, "section", counting)
        assert FEATURES[feature](edited, at) is not None
    return count


@pytest.mark.parametrize("feature", FEATURES)
def test_cost_of_a_place_is_independent_of_length(monkeypatch: pytest.MonkeyPatch, feature: str) -> None:
    short, long = (chunks_read(monkeypatch, feature, size) for size in (300, 1500))
    assert long <= short + 64
    assert long < 1000


def test_missing_payout_has_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = long_round(2000)
    at = whole.rindex("Buyer = ")
    analysis = Analysis.of(PFN, f"{whole[:at]}Buyer = 7{whole[whole.index(chr(10), at) :]}")
    read = list[Chunk]()

    def trades_of(analysis: Analysis, chunk: Chunk) -> Sequence[Trade]:
        read.append(chunk)
        return _cursor.trades_of(analysis, chunk)

    monkeypatch.setattr(_round, "trades_of", trades_of)
    assert _round.in_the_way(analysis) == "trade 2000 is unreadable"
    assert 0 < len(read) < 100
