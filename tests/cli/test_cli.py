"""The commands, from their arguments to their output and exit status."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import termios
from importlib.util import find_spec
from pathlib import Path
from subprocess import run
from typing import NoReturn

import pytest

import kibitz as package
from bench.records import kept
from command import kibitz, process
from folders import RECORDS
from kibitz.cli import checked, console, main
from kibitz.cli.arguments import COMMANDS, parser
from kibitz.core.values import Edit
from kibitz.languages import IDS, load
from notations import notation

CLEAN = "{1.52}|1.1..ts.\n"
ERROR = "{1.52}|1.1..xx.\n"
WARNING = "{1.52}|1.1..TS.\n"


def write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode("utf-8"))
    return path


# The program


def test_version_and_help() -> None:
    assert kibitz("--version").text.startswith(f"kibitz {package.__version__} (")
    text = kibitz("--help").text
    assert all(command in text for command in ("check", "format", "preview", "convert", "rules", "lsp"))


@pytest.mark.parametrize("command", [one.name for one in COMMANDS])
def test_help_has_examples_for_each_command(command: str) -> None:
    text = kibitz(command, "--help").text
    examples = re.findall(rf"^  kibitz {command}\b.*", text.partition("\nexamples:\n")[2], re.MULTILINE)
    assert len(examples) == 2
    for one in examples:
        arguments = re.split(" [<>] ", one)[0].split()[1:]
        assert parser().parse_args(arguments).command == command


def test_python_m_kibitz() -> None:
    with process("--version") as running:
        assert running.communicate()[0].decode().startswith(f"kibitz {package.__version__} (")
    assert running.returncode == 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("cheque", "invalid choice: 'cheque'"),
        ("check", "required: PATH"),
        (
            "check -",
            "can't determine the notation of standard input; add --language with one of pfn, bjn, botc, qgn",
        ),
        ("check - --language pgn", "invalid choice: 'pgn'"),
        ("check --format xml x.bjn", "invalid choice: 'xml'"),
        ("preview", "required: FILE"),
        ("preview x.bjn --at 0", "'0' is not a place; use LINE or LINE:COLUMN, from 1"),
        ("preview x.bjn --at 1:x", "'1:x' is not a place; use LINE or LINE:COLUMN"),
        ("preview x.botc --width 0", "'0' is not a number of columns"),
        ("convert x.bjn", "required: --to"),
        ("import none.json", "none.json: no such file or folder"),
        ("rules NONE", "unknown rule 'NONE'; did you mean"),
        ("lsp --tcp here", "'here' is not an address; use [HOST:]PORT"),
        ("lsp --tcp here:99999", "'here:99999' is not an address; use [HOST:]PORT"),
    ],
)
def test_wrong_usage(line: str, message: str) -> None:
    answer = kibitz(*line.split())
    assert answer.status == 2
    assert message in answer.errors
    assert not answer.data


# check


def test_exit_status(tmp_path: Path) -> None:
    clean, warning, error = (
        write(tmp_path / f"{number}.bjn", text) for number, text in enumerate((CLEAN, WARNING, ERROR))
    )
    for options, paths, status in [
        ((), (clean,), 0),
        ((), (warning, clean), 0),
        (("--strict",), (clean,), 0),
        (("--strict",), (clean, warning), 1),
        ((), (error, clean), 1),
        ((), (error, tmp_path / "none.bjn"), 2),
        ((), (clean, tmp_path / "none.bjn"), 2),
    ]:
        for form in ("text", "json", "github", "sarif"):
            assert kibitz("check", *options, "--format", form, *paths).status == status


def test_check_reads_standard_input(tmp_path: Path) -> None:
    path = write(tmp_path / "x.bjn", "\ufeff" + ERROR.replace("\n", "\r\n"))
    answer = kibitz("check", "-", "--language", "bjn", "--format", "json", stdin=path.read_bytes())
    assert answer.status == 1
    rows = json.loads(answer.text)
    assert {row.pop("file") for row in rows} == {"-"}
    again = json.loads(kibitz("check", path, "--format", "json").text)
    assert {row.pop("file") for row in again} == {str(path)}
    assert rows == again
    assert (rows[0]["line"], rows[0]["column"], rows[0]["severity"]) == (1, 13, "error")


def test_columns_count_code_points(tmp_path: Path) -> None:
    text = '[key "carcassonne"]\n[teams "a, b"]\n{🃁 漢 é} 0a 7b {🃁}\n'
    path = write(tmp_path / "x.qgn", text)
    [row] = [
        row
        for row in json.loads(kibitz("check", path, "--format", "json").text)
        if row["line"] == 3 and row["severity"] == "error"
    ]
    line = text.split("\n")[2]
    assert line[row["column"] - 1 : row["endColumn"] - 1].startswith("7")


def test_broken_settings_stop_one_folder_only(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    write(tmp_path / "a" / "kibitz.toml", "nonsense = 1\n")
    write(tmp_path / "a" / "x.bjn", ERROR)
    write(tmp_path / "b.bjn", ERROR)
    answer = kibitz("check", tmp_path, "--format", "json")
    assert answer.status == 2
    assert {row["file"] for row in json.loads(answer.text)} == {str(tmp_path / "b.bjn")}


def test_binary_files_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked, "ENOUGH", 200)
    monkeypatch.setattr(checked, "SLICE", 0.0)
    path = write(tmp_path / "x.bjn", ERROR * 2000)
    answer = kibitz("check", path, "--format", "json")
    assert answer.status == 2
    assert answer.errors == f"kibitz: {path}: more than 200 findings; the rest was not checked\n"
    assert 200 < len(json.loads(answer.text)) < 500
    assert kibitz("check", write(path, ERROR * 200), "--format", "json").status == 1


@pytest.mark.parametrize("language_id", IDS)
def test_the_records_are_good(language_id: str, tmp_path: Path) -> None:
    for number, text in enumerate(kept(language_id)):
        write(tmp_path / f"{number}.{language_id}", text)
    assert kibitz("check", tmp_path).status == 0


# format


@pytest.mark.parametrize("language_id", IDS)
def test_format_keeps_line_ends(language_id: str, tmp_path: Path) -> None:
    """Formatted text has the line ends of its file, and standard output is as exact as a file.

    QGN gets LF, because the reference parser cannot read a carriage return.
    """
    for path in sorted(RECORDS.glob(f"*.{language_id}")):
        formatted = kibitz("format", "-", "--language", language_id, stdin=path.read_bytes())
        assert formatted.status == 0
        for end in ("\r\n", "\r"):
            other = write(tmp_path / path.name, path.read_bytes().decode("utf-8").replace("\n", end))
            answer = kibitz("format", "-", "--language", language_id, stdin=other.read_bytes())
            kept = notation(language_id).LINE_END or end
            assert answer.data.decode("utf-8") == formatted.text.replace("\n", kept)
            kibitz("format", other)
            assert other.read_bytes() == answer.data


def test_format_only_looks_when_asked(tmp_path: Path) -> None:
    before = CLEAN.replace("|", " | ")
    dirty, clean = write(tmp_path / "dirty.bjn", before), write(tmp_path / "x.bjn", CLEAN)
    assert kibitz("format", "--check", clean) == (0, b"", "kibitz: 0 of 1 file would change\n")
    answer = kibitz("format", "--check", tmp_path)
    assert answer == (1, b"", f"kibitz: {dirty} would change\nkibitz: 1 of 2 files would change\n")
    answer = kibitz("format", "--diff", tmp_path)
    assert answer.status == 1
    assert answer.text == f"--- {dirty}\n+++ {dirty}\n@@ -1 +1 @@\n-{before}+{CLEAN}"
    assert dirty.read_text() == before
    assert kibitz("format", tmp_path) == (0, b"", f"kibitz: {dirty} changed\nkibitz: 1 of 2 files changed\n")
    assert dirty.read_text() == CLEAN


def test_diff_quotes_hidden_signs_of_names(tmp_path: Path) -> None:
    (path := tmp_path / "a\x1b[1m.bjn").write_text("{1.52}  |1.1..as.|\n")
    answer = kibitz("format", "--diff", path)
    assert f'--- "{tmp_path}/a\\033[1m.bjn"\n' in answer.text
    assert "\x1b" not in answer.text


def test_half_characters_of_an_import_are_replaced(tmp_path: Path) -> None:
    (path := tmp_path / "log.json").write_text(STATE)
    answer = kibitz("import", path)
    assert answer.status == 0
    assert "A?nn" in answer.text


STATE = (
    '{"players": [{"name": "A\\ud800nn", "role": "imp"}, {"name": "Bob", "role": "chef"}, {"name": "Cid", "role": "monk"},'
    ' {"name": "Dee", "role": "virgin"}, {"name": "Eve", "role": "poisoner"}], "bluffs": [], "edition": {"id": "tb"}, "roles": ""}'
)
"""The state of a game in which half a character is escaped."""


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_diff_can_be_applied(end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "// a\fb\u2028c\n" * 5 + CLEAN + CLEAN.replace("|", " | ")
    path = write(Path("x.bjn"), text.replace("\n", end) if end else text.removesuffix("\n"))
    diff = kibitz("format", "--diff", path)
    assert diff.status == 1
    wanted = kibitz("format", "-", "--language", "bjn", stdin=path.read_bytes()).data
    run(["git", "apply", "-p0", "-"], input=diff.data, check=True, capture_output=True)
    assert path.read_bytes() == wanted


def test_format_says_which_proof_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bug of a layout: here every hand becomes the same one."""
    record = tmp_path / "hand.bjn"
    record.write_text("{1.52}|1.1..ts.\n\n{2.52}|1.1..as.\n")
    monkeypatch.setattr(
        type(load("bjn")),
        "layout",
        lambda _, document, *__: [
            Edit(place.start, place.end, "{2.52}|1.1..as.\n") for place in document.places()
        ],
    )
    assert main(["format", str(record)]) == 0
    assert f"{record}:1: left as it is: formatting would change its meaning" in capsys.readouterr().err


