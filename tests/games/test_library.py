"""kibitz as a library: `kibitz.check`, `kibitz.format` and `kibitz.preview` equal the command line."""

from __future__ import annotations

import doctest
import json
import pickle
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from command import kibitz as command
from folders import RECORDS as FOLDER
from kibitz.languages import IDS

RECORDS = sorted(FOLDER.iterdir())


@pytest.mark.parametrize(
    "path", [path for path in RECORDS if path.suffix[1:] in IDS], ids=lambda one: one.name
)
def test_library_equals_the_command_line(path: Path) -> None:
    text, language = path.read_bytes().decode("utf-8"), path.suffix[1:]
    found = kibitz.check(text, language)
    rows = json.loads(command("check", "--format", "json", path).text)
    assert [(one.code, one.severity, one.message, *one.region) for one in found] == [
        (
            row["code"],
            row["severity"],
            row["message"],
            row["line"],
            row["column"],
            row["endLine"],
            row["endColumn"],
        )
        for row in rows
    ]
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - what has just been pickled.
    assert (
        kibitz.format(text, language)
        == command("format", "-", "--language", language, stdin=text.encode()).text
    )
    assert kibitz.preview(text, language).rstrip("\n") == command("preview", path).text.rstrip("\n")
    assert kibitz.preview(text, language, 1).rstrip("\n") == command(
        "preview", path, "--at", "1"
    ).text.rstrip("\n")
    at = command("preview", path, "--at", "1:2").text
    assert kibitz.preview(text, language, (1, 2)).rstrip("\n") == at.rstrip("\n")
    drawn = kibitz.preview(text, language, 1, format="svg", theme="dark")
    assert drawn == command("preview", path, "--at", "1", "--format", "svg", "--theme", "dark").text
    page = kibitz.preview(text, language, format="html", theme="light")
    title = page[page.index("<title>") : page.index("</title>")]
    shown = command("preview", path, "--format", "html", "--theme", "light").text
    assert page.replace(title, f"<title>{path.name}", 1) == shown


def test_settings() -> None:
    text = "{1.52}|1.1..xx.\n"
    assert [one.code for one in kibitz.check(text, "bjn")] == ["BJN015"]
    assert kibitz.check(text, "bjn", {"diagnostics": {"disable": ["BJN015"]}}) == []
    assert kibitz.check(text, "bjn", {"diagnostics.severity.BJN015": "hint"})[0].severity == "hint"
    assert kibitz.format("{1.52}|1.1..as.", "bjn", {"format.bjn.style": "annotated"}).count("\n") > 1


def test_mistakes_of_the_caller() -> None:
    for call in (kibitz.check, kibitz.format, kibitz.preview):
        with pytest.raises(ValueError, match="there is no notation 'chess'; there are pfn, bjn, botc, qgn"):
            call("", "chess")
        with pytest.raises(ValueError, match="unknown setting `formt`"):
            call("", "bjn", settings={"formt": 1})
    for place in (0, 2, (1, 0), (9, 1)):
        with pytest.raises(ValueError, match=r"there is no place .*: the text has 1 line$"):
            kibitz.preview("{1.52}", "bjn", place)
    with pytest.raises(ValueError, match="there is no format 'png'; there are text, svg, html"):
        kibitz.preview("{1.52}", "bjn", format="png")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no theme 'blue'; there are auto, light, dark"):
        kibitz.preview("{1.52}", "bjn", theme="blue")  # type: ignore[arg-type]


def test_the_examples_of_the_page() -> None:
    assert doctest.testmod(kibitz).failed == 0
    page = pydoc.plain(pydoc.render_doc(kibitz))
    # From Python 3.13 on a signature has a line for each parameter.
    assert "check(text: 'str', language: 'str'" in " ".join(page.split()).replace("( ", "(")
    assert "Return the findings of a record, in the order of the text." in page


def test_importing_it_costs_nothing() -> None:
    code = "import sys, kibitz; print(*(name for name in sys.modules if name.startswith('kibitz') or name == 'lark'))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["kibitz"]
