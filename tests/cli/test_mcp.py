"""`kibitz mcp`, with the client of the SDK: it reports like the command line, stays in its folders, and agents can use it."""

from __future__ import annotations

import json
import os
import sys
from asyncio import gather
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from case import read as read_case
from command import kibitz
from folders import CASES, RECORDS
from kibitz.cli.console import UserError
from kibitz.cli.mcp import server
from kibitz.cli.mcp_service import LONGEST_RECORD, McpService
from kibitz.core.bounds import SHOWN
from kibitz.languages import IDS

pytestmark = pytest.mark.skipif(find_spec("mcp") is None, reason="kibitz[mcp] is not installed")
LONG = os.environ.get("KIBITZ_PROFILE") == "long"
"""Whether all cases are tried. Each is searched for repairs, which takes too long for CI."""
HAND = "{1.52}|1.1..8s.|0.1...?|1.1..kd.|0.1..6c.|1.1..._|0.1.%.9h.|0.1.^.7d.#|[w]\n"


@asynccontextmanager
async def connected(*roots: Path) -> AsyncIterator[Any]:
    """Connect to `kibitz mcp` in this process."""
    from mcp import Client

    async with Client(server(McpService([*map(str, roots)]))) as client:
        yield client


@asynccontextmanager
async def started(*arguments: str | Path) -> AsyncIterator[Any]:
    """To a process of its own."""
    from mcp import Client, StdioServerParameters, stdio_client

    command = ["-m", "kibitz", "mcp", *map(str, arguments)]
    async with Client(
        stdio_client(StdioServerParameters(command=sys.executable, args=command, env={**os.environ}))
    ) as client:
        yield client


