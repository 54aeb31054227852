"""Follows a server of the simulated market, whose session has begun, with many streams.

    streams.py --server SERVER [--readers 1000] [--chains 20] [--seconds 60]

Readers of 20 symbols each, readers of one chain each, one reader of latest prices, and one that reads nothing. Checked are: the time
from the instant of the data to each reader, less that of the fastest, because the clock of the server is another; that what begins and what changes add up to the answers of the endpoints; the memory of
the server; the times of `calculate` meanwhile; the end of the reader that reads nothing; a return with `Last-Event-ID`; a restart; the end
of all streams when the server stops. Prints the figures; the exit status is 1 if one misses its bound."""

import argparse
import json
import multiprocessing
import re
import selectors
import socket
import sys
import time
from collections import defaultdict
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))

from support.program import command_line
from support.server import Server

# 10:00 in New York on a Tuesday.
START = "2026-12-01T15:00:00Z"
INTERVAL = 2
SYMBOLS = 20
UPDATE, CALCULATE, ENDED, SHUTDOWN = 1.0, 0.005, 75.0, 2.0
MEMORY, GROWTH = 192 << 10, 32 << 20
ROWS = {"quotes": ("results", "symbol"), "chain": ("strikes", "strikePrice"), "prices": ("prices", "asset")}


class Reader:
    """A stream, and the states of its topics."""

    def __init__(self, port, target, identifier=None, buffer=None):
        self.target, self.identifier = target, identifier
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(60)
        self.socket.connect(("127.0.0.1", port))
        last = f"Last-Event-ID: {identifier}\r\n" if identifier else ""
        self.socket.sendall(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{last}\r\n".encode())
        self.received = bytearray()
        self.chunk, self.status, self.isEnded = 0, None, False
        self.text = bytearray()
        self.states, self.names = {}, []

    def read(self):
        """Receives once, and returns the events that are complete: names and values."""
        piece = self.socket.recv(1 << 18)
        self.isEnded = not piece
        self.received += piece
        return self.events()

    def events(self):
        if self.status is None:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return []
            self.status = int(self.received[9:12])
            del self.received[:end + 4]
        if self.status != 200:
            return []
        # Chunks: a length in hexadecimal digits, a line end, the bytes, a line end.
        while True:
            end = self.received.find(b"\r\n")
            if end < 0:
                break
            length = int(self.received[:end], 16)
            if len(self.received) < end + 4 + length:
                break
            self.isEnded |= length == 0
            self.text += self.received[end + 2:end + 2 + length]
            del self.received[:end + 4 + length]
        *blocks, rest = bytes(self.text).split(b"\n\n")
        self.text = bytearray(rest)
        found = []
        for block in blocks:
            fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if b": " in line)
            self.identifier = fields.get(b"id", b"").decode() or self.identifier
            if b"data" in fields:
                name, value = fields[b"event"].decode(), json.loads(fields[b"data"])
                self.apply(name, value)
                found.append((name, value))
        return found

    def apply(self, name, value):
        self.names.append(name)
        topic = value["topic"]
        if name == "whole":
            self.states[topic] = value
        elif name == "change":
            rows, key = ROWS[topic.split()[0]]
            state = self.states[topic]
            table = {row[key]: row for row in state[rows]} | {row[key]: row for row in value[rows]}
            for removed in value.pop("removed", []):
                table.pop(removed, None)
            state |= value
            state[rows] = [table[name] for name in sorted(table)]

    def close(self):
        self.socket.close()


def calculate(port, seconds, times):
    """Sends calculations one after another, and puts their sorted times in a queue."""
    import http.client

    body = (ROOT / "Fixtures/contract/long-call.json").read_bytes()
    connection = http.client.HTTPConnection("127.0.0.1", port)
    result, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        start = time.monotonic()
        connection.request("POST", "/api/rest/options/calculate", body, {"Content-Type": "application/json"})
        connection.getresponse().read()
        result.append(time.monotonic() - start)
        time.sleep(0.001)
    times.put(sorted(result))


