"""kibitz: a language server and command line for game records.

As a library it checks, formats and draws texts. The notations are `pfn` (Figgie), `bjn` (blackjack), `botc` (grimoires)
and `qgn` (Quibbble):

>>> import kibitz
>>> [finding.message for finding in kibitz.check("{1.52}|1.1..10s.", "bjn")]
['A ten is written `t`: `ts`, not `10s`']
>>> print(kibitz.format("{1.52} | 1.1..ts.", "bjn"), end="")
{1.52}|1.1..ts.
>>> [row["total"] for row in kibitz.rows("{1.52}|1.1..ts.|0.1...?|1.1..as.", "bjn")]
[10, None, 21]

All arguments and results are plain values, which can be pickled. The functions keep nothing but caches between calls, so any thread
or process may call them. Settings are those of `kibitz.toml`, nested or with dotted names: `{"format.bjn.style": "annotated"}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from os import PathLike

    from kibitz.games.reading import Record
    from kibitz.project.findings import Finding

__version__ = "0.1.0"
__all__ = ["__version__", "check", "format", "preview", "read", "rows"]

# The functions import their needs when they are called, because the command line needs only some of them.


def read(
    source: str | PathLike[str], language: str | None = None, settings: Mapping[str, object] | None = None
) -> Record:
    """Return a record with its games at every moment: of a text and its language, or of the path of a file.

    A path is a `pathlib.Path` or similar, and its suffix names the language. The record has these parts:

    - `games`: values of :mod:`kibitz.games`, in their final states
    - `moments`: all events; `at(offset)` returns the game at an offset
    - `findings`: the result of :func:`check`
    - `write()`: the result of :func:`format`, which keeps a formatted text byte for byte

    >>> import kibitz
    >>> record = kibitz.read("{1.52}|1.1..8s.|0.1...?|1.1..8d.|0.1..6c.|", "bjn")
    >>> record.games[0].advised, record.at(16).unseen["8s"], record.at(16).table.seats[1][0].cards
    ('/', 0, ('8s',))

    Raises ValueError for an unknown notation and for settings with mistakes, and its subclass UnreadableError for a file that is not
    text.
    """
    from kibitz.games.reading import read

    return read(source, language, settings)


def check(text: str, language: str, settings: Mapping[str, object] | None = None) -> list[Finding]:
    """Return the findings of a record, in the order of the text.

    A finding has these parts:

    - `code`, `name`, `message`, `related` and `fixes`
    - `severity`: `error`, `warning`, `information` or `hint`
    - `region`: `line`, `column`, `end_line`, `end_column`, in code points from 1; the end is the place after it

    Raises ValueError for an unknown notation and for settings with mistakes.
    """
    return read(text, language, settings).findings


def format(text: str, language: str, settings: Mapping[str, object] | None = None) -> str:  # noqa: A001
    """Return the formatted record. Only the layout changes, with a proof for every stretch. Unreadable text stays as it is.

    Raises ValueError for an unknown notation and for settings with mistakes.
    """
    return read(text, language, settings).write()


def preview(
    text: str,
    language: str,
    at: int | tuple[int, int] | None = None,
    settings: Mapping[str, object] | None = None,
    *,
    format: Literal["text", "svg", "html"] = "text",  # noqa: A002
    theme: Literal["auto", "light", "dark"] = "auto",
) -> str:
    """Return the preview of a record, or of the game at the end of a line or at a line and a column, from 1 on.

    The result is text, an SVG, or an HTML page with both. The theme `auto` follows that of the reader.

    Raises ValueError for an unknown notation, format or theme, for settings with mistakes, and for a place outside the text.
    """
    from kibitz.core.analysis import Analysis
    from kibitz.core.text import Position
    from kibitz.core.words import plural
    from kibitz.project.settings import tailored

    if format not in ("text", "svg", "html"):
        raise ValueError(f"there is no format {format!r}; there are text, svg, html")
    if theme not in ("auto", "light", "dark"):
        raise ValueError(f"there is no theme {theme!r}; there are auto, light, dark")

    notation, chosen = tailored(language, settings)
    analysis = Analysis.of(notation, text)
    offset = None
    if at is not None:
        line, column = at if isinstance(at, tuple) else (at, None)
        if not 1 <= line <= analysis.document.line_count or (column is not None and column < 1):
            raise ValueError(
                f"there is no place {at}: the text has {plural(analysis.document.line_count, 'line')}"
            )
        end = analysis.document.line_end(line - 1)
        offset = (
            end if column is None else analysis.document.offset_at(Position(line - 1, column - 1), "utf-32")
        )
    if format == "text":
        picture: str = notation.preview(analysis, offset, chosen.preferences).text
        return picture
    from kibitz.core.preview import page, pictured
    from kibitz.core.svg import svg
    from kibitz.project.settings import select

    scene = pictured(
        analysis, offset, chosen.preferences, lambda span: select(analysis.diagnostics_in(*span), chosen)
    )
    if format == "svg":
        return svg(scene, theme)
    return page(scene, notation.preview(analysis, offset, chosen.preferences).text, scene.title, theme)


def rows(
    text: str,
    language: str,
    kind: Literal["events", "records"] = "events",
    settings: Mapping[str, object] | None = None,
) -> list[dict[str, Any]]:
    """Return the rows that `kibitz export` writes, as dictionaries: events with the state after each, or records.

    An unknown value is None, several values are a list. `kibitz export --schema` shows the columns.

    Raises ValueError for an unknown notation or kind, and for settings with mistakes.
    """
    from kibitz.core.analysis import Analysis
    from kibitz.core.rows import KINDS
    from kibitz.project.settings import tailored
    from kibitz.project.tables import dictionaries, rows_of

    notation, chosen = tailored(language, settings)
    if kind not in KINDS:
        raise ValueError(f"there are no rows of {kind!r}; there are {', '.join(KINDS)}")
    return dictionaries(Analysis.of(notation, text), kind, rows_of(notation, kind), chosen)
