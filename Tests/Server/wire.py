"""Connections that send arbitrary bytes and return responses unchanged. A client library would repair or refuse both."""

import re
import select
import socket
import time

HEAD = re.compile(rb"HTTP/1\.([01]) (\d{3}) [^\r\n]*\r\n((?:[!-9;-~]+:[^\r\n\0]*\r\n)*)\r\n")
LENGTH = re.compile(rb"^content-length: *(\d+)\r", re.IGNORECASE | re.MULTILINE)
CHUNKED = re.compile(rb"^transfer-encoding: *chunked\r", re.IGNORECASE | re.MULTILINE)
CLOSE = re.compile(rb"^connection: *close\r", re.IGNORECASE | re.MULTILINE)
PREFIX = b"/api/rest/options/"
LIVE = b"/health/live"
PATIENCE = 15


class Malformed(Exception):
    """Received bytes that are not a response."""


class Response:
    __slots__ = ("status", "head", "body", "ends")

    def __init__(self, status, head, body):
        self.status, self.head, self.body = status, head, body
        self.ends = bool(CLOSE.search(head))

    def field(self, name):
        found = re.search(rb"^%b: *([^\r]*)\r" % name, self.head, re.IGNORECASE | re.MULTILINE)
        return found and found[1]


def request(path, body=b"", fields=b"", method=b"POST"):
    """A request with a length. `path` is that of an endpoint under `/api/rest/options/`, unless it begins with a slash."""
    path = path if path.startswith(b"/") else PREFIX + path
    length = b"Content-Length: %d\r\n" % len(body) if method == b"POST" else b""
    return b"%b %b HTTP/1.1\r\nHost: localhost\r\n%b%b\r\n%b" % (method, path, length, fields, body)


def chunks(body, sizes):
    """The body in chunks of these sizes; the last one takes the rest."""
    output, start = [], 0
    for size in [*sizes, len(body)]:
        if piece := body[start : start + size]:
            output.append(b"%x\r\n%b\r\n" % (len(piece), piece))
        start += size
    return b"".join(output) + b"0\r\n\r\n"


def parse(buffer, start, has_ended, without_body=False):
    """The response at `start` and the index of its end; `None` if more bytes are needed."""
    while True:
        found = HEAD.match(buffer, start)
        if not found:
            if b"\r\n\r\n" in buffer[start : start + (1 << 16)]:
                raise Malformed(f"no head of a response: {bytes(buffer[start : start + 200])!r}")
            return None
        if found[2] != b"100":
            break
        start = found.end()
    status, fields, start = int(found[2]), found[3], found.end()
    if without_body or status in (204, 304):
        return Response(status, fields, b""), start
    if length := LENGTH.search(fields):
        end = start + int(length[1])
        return (Response(status, fields, bytes(buffer[start:end])), end) if end <= len(buffer) else None
    if CHUNKED.search(fields):
        pieces = []
        while (line := buffer.find(b"\r\n", start)) >= 0:
            size = int(buffer[start:line], 16)
            end = line + 2 + size
            if end + 2 > len(buffer):
                return None
            if buffer[end : end + 2] != b"\r\n":
                raise Malformed(f"no end of a chunk: {bytes(buffer[end : end + 20])!r}")
            pieces.append(bytes(buffer[line + 2 : end]))
            start = end + 2
            if size == 0:
                return Response(status, fields, b"".join(pieces)), start
        return None
    # HTTP/1.0: the end of the connection is the end of the response.
    return (Response(status, fields, bytes(buffer[start:])), len(buffer)) if has_ended else None


class Wire:
    """A connection. `ended` is `None` while it is open, then "end" or "reset"."""

    def __init__(self, port, receive_buffer=None, source="127.0.0.1"):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)
        self.buffer, self.ended, self.unsent = bytearray(), None, memoryview(b"")

    def fileno(self):
        return self.socket.fileno()

    def close(self):
        self.socket.close()

    def send(self, data):
        """Sends as many bytes as the connection accepts. `wait` sends the rest."""
        self.unsent = memoryview(bytes(self.unsent) + data if self.unsent else data)
        self.flush()

    def flush(self):
        try:
            while self.unsent:
                self.unsent = self.unsent[self.socket.send(self.unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self.unsent = memoryview(b"")  # Data that the server sent before can still be read.

    def finish(self):
        """Closes this side."""
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def read(self):
        """Reads the available bytes."""
        try:
            while True:
                block = self.socket.recv(1 << 20)
                if not block:
                    self.ended = "end"
                    return
                self.buffer += block
                if len(block) < 1 << 16:
                    return
        except BlockingIOError:
            pass
        except OSError:
            self.ended = "reset"

    def wait(self, seconds):
        """Waits until something can be read, and reads it. Returns whether there was anything."""
        readable, writable, _ = select.select([self], [self] if self.unsent else [], [], max(0, seconds))
        if writable:
            self.flush()
        if readable:
            self.read()
        return bool(readable or writable)

    def take(self, without_body=False):
        """Removes the first response; `None` if it is not complete."""
        found = parse(self.buffer, 0, self.ended == "end", without_body)
        if found is None:
            return None
        del self.buffer[: found[1]]
        return found[0]

    def responses(self, count, patience=PATIENCE):
        """The next responses; fewer if the connection ends or the time-out expires."""
        found, start, limit = [], 0, None
        while len(found) < count:
            result = parse(self.buffer, start, self.ended == "end")
            if result:
                found.append(result[0])
                start, limit = result[1], None
                continue
            limit = limit or time.monotonic() + patience
            if self.ended or not self.wait(limit - time.monotonic()) and time.monotonic() >= limit:
                break
        del self.buffer[:start]
        return found

    def read_to_end(self, patience=PATIENCE):
        limit = time.monotonic() + patience
        while not self.ended and (left := limit - time.monotonic()) > 0:
            self.wait(left)


def ask(port, data, patience=PATIENCE):
    """The response to one request on a connection of its own."""
    wire = Wire(port)
    wire.send(data)
    found = wire.responses(1, patience)
    wire.close()
    if not found:
        raise Malformed(f"no response to {data[:100]!r}, but {bytes(wire.buffer[:200])!r} ({wire.ended or 'open'})")
    return found[0]


def metric(port, name):
    """The value of a gauge or counter without labels."""
    response = ask(port, request(b"/metrics", method=b"GET"))
    if response.status != 200:
        raise Malformed(f"/metrics answered {response.status} {response.body[:200]!r}")
    return int(re.search(rf"^{name} (\d+)$", response.body.decode(), re.MULTILINE)[1])
