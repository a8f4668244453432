"""`kibitz preview`: show a record as text, SVG, HTML or PNG."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable

from kibitz.cli import files
from kibitz.cli.checked import analysed
from kibitz.cli.console import UserError, emit, missing
from kibitz.cli.replacing import form_of, output_file
from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.preview import page, pictured
from kibitz.core.setting import Preferences
from kibitz.core.svg import svg
from kibitz.core.text import Position
from kibitz.core.values import Diagnostic, Span
from kibitz.project.settable import problems
from kibitz.project.settings import Settings, select, wanted

FORMATS = ("text", "svg", "html", "png")


def run(arguments: Namespace) -> int:
    """Write the preview and nothing else."""
    source, settings, preferences, analysis = opened(arguments)
    language = analysis.language
    offset = None if arguments.at is None else offset_of(analysis.document, *arguments.at)
    given = arguments.format or ("text" if arguments.output.lower().endswith(".txt") else None)
    form = form_of(arguments.output, given, "format", FORMATS, [arguments.file], "PNG")
    text = form in ("text", "html")

    def found_in(span: Span) -> Iterable[Diagnostic]:
        return select(analysis.diagnostics_in(*span), settings)

    with files.whole(arguments.file):
        picture = language.preview(analysis, offset, preferences).text if text else ""
        scene = None if form == "text" else pictured(analysis, offset, preferences, found_in)
    if scene is None:
        drawn = picture.removesuffix("\n") + "\n"
    elif form == "html":
        drawn = page(scene, picture, name_of(source.target.path), arguments.theme)
    else:
        drawn = svg(scene, "light" if (form, arguments.theme) == ("png", "auto") else arguments.theme)
    put(arguments, png(drawn) if form == "png" else drawn.encode())
    return 0


def opened(arguments: Namespace) -> tuple[files.Source, Settings, Preferences, Analysis]:
    """Return the record of a command with its settings, the preferences with those of the command, and the analysis."""
    source = files.read(files.target(arguments.file, arguments.language, arguments.stdin_filename))
    settings = files.settings(source.target)
    view = getattr(arguments, "view", None)
    preferences = chosen_in(settings.preferences, arguments.layout, arguments.width, view)
    return source, settings, preferences, analysed(source, preferences)


def name_of(name: str) -> str:
    """Return the title of a page about a file."""
    return "kibitz" if name == files.STDIN else os.path.basename(name)


def put(arguments: Namespace, data: bytes) -> None:
    """Write into a file, or to standard output."""
    if arguments.output == files.STDIN:
        emit(data)
    else:
        with output_file(arguments.output, [arguments.file]) as file:
            file.write(data)


def png(picture: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise missing("PNG", "resvg-py") from error
    return bytes(svg_to_bytes(svg_string=picture, zoom=2, font_family="DejaVu Sans"))


def chosen_in(
    preferences: Preferences, layout: str | None, width: int | None = None, view: str | None = None
) -> Preferences:
    """Return the preferences with the options of the command first. Raises UserError for impossible ones."""
    given = wanted(layout, width, view)
    for problem in problems(given):
        raise UserError(problem)
    return Preferences({**preferences.values, **given})


def offset_of(document: Document, line: int, column: int | None) -> int:
    """Return the offset of a line and a column from 1, or of the end of the line without a column."""
    if line > document.line_count:
        raise UserError(f"line {line} does not exist; the record has {document.line_count} lines")
    if column is None:
        return document.line_end(line - 1)
    return document.offset_at(Position(line - 1, column - 1), "utf-32")
