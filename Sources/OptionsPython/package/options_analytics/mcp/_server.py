"""The server of the official SDK, and its command."""

from __future__ import annotations

import argparse
import base64
import json
import os
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from . import _schemas
from ._arguments import Drawn, ToolError
from ._tools import TOOLS

_INSTRUCTIONS = (
    "Outcomes of options strategies, and values of options. Prices are per share in one currency, amounts of money for the whole"
    " position; times are in years (days / 365), rates, yields and volatilities are decimals per year: 0.2 is 20 %. Dates are YYYY-MM-DD."
    " Answers are short; switches and `include` add to them. An error names the member and the rule.")

_LONGEST = 1000


@cache
def _tools() -> list[types.Tool]:
    reading = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    return [
        types.Tool(name=tool.name, description=tool.description, input_schema=_schemas.tool(tool.schema()), annotations=reading)
        for tool in TOOLS.values()]


async def _list_tools(context: Any, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(tools=_tools())


async def _call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
    if params.name not in TOOLS:
        raise MCPError(types.INVALID_PARAMS, f"there is no tool {params.name}; the tools are {', '.join(TOOLS)}")
    # A thread computes, so that the server answers others meanwhile.
    return await anyio.to_thread.run_sync(_answer, params.name, dict(params.arguments or {}))


def _answer(name: str, arguments: dict[str, Any]) -> types.CallToolResult:
    try:
        answer = TOOLS[name].run(arguments)
    except (ToolError, ValueError, TypeError, RecursionError) as error:
        # A message quotes what was given, which may be long.
        refused = {"error": str(error)[:_LONGEST], "code": getattr(error, "code", "") or "not_allowed"}
        if path := getattr(error, "path", ""):
            refused["path"] = path[:_LONGEST]
        return types.CallToolResult(
            content=[types.TextContent(text=refused["error"])], structured_content=refused, is_error=True)
    images = []
    if isinstance(answer, Drawn):
        answer, svg = answer
        images.append(types.ImageContent(data=base64.b64encode(svg.encode()).decode(), mime_type="image/svg+xml"))
    text = types.TextContent(text=json.dumps(answer, separators=(",", ":")))
    return types.CallToolResult(content=[text, *images], structured_content=answer)


def _version() -> str:
    try:
        return version("options-analytics")
    except PackageNotFoundError:
        return ""


server: Server[Any] = Server(
    "options-analytics", version=_version(), title="Options analytics", instructions=_INSTRUCTIONS, on_list_tools=_list_tools,
    on_call_tool=_call_tool)


async def _serve_pipes() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def main() -> None:
    """Serves standard input and output, or HTTP. If the reader closes standard output, the process exits silently with status 74."""
    parser = argparse.ArgumentParser(
        prog="options-analytics-mcp",
        description="Serves calculations of options as tools of the Model Context Protocol, over standard input and output.")
    parser.add_argument("--http", type=int, metavar="PORT", help="serve http://127.0.0.1:PORT/mcp instead")
    port = parser.parse_args().http
    if port is not None:
        _serve_http(port)
        return
    try:
        anyio.run(_serve_pipes)
    except* BrokenPipeError:
        # Without the messages of streams that cannot be closed.
        os._exit(74)


def _serve_http(port: int) -> None:
    import uvicorn

    app = server.streamable_http_app(stateless_http=True, json_response=True)
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