def test_format_filters_standard_input() -> None:
    dirty = CLEAN.replace("|", " | ").encode()
    assert kibitz("format", "-", "--language", "bjn", stdin=dirty) == (0, CLEAN.encode(), "")
    assert kibitz("format", "-", "--language", "bjn", stdin=CLEAN.encode()) == (0, CLEAN.encode(), "")
    assert kibitz("format", "-", "--check", "--language", "bjn", stdin=dirty) == (1, b"", "")
    assert kibitz("format", "-", "--diff", "--language", "bjn", stdin=dirty).text.startswith("--- -\n+++ -\n")
    assert kibitz("format", "-", "--language", "bjn", stdin=b"\xff")[:2] == (2, b"")


# preview and convert


@pytest.mark.parametrize("language_id", IDS)
def test_preview_prints_the_game(language_id: str) -> None:
    for path in sorted(RECORDS.glob(f"*.{language_id}")):
        lines = path.read_bytes().decode("utf-8").count("\n")
        for options in ((), ("--at", "1"), ("--at", f"{lines}:1"), ("--width", "60", "--layout", "auto")):
            answer = kibitz("preview", path, *options)
            assert answer[::2] == (0, "")
            assert answer.text.strip()
        assert kibitz("preview", path, "--at", "9999")[:2] == (2, b"")


