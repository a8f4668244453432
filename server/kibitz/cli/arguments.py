"""The arguments of every command."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from kibitz import __version__
from kibitz.cli.console import width
from kibitz.cli.reports import FORMS
from kibitz.cli.values import address, codes, count, pattern, place, port
from kibitz.core.rows import KINDS
from kibitz.core.shown import lines
from kibitz.languages import IDS

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

FAULTS = "3 kibitz itself failed somewhere, whatever else there is"


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; `command` names the module that runs it."""
    top = _Parser(
        prog="kibitz",
        description=f"Checks, formats and shows game records: {_suffixes()} files.",
        epilog=f"Exit status of every command: 0 done, 2 wrong usage or unreadable input, {FAULTS}.",
    )
    top.add_argument("--version", action=_Version, help="print the version, with those of the grammars")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, prog=top.prog)
    _check(commands.add_parser("check", help="report what is wrong in records"))
    _format(commands.add_parser("format", help="lay records out, in place"))
    _preview(commands.add_parser("preview", help="draw a record, or the game as it stood at a line"))
    _replay(commands.add_parser("replay", help="write a page that steps through a record"))
    _convert(commands.add_parser("convert", help="write a record in its other form"))
    _import(commands.add_parser("import", help="make a record of what another program keeps of a game"))
    _export(commands.add_parser("export", help="write records as rows for other programs"))
    _stats(commands.add_parser("stats", help="count what many records come to"))
    _rules(commands.add_parser("rules", help="list the rules, or explain one"))
    _lsp(commands.add_parser("lsp", help="serve an editor"))
    _web(commands.add_parser("web", help="serve the page for a browser"))
    _mcp(commands.add_parser("mcp", help="serve agents that write records"))
    _completions(commands.add_parser("completions", help="print what completes commands in a shell"))
    return top


def _suffixes() -> str:
    *most, last = (f".{one}" for one in IDS)
    return f"{', '.join(most)} and {last}"


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Help, **options)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Whoever asks for help learns that there is no room for it: argparse itself passes over that."""
        (file or sys.stderr).write(lines(message))


class _Version(argparse.Action):
    """The version, and that of the grammars: where it is another one, records may be read in another way."""

    def __init__(self, **options: Any) -> None:
        super().__init__(nargs=0, **options)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from kibitz.core.grammar import sources

        print(f"kibitz {__version__} (grammars {sources()}: {', '.join(IDS)})")
        parser.exit()


class _Help(argparse.HelpFormatter):
    """As wide as the terminal. To find that out by itself, argparse imports what takes longer than all the rest."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=width(sys.stdout) - 2)


def _check(parser: argparse.ArgumentParser) -> None:
    parser.description = f"Exit status: 0 clean, 1 errors found, 2 wrong usage or unreadable input, {FAULTS}."
    _paths(parser)
    _flags(
        parser,
        fix="apply all safe fixes, and report what is left",
        diff="write nothing, print what --fix would change",
        unsafe="repair what was clearly meant, too; without --fix: tell it",
    )
    parser.add_argument(
        "--severity",
        choices=("error", "warning", "information", "hint"),
        help="the least serious findings that are reported: warnings in text, all in the other forms",
    )
    _flags(parser, all="report all findings: --severity hint")
    parser.add_argument("--format", "--output-format", choices=FORMS, default="text")
    parser.add_argument(
        "-o", "--output", "--output-file", metavar="FILE", help="write the report into a file"
    )
    _flags(parser, statistics="count by rules instead; as text or json")
    for name, help_ in (
        (
            "select",
            "report nothing but these rules, those that settings turn off too: BJN210, or BJN for all of them",
        ),
        ("ignore", "do not report these rules"),
    ):
        parser.add_argument(f"--{name}", metavar="CODES", type=codes, action="extend", default=[], help=help_)
    parser.add_argument(
        "--baseline", metavar="FILE", help="report only what is not known there: kibitz-baseline.json"
    )
    _flags(
        parser,
        write_baseline="write all there is into the baseline",
        strict="warnings count as errors do",
        exit_zero="findings are no failure",
        watch="check again whenever a file changes",
        no_cache="check what has not changed since the last time, too",
    )


def _format(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        f"Changes layout only. Exit status: 0 done, 1 something would change, 2 a file failed, {FAULTS}."
    )
    _paths(parser)
    _flags(
        parser,
        check="write nothing, name what would change",
        diff="write nothing, print what would change",
    )


