"""SIGTERM under load: every request that was sent is answered completely."""

import random
import select
import signal
import subprocess
import time
from collections import Counter

import requests
from generate import request as strategy
from support.documented import CALCULATE, DOCUMENTED, require_answer
from support.server import Server
from wire import Wire, chunks, parse, request

CONNECTIONS = 64
LARGE = 4
VISITORS = 8
STOP_SECONDS = 10
# Lines of a batch, of which the last third is sent after the signal.
LINES = 30_000


def large_body():
    """A small request whose answer takes a thread about 0.2 s."""
    return requests.encoded(requests.FAMILIES["calendar of two legs, levels"][2](1_000))


class Loop:
    """A connection that sends a request, waits for the response, and sends the next."""

    def __init__(self, port, data):
        self.wire, self.data = Wire(port), data
        self.answered, self.is_waiting, self.is_last, self.fault = 0, False, False, None
        self.send()

    def send(self):
        self.wire.send(self.data)
        self.is_waiting = True

    def ready(self):
        self.wire.flush()
        self.wire.read()
        while self.is_waiting and (response := self.wire.take()):
            self.answered += 1
            self.is_waiting = False
            if response.status != 200:
                self.fault = f"status {response.status}: {response.body[:200]!r}"
            if response.ends:
                self.is_last = True
            elif not self.wire.ended:
                self.send()
        if self.wire.ended and self.is_waiting:
            self.fault = f"{self.wire.ended} without a complete response, but {bytes(self.wire.buffer[:200])!r}"
        elif self.wire.buffer and not self.is_waiting:
            self.fault = f"bytes after a response: {bytes(self.wire.buffer[:200])!r}"


class Batch(Loop):
    """A batch of which a part is sent after the signal."""

    def __init__(self, port, lines):
        self.late = chunks(b"".join(lines[LINES * 2 // 3 :]), [50_000] * 1_000)
        head = request(b"batch").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
        early = chunks(b"".join(lines[: LINES * 2 // 3]), [50_000] * 1_000).removesuffix(b"0\r\n\r\n")
        super().__init__(port, head + early)

    def send_late(self):
        self.wire.send(self.late)

    def ready(self):
        self.wire.flush()
        self.wire.read()
        if self.is_waiting and (found := parse(self.wire.buffer, 0, False)):
            self.is_waiting, self.answered = False, 1
            lines = found[0].body.count(b"\n")
            if found[0].status != 200 or lines != LINES:
                self.fault = f"status {found[0].status}, {lines} answers to {LINES} lines"
        if self.wire.ended and self.is_waiting:
            self.fault = f"{self.wire.ended} after {bytes(self.wire.buffer).count(10)} lines of {LINES} answers"


class Visitor(Loop):
    """A client that opens a connection for each request. The system resets one that the server has not accepted."""

    def __init__(self, port, data):
        super().__init__(port, data)
        self.port = port

    def ready(self):
        self.wire.read()
        response = self.wire.take()
        if response is None and self.wire.ended is None:
            return
        if response:
            self.answered += 1
        elif self.wire.buffer:
            self.fault = f"{self.wire.ended} after {bytes(self.wire.buffer[:200])!r}"
        self.wire.close()
        try:
            self.wire = Wire(self.port)
            self.send()
        except OSError:
            self.wire.ended = "refused"


def once(report, arguments, number, draw, lines, visitors):
    """One stop. Returns its duration, its exit status and the number of answers."""
    server = Server(arguments.server).wait()
    require_answer(server, CALCULATE)
    small = request(b"calculate", DOCUMENTED.read_bytes())
    loops = [Loop(server.port, small) for _ in range(CONNECTIONS)]
    loops += [Loop(server.port, request(b"calculate", large_body())) for _ in range(LARGE)]
    batch = Batch(server.port, lines)
    loops.append(batch)
    visit = request(b"calculate", DOCUMENTED.read_bytes(), b"Connection: close\r\n")
    loops += [Visitor(server.port, visit) for _ in range(visitors)]
    moment = time.monotonic() + 0.3 + draw.random()
    signalled = late = exited = None
    while any(not loop.wire.ended for loop in loops) or exited is None:
        now = time.monotonic()
        if signalled is None and now >= moment:
            server.process.send_signal(signal.SIGTERM)
            signalled, late = now, now + 0.5
        if late and now >= late:
            batch.send_late()
            late = None
        if exited is None and server.process.poll() is not None:
            exited = now
        if signalled and now > signalled + STOP_SECONDS + 5:
            break
        # `select` takes descriptors below 1,024, which these are.
        open_loops = [loop for loop in loops if not loop.wire.ended]
        watched = [loop.wire for loop in open_loops]
        readable, writable, _ = select.select(watched, [wire for wire in watched if wire.unsent], [], 0.02)
        ready = set(readable) | set(writable)
        for loop in open_loops:
            if loop.wire in ready:
                loop.ready()
    what = f"stop {number} with {visitors} visitors"
    failed = [loop for loop in loops if loop.fault or not loop.wire.ended]
    for loop in loops:
        loop.wire.close()
    try:
        status = server.process.wait(1)
    except subprocess.TimeoutExpired:
        status = "none"
        server.kill()
    duration = (exited or time.monotonic()) - signalled
    if failed:
        names = dict(Counter(type(loop).__name__.lower() for loop in failed))
        first = failed[0].fault or "still open"
        report.fault("stop", f"{what}: {len(failed)} of {len(loops)} connections {names}: {first}", failed[0].data[:2_000])
    if status != 0 or duration > STOP_SECONDS:
        report.fault("stop", f"{what}: exit status {status} after {duration:.1f} s")
    log = [line for line in server.text().splitlines() if not line.startswith("listening")]
    if log:
        report.fault("stop", f"{what}: {len(log)} lines in the log, such as {log[0][:300]}")
    server.discard()
    return duration, status, sum(loop.answered for loop in loops)


def check(report, arguments):
    draw = random.Random(arguments.seed)
    lines = [strategy(draw.random).encode() + b"\n" for _ in range(LINES)]
    for visitors in (0, VISITORS):
        results = [once(report, arguments, number, draw, lines, visitors) for number in range(arguments.stops)]
        durations, statuses, answers = zip(*results)
        name = "stop_with_visitors" if visitors else "stop"
        report.line(name, f"{len(results)}, exit statuses {dict(Counter(statuses))}")
        report.line(f"{name}_seconds", f"{min(durations):.2f} to {max(durations):.2f}")
        report.line(f"{name}_answers", sum(answers))