def test_preview_has_the_requested_layout() -> None:
    path = RECORDS / "drawing.botc"
    wanted = kibitz("preview", path, "--at", "1", "--layout", "wide")
    assert wanted[::2] == (
        2,
        "kibitz: `preview.layout` must be one of `balanced`, `compact`, `horizontal`, `tower`, `auto`, or the seats at each side as in `5,1,5,1`, not 'wide'\n",
    )
    pictures = {kibitz("preview", path, "--layout", layout).text for layout in ("horizontal", "tower")}
    assert len(pictures) == 2


def test_preview_shows_a_place(tmp_path: Path) -> None:
    path = write(tmp_path / "x.bjn", "{1.52}|\n1.1..as.|\n0.1..td.|\n")
    one, both = (kibitz("preview", path, "--at", at).text for at in ("2", "3"))
    assert "T♦" not in one.upper()
    assert one != both
    assert kibitz("preview", path, "--at", "2:1").text == one


def test_preview_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = write(tmp_path / "x.qgn", '[key "car\x1b[31m"]\n[teams "a\x1b]0;x\x07, b"]\n0a\n')
    for command in ("preview", "check"):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", kibitz(command, path).text)


@pytest.mark.parametrize("language_id", IDS)
def test_convert(language_id: str, tmp_path: Path) -> None:
    language = load(language_id)
    for path in sorted(RECORDS.glob(f"*.{language_id}")):
        for form in ("line", "drawing", "compact", "annotated", "prose"):
            answer = kibitz("convert", path, "--to", form)
            if form not in language.conversions:
                assert answer[:2] == (2, b"")
                assert f"{language.name} has no form `{form}`" in answer.errors
                continue
            assert answer[::2] == (0, "")
            assert kibitz("check", write(tmp_path / path.name, answer.text)).status == 0
    told = set(re.findall(r"\w+", kibitz("convert", "--help").text))
    assert told >= set(language.conversions), "the help names all forms"


# rules


