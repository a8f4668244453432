"""Define the arguments of every command, with their help."""

from __future__ import annotations

import argparse
import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from kibitz import __version__
from kibitz.cli.console import width
from kibitz.cli.reports import FORMS
from kibitz.core.rows import KINDS
from kibitz.core.shown import lines
from kibitz.languages import IDS

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


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


EXIT_STATUS = (
    "Exit status: {}, 2 wrong usage or unreadable input,\n3 internal error in kibitz (please report it)."
)


class Command(NamedTuple):
    """A command: a row in the help, in README.md and in server/docs/commands.md."""

    name: str
    add: Callable[[argparse.ArgumentParser], None]
    """The function that adds its arguments."""
    usage: str
    purpose: str
    common: bool = True
    """Whether README.md lists it."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line; `command` names the module to run."""
    top = _Parser(
        prog="kibitz",
        description=f"Check, format and show game records: {_suffixes()} files.",
        epilog=_examples(
            "kibitz check games/", "kibitz COMMAND --help", end=EXIT_STATUS.format("0 done, 1 errors found")
        ),
    )
    top.add_argument("--version", action=_Version, help="print the version, and that of the grammars")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", prog=top.prog, title="commands")
    for one in COMMANDS:
        purpose = one.purpose.replace("`", "")
        one.add(
            commands.add_parser(one.name, help=purpose, description=f"{purpose[0].upper()}{purpose[1:]}.")
        )
    return top


