"""Search for texts that take long: repeated pieces of a notation, alone and in pairs, after some beginning.

`python tests/support/hostile_search.py 120 botc` tries texts for 120 CPU seconds. It prints those that take too long to check, to type in, or to
ask about. Add such a text to `hostile.py`.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from time import process_time

from case import read
from folders import CASES, ROOT
from hostile import HOSTILE, uncollected
from kibitz.core.analysis import Analysis, checked
from kibitz.core.edit import edit
from kibitz.core.formatting import format_document
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages import IDS, load
from kibitz.project.settings import Settings
from notations import notation

GRAMMARS = ROOT / "grammars"
SIZE = 8_000
CHECKING, KEY = 0.12, 0.03
"""CPU seconds. Short texts get a little more than their share of 100 kB, because each has a fixed cost."""
ASKED, AT_ONCE = 0.15, 0.02
"""Time limits in seconds: for a question that a thread answers, and for one that blocks everything."""
SHORT = 990
"""Characters of a short record, about which every question is answered at once."""
LONGEST = 40


def pieces(language_id: str) -> list[str]:
    """Return short and long matches of each terminal of the grammar in the cases, and meaningful signs."""
    texts = [read(path).text for path in sorted((CASES / language_id).rglob("*.case"))]
    text = "\n".join(dict.fromkeys(texts))
    known = dict.fromkeys(
        [*"[](){}|.,=\"'&/:;#-~*?!<>_^ \n\t\\", "\r\n", "//", "/*", "a", "A", "1", "é", "🂡"]
    )
    terminals: dict[str, str] = json.loads((GRAMMARS / f"{language_id}.json").read_text("utf-8"))["terminals"]
    for expression in terminals.values():
        matches = sorted(
            {one[0] for one in re.finditer(expression, text) if 0 < len(one[0]) <= LONGEST}, key=len
        )
        for place in (0, len(matches) // 2, -1):
            if matches:
                known[matches[place]] = None
    lines = sorted({line for line in text.splitlines(keepends=True) if line.strip() and len(line) <= LONGEST})
    known.update(dict.fromkeys(random.Random(1).sample(lines, min(len(lines), 60))))
    return list(known)


def numbered(piece: str, count: int) -> str:
    """A piece so often, with other numbers each time."""
    parts = [part if at % 2 == 0 else int(part[:4]) for at, part in enumerate(re.split(r"(\d+)", piece))]
    return "".join(
        [str(part) if isinstance(part, str) else str(part + more) for more in range(count) for part in parts]
    )


def texts(language_id: str, chance: random.Random) -> Iterator[tuple[str, Callable[[int], str]]]:
    """Yield each piece alone, then pairs of pieces, without end."""
    known = pieces(language_id)
    heads = ["", *(make(60) for one, make in HOSTILE.values() if one == language_id)]
    records = [notation(language_id).record(random.Random(seed)) for seed in range(3)]

    def one(piece: str, head: str, tail: str, counted: bool) -> tuple[str, Callable[[int], str]]:
        def make(size: int) -> str:
            count = max((size - len(head) - len(tail)) // len(piece), 1)
            return (head + (numbered(piece, count) if counted else piece * count))[:size] + tail

        return f"{head[-40:]!r} {piece!r}{' counted' if counted else ''} {tail[:20]!r}", make

    for piece in known:
        yield one(piece, "", "", False)
    while True:
        piece = "".join(chance.choices(known, k=chance.choice((1, 2, 2, 2, 3))))
        record = chance.choice(records)
        at = chance.randrange(len(record))
        head = chance.choice((*heads, record, record[:at], record[:at], record[:at], record[:at]))
        tail = chance.choice(("", "", record[at:]))
        yield one(piece, head, tail, chance.random() < 0.4)


def questions(language_id: str, text: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the requests that an editor sends after a key."""
    language = load(language_id)
    analysis = Analysis.of(language, text)
    size, at, preferences = len(text), len(text) // 2, Preferences()
    whole = Span(0, size)

    def answer(name: str, *arguments: object) -> Callable[[], object]:
        def ask() -> object:
            found = getattr(language, name)(analysis, *arguments)
            return list(found) if isinstance(found, Iterable) else found

        return ask

    for name in (
        "entry",
        "record",
        "hover",
        "complete",
        "predict",
        "signature",
        "named",
        "linked",
        "selections",
    ):
        yield name, answer(name, at)
    for name in ("symbols", "folds", "lenses"):
        yield name, answer(name)
    yield "complete at the end", answer("complete", size)
    yield "tokens", answer("tokens", whole)
    yield "hints", answer("hints", whole, preferences)
    yield "preview", answer("preview", at, preferences)
    yield "scene", answer("scene", at, preferences)
    yield "actions", answer("actions", Span(at, at))
    yield "format", lambda: format_document(analysis.document, preferences)
    for character in language.typing_triggers:
        yield f"typed {character!r}", answer("typed", at, character, preferences)


def least(measure: Callable[[], float], most: float, times: int = 4) -> float:
    """The least of some measurements; one is enough where it is small."""
    quickest = measure()
    while quickest > most and (times := times - 1):
        quickest = min(quickest, measure())
    return quickest


def asking(ask: Callable[[], object]) -> float:
    started = process_time()
    ask()
    return process_time() - started


def too_long(language_id: str, make: Callable[[int], str]) -> Iterator[str]:
    """Yield the operations that take too long for a text."""
    text, language = make(SIZE), load(language_id)
    check = partial(Analysis.of, language, text)
    if (seconds := least(partial(asking, check), CHECKING)) > CHECKING:
        yield f"check {seconds:.3f}"
    analysis = check()

    def key() -> object:
        middle = SIZE // 2
        return checked(edit(analysis.document, middle, middle, "a"), analysis).worst(1000, Settings().judge)

    if (seconds := least(partial(asking, key), KEY)) > KEY:
        yield f"key {seconds:.3f}"
    for length in (SHORT, SIZE):
        for name, ask in questions(language_id, make(length)):
            most = AT_ONCE if length == SHORT else ASKED
            if (seconds := least(partial(asking, ask), most)) > most:
                yield f"{name} ({length}) {seconds:.3f}"


def search() -> None:
    budget = float(sys.argv[1])
    for language_id in sys.argv[2:] or IDS:
        started, tried = process_time(), 0
        for name, make in texts(language_id, random.Random()):
            if process_time() - started > budget:
                break
            tried += 1
            with uncollected():
                wrong = list(too_long(language_id, make))
            if wrong:
                print(f"{language_id:5}{name}: {', '.join(wrong)}", flush=True)
        print(f"{language_id}: {tried} texts", flush=True)


if __name__ == "__main__":
    search()