def test_rules() -> None:
    listed = kibitz("rules").text.splitlines()
    rows = json.loads(kibitz("rules", "--format", "json").text)
    assert [line.split()[:3] for line in listed] == [
        [row["code"], row["slug"], row["severity"]] for row in rows
    ]
    assert {row["code"][:3] for row in rows} == {"KIB", *(notation(one).PREFIX for one in IDS)}
    begin = [line.split() for line in listed if line.startswith("BJN2")]
    assert [line.split() for line in kibitz("rules", "bjn2").text.splitlines()] == begin != []


def test_one_rule_whole() -> None:
    rule = next(iter(load("bjn").rules))
    text = kibitz("rules", rule.code.lower()).text
    assert text.startswith(f"{rule.code} {rule.slug} (error)\n")
    assert rule.why.strip() in text
    assert rule.url in text
    assert [row["code"] for row in json.loads(kibitz("rules", rule.code, "--format", "json").text)] == [
        rule.code
    ]
    assert kibitz("rules", "conflict-marker").text.count("(error)\n") == len(IDS)
    assert "did you mean conflict-marker?" in kibitz("rules", "conflict-markers").errors


# Terminals


def terminal(*arguments: str | Path, code: str = "", **environment: str) -> str:
    """Return the output of a command on a terminal."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = {**os.environ, "TERM": "xterm", "NO_COLOR": "", **environment}
    with process(*arguments, code=code, env=env, stdin=slave, stdout=slave, stderr=slave) as running:
        os.close(slave)
        shown = b""
        while running.poll() is None or select.select([master], [], [], 0)[0]:
            if select.select([master], [], [], 0.1)[0]:
                try:
                    shown += os.read(master, 65536)
                except OSError:
                    break
    os.close(master)
    return shown.decode("utf-8", "replace")


def test_a_terminal_gets_bars() -> None:
    assert "▬" in terminal("stats", RECORDS, "--language", "qgn")


def test_colours_on_a_terminal_only(tmp_path: Path) -> None:
    path = write(tmp_path / "x.bjn", ERROR)
    assert "\x1b[1;31merror:\x1b[0m" in terminal("check", path)
    assert "\x1b" not in terminal("check", path, NO_COLOR="1")
    assert "\x1b" not in terminal("check", path, TERM="dumb")
    assert "\x1b" not in kibitz("check", path).text
    write(path, CLEAN.replace("|", " | "))
    assert "\x1b[32m+{1.52}" in terminal("format", "--diff", path)


def test_slow_commands_show_progress_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "x.bjn"
    write(path, CLEAN)
    assert "%|" not in terminal("check", path, path.parent)
    write(path, "".join(f"{CLEAN[:-1]} // {number}\n" for number in range(5000)))
    code = (
        "import sys; from kibitz.cli import console, main\n"
        f"console.BAR_DELAY = 0.01; sys.exit(main(['check', {str(path)!r}]))"
    )
    bar = terminal(code=code)
    assert "%|" in bar
    assert bar.rstrip().endswith("1 file checked: nothing found")


def test_no_bar_without_a_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(console, "BAR_DELAY", 0.0)
    assert kibitz("check", write(tmp_path / "x.bjn", CLEAN)).errors == ""


def test_names_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff\n\x1b.bjn")
    write(path, ERROR)
    with process("check", tmp_path) as running:
        out, errors = running.communicate()
    assert running.returncode == 1, errors
    assert b"\x1b" not in out
    for form in ("json", "sarif", "github"):
        answer = kibitz("check", "--format", form, path)
        assert answer.status == 1
        assert b"\x1b" not in answer.data
    for form in ("jsonl", "csv", *(["parquet"] if find_spec("pyarrow") else [])):
        assert kibitz("export", path, "--to", form, "-o", tmp_path / "rows").status == 0


def test_interrupted_before_the_command_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("kibitz.cli.parser", interrupt)
    assert kibitz("rules") == (130, b"", "kibitz: interrupted\n")


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
def test_a_stream_that_is_closed(stream: str, tmp_path: Path) -> None:
    path = write(tmp_path / "x.bjn", ERROR)
    code = f"import sys; sys.{stream} = None; from kibitz.cli import main; sys.exit(main())"
    with process("check", path, code=code) as running:
        out, errors = running.communicate()
    assert (running.returncode, bool(out), errors) == (1, stream != "stdout", b"")


def test_kibitz_alone_prints_its_help() -> None:
    answer = kibitz()
    assert answer.status == 2
    assert answer.text == kibitz("--help").text
    assert not answer.errors
