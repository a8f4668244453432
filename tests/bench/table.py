"""The number of keys for each character of a record.

    python tests/bench typist [--records N] [--seed S]... [--language ID]... [--in-process]
    python tests/bench typist --latency [--language ID]...
    python tests/bench typist --explain [FILE] [--language ID] [--seed S]

`bench/typist.py` explains the typist. Every record is written into an empty document, one after the other. `--explain` shows each step of
one record, the first of a seed or that of a file: the accepted offers, and for typed text the visible offers. `--losses` counts the typed
texts by place.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench.desk import Direct, Offer, Piped
from bench.latency import latency
from bench.records import typed
from bench.typist import Step, keys, plan
from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages import IDS, load

EXAMPLES = Path(__file__).parents[1] / "records"
Server = Piped | Direct


def main(options: list[str]) -> None:
    """Prints the table, or a transcript."""
    parser = argparse.ArgumentParser(
        "python tests/bench typist", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--records", type=int, default=200, help="records a notation and seed (200)")
    parser.add_argument("--seed", type=int, action="append", help="1 to 3 if left out")
    parser.add_argument("--language", action="append", choices=IDS, help="only this notation")
    parser.add_argument("--in-process", action="store_true", help="call the server's handlers directly")
    parser.add_argument("--no-ghost-text", action="store_true", help="as in editors that show none")
    parser.add_argument("--explain", nargs="?", const="", metavar="FILE", help="show each step of one record")
    parser.add_argument("--latency", action="store_true", help="measure a key in a long log instead")
    parser.add_argument("--losses", action="store_true", help="count what had to be typed")
    chosen = parser.parse_args(options)
    languages, seeds = chosen.language or IDS, chosen.seed or [1, 2, 3]
    if chosen.latency:
        latency(languages)
        return
    ghosts = not chosen.no_ghost_text
    with Direct(ghosts) if chosen.in_process else Piped(ghosts) as server:
        if chosen.explain is not None:
            explain(server, chosen.explain, languages[0], seeds[0])
        else:
            table(server, languages, seeds, chosen.records, chosen.losses)


def table(server: Server, languages: Sequence[str], seeds: Sequence[int], count: int, losses: bool) -> None:
    print(
        f"{'':6} {'records of':>14} {'records':>8} {'characters':>11} {'keys':>8} {'keys/char':>10} {'s':>6}"
    )
    for language in languages:
        every: list[Step] = []
        for name, found in sources(language, seeds, count):
            started = time.perf_counter()
            steps = [step for record in found for step in plan(server, language, record)]
            characters, pressed = sum(map(len, found)), keys(steps)
            taken = time.perf_counter() - started
            print(
                f"{language:6} {name:>14} {len(found):8} {characters:11,} {pressed:8,}"
                f" {pressed / characters:10.3f} {taken:6.0f}",
                flush=True,
            )
            every += steps if name.startswith("seed") else []
        if losses:
            show_losses(every)


def sources(language: str, seeds: Iterable[int], count: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the records by their source: generated ones, and the examples of the specification.

    Those with comments come again without them, because free text is unpredictable.
    """
    for seed in seeds:
        yield f"seed {seed}", [*typed(language, count, seed)]
    examples = [path.read_text("utf-8") for path in sorted(EXAMPLES.glob(f"*.{language}"))]
    yield "specification", examples
    bare = [without_comments(language, text) for text in examples]
    if bare != examples:
        yield "no comments", bare


def without_comments(language: str, record: str) -> str:
    """A record without its comments, and without the lines that hold nothing else."""
    analysis = Analysis.of(load(language), record)
    for token in reversed([*analysis.language.tokens(analysis, Span(0, len(record)))]):
        if token.type == "comment":
            record = f"{record[: token.start]}\0{record[token.end :]}"
    bare = re.sub(r"(?m)^[ \t]*\0[ \t]*\n|[ \t]*\0", "", record)
    return re.sub(r"\n{3,}", "\n\n", bare).lstrip("\n")


# Explanations


def explain(server: Server, file: str, language: str, seed: int) -> None:
    """Shows how a record is written."""
    if file:
        language, record = Path(file).suffix[1:], Path(file).read_text("utf-8")
    else:
        record = next(typed(language, 1, seed))
    steps = plan(server, language, record)
    for step in merged(steps):
        sight = "" if step.kind != "type" else "   " + _sight(step.seen)
        number = f" {step.index}" if step.kind in {"item", "choice"} else ""
        print(f"{step.keys:3} {step.kind + number:8} {step.text!r:40}{sight}")
    pressed = keys(steps)
    print(f"{pressed} keys for {len(record)} characters: {pressed / len(record):.3f}")


def merged(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps with consecutive characters joined. A joined step has the offers before its first character."""
    typed: list[Step] = []
    for step in steps:
        if typed and (step.kind != "type" or step.seen != typed[0].seen):
            yield _joined(typed)
            typed = []
        if step.kind == "type":
            typed.append(step)
        else:
            yield step
    if typed:
        yield _joined(typed)


def _joined(typed: Sequence[Step]) -> Step:
    text = "".join(step.text for step in typed)
    return Step("type", text, len(text), offset=typed[0].offset, seen=typed[0].seen)


def _sight(seen: Iterable[Offer]) -> str:
    shown = [f"{offer.text[:30]!r}{'…' if len(offer.text) > 30 else ''}" for offer in seen]
    return "not " + "  ".join(shown) if shown else "nothing offered"


def show_losses(steps: Iterable[Step]) -> None:
    """Print the most typed texts, with digits as 0, and the keys of each kind of step."""
    kinds: Counter[str] = Counter()
    typed: Counter[str] = Counter()
    for step in merged(steps):
        kinds[step.kind] += step.keys
        if step.kind == "type":
            typed[re.sub("[0-9]", "0", step.text)] += step.keys
    total = sum(kinds.values())
    print("       " + ", ".join(f"{kind} {count / total:.0%}" for kind, count in kinds.most_common()))
    for text, count in typed.most_common(25):
        print(f"       {count:6} keys typed as {text!r}")


if __name__ == "__main__":
    main(sys.argv[1:])
