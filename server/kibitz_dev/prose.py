"""Measure the English of the project: pages, docstrings, comments, messages, test names and commit subjects.

The figures are heuristics. They find sentences to rewrite and stop relapses; they do not grade a sentence.
`server/docs/style.md` has the standard.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import tomli

from kibitz_dev.generated import ROOT

LIMITS = Path(__file__).with_name("prose.toml")
"""The limits of `--check`, a table for each kind of text. Lower them after each wave of rewriting."""

_TEMPLATES = ROOT / "server/kibitz_dev/blank"
"""Templates of files, filled in by `python -m kibitz_dev new`."""

_QUESTION = r"what|who|whom|whose|whoever|whatever|whichever|how|which|why"
_DETERMINERS = (
    "a|an|the|it|they|there|no|nobody|nothing|somebody|something|some|what|who|all|each|every|one|its|"
    "their|only|two|both|kibitz"
)
_IRREGULAR = (
    "told|said|read|written|found|known|kept|made|given|taken|held|drawn|cut|put|shown|seen|laid|sold|bought|left|"
    "brought|thought|meant|done|gone|come|sent|built|lost|spent|begun|split|set|run|let"
)
SENTENCES = {
    # "What nothing cuts is bounded.", "That it fits is said …"
    "clause-first": re.compile(
        rf"^(?:(?:{_QUESTION})\b(?! to\b)(?!.*\?$)|where\b[^,]*$|that (?:{_DETERMINERS})\b)", re.IGNORECASE
    ),
    # "Of a hand in counts it is told …"
    "of-first": re.compile(r"^of (?!course)", re.IGNORECASE),
    "long": re.compile(r"(?:\S+\s+){30}\S"),
    "passive": re.compile(
        rf"\b(?:is|are|was|were|be|been|being|gets?)\s+(?:\w+ly\s+|not\s+|never\s+|only\s+|also\s+|already\s+)?"
        rf"(?:\w{{2,}}ed|{_IRREGULAR})\b",
        re.IGNORECASE,
    ),
}
"""Symptoms of a whole sentence. The figure is the share of sentences that have one, in percent."""
PREFER = {
    "anew": "again",
    "mends?|mended|mending": "fix",
    "lays? out|laid out|lay (?:records|it|them) out": "format",
    "jots?|jotted": "shorthand",
    "slips? of the pen|a slip away": "typo",
    "hidden cards?": "hole card",
    "open cards?": "upcard",
    "blanks?": "space",
    "borne out|bears? out|bear out": "is consistent with",
    "heeds?": "respects",
    "foresees?": "predicts",
    "hasty": "fast check",
    "leaps?": "skip",
    "companions?": "referenced file",
    "customs": "conventions",
    "looks? on": "watches",
    "remedy|remedies": "fix",
    "pictures?": "preview, diagram",
    "who(?:ever)? (?:writes|types)|the writer": "the user, you",
    "so many": "a number",
}
"""Private words, as patterns, with the words that readers know."""
WORDS = {
    "relatives": re.compile(
        r"\b(?:what|who|whom|whoever|whatever|whichever|of which|of whom)\b", re.IGNORECASE
    ),
    "tell/say": re.compile(r"\b(?:tells?|told|telling|says?|said)\b", re.IGNORECASE),
    "is-no": re.compile(
        r"(?<!there )\b(?:is|are|was|were) (?:no|none)\b(?! longer)|\bhas none\b", re.IGNORECASE
    ),
    "odd": re.compile(
        r"\b(?:behind|beside|besides|somebody|nobody|anybody|by (?:itself|themselves)|in place of|go(?:es)? by|"
        r"stands? (?:in|at|behind|beside|there|here|twice|for|as|below|above|alone|between|around|still)|"
        r"all (?:that|else|of it)|the like|at the most|comes? to (?!the same)|leads? on|any more|, too)\b",
        re.IGNORECASE,
    ),
    "private": re.compile(rf"\b(?:{'|'.join(PREFER)})\b", re.IGNORECASE),
}
"""Symptoms of words. The figure is their number per 1,000 words."""
SYMPTOMS = SENTENCES | WORDS
AVOIDABLE = ("clause-first", "of-first", "long", "odd", "private")
"""The symptoms that no new sentence may have."""
_IMPERATIVES = frozenset(Path(__file__).with_name("verbs.txt").read_text("utf-8").split())
"""Verbs that may begin a commit subject or the docstring of a function. Add a missing verb to the file."""
_LONGEST_SUBJECT = 72
"""Characters of a commit subject."""


class Text(NamedTuple):
    """A piece of prose and where it starts."""

    path: Path
    line: int
    text: str


Kinds = dict[str, list[Text]]


def main(arguments: list[str]) -> int:
    """Run `python -m kibitz_dev prose` and return its exit status: 1 if something is worse than allowed."""
    parser = argparse.ArgumentParser(prog="python -m kibitz_dev prose", description=__doc__.split("\n", 1)[0])
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--list", metavar="SYMPTOM", help="print every sentence that has a symptom")
    choice.add_argument("--check", action="store_true", help="exit 1 if a figure is above its limit")
    choice.add_argument("--lower", action="store_true", help="lower the limits to today's figures")
    choice.add_argument("--since", metavar="COMMIT", help="list new sentences and subjects with a symptom")
    parser.add_argument("--kind", help="restrict --list to one kind of text, such as docstrings")
    options = parser.parse_args(arguments)
    kinds = gather(ROOT)
    if options.list:
        return _list(kinds, options.list, options.kind)
    if options.since:
        found = relapses(ROOT, options.since, kinds)
        print(*found, sep="\n", end="\n" if found else "")
        return int(bool(found))
    table = {kind: row for kind, texts in sorted(kinds.items()) if (row := figures(kind, texts))}
    for kind, row in table.items():
        print(f"{kind:11}" + "  ".join(f"{name} {value:.1f}" for name, value in row.items()))
    if options.lower:
        LIMITS.write_text(lowered(table), "utf-8")
    bad = above(table) if options.check else []
    print(*bad, sep="\n", end="\n" if bad else "", file=sys.stderr)
    return int(bool(bad))


def gather(root: Path) -> Kinds:
    """Collect the prose of a repository by kind."""
    kinds: Kinds = defaultdict(list)
    for name in sorted(_git(root, "ls-files", "-co", "--exclude-standard").splitlines()):
        path = root / name
        if _TEMPLATES in path.parents or not path.is_file():
            continue
        if path.suffix == ".md" and not name.startswith("tests/"):
            kind = "changelog" if path.name == "CHANGELOG.md" else "docs"
            kinds[kind] += [Text(path, line, text) for line, text in _paragraphs(path)]
        elif path.suffix == ".py":
            _collect_python(path, kinds)
        elif path.name == "rules.toml":
            _collect_rules(path, kinds)
        elif path.suffix == ".case":
            kinds["tests"].append(Text(path, 1, path.read_text("utf-8").split("\n", 1)[0]))
    for line in _git(root, "log", "-100", "--no-merges", "--format=%h %s").splitlines():
        commit, _, subject = line.partition(" ")
        kinds["commits"].append(Text(Path(commit), 0, subject))
    return kinds


def figures(kind: str, texts: list[Text]) -> dict[str, float]:
    """Return the figures of one kind of text by symptom, or none if there is no such text."""
    if not texts:
        return {}
    if kind == "functions":
        return {"not-verb": 100 * sum(not _begins_with_verb(one.text) for one in texts) / len(texts)}
    found = [sentence for one in texts for sentence in sentences(kind, one.text)]
    if not found:
        return {}
    words = sum(len(one.split()) for one in found)
    row = {"mean": words / len(found)}
    for name, symptom in SENTENCES.items():
        row[name] = 100 * sum(bool(symptom.search(one)) for one in found) / len(found)
    for name, symptom in WORDS.items():
        row[name] = 1000 * sum(len(symptom.findall(one)) for one in found) / words
    if kind == "commits":
        row["too-long"] = 100 * sum(len(one.text) > _LONGEST_SUBJECT for one in texts) / len(texts)
        row["not-imperative"] = 100 * sum(not _begins_with_verb(one) for one in found) / len(found)
    return row


def above(table: dict[str, dict[str, float]]) -> list[str]:
    """Describe each figure that is above its limit."""
    limits = tomli.loads(LIMITS.read_text("utf-8"))
    return [
        f"{kind}: {name} is {table[kind][name]:.1f}, the limit is {most}"
        for kind, row in limits.items()
        for name, most in row.items()
        if table.get(kind, {}).get(name, 0) > most
    ]


def relapses(root: Path, since: str, kinds: Kinds) -> list[str]:
    """Describe the sentences and commit subjects that are new since a commit and have an avoidable symptom.

    A line that was only moved is not new.
    """
    lines, found = _added(root, since), list[str]()
    for kind, texts in kinds.items():
        for one in texts:
            if kind in ("commits", "functions"):
                continue
            span = range(one.line, one.line + 1 + len(one.text) // 120)
            if not lines.get(one.path, set()).isdisjoint(span):
                found += _symptoms(one, sentences(kind, one.text))
    for line in _git(root, "log", "--no-merges", "--format=%h %s", f"{since}..HEAD").splitlines():
        subject = line.partition(" ")[2]
        if len(subject) > _LONGEST_SUBJECT or not _begins_with_verb(sentences("commits", subject)[0]):
            found.append(f"{line}: write `area: imperative` in at most {_LONGEST_SUBJECT} characters")
    return found


def sentences(kind: str, text: str) -> list[str]:
    """Split a text into its sentences, without code and markup."""
    if kind == "commits":
        return [re.sub(r"^(?:\[[^\]]*\] |[\w() ,./-]{1,24}: )", "", text)]
    if kind == "tests":
        return [_plain(text)]
    text = re.sub(r"\b(e\.g|i\.e|etc|vs|cf)\.", r"\1", " ".join(_plain(text).split()))
    parts = re.split(r"(?<=[.!?])[\"')]*\s+(?=[\"'(]?[A-Z0-9`])", text)
    return [part.strip(" -•") for part in parts if len(re.findall(r"[A-Za-z]{2,}", part)) >= 3]


def _list(kinds: Kinds, symptom: str, wanted: str | None) -> int:
    if symptom not in SYMPTOMS:
        print(f"unknown symptom {symptom!r}: use one of {', '.join(SYMPTOMS)}", file=sys.stderr)
        return 2
    for kind, texts in kinds.items():
        if kind == "functions" or wanted not in (None, kind):
            continue
        for one in texts:
            for sentence in sentences(kind, one.text):
                if SYMPTOMS[symptom].search(sentence):
                    print(f"{one.path}:{one.line}: {sentence}")
    return 0


def lowered(table: dict[str, dict[str, float]]) -> str:
    limits = tomli.loads(LIMITS.read_text("utf-8"))
    text = LIMITS.read_text("utf-8").partition("[")[0]
    for kind, row in limits.items():
        text += f"[{kind}]\n"
        for name, most in row.items():
            now = -(-table.get(kind, {}).get(name, 0) * 10 // 1) / 10
            text += f'"{name}" = {min(most, now):g}\n'
        text += "\n"
    return text.rstrip() + "\n"


def _symptoms(one: Text, found: Iterable[str]) -> Iterator[str]:
    for sentence in found:
        why = [name for name in AVOIDABLE if SYMPTOMS[name].search(sentence)]
        if why:
            yield f"{one.path}:{one.line}: {', '.join(why)}: {sentence}"


def _begins_with_verb(text: str) -> bool:
    first = (re.findall(r"[A-Za-z']+", text) or [""])[0].lower()
    return bool({first, first.removesuffix("s"), first.removesuffix("es")} & _IMPERATIVES)


def _added(root: Path, since: str) -> dict[Path, set[int]]:
    """Return the numbers of the lines that are new since a commit, by file."""
    diff = _git(root, "diff", "-U0", "-M", since).splitlines()
    gone = {line[1:].strip() for line in diff if line.startswith("-") and not line.startswith("---")}
    found: dict[Path, set[int]] = defaultdict(set)
    path, number = root, 0
    for line in diff:
        if line.startswith("+++ "):
            path = root / line[6:]
        elif begins := re.match(r"@@ \S+ \+(\d+)", line):
            number = int(begins[1])
        elif line.startswith("+"):
            if line[1:].strip() not in gone:
                found[path].add(number)
            number += 1
    return found


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(  # noqa: S603
        ["git", "-C", str(root), *arguments],  # noqa: S607
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout


def _plain(text: str) -> str:
    """Return a text without links and markup, each piece of code replaced by one word."""
    text = re.sub(r"<!--.*?-->", " ", text, flags=re.DOTALL)
    text = re.sub(r"``.+?``|`[^`\n]*`", "Code", text)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", text)
    text = re.sub(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = re.sub(r"https?://\S+|<[^>\s][^>]*>|\{[^}\s]*\}|:\w+:`?", " ", text)
    return re.sub(r"[*_~|#]+", " ", text)


def _paragraphs(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs and list items of a page with their lines, but no code, tables, headings or generated parts."""
    fenced = generated = False
    start, block = 0, list[str]()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        bare = line.strip()
        if bare.startswith(("```", "~~~", ":::")):
            fenced = not fenced
        if re.match(r"<!-- (rules|settings|columns|tables|commands)", bare):
            generated = True
        generated = generated and "<!-- end" not in bare
        markup = bare.startswith(("#", "|", "<", "```", "~~~", ":::", "[!", "!["))
        new = fenced or generated or not bare or markup or (line.startswith("    ") and not block)
        if (new or re.match(r"(?:[-*+]|\d+\.)\s", bare)) and block:
            yield start, " ".join(block)
            block = []
        if not new:
            start = start if block else number
            block.append(re.sub(r"^(?:[-*+>]|\d+\.)\s+", "", bare))
    if block:
        yield start, " ".join(block)


