"""`kibitz rules`: explain the rules."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Iterator, Sequence

import kibitz
from kibitz.cli.console import UserError
from kibitz.core.values import Rule
from kibitz.core.words import nearest, table
from kibitz.languages import IDS, load
from kibitz.project.examples import corrected_example, example_message
from kibitz.project.rulebook import every


def run(arguments: Namespace) -> int:
    """Print all rules, the rules whose codes begin alike, one whole rule, or the schema of a notation."""
    if arguments.schema is not None:
        print(json.dumps(_schema(arguments.schema), indent=1, ensure_ascii=False))
        return 0
    name, rules = arguments.rule, [*every()]
    if name is not None:
        rules = named(name, rules)
    if arguments.format == "json":
        print(json.dumps([row(rule) for rule in rules], indent=1))
    elif arguments.format == "markdown":
        print("\n\n".join(_sections(rules)))
    elif name is not None and _is(name, rules[0]):
        print("\n\n".join(_whole(rule) for rule in rules))
    else:
        print("\n".join(_table(rules)))
    return 0


def markdown(rules: Sequence[Rule]) -> str:
    """Return a table for pages such as grammars/bjn.md, with a link to the page of each rule."""
    return table(["Code", "Rule", "Severity", "Message of the example"], [_markdown(rule) for rule in rules])


def _sections(rules: Sequence[Rule]) -> Iterator[str]:
    for one in IDS:
        if own := [rule for rule in rules if rule.language == one]:
            yield f"### {load(one).name} (`.{one}`)\n\n{markdown(own)}"


def _schema(language: str) -> dict[str, object]:
    schema = load(language).schema()
    if schema is None:
        having = [one for one in IDS if load(one).schema() is not None]
        raise UserError(f"{language!r} has no JSON schema; use one of {', '.join(having)}")
    return schema


def named(name: str, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules with a name, or else those whose codes begin with it. Raises UserError if there are none."""
    found = [rule for rule in rules if _is(name, rule)]
    found = found or [rule for rule in rules if name and rule.code.startswith(name.upper())]
    if not found:
        guess = nearest(name, [word for rule in rules for word in (rule.code, rule.slug)])
        raise UserError(
            f"unknown rule {name!r}; "
            + (f"did you mean {guess}?" if guess else "run `kibitz rules` for a list")
        )
    return found


def _is(name: str, rule: Rule) -> bool:
    return name.upper() == rule.code or name.lower() == rule.slug


def row(rule: Rule) -> dict[str, str]:
    return {
        "code": rule.code,
        "slug": rule.slug,
        "severity": rule.severity.name.lower(),
        "message": example_message(rule),
        "why": rule.why,
        "example": rule.example,
        "url": rule.url,
    }


def _markdown(rule: Rule) -> list[str]:
    # A vertical bar would end the cell, even within a code span.
    message = " ".join(example_message(rule).split()).replace("|", "\\|")
    return [f"[{rule.code}]({rule.url})", rule.slug, rule.severity.name.lower(), message]


def _table(rules: Sequence[Rule]) -> Iterator[str]:
    widest = max(len(rule.slug) for rule in rules)
    for rule in rules:
        yield f"{rule.code}  {rule.slug:{widest}}  {rule.severity.name.lower():11}  {example_message(rule)}"


def _whole(rule: Rule) -> str:
    """Return everything about a rule: an example, its message, the reason, and the example after the first fix."""
    parts = [
        f"{rule.code} {rule.slug} ({rule.severity.name.lower()})",
        example_message(rule),
        rule.why.strip(),
        f"Example:\n\n{_indented(rule.example)}",
    ]
    if (corrected := corrected_example(rule)) is not None:
        parts.append(f"After the first fix:\n\n{_indented(corrected)}")
    return "\n\n".join([*parts, f"{rule.url}{_source(rule)}"])


def _indented(record: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in record.strip("\n").split("\n"))


def _source(rule: Rule) -> str:
    """Return the module that checks a rule: its path in a clone, or else its name."""
    module = load(rule.language).rules.module(rule.code) if rule.language in IDS else None
    package = os.path.dirname(kibitz.__file__)
    root = os.path.dirname(os.path.dirname(package))
    if module is None or not os.path.isfile(os.path.join(root, "server", "ARCHITECTURE.md")):
        return ""
    return f"\nserver/kibitz/languages/{rule.language}/{module}.py"
