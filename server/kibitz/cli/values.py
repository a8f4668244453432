"""The values of arguments. A mistake raises ArgumentTypeError: for other errors, argparse shows the name of the function."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError


def place(text: str) -> tuple[int, int | None]:
    found = re.fullmatch(r"([0-9]{1,9})(?::([0-9]{1,9}))?", text)
    if found is None or int(found[1]) < 1 or (found[2] is not None and int(found[2]) < 1):
        raise ArgumentTypeError(f"{text!r} is not a place; use LINE or LINE:COLUMN, from 1")
    return int(found[1]), int(found[2]) if found[2] else None


def codes(text: str) -> list[str]:
    from kibitz.project.rulebook import every

    wanted, known = [one.strip().upper() for one in text.split(",")], [rule.code for rule in every()]
    for one in wanted:
        if not one or not any(code.startswith(one) for code in known):
            raise ArgumentTypeError(f"unknown rule code or prefix {one!r}; run `kibitz rules` for a list")
    return wanted


def pattern(text: str) -> str:
    from kibitz.project.patterns import problem

    if (why := problem(text)) is not None:
        raise ArgumentTypeError(f"{text!r} is not a pattern: {why}")
    return text


def count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a number of columns; use 1 to 9999")
    return int(text)


def address(text: str) -> tuple[str, int]:
    """Return a host and a port. Without a host it is the loopback address, which other machines cannot reach."""
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") or "127.0.0.1"
    if _is_port(port):
        return host, int(port)
    raise ArgumentTypeError(f"{text!r} is not an address; use [HOST:]PORT, such as 9257")


def port(text: str) -> int:
    if _is_port(text):
        return int(text)
    raise ArgumentTypeError(f"{text!r} is not a port; use 0 to 65535")


def _is_port(text: str) -> bool:
    return re.fullmatch(r"[0-9]{1,5}", text) is not None and int(text) <= 65535
