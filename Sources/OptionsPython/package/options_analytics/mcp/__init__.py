"""A server of the Model Context Protocol: calculations as tools for agents, over standard input and output or HTTP.

Needs the extra ``mcp``. ``python -m options_analytics.mcp`` and ``options-analytics-mcp`` serve standard input and output, and with
``--http PORT`` the address ``http://127.0.0.1:PORT/mcp``. `server` is the server of the official SDK, for other transports.
"""

from ._server import main, server

__all__ = ["main", "server"]
