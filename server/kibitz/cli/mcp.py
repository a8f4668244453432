"""`kibitz mcp`: tools for agents, by the Model Context Protocol on standard input and output."""

from __future__ import annotations

import base64
import os
from argparse import Namespace
from collections.abc import Callable
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

from kibitz import __version__
from kibitz.cli.console import UserError, missing
from kibitz.cli.mcp_service import McpService, transcribe
from kibitz.core.grammar import folder
from kibitz.core.internal_errors import RefusedError
from kibitz.languages import IDS, load
from kibitz.project.files import read

if TYPE_CHECKING:
    from mcp.server import MCPServer

INSTRUCTIONS = (
    "kibitz reads records of games in PFN (Figgie), blackjack notation, grimoires (Blood on the Clocktower) and QGN (Quibbble): "
    "it finds errors in a record, lists the legal next entries, and shows the state of the game."
)


def run(arguments: Namespace) -> int:
    """Serve until standard input ends."""
    for one in arguments.roots:
        if not os.path.isdir(one):
            raise UserError(f"{one}: no such folder")
    try:
        served = server(McpService([os.path.abspath(one) for one in arguments.roots], arguments.write))
    except ImportError as error:
        raise missing("kibitz mcp", "mcp") from error
    served.run("stdio")
    return 0


def server(desk: McpService) -> MCPServer:
    """Return the server with its tools, resources and prompts. Raises ImportError."""
    from mcp.server import MCPServer
    from mcp.server.mcpserver.prompts import Prompt
    from mcp.server.mcpserver.resources import TextResource
    from mcp.types import ImageContent, TextContent, ToolAnnotations

    made = MCPServer("kibitz", instructions=INSTRUCTIONS, version=__version__, log_level="ERROR")
    for tool in (
        desk.check,
        desk.fix,
        desk.format,
        desk.legal_next,
        desk.state_at,
        desk.convert,
        desk.rows,
        desk.rules,
    ):
        reads = not (desk.writes and tool in (desk.fix, desk.format))
        hints = ToolAnnotations(read_only_hint=reads, destructive_hint=not reads, open_world_hint=False)
        made.add_tool(_reporting_refusals(tool), annotations=hints)

    def preview(
        text: str = "",
        language: str = "",
        path: str = "",
        line: int | None = None,
        column: int | None = None,
        layout: str = "",
        hidden: bool = False,
    ) -> list[Any]:
        """Show a record as text and as PNG, or the game at a line and column. `hidden` shows only public facts."""
        words, image = desk.picture(text, language, path, line, column, layout, hidden)
        found: list[Any] = [TextContent(type="text", text=words)]
        if image is not None:
            data = base64.b64encode(image).decode()
            found.append(ImageContent(type="image", data=data, mime_type="image/png"))
        return found

    hints = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    made.add_tool(_reporting_refusals(preview), annotations=hints, structured_output=False)
    for one in IDS:
        name = load(one).name
        made.add_resource(
            TextResource(
                uri=f"kibitz://notation/{one}",
                name=one,
                title=name,
                description=f"{one}, as a page",
                mime_type="text/markdown",
                text=read(os.path.join(folder(), f"{one}.md")),
            )
        )
        made.add_prompt(
            Prompt(
                name=f"transcribe_{one}",
                title=f"Transcribe: {name}",
                description="How to transcribe a record",
                arguments=[],
                context_kwarg=None,
                fn=partial(transcribe, one),
            )
        )
    return made


def _reporting_refusals(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Return a tool that reports refusals to the agent in their own words."""
    from mcp.server.mcpserver.exceptions import ToolError

    @wraps(tool)
    def ask(*arguments: Any, **named: Any) -> Any:
        try:
            return tool(*arguments, **named)
        except (UserError, RefusedError) as error:
            raise ToolError(str(error)) from error

    return ask