class Check:
    def __init__(self, server):
        self.server = server
        self.failures = 0
        self.selector = selectors.DefaultSelector()
        self.readers = []
        # The time from the instant of the data to each arrival, on two clocks.
        self.delays = defaultdict(list)

    def figure(self, name, value, unit="", bound=None, scale=1):
        missed = bound is not None and value > bound
        self.failures += missed
        limit = "" if bound is None else f" (at most {bound * scale:g}{unit})"
        print(f"{'FAILED' if missed else 'ok'}: {name}: {value * scale:.4g}{unit}{limit}", flush=True)

    def expect(self, name, is_right, *details):
        self.failures += not is_right
        print(f"{'ok' if is_right else 'FAILED'}: {name}", *([] if is_right else details), flush=True)

    def open(self, target, **options):
        reader = Reader(self.server.port, target, **options)
        self.readers.append(reader)
        self.selector.register(reader.socket, selectors.EVENT_READ, reader)
        return reader

    def close(self, reader):
        if reader in self.readers:
            self.readers.remove(reader)
            self.selector.unregister(reader.socket)
        reader.close()

    def read(self, until, is_done=lambda: False):
        """Reads what arrives until an instant, or until something is done."""
        while not is_done() and (left := until - time.monotonic()) > 0:
            for key, _ in self.selector.select(min(left, 0.1)):
                reader = key.data
                try:
                    events = reader.read()
                except OSError:
                    reader.isEnded, events = True, []
                now = time.monotonic()
                for name, value in events:
                    self.arrived(now, name, value)
                if reader.isEnded:
                    self.close(reader)

    def arrived(self, now, name, value):
        if name == "change":
            instant = value.get("last_update") or value.get("asOf") or max(row["asOf"] for row in value["prices"])
            instant = datetime.fromisoformat(instant.removesuffix("Z")).replace(tzinfo=timezone.utc).timestamp()
            self.delays[value["topic"].split()[0]].append(now - instant)

    def memory(self):
        status = Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) << 10

    def targets(self, count):
        symbols = [row["symbol"] for row in self.server.get("/v1/markets/quotes/snapshot")["results"]]
        for number in range(count):
            some = [symbols[(7 * number + 13 * place) % len(symbols)] for place in range(SYMBOLS)]
            yield "/v1/markets/quotes/stream?symbols=" + ",".join(dict.fromkeys(some))

    def chains(self, count):
        for number in range(count):
            ticker = ["COIN", "SPY", "AAPL", "MSFT"][number % 4]
            days = self.server.get(f"/api/rest/stocks/{ticker}/options/expirations")["expirationDates"]
            yield f"/api/rest/stocks/{ticker}/options/chain/stream?expirationDate={days[min(2 + number // 4, len(days) - 1)]}"

    # The checks

    def follow(self, count, chain_count, seconds):
        self.server.wait_for(lambda: self.server.get("/v1/markets/quotes/last_update")["count"], "quotes")
        before = self.memory()
        chains = list(self.chains(chain_count))
        nothing = Reader(
            self.server.port, "/api/rest/stream?quotes=&" + "&".join(
                f"chain={target.split('/')[4]},{target[-10:]}" for target in chains[:19]), buffer=4096)
        began = time.monotonic()
        for target in [*self.targets(count), *chains, "/api/rest/stream?prices=SPY,BTC,ETH"]:
            self.open(target)
            self.read(time.monotonic())
        self.read(time.monotonic() + 60, lambda: all(reader.names for reader in self.readers))
        self.figure(f"{len(self.readers)} readers have begun after", time.monotonic() - began, " s")
        self.expect("every reader began with the whole", all(reader.names[:1] == ["whole"] for reader in self.readers))
        self.read(time.monotonic() + 2)
        times = multiprocessing.Queue()
        process = multiprocessing.Process(target=calculate, args=(self.server.port, seconds, times))
        process.start()
        self.delays.clear()
        self.read(time.monotonic() + seconds / 2)
        half = self.memory()
        self.read(time.monotonic() + seconds / 2)
        durations = times.get()
        process.join()
        self.expect("no stream has ended", len(self.readers) == count + chain_count + 1, len(self.readers))
        fastest = min(min(delays) for delays in self.delays.values())
        for kind, delays in sorted(self.delays.items()):
            self.figure(f"{kind}: the slowest of {len(delays)} changes arrived after", max(delays) - fastest, " s", UPDATE)
        few = [reader for reader in self.readers if reader.names.count("change") < seconds / INTERVAL - 2]
        self.expect("every reader has a change of each snapshot, or more", not few, len(few))
        self.figure(f"calculate meanwhile: p99 of {len(durations)}", durations[len(durations) * 99 // 100], " ms", CALCULATE, 1000)
        self.figure("memory: of each reader", (half - before) / (len(self.readers) + 1), " kB", MEMORY, 1 / 1024)
        self.figure("memory: growth in the second half", max(0, self.memory() - half), " MB", GROWTH, 1 / (1 << 20))
        self.ends(nothing, began)

    def ends(self, nothing, began):
        """The server closes the connection of a reader that takes nothing. Its own side shows that only after all that was sent, so the
        server is asked for its connections."""
        def is_closed():
            text = self.server.ask("GET", "/metrics").body.decode()
            return int(re.search(r"^options_http_connections (\d+)$", text, re.M)[1]) <= len(self.readers) + 1

        while not is_closed() and time.monotonic() - began < 2 * ENDED:
            self.read(time.monotonic() + 0.5)
        self.figure("a reader that takes nothing is closed after", time.monotonic() - began, " s", ENDED)
        nothing.close()

    def add_up(self):
        """States and endpoints, at one instant of the data."""
        for target, kind in [("/v1/markets/quotes/snapshot?symbols=", "quotes"), ("", "chain")]:
            reader = next(reader for reader in self.readers if any(topic.startswith(kind) for topic in reader.states))
            topic = next(iter(reader.states))
            path = target + topic.split()[1] if target else reader.target.replace("/stream", "")
            name = "last_update" if kind == "quotes" else "asOf"
            for _ in range(20):
                answer = self.server.get(path)
                self.read(time.monotonic() + INTERVAL, lambda: reader.states[topic][name] >= answer[name])
                if reader.states[topic][name] == answer[name]:
                    break
            self.expect(f"{kind}: the whole and the changes are the answer", reader.states[topic] == answer | {"topic": topic})

    def returns(self):
        reader = next(reader for reader in self.readers if "quotes" in reader.target)
        identifier, state, topic = reader.identifier, reader.states, next(iter(reader.states))
        self.close(reader)
        self.read(time.monotonic() + 2.5 * INTERVAL)
        for last, first in [(identifier, "change"), ("0" + identifier, "whole"), (None, "whole")]:
            back = self.open(reader.target, identifier=last)
            back.states = {topic: dict(state[topic])}
            self.read(time.monotonic() + 10, lambda: back.names)
            self.expect(f"a return with {last} begins with {first}", back.names[:1] == [first], back.names)
            whole = self.open(reader.target)
            same = lambda: whole.states and whole.states[topic]["last_update"] == back.states[topic]["last_update"]
            self.read(time.monotonic() + 3 * INTERVAL, same)
            rows = [{row["symbol"]: row for row in other.states[topic]["results"]} for other in (back, whole)]
            self.expect("and has what a new reader has", same() and rows[0] == rows[1])
            self.close(back), self.close(whole)

    def restarts(self):
        reader = next(reader for reader in self.readers if "quotes" in reader.target)
        others = len(self.readers)
        start = time.monotonic()
        self.server.process.terminate()
        self.read(start + 10, lambda: not self.readers)
        self.figure(f"shutdown: {others} streams have ended after", time.monotonic() - start, " s", SHUTDOWN)
        self.expect("all of them", not self.readers, len(self.readers))
        self.expect("the exit status is 0", self.server.ended(20) == 0)
        self.figure("shutdown: the process has ended after", time.monotonic() - start, " s", SHUTDOWN)
        self.server.start(self.server.port)
        self.server.wait()
        back = self.open(reader.target, identifier=reader.identifier)
        self.read(time.monotonic() + 10, lambda: back.names)
        self.expect("a return after a restart begins with the whole", back.names[:1] == ["whole"], back.names)

    def stops_with_a_reader_of_nothing(self):
        nothing = Reader(self.server.port, "/api/rest/stream?quotes=&chain=" + "&chain=".join(
            f"SPY,{day}" for day in self.server.get("/api/rest/stocks/SPY/options/expirations")["expirationDates"][:19]), buffer=4096)
        self.read(time.monotonic() + 10)
        start = time.monotonic()
        self.expect("the exit status is 0", self.server.terminate() == 0)
        self.figure("shutdown with a reader that takes nothing: the process has ended after", time.monotonic() - start, " s", SHUTDOWN)
        nothing.close()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--server", type=command_line, required=True, help="the executable options-server")
    arguments.add_argument("--readers", type=int, default=1000, help="readers of 20 symbols")
    arguments.add_argument("--chains", type=int, default=20, help="readers of a chain")
    arguments.add_argument("--seconds", type=float, default=60, help="seconds in which changes are measured")
    arguments = arguments.parse_args()
    flags = ["--simulated-start", START, "--snapshot-interval", str(INTERVAL), "--log-level", "error"]
    server = Server([*arguments.server], *flags).wait()
    server.wait_until_ready()
    started = server.get("/health/ready")["simulatedStart"]
    check = Check(server)
    check.expect("/health/ready has the start of the simulated clock", datetime.fromisoformat(started) == datetime.fromisoformat(START), started)
    check.follow(arguments.readers, arguments.chains, arguments.seconds)
    check.add_up()
    check.returns()
    check.restarts()
    check.stops_with_a_reader_of_nothing()
    server.discard()
    print(f"{check.failures} failures")
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())