def _preview(parser: argparse.ArgumentParser) -> None:
    _file(parser)
    parser.add_argument(
        "--at",
        metavar="LINE[:COLUMN]",
        type=place,
        help="the game as it stood here; a line means its end",
    )
    parser.add_argument(
        "--format", choices=("text", "svg", "html", "png"), help="what to write: text, if no --output says it"
    )
    _output(parser, "picture.svg")
    parser.add_argument(
        "--theme",
        choices=("auto", "light", "dark"),
        default="auto",
        help="of a picture; auto: as it is looked at",
    )
    _layout(parser)
    for name, help_ in (
        ("night", "who wakes in the night to come, and what they do"),
        ("diff", "what has changed since the moment before, in words"),
    ):
        parser.add_argument(f"--{name}", dest="view", action="store_const", const=name, help=help_)


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.description = "One HTML file, which needs no network: to be opened in a browser, and sent around."
    _file(parser)
    _output(parser, "replay.html")
    _flags(
        parser,
        public="leave out what not everybody at the table may see: roles, reminders, the text, findings",
    )
    _layout(parser)


def _convert(parser: argparse.ArgumentParser) -> None:
    _file(parser)
    parser.add_argument(
        "--to",
        metavar="FORM",
        required=True,
        help="the form to write: compact or annotated; line, drawing, townsquare or pocketgrimoire",
    )
    _layout(parser)
    _flags(parser, fence="put the result into a code block, for chats")


def _import(parser: argparse.ArgumentParser) -> None:
    parser.description = "Logs of CodeClash's Figgie engine, what figgie-genius saw of a table, game states of the town square, what Pocket Grimoire keeps."
    _file(parser)


def _export(parser: argparse.ArgumentParser) -> None:
    parser.description = "One row an event, with the state behind it, or one a record. All of one notation."
    _paths(parser, nargs="*")
    parser.add_argument(
        "--to",
        choices=("jsonl", "csv", "csv-raw", "parquet"),
        help="the form: by default that of FILE's suffix, or jsonl where there is none; csv-raw: with texts that a spreadsheet would run",
    )
    parser.add_argument(
        "--rows",
        choices=KINDS,
        default="events",
        help="of what there is a row; values: what each trade of Figgie was worth",
    )
    _output(parser, "rows.csv")
    parser.add_argument("--schema", choices=IDS, help="print a JSON schema of the rows of a notation instead")


def _stats(parser: argparse.ArgumentParser) -> None:
    parser.description = "What players ask of many records: who won what, and how."
    _paths(parser)
    parser.add_argument(
        "--by", metavar="WHAT", help="count by this before all else: player, file, suit, game, role …"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "rule", metavar="CODE", nargs="?", help="a code (BJN100), the beginning of codes (BJN1) or a name"
    )
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    parser.add_argument(
        "--schema", choices=IDS, help="print a JSON schema of a notation instead, for other programs"
    )


def _lsp(parser: argparse.ArgumentParser) -> None:
    parser.description = "Speaks the Language Server Protocol on standard input and output."
    parser.add_argument(
        "--tcp",
        metavar="[HOST:]PORT",
        type=address,
        help="listen there instead; without HOST for this machine only",
    )


def _web(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "The editor for a browser, on this machine only; what is written in it stays in the browser."
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=port,
        default=8042,
        help="where to listen: 8042; 0 takes any that is free",
    )


def _mcp(parser: argparse.ArgumentParser) -> None:
    parser.description = "Speaks the Model Context Protocol on standard input and output."
    parser.add_argument(
        "roots",
        metavar="FOLDER",
        nargs="*",
        help="records in these folders may be read; without any, only texts are",
    )
    _flags(parser, write="records in the folders may be fixed and laid out in place, too")


def _completions(parser: argparse.ArgumentParser) -> None:
    parser.description = 'bash: eval "$(kibitz completions bash)" in ~/.bashrc; zsh: into a file _kibitz in $fpath; fish: into ~/.config/fish/completions/kibitz.fish'
    parser.add_argument("shell", choices=("bash", "zsh", "fish"))


def _flags(parser: argparse.ArgumentParser, **flags: str) -> None:
    """Options that are said or not, each with its help."""
    for name, help_ in flags.items():
        parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=help_)


def _paths(parser: argparse.ArgumentParser, nargs: str = "+") -> None:
    parser.add_argument("paths", metavar="PATH", nargs=nargs, help="files, folders, or - for standard input")
    parser.add_argument(
        "--exclude", metavar="PATTERN", type=pattern, action="append", default=[],
        help="leave out what fits, as in a .gitignore in this folder; may be repeated",
    )  # fmt: skip
    _flags(parser, no_ignore="do as if there were no .gitignore, .ignore and exclude setting")
    _language(parser)


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    _language(parser)


def _output(parser: argparse.ArgumentParser, example: str) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", default="-", help=f"write into a file: {example}")


def _layout(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--layout", help="balanced, compact, horizontal, tower, auto, circle, or seats a side: 5,1,5,1"
    )
    parser.add_argument("--width", metavar="N", type=count, help="columns to fit the picture into")


def _language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=IDS, help="the notation, where no suffix tells it")
    parser.add_argument(
        "--stdin-filename",
        metavar="FILE",
        default="",
        help="what standard input is the text of: its name, its settings",
    )
