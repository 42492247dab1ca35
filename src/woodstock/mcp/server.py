"""The tools over the protocol: the SDK reads and writes it, on standard input and output."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from woodstock.errors import WoodstockError
from woodstock.mcp.table import Table
from woodstock.version import VERSION

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

_INSTRUCTIONS = (
    "Play games whose rules are written in the Game Description Language. Read the rules of a game, begin a match, "
    "look at your legal moves, and play one of them until the match is over. Goals run from 0 to 100; more is better."
)


def tools(table: Table) -> tuple[Callable[..., dict[str, Any]], ...]:
    """The tools, by their names and with their descriptions."""
    return (
        table.list_games,
        table.rules,
        table.new_match,
        table.position,
        table.legal_moves,
        table.play,
        table.analyse,
    )


def described(tool: Callable[..., object]) -> str:
    """What a tool is for, on one line."""
    return " ".join((tool.__doc__ or "").split())


def server_of(table: Table) -> MCPServer[Any]:
    """A server with the tools of a table."""
    try:
        from mcp.server.mcpserver import MCPServer
    except ImportError:
        raise WoodstockError("woodstock mcp needs the package mcp: pip install 'woodstock-ggp[mcp]'") from None
    server: MCPServer[Any] = MCPServer("woodstock", instructions=_INSTRUCTIONS, version=VERSION, log_level="WARNING")
    for tool in tools(table):
        server.add_tool(_told(tool), description=described(tool))
    return server


def _told(tool: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """The tool, with errors as the protocol tells them."""
    from mcp.server.mcpserver.exceptions import ToolError

    @functools.wraps(tool)
    def called(**given: Any) -> dict[str, Any]:
        try:
            return tool(**given)
        except WoodstockError as error:
            raise ToolError(str(error)) from None

    return called
