"""Sends more batches and large calculations at once than the server accepts."""

import os
import time

from fuzz import busy, error_text
from stop import large_body
from support.documented import DOCUMENTED
from support.server import Server
from wire import Wire, ask, request

BATCHES, IN_PROGRESS = 300, 256
FLOOD, WAITING = 60, 8
# Immediate responses, and ordinary requests in the meantime, take at most this many seconds.
AT_ONCE, ORDINARY = 1, 0.25
LINE = b'{"currentPrice":100,"legs":[{"type":"call","position":"long","strikePrice":100,"premium":5,"quantity":1}]}\n'


def check_refusals(report, what, responses):
    for response in responses:
        if response.status != 503:
            report.fault("limits", f"{what}: status {response.status}: {response.body[:200]!r}")
        elif not response.field(b"retry-after") or error_text(response):
            report.fault("limits", f"{what}: 503 without Retry-After or error: {response.head!r} {response.body[:200]!r}")


def ordinary(report, what, port, seconds):
    """Sends ordinary requests one after another, and reports how long they took."""
    data, wire, times = request(b"calculate", DOCUMENTED.read_bytes()), Wire(port), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        wire.send(data)
        found = wire.responses(1)
        times.append(time.monotonic() - start)
        if [response.status for response in found] != [200]:
            report.fault("limits", f"{what}: an ordinary request got {[response.status for response in found]}")
            break
        time.sleep(0.005)
    wire.close()
    times.sort()
    median, greatest = times[len(times) // 2] * 1e3, times[-1] * 1e3
    report.line(f"{what}_calculate", f"p50 {median:.1f} ms, greatest {greatest:.1f} ms of {len(times)}")
    if times[-1] > ORDINARY:
        report.fault("limits", f"{what}: an ordinary request took {times[-1] * 1e3:.0f} ms")


def batches(report, server):
    head = request(b"batch").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    line = b"%x\r\n%b\r\n" % (len(LINE), LINE)
    wires = [Wire(server.port) for _ in range(BATCHES)]
    for wire in wires:
        wire.send(head + line)
    start = time.monotonic()
    refused = []
    while len(refused) < BATCHES - IN_PROGRESS and time.monotonic() < start + 5:
        for wire in wires:
            if wire not in refused:
                wire.read()
                if wire.buffer.startswith(b"HTTP/1.1 503"):
                    refused.append(wire)
    report.line("batches_refused", f"{len(refused)} of {BATCHES} in {time.monotonic() - start:.3f} s")
    if time.monotonic() - start > AT_ONCE:
        report.fault("limits", f"batches: only {len(refused)} of {BATCHES - IN_PROGRESS} were refused at once")
    ordinary(report, "batches", server.port, 2)
    for path in (b"/health/ready", b"/metrics"):
        report.line(f"batches_{path.decode()}", ask(server.port, request(path, method=b"GET")).status)
    for wire in wires:
        if wire not in refused:
            wire.read()
            if wire.buffer.startswith(b"HTTP/1.1 503"):
                refused.append(wire)
            else:
                wire.send(line + b"0\r\n\r\n")
    answered = [wire for wire in wires if wire not in refused]
    for wire in answered:
        found = wire.responses(1)
        if not found or found[0].status != 200 or found[0].body.count(b"\n") != 2:
            report.fault("limits", f"batches: {[(row.status, row.body[:100]) for row in found]} ({wire.ended})")
    if len(answered) != IN_PROGRESS:
        report.fault("limits", f"batches: {len(answered)} were accepted instead of {IN_PROGRESS}")
    check_refusals(report, "batches", [response for wire in refused for response in wire.responses(1)])
    for wire in wires:
        wire.close()


def flood(report, server):
    data = request(b"calculate", large_body())
    wires = [Wire(server.port) for _ in range(FLOOD)]
    start = time.monotonic()
    for wire in wires:
        wire.send(data)
    took = {}
    while len(took) < FLOOD and time.monotonic() < start + AT_ONCE:
        for wire in wires:
            if wire not in took:
                wire.read()
                if wire.buffer.startswith(b"HTTP/1.1 503"):
                    took[wire] = time.monotonic() - start
    ordinary(report, "flood", server.port, 1)
    responses = {wire: wire.responses(1, 60) for wire in wires}
    statuses = [found[0].status if found else None for found in responses.values()]
    capacity = len(os.sched_getaffinity(0)) * (1 + WAITING)
    greatest = max(took.values(), default=0)
    report.line("flood_answered", f"{statuses.count(200)} of {FLOOD}, {statuses.count(503)} refused within {greatest:.3f} s")
    report.line("flood_seconds", f"{time.monotonic() - start:.1f}")
    if len(took) != statuses.count(503):
        report.fault("limits", f"flood: {statuses.count(503) - len(took)} were refused after {AT_ONCE} s")
    # While the flood arrives, a thread may finish a calculation and accept another one.
    if not capacity <= statuses.count(200) <= capacity + 4 or set(statuses) != {200, 503}:
        report.fault("limits", f"flood: {statuses.count(200)} answered instead of {capacity}, statuses {set(statuses)}")
    check_refusals(report, "flood", [found[0] for found in responses.values() if found and found[0].status != 200])
    for wire in wires:
        wire.close()


def check(report, arguments):
    with Server(arguments.server) as server:
        for section in (batches, flood):
            section(report, server)
            report.alive(server)
        time.sleep(0.5)
        if wrong := busy(server.port):
            report.fault("limits", f"when all requests have ended, {wrong}")