def _collect_python(path: Path, kinds: Kinds) -> None:
    source = path.read_text("utf-8")
    is_test = path.is_relative_to(ROOT / "tests")
    for node in ast.walk(ast.parse(source)):
        _collect_docstrings(path, node, kinds)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("test_"):
                kinds["tests"].append(Text(path, node.lineno, node.name[5:].replace("_", " ")))
            elif (text := ast.get_docstring(node)) and not is_test:
                kinds["functions"].append(Text(path, node.lineno, text))
        if not is_test:
            kinds["messages"] += [Text(path, line, text) for line, text in _messages(node)]
    kinds["comments"] += [Text(path, line, text) for line, text in _comments(source)]


def _collect_docstrings(path: Path, node: ast.AST, kinds: Kinds) -> None:
    body = getattr(node, "body", None)
    for one in body if isinstance(body, list) else ():
        if (
            isinstance(one, ast.Expr)
            and isinstance(one.value, ast.Constant)
            and isinstance(one.value.value, str)
        ):
            text = re.split(r"\n\s*(?:>>>|\.\. |Args:|Returns:|:param|Parameters|Raises:)", one.value.value)[
                0
            ]
            for part in re.split(r"\n\s*\n|\n\s*[-*] ", text):
                kinds["docstrings"].append(Text(path, one.lineno, part))


def _messages(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the help and the errors that a piece of code shows."""
    if isinstance(node, ast.Call):
        for word in node.keywords:
            if word.arg in ("help", "description", "epilog"):
                yield node.lineno, _literal(word.value)
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
        yield node.lineno, _literal(node.exc.args[0])


def _literal(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "Code" for part in node.values)
    return ""


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield each run of comment lines as one text, with its first line."""
    last, start, block = -1, 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or re.match(r"#\s*(!|type:|noqa|fmt:|ruff:|mypy:)", token.string):
            continue
        if token.start[0] != last + 1 and block:
            yield start, " ".join(block)
            block = []
        start = start if block else token.start[0]
        block.append(re.split(r"#\s*(?:type:|noqa)", token.string)[0].lstrip("# "))
        last = token.start[0]
    if block:
        yield start, " ".join(block)


def _collect_rules(path: Path, kinds: Kinds) -> None:
    source = path.read_text("utf-8")
    lines = source.splitlines()
    for row in tomli.loads(source).get("rule", []):
        line = next(
            (number for number, one in enumerate(lines, 1) if f'code = "{row.get("code")}"' in one), 0
        )
        kinds["messages"] += [Text(path, line, row.get(key, "")) for key in ("message", "why")]
