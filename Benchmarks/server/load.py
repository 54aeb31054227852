"""The load generators: wrk (closed loop), open_loop (fixed rate) and stream (batches). Each fails if a request fails."""

import subprocess
import sys
import tempfile
from pathlib import Path

from servers import HERE, SERVER_CORE
from support.documented import CALCULATE, DOCUMENTED, require_answer


def run(command):
    """Runs a generator and returns its `name value` lines."""
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{command[0]} failed: {result.stderr[-1500:]}{result.stdout[-500:]}")
    rows = (line.split() for line in result.stdout.splitlines())
    return {row[0]: float(row[1]) for row in rows if len(row) == 2 and row[1].replace(".", "", 1).isdigit()}


def http_request(server, path):
    """The bytes of a request: the documented one, or a GET of another path."""
    body = DOCUMENTED.read_bytes() if path == CALCULATE else b""
    head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return (head + "\r\n").encode() + body


def closed_loop(server, path, connections, seconds):
    """Sends requests on each connection, each after the response to the previous one. Times are in microseconds.
    The result includes the server's processor time per request as `cpu`, in microseconds."""
    size = require_answer(server, path)
    script = ["--timeout", "10s", "-s", HERE / "wrk.lua"]
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", *script, server.origin + path]
    if path == CALCULATE:
        command += ["--", DOCUMENTED]
    before = server.cpu()
    found = run(command)
    used = server.cpu() - before
    if found["failed"] or not found["requests"] or found["bytes"] < size * found["requests"]:
        sys.exit(f"{server.name}: {path} failed under load: {found}")
    require_answer(server, path)
    found["rate"] = found["requests"] / found["microseconds"] * 1e6
    found["cpu"] = used / found["requests"] * 1e6
    return found


def open_loop(tools, server, path, connections, rate, seconds):
    """Sends requests at a fixed rate, whether or not earlier ones are answered. Times are in microseconds."""
    require_answer(server, path)
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).write_bytes(http_request(server, path))
        return run([tools / "open_loop", server.port, connections, rate, seconds, file.name])


def batch_over_http(tools, server, path, file, repeat):
    return run([tools / "stream", "http", server.port, path, file, repeat])


def batch_in_pipe(tools, command, file, repeat):
    return run([tools / "stream", "pipe", file, repeat, "taskset", "-c", SERVER_CORE, *command])
