"""`python -m kibitz_dev doctor ID`: the missing or wrong parts of a notation, as sentences with the file to open.

`tests/core/test_notations.py` reports the same sentences.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tomli

from kibitz.core.analysis import Analysis
from kibitz.core.answers import MODIFIERS
from kibitz.core.document import Document
from kibitz.core.formatting import apply, lay_out
from kibitz.core.language import MODULES, Language
from kibitz.core.repair import repaired
from kibitz.core.setting import Preferences
from kibitz.core.values import Severity, Span
from kibitz.languages import IDS, load
from kibitz_dev.generated import ROOT

# The folder of `notations`, which explains `testing.py`. Tests are not installed.
sys.path += [str(ROOT / "tests"), str(ROOT / "tests" / "support")]

LANGUAGES = ROOT / "server/kibitz/languages"
FEATURES = {name for name, it in vars(Language).items() if hasattr(it, "__wrapped__")}
NEEDED = ("complete", "hover", "preview", "symbols", "tokens")
"""The features that every notation needs."""
CASES = ("check", "complete", "format", "hover", "preview", "symbols", "tokens")
"""The kinds of cases that every notation needs."""
DRAWN = 5
"""Number of records of `testing.py` that are examined."""
TYPOS = 60
"""Number of typos in these records. Their clear repairs are examined."""
LONGEST = 3000
"""Code points of a record in which typos are made."""


SHARED_TESTS = (
    *(f"tests/core/test_{name}.py" for name in ("cases", "completion_harmless", "properties", "rows", "scenes", "work")),
    "tests/lsp/test_lsp_calm_typing.py",
    "tests/project/test_pages.py",
)  # fmt: skip
"""The quick tests that every notation must pass. CI runs many more."""
FAILURES = 5
"""Number of failed tests after which the doctor stops."""


class Ill(NamedTuple):
    """Something that is missing or wrong."""

    path: Path
    """The file to open."""
    says: str
    """A sentence without its period."""

    def __str__(self) -> str:
        path = self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path
        return f"{path.as_posix()}: {self.says}"


def examined(language_id: str) -> list[Ill]:
    """Return the problems of a notation. A problem that another one hides is left out."""
    found = [*_files(language_id)]
    if found:
        return found
    language = load(language_id)
    for look in (_wiring, _rules, _features, _testing, _records, _repairs, _cases, _page, _colours):
        found += _told(look, language)
    return found


def failed_tests(language_id: str) -> list[Ill]:
    """Return the shared tests that a notation fails, at most :data:`FAILURES`. They take some seconds."""
    short = {"KIBITZ_PROFILE": "few", "KIBITZ_FUZZ": "0.1"}
    options = ["-q", "-rf", "--tb=no", f"--maxfail={FAILURES}", "-p", "no:cacheprovider", "-k", language_id]
    done = subprocess.run(  # noqa: S603 - Python itself, with names of this file.
        [sys.executable, "-m", "pytest", *options, *SHARED_TESTS],
        cwd=ROOT, env={**short, **os.environ, "COLUMNS": "300"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = re.findall(r"^(?:FAILED|ERROR) ([^:\s]+)(?:::(\S+))?(?: - (.*))?$", done.stdout, re.MULTILINE)
    found = [Ill(ROOT / path, f"{name} fails: {reason}") for path, name, reason in told]
    if done.returncode and not found:
        output = (done.stdout + done.stderr)[-500:]
        found.append(Ill(ROOT / "tests", f"pytest ends with status {done.returncode}: {output}"))
    return found


def _told(look: Callable[[Language[Any]], Iterator[Ill]], language: Language[Any]) -> list[Ill]:
    try:
        return [*look(language)]
    except Exception as error:  # Whatever a notation raises is what there is to say of it.
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        path = Path(trace.tb_frame.f_code.co_filename) if trace is not None else LANGUAGES / language.id
        line = f"line {trace.tb_lineno} " if trace is not None else ""
        return [Ill(path, f"{line}raises {type(error).__name__}: {error}")]


def _files(language_id: str) -> Iterator[Ill]:
    folder = LANGUAGES / language_id
    needed = {
        ROOT / "grammars" / f"{language_id}.lark": "no such file: all of the syntax stands there",
        folder
        / "language.py": "no such file: it wires the notation, with an instance as `LANGUAGE` at its end",
        folder / "rules.toml": "no such file: a row a rule, and `[blocks]` at its top",
        folder / "editors.toml": "no such file: what editors have to know before the server is up",
        folder / "testing.py": "no such file: what the shared tests need, see tests/support/notations.py",
        ROOT / "grammars" / f"{language_id}.md": "no such page: `python -m kibitz_dev` begins it",
    }
    yield from (Ill(path, says) for path, says in needed.items() if not path.is_file())
    if language_id not in IDS:
        yield Ill(LANGUAGES / "__init__.py", f"`IDS` does not name {language_id!r}")


def _wiring(language: Language[Any]) -> Iterator[Ill]:
    folder = language.package.rpartition(".")[2]
    path = LANGUAGES / folder / "language.py"
    if language.id != folder:
        yield Ill(path, f"`id` is {language.id!r}, and the folder is called {folder!r}")
    opener, closer = language.comment
    text = f"{_drawn(language)[0].splitlines()[0]}\n{opener}a note{closer}\n"
    tokens = [
        one
        for one in language.tokens(Analysis.of(language, text), Span(0, len(text)))
        if one.type == "comment"
    ]
    if not tokens:
        yield Ill(
            path,
            f"`comment` says {opener + 'a note' + closer!r} is a comment, and `tokens` colours none there",
        )


def _rules(language: Language[Any]) -> Iterator[Ill]:
    from notations import notation

    own, folder = notation(language.id), LANGUAGES / language.id
    path, rules = folder / "rules.toml", [*language.rules]
    if [rule.slug for rule in rules[:2]] != ["syntax", "conflict-marker"]:
        yield Ill(path, "the first two rules are not `syntax` and `conflict-marker`")
    if [rule.code for rule in rules] != sorted(rule.code for rule in rules):
        yield Ill(path, "the codes are not in order")
    if not any(rule.code[3:] >= "100" for rule in rules):
        yield Ill(path, "no rule from 100 on: nothing that a record says can be wrong")
    helped = language.tailored(Preferences(dict(own.SETTINGS)))
    for rule in rules:
        if not re.fullmatch(f"{own.PREFIX}[0-9]{{3}}", rule.code):
            yield Ill(path, f"{rule.code} is not {own.PREFIX} and three digits")
            continue
        if rule.report_when not in {"now", "entry", "record"}:
            yield Ill(path, f"{rule.code}: `report_when` is {rule.report_when!r}: `now`, `entry` or `record`")
        found = {one.rule.code for one in Analysis.of(helped, rule.example).diagnostics()}
        if rule.code not in found and "…" not in rule.example:
            yield Ill(
                path,
                f"{rule.code}: its example does not break it; it breaks {', '.join(sorted(found)) or 'nothing'}",
            )
        yield from _block(path, folder, language.rules.module(rule.code), rule.code, rule.slug)


def _block(path: Path, folder: Path, module: str | None, code: str, slug: str) -> Iterator[Ill]:
    """Yield a problem if a code does not lead to the module with its text. A code of syntax must lead to a module of the same folder."""
    if module is None:
        yield Ill(path, f"{code}: no line of `[blocks]` says which module tells it")
        return
    place = folder / f"{module}.py"
    places = [*place.parent.rglob("*.py")] if code[3:] < "100" else [place]
    if not place.is_file():
        yield Ill(path, f"`[blocks]` leads {code} to {module}.py, which does not exist")
    elif not any(f'"{slug}"' in one.read_text("utf-8") for one in places):
        yield Ill(place, f'{code} leads here, and nothing here tells "{slug}"')


def _features(language: Language[Any]) -> Iterator[Ill]:
    folder = LANGUAGES / language.id / "features"
    for name in NEEDED:
        if language.feature(name) is None and language.feature(MODULES.get(name, name)) is None:
            yield Ill(folder / f"{MODULES.get(name, name)}.py", f"no function {name}: {_asked(name)}")
    for path in sorted(folder.glob("*.py")):
        if not path.stem.startswith("_") and path.stem not in FEATURES - MODULES.keys():
            yield Ill(
                path,
                "no module of features has this name (core/language.py); a helper's name begins with `_`",
            )


def _asked(name: str) -> str:
    """Return the name of the case of a feature."""
    return (getattr(Language, name).__doc__ or "").partition("\n")[0].rstrip(".")


def _testing(language: Language[Any]) -> Iterator[Ill]:
    from notations import Notation, notation

    own, path = notation(language.id), LANGUAGES / language.id / "testing.py"
    for name in own.lacking:
        yield Ill(path, f"it lacks {name}: tests/support/notations.py says what it is")
    if own.lacking:
        return
    for name in vars(own):
        usual = getattr(Notation, name, None)
        if (
            name.isupper()
            and usual is not None
            and type(usual) in {str, tuple}
            and getattr(own, name) == usual
        ):
            yield Ill(path, f"{name} says what it is by itself: it can go")
    old, new = own.KEYSTROKE
    texts = [place.chunk.text for place in Document.open(language, own.chunks(200)).places()]
    if len(texts) < 200:
        yield Ill(path, f"`chunks(200)` makes {len(texts)} chunks")
    if sum(old in text for text in texts) < len(texts) // 3 or old == new:
        yield Ill(
            path,
            f"KEYSTROKE: {old!r} stands in fewer than a third of the chunks, or is what is typed over it",
        )
    if _drawn(language) != _drawn(language):
        yield Ill(path, "`record` draws another record for the same random numbers")


def _drawn(language: Language[Any], count: int = DRAWN) -> list[str]:
    from notations import notation

    return [notation(language.id).record(random.Random(seed)) for seed in range(count)]  # noqa: S311 - records.


def _records(language: Language[Any]) -> Iterator[Ill]:
    path = LANGUAGES / language.id / "testing.py"
    for text in _drawn(language):
        document = Document.open(language, text)
        for one in Analysis.of(language, text).diagnostics():
            if one.severity <= Severity.WARNING:
                yield Ill(
                    path,
                    f"`record` draws one that is wrong, {one.rule.code} {one.message}: {text[slice(*one.span)]!r}",
                )
                return
        laid = lay_out(document, Preferences())
        if laid.edits:
            yield Ill(
                path, f"`record` draws one that formatting changes: {text[laid.edits[0].start :][:40]!r}"
            )
            return


def _repairs(language: Language[Any]) -> Iterator[Ill]:
    """Yield the repairs that are clear and wrong, of typos in letters and digits of legal records."""
    from bench.typos import SLIPS, slip

    rng = random.Random(language.id)  # noqa: S311 - typos.
    for text in _drawn(language, TYPOS // len(SLIPS)):
        for kind in SLIPS:
            written = slip(rng, text[:LONGEST], kind).written
            analysis = Analysis.of(language, written)
            for one in repaired(analysis, analysis.diagnostics()[:1]):
                fix = one.preferred
                if fix and not fix.safe and apply(written, fix.edits) != text[:LONGEST]:
                    path = LANGUAGES / language.id / "features/candidates.py"
                    yield Ill(
                        path, f"{one.rule.code} prefers {fix.title!r} to what was meant, in {written!r}"
                    )
                    return


def _cases(language: Language[Any]) -> Iterator[Ill]:
    folder = ROOT / "tests/cases" / language.id
    for name in CASES:
        if not [*(folder / name).glob("*.case")]:
            yield Ill(folder / name, "there is no case: tests/support/case.py says how one is written")
    every = [path.read_text("utf-8").partition("--- expected")[2] for path in folder.rglob("*.case")]
    for rule in language.rules:
        if not any(f" {rule.code} " in said for said in every):
            yield Ill(folder / "check", f"no case expects {rule.code} ({rule.slug})")
    checked = [
        path.read_text("utf-8").partition("--- expected")[2] for path in (folder / "check").glob("*.case")
    ]
    if all(said.strip() for said in checked):
        yield Ill(folder / "check", "no case is clean: a rule that always fires would be seen nowhere")


def _page(language: Language[Any]) -> Iterator[Ill]:
    path = ROOT / "grammars" / f"{language.id}.md"
    text = path.read_text("utf-8")
    for heading in (
        "Cheat sheet",
        "The preview",
        "What the specification leaves open",
        "Rules",
        *(("Settings",) if language.settings else ()),
    ):
        if f"## {heading}\n" not in text:
            yield Ill(path, f"there is no part `## {heading}`")
    for name in ("picture", "rules", *(("settings",) if language.settings else ())):
        if f"<!-- {name} -->\n" not in text or f"<!-- end of {name} -->\n" not in text:
            yield Ill(path, f"there are no lines `<!-- {name} -->` and `<!-- end of {name} -->`")
    examples = re.findall(rf"^```{language.id}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    if len(examples) != 1:
        yield Ill(path, f"{len(examples)} examples are marked with ```{language.id}: there must be one")


def _colours(language: Language[Any]) -> Iterator[Ill]:
    path = LANGUAGES / language.id / "editors.toml"
    told = tomli.loads(path.read_text("utf-8")).get("modifiers", {})
    for name in language.modifiers:
        if name not in told and name not in MODIFIERS:
            yield Ill(
                path, f"`[modifiers]` does not say how {name!r} looks, which `modifiers` of language.py names"
            )
    for name in told:
        if name not in language.modifiers:
            yield Ill(
                path, f"`[modifiers]` says how {name!r} looks, which `modifiers` of language.py does not name"
            )
