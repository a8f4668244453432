"""Text that leaves kibitz for people. This module knows the dangerous characters of terminals, editors, pages and spreadsheets.

Records come from strangers. An invisible character in it may steer a terminal, reverse a line, or make two names look
the same. A word may be markup, a link or a formula. Programs get exactly the text of the record.

- Messages, hovers, outlines and terminals use :func:`visible` and :func:`lines`: `␛` for a control character, or `<U+200B>`.
- Previews, and the text on a page, use :func:`signs`: one sign for each character, so that offsets stay right.
- Markdown, HTML and SVG use :func:`escape`, :func:`code` and :func:`escaped`.
- JSON uses :func:`in_json`: escapes, which are the same data.
- CSV uses :func:`cell`: no formulas, or exactly the data on request.
- Converted and formatted records, and Parquet, are the data themselves. On a terminal they use :func:`lines`.
"""

from __future__ import annotations

import json
import re
from functools import cache

_JOINED = "\u0600-\u0fff\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
"""Pictographs, and the scripts that use joiners. A joiner between two of them is visible."""
_IGNORABLE = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""The characters that Unicode calls default ignorable, its line ends, direction marks, and spaces without width."""
_ODD = (
    f"[\0-\x1f\x7f-\x9f\ud800-\udfff{_IGNORABLE}]"
    f"|(?<![{_JOINED}])[\u200c\u200d]|[\u200c\u200d](?![{_JOINED}])"
    "|(?<![#*0-9\xa9-\u3299\U0001f000-\U0001faff])[\ufe0e\ufe0f]"
)
_BLANKS = "[\xa0\u1680\u2000-\u200a\u205f]|(?<![\u2e80-\u9fff])\u3000|\u3000(?![\u2e80-\u9fff])"
"""Spaces that look like a normal one. The wide space is normal between characters of scripts that are as wide."""
_IN_A_LINE = f"{_ODD}|{_BLANKS}"
_IN_LINES = f"(?![\t\n])(?:{_ODD})"
_IN_JSON = f"(?![\t\n\ud800-\udfff])(?:{_ODD})"
"""The characters to escape in JSON. Half of a surrogate pair is not text for other programs."""

# Compiling one takes 5 ms, a seventh of the start, and most runs do not need it.
_compiled = cache(re.compile)


def visible(text: str) -> str:
    """Return a text on one line without hidden characters or unusual spaces.

    >>> visible("\\x1b[1mAnn\\u200b")
    '␛[1mAnn<U+200B>'
    """
    return text if text.isascii() and text.isprintable() else _compiled(_IN_A_LINE).sub(_stand_in, text)


def lines(text: str) -> str:
    """Return the same of several lines, whose ends and tabs stay."""
    return text if _is_plain(text) else _compiled(_IN_LINES).sub(_stand_in, text)


def signs(text: str) -> str:
    """Return a text of any number of lines with a sign for each hidden character. Its length stays.

    >>> signs("\\x1b[1mAnn\\u200b")
    '␛[1mAnn�'
    """
    return text if _is_plain(text) else _compiled(_IN_LINES).sub(_sign, text)


def _is_plain(text: str) -> bool:
    """Return whether a quick test proves that some lines hide nothing."""
    return text.isascii() and text.replace("\n", "").replace("\t", "").isprintable()


def _stand_in(found: re.Match[str]) -> str:
    sign = _sign(found)
    return f"<U+{ord(found[0]):04X}>" if sign == "\ufffd" else sign


def _sign(found: re.Match[str]) -> str:
    """Return the symbol of a control character (https://www.unicode.org/charts/PDF/U2400.pdf), or the replacement character."""
    code = ord(found[0])
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\ufffd"


# Markup

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$@]|:(?=//)|(?<=www)\.)", re.IGNORECASE)
"""The signs that begin or end markup, or make a link of a bare address."""


def escape(text: str) -> str:
    """Return text of a record for Markdown. It cannot become markup, a link or HTML there, and stays on its line."""
    return _MARKDOWN.sub(r"\\\1", visible(" ".join(text.split())))


def code(text: str) -> str:
    """Return text of a record as a Markdown code span."""
    ticks = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{visible(' '.join(text.split()))}{pad}{ticks}"


def escaped(text: str) -> str:
    """Return a text for XML and HTML, attributes included. (`xml.sax.saxutils` would load an HTTP client.)"""
    return text.translate(_ESCAPES)


_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


# Text for programs


def in_json(text: str) -> str:
    """Return the same JSON without hidden characters. Strings are the only place for them, so escapes are possible.

    >>> in_json('{"name": "Ann\\x9b"}')
    '{"name": "Ann\\\\u009b"}'
    """
    return text if text.isascii() and "\x7f" not in text else _compiled(_IN_JSON).sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1] if found[0] != "\x7f" else "\\u007f"


_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20].", re.DOTALL)
"""The texts that a spreadsheet takes for a formula (https://owasp.org/www-community/attacks/CSV_Injection)."""
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)


def cell(text: str) -> str:
    """Return a text that no spreadsheet runs: an apostrophe before a formula makes it a text.

    >>> cell("=1+1"), cell("-1.5"), cell("-")
    ("'=1+1", '-1.5', '-')
    """
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text