async def ask(client: Any, tool: str, **arguments: object) -> Any:
    """Return the answer of a tool. Raises AssertionError with the message of a refusal."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content[0].text
    return answer.structured_content


async def refused(client: Any, tool: str, **arguments: object) -> str:
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return str(answer.content[0].text)


async def test_service_lists_tools_and_resources() -> None:
    async with connected() as client:
        tools = (await client.list_tools()).tools
        assert {one.name for one in tools} == {
            "check", "fix", "format", "legal_next", "state_at", "preview", "convert", "rows", "rules",
        }  # fmt: skip
        assert all(one.description and one.annotations.read_only_hint for one in tools)
        pages = [str(one.uri) for one in (await client.list_resources()).resources]
        assert pages == [f"kibitz://notation/{one}" for one in IDS]
        for uri, language_id in zip(pages, IDS, strict=True):
            [page] = (await client.read_resource(uri)).contents
            assert page.text == (CASES.parents[1] / "grammars" / f"{language_id}.md").read_text("utf-8")
            [message] = (await client.get_prompt(f"transcribe_{language_id}")).messages
            assert uri in message.content.text


async def test_the_tools() -> None:
    async with connected() as client:
        found = await ask(client, "check", text="{1.52}|1.1..10s.", language="bjn")
        assert [one["code"] for one in found["findings"]] == ["BJN005"]
        assert found["findings"][0]["fixes"][0]["edits"][0]["text"] == "ts"
        fixed = await ask(client, "fix", text="{1.52}|1.1..10s.", language="bjn")
        assert (fixed["text"], fixed["fixed"], fixed["findings"]) == ("{1.52}|1.1..ts.", 1, [])
        laid_out = await ask(client, "format", text="{1.52} | 1.1..ts.", language="bjn")
        assert laid_out == {"text": "{1.52}|1.1..ts.\n", "changed": True}
        coming = await ask(
            client, "legal_next", text="{1.52}|1.1..ts.|0.1...?|1.1..9s.|0.1..", language="bjn"
        )
        assert coming["items"]
        assert all(one["text"] and (one["detail"] or one["meaning"]) for one in coming["items"])
        state = await ask(client, "state_at", text=HAND, language="bjn", line=1, column=30)
        assert state["event"]["cards"] == "8s kd"
        assert "King of diamonds" in state["here"]
        end = await ask(client, "state_at", text=HAND, language="bjn")
        assert (end["event"]["action"], end["event"]["result"]) == ("outcome", "win")
        other = await ask(client, "convert", text=HAND, language="bjn", to="annotated")
        assert (await ask(client, "convert", text=other["text"], language="bjn", to="compact"))[
            "text"
        ] == HAND
        rows = await ask(client, "rows", text=HAND, language="bjn")
        assert [one["number"] for one in rows["rows"]] == [*range(1, len(rows["rows"]) + 1)]
        rule = await ask(client, "rules", code="BJN210")
        assert rule["rules"][0]["slug"] == "card-dealt-twice"
        assert len((await ask(client, "rules"))["rules"]) > 250
        picture = (await client.call_tool("preview", {"text": HAND, "language": "bjn"})).content
        assert "bust 22" in picture[0].text
        assert picture[1].mime_type == "image/png"


async def test_refusals() -> None:
    async with connected() as client:
        assert "give either `text` and `language`, or `path`" in await refused(client, "check")
        assert "unknown notation 'pgn'" in await refused(client, "check", text="x", language="pgn")
        assert "longer than" in await refused(
            client, "check", text="x" * (LONGEST_RECORD + 1), language="bjn"
        )
        assert "choose from compact, annotated" in await refused(
            client, "convert", text=HAND, language="bjn", to="line"
        )
        assert "the record has 2 lines" in await refused(
            client, "state_at", text=HAND, language="bjn", line=9
        )
        assert "unknown rule 'BJN2100'" in await refused(client, "rules", code="BJN2100")
        assert "cannot write" in await refused(client, "fix", text=HAND, language="bjn", write=True)
        assert "`preview.layout` must be" in await refused(
            client, "preview", text=HAND, language="bjn", layout="x"
        )
        assert (await ask(client, "check", text=HAND, language="bjn"))["findings"] == []


async def test_only_what_is_allowed_is_read_and_written(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "a.bjn").write_text("{1.52} | 1.1..10s.\n")
    (inside / "link.bjn").symlink_to(outside / "a.bjn")
    (inside / "x.txt").write_text("no record")
    async with connected() as client:
        assert "start `kibitz mcp FOLDER`" in await refused(client, "check", path=str(inside / "a.bjn"))
    async with connected(inside) as client:
        assert (await ask(client, "check", path="a.bjn"))["findings"][0]["code"] == "BJN005"
        for path in ("../out/a.bjn", outside / "a.bjn", "link.bjn", "/etc/passwd", "none.bjn", ""):
            await refused(client, "check", path=str(path))
        assert "unknown suffix" in await refused(client, "check", path="x.txt")
        assert "start `kibitz mcp --write" in await refused(client, "fix", path="a.bjn", write=True)
        assert (await ask(client, "fix", path="a.bjn"))["text"] == "{1.52} | 1.1..ts.\n"
        assert (inside / "a.bjn").read_text() == "{1.52} | 1.1..10s.\n"
    async with started(inside, "--write") as client:
        await ask(client, "fix", path="a.bjn", write=True)
        assert (await ask(client, "format", path="a.bjn", write=True))["written"]
        assert (inside / "a.bjn").read_text() == "{1.52}|1.1..ts.\n"
        await refused(client, "fix", path="../out/a.bjn", write=True)
    assert (outside / "a.bjn").read_text() == "{1.52} | 1.1..10s.\n"
    assert kibitz("mcp", tmp_path / "none").status == 2


async def test_a_process_survives_odd_calls(tmp_path: Path) -> None:
    """Paths outside the folders, long texts and many calls, over the wire."""
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (inside / "a.bjn").write_text(HAND)
    (outside / "b.bjn").write_text(HAND)
    (inside / "link.bjn").symlink_to(outside / "b.bjn")
    (inside / "folder").symlink_to(outside)
    async with started(inside) as client:
        assert (await ask(client, "check", path="a.bjn"))["findings"] == []
        for path in (
            "../out/b.bjn", str(outside / "b.bjn"), "link.bjn", "folder/b.bjn", "in/../../out/b.bjn", "/etc/passwd",
            "a\0.bjn", "x" * 5000 + ".bjn", "a.bjn/b.bjn", "~/b.bjn",
        ):  # fmt: skip
            said = await refused(client, "check", path=path)
            assert "Traceback" not in said
            assert "natural" not in said
        for text in ("x" * (LONGEST_RECORD + 1), HAND * 20_000):
            assert "200000 characters" in await refused(client, "check", text=text, language="bjn")
        await ask(client, "check", text="{" * LONGEST_RECORD, language="bjn")
        answers = await gather(
            *(ask(client, "check", text=HAND * (1 + number % 7), language="bjn") for number in range(200))
        )
        assert all(one["findings"] == [] for one in answers)
    assert (outside / "b.bjn").read_text() == HAND


def test_answers_are_bounded() -> None:
    found = McpService().check("{1.52}|1.1..xx.\n" * 1000, "bjn")
    assert (len(found["findings"]), found["left_out"]) == (SHOWN, 1000 - SHOWN)
    with pytest.raises(UserError, match="longer than"):
        McpService().check("x" * (LONGEST_RECORD + 1), "bjn")


@pytest.mark.parametrize("language_id", IDS)
def test_mcp_equals_the_command_line(language_id: str, tmp_path: Path) -> None:
    """The command line agrees with the server (`tests/lsp/test_lsp_cases.py`)."""
    cases = [read_case(path) for path in sorted((CASES / language_id / "check").glob("*.case"))][
        :: 1 if LONG else 120
    ]
    assert cases
    desk = McpService([str(tmp_path)])
    for number, case in enumerate(cases):
        path = tmp_path / f"{number}.{language_id}"
        path.write_text(case.text, "utf-8", newline="")
        said = json.loads(kibitz("check", path, "--format", "json", "--no-cache").text)
        # Each case is checked once: as a file, or as a text, which has no neighbouring files.
        as_file = number % 2 or case.files
        found = desk.check(path=path.name) if as_file else desk.check(case.text, language_id)
        assert _plain(found["findings"]) == _plain(said)[:SHOWN], case.path


def _plain(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    names = ("line", "column", "endLine", "endColumn", "severity", "code", "message")
    return [tuple(row[name] for name in names) for row in rows]


# An agent at work

ROUND = (RECORDS / "writer.pfn").read_text("utf-8")
GAME = (RECORDS / "tictactoe.qgn").read_text("utf-8")
GRIMOIRE = "[Alice:baron Bob:imp Carol:chef Dan:empath Erin:saint Frank:drunk Gina:monk]\n"


def moves(language_id: str, clean: str, slips: dict[str, str]) -> list[tuple[str, str]]:
    """Return the parts of a game that an agent saw, each with its text."""
    sign = {"bjn": "|", "pfn": "\n\n", "botc": " ", "qgn": " "}[language_id]
    seen = [one + sign for one in clean.split(sign)]
    seen[-1] = seen[-1].removesuffix(sign)
    written = []
    for one in seen:
        slip = next((old for old in slips if old in one), None)
        written.append((one, one if slip is None else one.replace(slip, slips.pop(slip))))
    assert not slips
    return written


@pytest.mark.parametrize(
    ("language_id", "clean", "slips"),
    [
        ("bjn", HAND, {"1.1..kd": "1.1..KD", "6c": "8s", "7d": "7,d"}),
        ("pfn", ROUND, {'GoalSuit = "': 'GoalSuit = "x', "TradeIndex = 3": "TradeIndex = 4"}),
        ("botc", GRIMOIRE, {"baron": "barn", "Carol:chef": "Bob:chef", "monk": "munk"}),
        ("qgn", GAME, {"1m&0.1": "1m&1.1", "0m&1.0": "0m&7.0", "noughts": "noughts, noughts"}),
    ],
)
async def test_an_agent_ends_with_the_clean_record(
    language_id: str, clean: str, slips: dict[str, str]
) -> None:
    """The agent writes part by part, checks again after a finding, and has the rest fixed."""
    looked_again = 0
    async with connected() as client:
        clean = (await ask(client, "format", text=clean, language=language_id))["text"]
        before = (await ask(client, "check", text=clean, language=language_id))["findings"]
        bits = moves(language_id, clean, dict(slips))
        written: list[str] = []
        for number, (_, bit) in enumerate(bits):
            written.append(bit)
            text = "".join(written)
            found = (await ask(client, "check", text=text, language=language_id))["findings"]
            wrong = {_bit_at(written, one) for one in found if one["severity"] in ("error", "warning")}
            for other in wrong & {at for at in range(number + 1) if written[at] != bits[at][0]}:
                looked_again += 1
                written[other] = bits[other][0]
        text = "".join(written)
        done = await ask(client, "fix", text=text, language=language_id, unsafe=True)
        laid_out = await ask(client, "format", text=done["text"], language=language_id)
        after = (await ask(client, "check", text=laid_out["text"], language=language_id))["findings"]
    assert laid_out["text"] == clean
    assert after == before
    assert looked_again == len(slips)


def _bit_at(written: list[str], finding: dict[str, Any]) -> int:
    """The number of the bit in which a finding begins."""
    lines = "".join(written).split("\n")
    offset = sum(len(line) + 1 for line in lines[: finding["line"] - 1]) + finding["column"] - 1
    ends = [sum(map(len, written[: at + 1])) for at in range(len(written))]
    return next((at for at, end in enumerate(ends) if offset < end), len(written) - 1)