def _suffixes() -> str:
    *most, last = (f".{one}" for one in IDS)
    return f"{', '.join(most)} and {last}"


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Help, **options)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print a message. Raises OSError if that fails: argparse ignores a full disk."""
        (file or sys.stderr).write(lines(message))


class _Version(argparse.Action):
    """The option that prints the versions of kibitz and of the grammars. Other grammars may read records differently."""

    def __init__(self, **options: Any) -> None:
        super().__init__(nargs=0, **options)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from kibitz.core.grammar import sources

        print(f"kibitz {__version__} (grammars {sources()}: {', '.join(IDS)})")
        parser.exit()


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal. argparse itself imports slow modules to find the width."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=width(sys.stdout) - 2)


def _examples(*examples: str, end: str = EXIT_STATUS.format("0 done")) -> str:
    """Return the last part of a help text."""
    return "\n".join(["examples:", *(f"  {one}" for one in examples), "", end])


def _check(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _examples(
        "kibitz check games/",
        "kibitz check --fix --diff hand.bjn",
        end=EXIT_STATUS.format("0 no errors, 1 errors found"),
    )
    _paths(parser)
    fixes = parser.add_argument_group("fixes")
    _flags(
        fixes,
        fix="apply all safe fixes, and report the remaining findings",
        diff="print the changes of --fix instead of writing them",
        unsafe="also apply preferred fixes, which change the record; without --fix, list them",
    )
    rules = parser.add_argument_group("rules")
    rules.add_argument(
        "--select", metavar="CODES", type=codes, action="extend", default=[],
        help="report only these rules, by code (BJN210) or prefix (BJN), even if settings turn them off",
    )  # fmt: skip
    rules.add_argument(
        "--ignore", metavar="CODES", type=codes, action="extend", default=[], help="do not report these rules"
    )
    rules.add_argument(
        "--severity",
        choices=("error", "warning", "information", "hint"),
        help="report findings of this severity and above (default: warning as text and junit, else hint)",
    )
    _flags(rules, all="report all findings: same as --severity hint", strict="treat warnings as errors")
    rules.add_argument("--baseline", metavar="FILE", help="report only findings that are not in this file")
    _flags(rules, write_baseline="write all findings into the file of --baseline")
    output = parser.add_argument_group("output")
    output.add_argument(
        "--format",
        "--output-format",
        choices=FORMS,
        default="text",
        help="format of the report (default: %(default)s)",
    )
    output.add_argument(
        "-o",
        "--output",
        "--output-file",
        metavar="FILE",
        help="write the report to a file (default: print it)",
    )
    _flags(
        output,
        statistics="count the findings by rule, as text or json",
        exit_zero="exit with 0 even if there are errors",
        watch="check again whenever a file changes",
        no_cache="ignore the cache",
    )


def _format(parser: argparse.ArgumentParser) -> None:
    parser.description = "Format records in place. Only layout changes."
    parser.epilog = _examples(
        "kibitz format games/",
        "kibitz format --check --diff games/",
        end=EXIT_STATUS.format("0 done, 1 with --check or --diff: a file would change"),
    )
    _paths(parser)
    output = parser.add_argument_group("output")
    _flags(output, check="list the files that would change", diff="print the changes instead of writing them")


def _preview(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _examples("kibitz preview --at 12 hand.bjn", "kibitz preview night.botc -o night.svg")
    _file(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "--at",
        metavar="LINE[:COLUMN]",
        type=place,
        help="show the game at this place, or at the end of this line (default: the end of the record)",
    )
    output.add_argument(
        "--format",
        choices=("text", "svg", "html", "png"),
        help="format of the preview (default: the suffix of --output, or text)",
    )
    _output(output, "table.svg")
    output.add_argument(
        "--theme",
        choices=("auto", "light", "dark"),
        default="auto",
        help="colours of an image; auto follows the viewer's system (default: %(default)s)",
    )
    _layout(output)
    for name, help_ in (
        ("night", "show who wakes in the coming night, and why"),
        ("diff", "show the changes since the previous grimoire, in words"),
    ):
        output.add_argument(f"--{name}", dest="view", action="store_const", const=name, help=help_)


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.description = "Write one HTML page that steps through the game. It needs no network."
    parser.epilog = _examples(
        "kibitz replay hand.bjn -o replay.html", "kibitz replay --public night.botc -o public.html"
    )
    _file(parser)
    output = parser.add_argument_group("output")
    _output(output, "replay.html")
    _flags(output, public="leave out hidden facts: roles, reminder tokens, the text, findings")
    _layout(output)


def _convert(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _examples(
        "kibitz convert hands.bjn --to annotated", "kibitz convert --fence night.botc --to drawing"
    )
    _file(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "--to",
        metavar="FORM",
        required=True,
        help="blackjack: compact or annotated; grimoires: line, drawing or townsquare",
    )
    _layout(output)
    _flags(output, fence="put the result into a code block, for chats")


def _import(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Convert the log of another program into a record: CodeClash's Figgie engine,\n"
        "figgie-genius, the online town square, Pocket Grimoire."
    )
    parser.epilog = _examples(
        "kibitz import log.json > round.pfn", "kibitz import - --language botc < state.json"
    )
    _file(parser)


def _export(parser: argparse.ArgumentParser) -> None:
    parser.description = "Export records of one notation as rows: one row per event, or one per record."
    parser.epilog = _examples(
        "kibitz export games/ --language bjn -o hands.csv",
        "kibitz export games/ --language bjn --rows records --to jsonl",
    )
    _paths(parser, nargs="*")
    output = parser.add_argument_group("output")
    output.add_argument(
        "--to",
        choices=("jsonl", "csv", "csv-raw", "parquet"),
        help="format of the rows; csv-raw does not escape formulas (default: the suffix of --output, or jsonl)",
    )
    output.add_argument(
        "--rows",
        choices=KINDS,
        default="events",
        help="one row per event, per record, or per Figgie trade with its value (default: %(default)s)",
    )
    _output(output, "rows.csv")
    output.add_argument(
        "--schema", choices=IDS, help="print the JSON schema of the rows of a notation instead"
    )


def _stats(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _examples("kibitz stats games/", "kibitz stats --by file --format json games/")
    _paths(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "--by", metavar="COLUMN", help="group by player, file, suit, game, role or another column"
    )
    output.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="format of the output (default: %(default)s)",
    )


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _examples("kibitz rules BJN210", "kibitz rules BJN2 --format json")
    parser.add_argument(
        "rule",
        metavar="CODE",
        nargs="?",
        help="code (BJN210), prefix (BJN2) or name of a rule (default: all rules)",
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--format",
        choices=("text", "json", "markdown"),
        default="text",
        help="format of the output (default: %(default)s)",
    )
    output.add_argument("--schema", choices=IDS, help="print the JSON schema of a notation instead")


def _lsp(parser: argparse.ArgumentParser) -> None:
    parser.description = "Start the language server on standard input and output."
    parser.epilog = _examples("kibitz lsp", "kibitz lsp --tcp 9257")
    parser.add_argument(
        "--tcp",
        metavar="[HOST:]PORT",
        type=address,
        help="listen on a port instead (default host: this machine only)",
    )


def _web(parser: argparse.ArgumentParser) -> None:
    parser.description = "Serve the browser page on this machine. Records stay in the browser."
    parser.epilog = _examples("kibitz web", "kibitz web --port 0")
    parser.add_argument(
        "--port",
        metavar="N",
        type=port,
        default=8042,
        help="port to listen on; 0 chooses a free one (default: %(default)s)",
    )


def _mcp(parser: argparse.ArgumentParser) -> None:
    parser.description = "Start a server of the Model Context Protocol on standard input and output."
    parser.epilog = _examples("kibitz mcp", "kibitz mcp --write records")
    parser.add_argument(
        "roots",
        metavar="FOLDER",
        nargs="*",
        help="folder whose records agents may read (default: none; agents send texts)",
    )
    _flags(parser, write="allow agents to fix and format records in these folders")


def _completions(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print a completion script.\n"
        'bash: put eval "$(kibitz completions bash)" into ~/.bashrc\n'
        "zsh: write it to a file _kibitz in $fpath\n"
        "fish: write it to ~/.config/fish/completions/kibitz.fish"
    )
    parser.epilog = _examples("kibitz completions bash", "kibitz completions zsh > ~/.zfunc/_kibitz")
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="shell that runs the script")


def _flags(parser: argparse._ActionsContainer, **flags: str) -> None:
    """Add options without a value, each with its help."""
    for name, help_ in flags.items():
        parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=help_)


def _paths(parser: argparse.ArgumentParser, nargs: str = "+") -> None:
    group = parser.add_argument_group("input")
    group.add_argument("paths", metavar="PATH", nargs=nargs, help="files, folders, or - for standard input")
    group.add_argument(
        "--exclude", metavar="PATTERN", type=pattern, action="append", default=[],
        help="leave out matching files, as in a .gitignore in this folder; may be repeated",
    )  # fmt: skip
    _flags(
        group,
        no_ignore="include files that .gitignore, .ignore or the setting exclude leave out",
        force_exclude="leave out excluded files even if they are named",
    )
    _language(group)


def _file(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("input")
    group.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    _language(group)


def _output(parser: argparse._ActionsContainer, example: str) -> None:
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default="-",
        help=f"write to a file, such as {example} (default: print it)",
    )


def _layout(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--layout",
        help="seats of a grimoire: balanced, compact, horizontal, tower, auto, circle, or numbers per side such as 5,1,5,1",
    )
    parser.add_argument("--width", metavar="N", type=count, help="columns available for the preview")


def _language(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--language", choices=IDS, help="notation (default: by the suffix of the file)")
    parser.add_argument(
        "--stdin-filename",
        metavar="FILE",
        default="",
        help="file name for standard input; selects the notation and the settings",
    )


COMMANDS = (
    Command("check", _check, "check PATH…", "report mistakes in records; `--fix` applies safe fixes"),
    Command("format", _format, "format PATH…", "format records in place"),
    Command("preview", _preview, "preview FILE", "draw the game as text, SVG, HTML or PNG"),
    Command("replay", _replay, "replay FILE -o replay.html", "write a page that steps through the game"),
    Command("stats", _stats, "stats PATH…", "show statistics over many records: who won, and how"),
    Command("export", _export, "export PATH… -o hands.csv", "export events or games as CSV, JSON Lines or Parquet"),
    Command("convert", _convert, "convert FILE --to FORM", "convert a record to another form of its notation"),
    Command("import", _import, "import FILE", "convert the log of another program into a record"),
    Command("rules", _rules, "rules [CODE]", "list all rules, or explain one"),
    Command("lsp", _lsp, "lsp", "start the language server for an editor", common=False),
    Command("mcp", _mcp, "mcp [FOLDER…]", "serve agents that transcribe games, by the Model Context Protocol", common=False),
    Command("web", _web, "web", "serve the browser page on this machine", common=False),
    Command("completions", _completions, "completions bash|zsh|fish", "print a completion script for a shell", common=False),
)  # fmt: skip
