"""Clients that send or read slowly, or not at all, and how soon the server ends their connections."""

import select
import time

from support.server import Server
from wire import LIVE, PREFIX, Wire, ask, metric, request

# The number of clients in each mode. Three modes hold requests in progress, of which the server accepts 256.
CLIENTS = 70
STEP = 5
LIMIT, IDLE_LIMIT, PATIENCE = 30, 60, 5
# Responses to other clients take at most RESPONSE_SECONDS, except in the first BURST_SECONDS, while all slow clients begin.
RESPONSE_SECONDS, BURST_SECONDS = 0.1, 3
# 24 MB of answers, beyond what the buffers of both systems hold.
BATCH = b'{"currentPrice":100,"legs":[{"type":"call","position":"long","strikePrice":100,"premium":5,"quantity":1}]}\n' * 6_000
# Each mode: what is sent at first, what is sent in each step, the statuses that may come, and the limit in seconds.
POST = b"POST " + PREFIX + b"%b HTTP/1.1\r\nHost: localhost\r\n%b\r\n"
MODES = {
    "slow_headers": (b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n", b"X-Slow: 1\r\n", {408}, LIMIT),
    "slow_request_line": (b"G", b"E", {400, 408}, LIMIT),
    "slow_header_bytes": (b"POST / HTTP/1.1\r\nHost: localhost\r\nX: ", b"x", {408}, LIMIT),
    "slow_body": (POST % (b"calculate", b"Content-Length: 1000\r\n"), b" ", {408}, LIMIT),
    "slow_chunks": (POST % (b"scenario", b"Transfer-Encoding: chunked\r\n"), b"1\r\n \r\n", {408}, LIMIT),
    "slow_chunk_head": (POST % (b"batch", b"Transfer-Encoding: chunked\r\n") + b"5;", b"a", {200, 408}, LIMIT),
    "slow_refused_body": (POST % (b"unknown", b"Content-Length: 1000\r\n"), b" ", {404}, LIMIT),
    "silent_batch": (POST % (b"batch", b"Content-Length: 1000\r\n"), b"", {200, 408}, LIMIT),
    "slow_reader": (request(b"batch", BATCH), b"", {200}, LIMIT),
    "slow_reader_of_many": (request(b"calculate", BATCH[:107]) * 3_000, b"", {200}, LIMIT),
    "idle": (b"", b"", set(), IDLE_LIMIT),
    "idle_after_response": (request(LIVE, method=b"GET"), b"", {200}, IDLE_LIMIT),
}  # fmt: skip


class Client:
    """A slow client: it sends a little in each step. A slow reader takes 500 bytes in each step instead."""

    def __init__(self, port, mode):
        self.first, self.rest, self.statuses, self.limit = MODES[mode]
        self.mode, self.reads_slowly = mode, mode.startswith("slow_reader")
        self.wire = Wire(port, receive_buffer=4096 if self.reads_slowly else None)
        self.wire.send(self.first)
        self.start, self.ended = time.monotonic(), None

    def step(self):
        if self.ended:
            return
        self.wire.flush()
        if self.reads_slowly:
            try:
                if not self.wire.socket.recv(500):
                    self.ended = time.monotonic() - self.start
            except BlockingIOError:
                pass
            except OSError:
                self.ended = time.monotonic() - self.start
        elif self.rest and not self.wire.ended:
            self.wire.send(self.rest)

    def ready(self):
        self.wire.read()
        if self.wire.ended and not self.ended:
            self.ended = time.monotonic() - self.start

    def wrong(self):
        """Returns the fault after the end; `None` if there is none."""
        if self.reads_slowly:
            return None
        line = bytes(self.wire.buffer[:12]).decode("latin-1")
        status = int(line[9:]) if line else None
        if status not in self.statuses and (status is not None or self.statuses):
            return f"status {status}"
        if status == 408 and b'{"error":' not in self.wire.buffer:
            return "no body"
        return None


def check(report, arguments):
    with Server(arguments.server) as server:
        clients = [Client(server.port, mode) for _ in range(CLIENTS) for mode in MODES]
        report.line("slow_clients", len(clients))
        poll = select.epoll()
        owners = {}
        for client in clients:
            if not client.reads_slowly:
                poll.register(client.wire, select.EPOLLIN)
            owners[client.wire.fileno()] = client
        start = next_step = next_probe = time.monotonic()
        latencies, burst, gone = [], [], {}
        while (now := time.monotonic()) < start + IDLE_LIMIT + 2 * PATIENCE:
            if now >= next_step:
                next_step += STEP
                for client in clients:
                    client.step()
            if now >= next_probe:
                next_probe = now + 0.1
                before = time.monotonic()
                response = ask(server.port, request(LIVE, method=b"GET"))
                (burst if before < start + BURST_SECONDS else latencies).append(time.monotonic() - before)
                if response.status != 200:
                    report.fault("slow", f"{LIVE.decode()} answered {response.status}")
                gone[round(time.monotonic() - start)] = len(clients) + 1 - metric(server.port, "options_http_connections")
            for number, _ in poll.poll(0.02):
                owners[number].ready()
                if owners[number].ended:
                    poll.unregister(number)
        for mode in MODES:
            group = [client for client in clients if client.mode == mode]
            if not group[0].reads_slowly:
                ends = [client.ended or float("inf") for client in group]
                report.line(f"{mode}_ended", f"{min(ends):.1f} to {max(ends):.1f} s")
                late = sum(end > group[0].limit + PATIENCE for end in ends)
                if late:
                    report.fault("slow", f"{mode}: {late} of {CLIENTS} open after {group[0].limit + PATIENCE} s")
            if wrong := [text for client in group if (text := client.wrong())]:
                report.fault("slow", f"{mode}: {len(wrong)} of {CLIENTS}: {wrong[0]}", bytes(group[0].wire.buffer[:500]))
        # Only the server knows whether the connection of a slow reader has ended, because the client has not read that far. The
        # bytes that the buffers of the system accept at first may prolong a connection by one period.
        moment = LIMIT + 2 * PATIENCE
        expected = sum(MODES[client.mode][3] == LIMIT for client in clients)
        report.line("slow_connections_ended", f"{gone.get(moment)} of {expected} after {moment} s")
        if (open_connections := metric(server.port, "options_http_connections")) != 1:
            report.fault("slow", f"{open_connections - 1} connections are still open in the server at the end")
        report.line("live_during_burst_greatest", f"{max(burst) * 1e3:.1f} ms")
        latencies.sort()
        report.line("live_during_slow_p50", f"{latencies[len(latencies) // 2] * 1e3:.1f} ms")
        report.line("live_during_slow_greatest", f"{latencies[-1] * 1e3:.1f} ms")
        if latencies[-1] > RESPONSE_SECONDS:
            report.fault("slow", f"{LIVE.decode()} took {latencies[-1] * 1e3:.0f} ms")
        for client in clients:
            client.wire.close()
        report.alive(server)
