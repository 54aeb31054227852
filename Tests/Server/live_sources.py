"""Runs `options-server` with live sources against imitations of them on the loopback interface, and plays their failures.

snapshot  the quotes of 6,000 symbols: the first within 5 s of the start, all within the calls that the source allows
tickers   the copy of 12,000 tickers under a limit of calls, killed at several moments: nothing is lost, no page is asked twice
backfill  five years of 16 shares and a year of 4 coins, under each fault in turn, then killed at several moments: every day is
          there, with the true close, and was asked for once
faults    every source fails in each way: the server stays up, answers what it knew as stale, recovers, and others do not wait
keys      no key is in a log, an answer or a file, and none goes to another host

Run: live_sources.py --server SERVER --fakes FAKES [--only snapshot,tickers,backfill,faults,keys] [--kills 20] [--seed 1]
FAKES is the command `fake-sources`. Prints `name: value` lines and the faults. The exit status is 1 if there is one."""

import argparse
import itertools
import json
import os
import random
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from datetime import date, datetime, timedelta, timezone
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote

SECTIONS = ("snapshot", "tickers", "backfill", "faults", "keys")
ADDRESS = re.compile(rb"listening on http://[^:\s]+:(\d+)")
REQUEST = Path(__file__).resolve().parent.parent.parent / "Fixtures" / "contract" / "long-call.json"
START_SECONDS, END_SECONDS = 60, 300
KEYS = {
    "POLYGON_API_KEY": "polygon-key", "TRADIER_TOKEN": "tradier-token", "COINGECKO_API_KEY": "coingecko-key",
    "ALPHA_VANTAGE_API_KEY": "alphavantage-key", "TWELVE_DATA_API_KEY": "twelvedata-key",
}  # fmt: skip
BASES = {
    "POLYGON_BASE_URL": "polygon", "TRADIER_BASE_URL": "tradier", "YAHOO_BASE_URL": "yahoo",
    "COINGECKO_BASE_URL": "coingecko", "ALPHA_VANTAGE_BASE_URL": "alphavantage", "TWELVE_DATA_BASE_URL": "twelvedata",
}  # fmt: skip
# The limits of the sources are not what most sections measure.
QUICK = {
    "POLYGON_CALLS_PER_MINUTE": "6000", "TRADIER_CALLS_PER_MINUTE": "6000", "YAHOO_CALLS_PER_MINUTE": "6000",
    "COINGECKO_CALLS_PER_MINUTE": "6000", "TWELVE_DATA_CALLS_PER_MINUTE": "6000", "UPSTREAM_TIMEOUT": "2",
}  # fmt: skip
OWN_VARIABLES = ("OPTIONS_", "UPSTREAM_", *(name.split("_")[0] + "_" for name in BASES))

SYMBOLS, SNAPSHOT_SECONDS, TRADIER_CALLS = 6000, 5, 120
SPECIAL_SYMBOLS = ["NULLO", "NOBID", "NOLST", "NOALL", "NOPEX", "BRK.B", "INTS"]
TICKERS, TICKER_CALLS, TICKER_SECONDS, SEARCHED = 12_000, 7, 3, 100
SHARES = [
    "SPY", "VOO", "AAPL", "TSLA", "NVDA", "AMZN", "COIN", "BRK.B", "FBTC", "GBTC", "SPLIT", "HALT", "HOLE", "DUPE",
    "LATER", "NEWCO",
]  # fmt: skip
COINS = {"BTC": "bitcoin", "ETH": "ethereum", "coin:solana": "solana", "coin:short-coin": "short-coin"}
COIN_DAYS = 364
# Each fault is played for the first two calls, so that the third answers. A slow source takes longer than the server waits.
# One that does not say when to come back is asked again after a minute, so it plays once.
BACKFILL_FAULTS = [
    {"fault": "status", "status": 429, "count": 1}, {"fault": "status", "status": 429, "retryAfter": 2},
    {"fault": "status", "status": 429, "body": "empty", "count": 1}, {"fault": "status", "status": 429, "resetAfter": 2},
    {"fault": "status", "status": 500}, {"fault": "status", "status": 503, "body": "empty"}, {"fault": "html"},
    {"fault": "html", "status": 200}, {"fault": "text"}, {"fault": "empty"}, {"fault": "truncated"}, {"fault": "garbage"},
    {"fault": "badGzip"}, {"fault": "close"}, {"fault": "reset"}, {"fault": "cut"}, {"fault": "redirect"},
    {"fault": "slow", "delay": 7}, {"fault": "trickle", "delay": 12}, {"fault": "gzip"},
]  # fmt: skip
OUTAGES = [
    {"fault": "status", "status": 429}, {"fault": "status", "status": 429, "retryAfter": 1}, {"fault": "status", "status": 500},
    {"fault": "html"}, {"fault": "html", "status": 200}, {"fault": "truncated"}, {"fault": "empty"}, {"fault": "garbage"},
    {"fault": "badGzip"}, {"fault": "redirect"}, {"fault": "slow", "delay": 5}, {"fault": "trickle", "delay": 8},
    {"fault": "close"}, {"fault": "cut"},
]  # fmt: skip
KEY_FAULTS = [
    {"fault": "status", "status": 401}, {"fault": "status", "status": 403}, {"fault": "status", "status": 429},
    {"fault": "twin"}, {"fault": "redirect"}, {"fault": "redirect", "status": 307}, {"fault": "nextURL"},
    {"fault": "garbage"}, {"fault": "close"},
]  # fmt: skip
# A source without `Retry-After` is left alone until the next minute.
INTERVAL, STALE_SECONDS, RECOVERY_SECONDS, COIN_SECONDS = 2, 45, 90, 90
# A person's question may take `UPSTREAM_TIMEOUT`, and the machine its time.
ANSWER_SECONDS = 2 + 1.5
# How far the 99th percentile may rise while sources fail: a factor, and seconds.
LATENCY = (3, 0.05)
# The seconds from the moment at which a server accepts connections to a kill. A share of kills counts from its start instead.
SECONDS = (0.005, 1.2)
EARLY = 0.2
# The last five sessions, and the weekends and holidays among them.
RECENT_DAYS = 11
# Yahoo has single precision, and the server keeps four decimals of it or more.
RELATIVE, ABSOLUTE = 1.2e-7, 6e-5


SNAPSHOT = "/v1/markets/quotes/last_update"


class Faults:
    def __init__(self):
        self.count = 0

    def __call__(self, what):
        self.count += 1
        if self.count <= 40:
            print(f"FAULT {what}", flush=True)


def question(port, method, path, body=None, seconds=60):
    """Returns status, fields with names in small letters, and body."""
    connection = HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        data = json.dumps(body) if body is not None else None
        connection.request(method, path, data, {"Content-Type": "application/json"} if data else {})
        response = connection.getresponse()
        fields = {name.lower(): value for name, value in response.getheaders()}
        return response.status, fields, response.read()
    finally:
        connection.close()


def wait_for_port(process, log):
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        if found := ADDRESS.search(log.read_bytes()):
            return int(found[1])
        time.sleep(0.002)
    process.kill()
    sys.exit(f"a process did not start:\n{log.read_text(errors='replace')[-2000:]}")


class Fakes:
    """The process that imitates the sources. Its controls are Sources/_FakeSources/Control/ControlRoutes.swift."""

    def __init__(self, command, folder):
        log = Path(folder, "fakes")
        with open(log, "wb") as output:
            self.process = subprocess.Popen([*command, "--port", "0"], stdout=output, stderr=output)
        self.port = wait_for_port(self.process, log)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)

    def control(self, path, body=None):
        status, _, data = question(self.port, "GET" if body is None else "POST", f"/control/{path}", body)
        if status != 200:
            sys.exit(f"the control {path} {body} answered {status} {data[:300]}")
        return json.loads(data)

    def requests(self, source=None, after=0):
        return self.control(f"requests?after={after}" + (f"&source={source}" if source else ""))["requests"]

    def count(self):
        """The number of the next request."""
        return max((request["index"] for request in self.requests()), default=-1) + 1

    def play(self, source, fault):
        self.control("faults", {"source": source, **fault})

    def end_faults(self):
        self.control("faults", {"source": "all", "fault": "none"})

    def reset(self):
        self.control("reset", {})

    def closes(self, asset, first, last):
        source, name = ("coingecko", COINS[asset]) if asset in COINS else ("yahoo", asset)
        return self.control(f"history?source={source}&symbol={quote(name)}&from={first}&to={last}")["closes"]


class Server:
    """A process over a data folder, with live sources."""

    started_ones = []

    def __init__(self, command, folder, fakes, flags=(), level="debug", **variables):
        self.log, self.answers = Path(folder, "log"), []
        environment = {name: value for name, value in os.environ.items() if not name.startswith(OWN_VARIABLES)}
        environment |= {"OPTIONS_DATA": str(Path(folder, "data")), "OPTIONS_MARKET": "live", "OPTIONS_LOG_LEVEL": level}
        environment |= {name: f"http://127.0.0.1:{fakes.port}/{source}" for name, source in BASES.items()}
        environment |= KEYS | QUICK | variables
        environment = {name: value for name, value in environment.items() if value is not None}
        self.started = time.monotonic()
        with open(self.log, "ab") as log:
            log.truncate(0)
            self.process = subprocess.Popen([*command, "--port", "0", *flags], stdout=log, stderr=log, env=environment)
        Server.started_ones.append(self.process)

    def wait(self):
        """Waits until it accepts connections."""
        self.port = wait_for_port(self.process, self.log)
        return self

    def ask(self, method, path, body=None):
        """Returns status, fields and JSON."""
        status, fields, data = question(self.port, method, path, body)
        self.answers.append(repr(fields).encode() + data)
        try:
            return status, fields, json.loads(data) if data else None
        except ValueError:
            return status, fields, None

    def get(self, path):
        return self.must("GET", path)

    def must(self, method, path, body=None):
        """Returns the JSON of an answer that has to come."""
        status, _, answer = self.ask(method, path, body)
        if status >= 300:
            sys.exit(f"{method} {path} answered {status} {answer}")
        return answer

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


def until(seconds, is_there, pause=0.1):
    """Waits for a value that is not empty, and returns it; `None` if it does not come."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := is_there():
            return value
        time.sleep(pause)
    return None


class Stored:
    """What the database holds, read from a copy, so that the next start finds what the kill left."""

    def __init__(self, folder, faults):
        self.answered, self.days, self.tickers, self.place, self.copied, self.jobs = {}, {}, 0, None, None, {}
        data = Path(folder, "data", "live")
        if damaged := [path.name for path in data.glob("*damaged*")]:
            faults(f"files were set aside: {damaged}")
        with tempfile.TemporaryDirectory() as copy:
            for path in data.glob("*.sqlite*"):
                shutil.copy(path, copy)
            if Path(copy, "market.sqlite").exists():
                self.read(Path(copy, "market.sqlite"), faults)

    def read(self, path, faults):
        database = sqlite3.connect(path)
        for check in ("integrity_check", "foreign_key_check"):
            rows = database.execute(f"PRAGMA {check}").fetchall()
            if rows not in ([], [("ok",)]):
                faults(f"{path.name}: {check} says {rows[:3]}")
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        if "assets" in tables:
            self.days = dict(database.execute("SELECT name, days FROM assets"))
            for name, first, last in database.execute(
                "SELECT name, answeredDays.first, answeredDays.last FROM answeredDays JOIN assets ON id = asset"
            ):
                self.answered.setdefault(name, []).append((first, last))
            self.jobs = dict(database.execute("SELECT id, state FROM jobs"))
            (self.tickers,) = database.execute("SELECT count(*) FROM tickers").fetchone()
            under_way, place, self.copied = database.execute(
                "SELECT isUnderWay, place, completed FROM tickerWalk"
            ).fetchone()
            self.place = place if under_way else None
        database.close()

    def holds(self, asset, day):
        return any(first <= day <= last for first, last in self.answered.get(asset, []))


def today():
    """The day in UTC, from an hour after midnight on: sources need a while for the day before."""
    return (datetime.now(timezone.utc) - timedelta(hours=1)).date()


def asked_days(request):
    """The asset of a recorded question for history, and the days that it covers; `None` for any other request."""
    query = {name: values[0] for name, values in parse_qs(request["query"]).items()}
    parts = [unquote(part) for part in request["path"].split("/") if part]
    if request["source"] == "yahoo" and "period1" in query:
        asset = parts[-1].replace("-", ".") if re.fullmatch("[A-Z]+-[A-Z]", parts[-1]) else parts[-1]
        # A session is covered if its first moment is: 13:30 or 14:30 in UTC.
        return asset, covered(int(query["period1"]), int(query["period2"]), 13.5 * 3600, 14.5 * 3600)
    if request["source"] == "coingecko" and "market_chart" in parts:
        names = {identifier: asset for asset, identifier in COINS.items()}
        now = request["time"]
        first = seconds(query["from"]) if "from" in query else now - 86_400 * int(query["days"])
        # A day of a coin is covered from its first hour to its last.
        last = min(seconds(query["to"]), now) if "to" in query else now
        return names.get(parts[1], parts[1]), covered(first, last, 3600, 23 * 3600)
    return None


def seconds(text):
    return float(text) if text.isdigit() else datetime.fromisoformat(text).replace(tzinfo=timezone.utc).timestamp()


def covered(first, last, start, end):
    """The days in UTC of which the seconds from `start` to `end` lie between two Unix times."""
    day, days = date.fromtimestamp(first) - timedelta(1), []
    while (midnight := datetime(day.year, day.month, day.day, tzinfo=timezone.utc).timestamp()) < last:
        if first <= midnight + start and midnight + end <= last:
            days.append(str(day))
        day += timedelta(1)
    return days


class Run:
    """One section: a process of sources, and data folders."""

    def __init__(self, arguments, draw, faults):
        self.server, self.fake_command, self.kill_count = arguments.server, arguments.fakes, arguments.kills
        self.draw, self.faults = draw, faults

    def line(self, name, value):
        print(f"{name}: {value}", flush=True)

    def start(self, folder, fakes, *flags, **variables):
        return Server(self.server, folder, fakes, flags, **variables)

    def stop(self, server):
        if server.process.poll() is not None:
            self.faults(f"the server ended with {server.process.returncode}: {server.log.read_text()[-500:]}")
        elif server.stop() != 0:
            self.faults("a stop was not clean")

    # MARK: Snapshot

    def snapshot(self, folder, fakes):
        names = map("".join, itertools.product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", repeat=3))
        symbols = [*itertools.islice(names, SYMBOLS - len(SPECIAL_SYMBOLS)), *SPECIAL_SYMBOLS]
        Path(folder, "symbols").write_text("\n".join(symbols))
        fakes.control("rate", {"source": "tradier", "calls": TRADIER_CALLS, "seconds": 60})
        variables = {"TRADIER_CALLS_PER_MINUTE": str(TRADIER_CALLS), "POLYGON_API_KEY": None, "UPSTREAM_TIMEOUT": None}
        server = self.start(folder, fakes, "--symbols", str(Path(folder, "symbols")), **variables).wait()
        expected = SYMBOLS - 2
        path = SNAPSHOT
        count = lambda: server.ask("GET", path)[2].get("count", 0)  # noqa: E731
        if until(START_SECONDS, count, 0.02) is None:
            return self.faults(f"there is no snapshot: {server.ask('GET', path)}")
        took = time.monotonic() - server.started
        self.line("snapshot_seconds", f"{took:.2f} from the start of the process")
        if took > SNAPSHOT_SECONDS:
            self.faults(f"the first snapshot took {took:.2f} s")
        self.check_snapshot(server, expected)
        refreshed = server.get(path)["refreshed"]
        if until(75, lambda: server.get(path)["refreshed"] != refreshed, 0.5) is None:
            self.faults("there is no second snapshot after 75 s")
        quotes = [request for request in fakes.requests("tradier") if request["path"].endswith("/quotes")]
        times = sorted(request["time"] for request in fakes.requests("tradier"))
        busiest = max(sum(start <= other < start + 60 for other in times) for start in times)
        self.line("snapshot_calls", f"{len(quotes)} for two snapshots, {busiest} in the busiest minute")
        if busiest > TRADIER_CALLS or any(request["status"] != 200 for request in quotes):
            self.faults(f"{busiest} calls in a minute, {Counter(request['status'] for request in quotes)}")
        self.stop(server)
        # The last good snapshot is there from the first instant, also while the source is away.
        fakes.play("tradier", {"fault": "status", "status": 500})
        server = self.start(folder, fakes, "--symbols", str(Path(folder, "symbols")), **variables).wait()
        if (kept := server.get(path)["count"]) != expected:
            self.faults(f"after a restart, {kept} of {expected} quotes are there")
        self.stop(server)

    def check_snapshot(self, server, expected):
        rows = {row["symbol"]: row for row in server.get("/v1/markets/quotes/snapshot")["results"]}
        if len(rows) != expected:
            self.faults(f"the snapshot has {len(rows)} of {expected} quotes")
        if none := [symbol for symbol, row in rows.items() if None in row.values()]:
            self.faults(f"members are null: {none[:5]}")
        if there := {"NOPEX", "NOALL"} & set(rows):
            self.faults(f"there are quotes of {there}")
        if missing := {"NULLO", "NOBID", "NOLST", "BRK.B"} - set(rows):
            self.faults(f"there is no quote of {missing}")
        elif rows["NOBID"]["bid"] != 0 or rows["NOBID"]["ask"] != 0 or rows["NOLST"]["last"] <= 0:
            self.faults(f"what the source leaves out is {rows['NOBID']} and {rows['NOLST']}")

    # MARK: Tickers

    def tickers(self, folder, fakes):
        kills, rounds, again, limited = 0, 0, Counter(), 0
        while kills < self.kill_count:
            rounds += 1
            data = Path(folder, f"tickers-{rounds}")
            data.mkdir()
            fakes.reset()
            kills += self.copy(data, fakes, self.kill_count - kills, again)
            limited += sum(request["status"] == 429 for request in self.pages(fakes))
        pages = f"{sum(again.values())} pages in flight again, {limited} calls over the limit"
        self.line("tickers_kills", f"{kills} in {rounds} data folders, {pages}")
        if not limited:
            self.faults("the limit of calls was not reached")

    def copy(self, folder, fakes, most, again):
        """Copies the list, with at most so many kills, and returns their number."""
        fakes.control("plan", {"source": "polygon", "plan": "free"})
        fakes.control("rate", {"source": "polygon", "calls": TICKER_CALLS, "seconds": TICKER_SECONDS})
        before, after, kills = None, fakes.count(), 0
        while kills < most and (before is None or before.copied is None):
            server = self.start(folder, fakes, TRADIER_TOKEN=None)
            time.sleep(self.draw.uniform(0.05, 1.5))
            server.kill()
            kills += 1
            stored = Stored(folder, self.faults)
            if before and before.copied is None and stored.tickers < before.tickers:
                self.faults(f"there were {before.tickers} tickers and are {stored.tickers}")
            after = self.check_pages(fakes, after, before, again)
            before = stored
        server = self.start(folder, fakes, TRADIER_TOKEN=None).wait()
        status = until(END_SECONDS, lambda: self.complete(server), 0.2)
        if status is None:
            self.faults(f"the list is not copied: {server.get('/api/rest/tickers/status')}")
            self.stop(server)
            return kills
        self.check_pages(fakes, after, before, again)
        listed = fakes.control("tickers")["tickers"]
        if status["count"] != TICKERS or len(listed) != TICKERS:
            self.faults(f"{status['count']} of {len(listed)} tickers are there")
        for symbol in self.draw.sample(listed, SEARCHED):
            found = server.get(f"/api/rest/stocks/search?query={quote(symbol)}")["results"]
            if not found or found[0]["symbol"] != symbol:
                self.faults(f"{symbol} is not found: {found[:2]}")
        self.stop(server)
        if (stored := Stored(folder, self.faults)).tickers != TICKERS:
            self.faults(f"{stored.tickers} tickers are stored")
        return kills

    def complete(self, server):
        status = server.get("/api/rest/tickers/status")
        return status if status["complete"] else None

    def pages(self, fakes, after=0):
        return [request for request in fakes.requests("polygon", after) if request["path"] == "/v3/reference/tickers"]

    def check_pages(self, fakes, after, before, again):
        """Compares the pages that one process asked for with the place that was stored before it."""
        requests = self.pages(fakes, after)
        cursor = lambda request: parse_qs(request["query"]).get("cursor", ["start"])[0]  # noqa: E731
        answered = [cursor(request) for request in requests if request["status"] == 200]
        if repeated := [page for page, count in Counter(answered).items() if count > 1]:
            self.faults(f"one process asked repeatedly for {repeated}")
        place = (before.place if before else None) or "start"
        if requests and place not in (page := cursor(requests[0])) and page not in place:
            self.faults(f"the copy was at {place}, and {page} was asked for")
        if before and before.copied and requests:
            self.faults("the list was complete, and pages were asked for")
        # A page whose answer was not stored before a kill is asked for once more.
        earlier = [cursor(request) for request in self.pages(fakes) if request["index"] < after and request["status"] == 200]
        again.update(set(answered) & set(earlier))
        if others := set(answered[1:]) & set(earlier):
            self.faults(f"pages were asked for again: {others}")
        return max((request["index"] for request in fakes.requests()), default=after - 1) + 1

    # MARK: Backfill

    def backfill(self, folder, fakes):
        first = today().replace(year=today().year - 5, day=min(today().day, 28))
        for index, fault in enumerate(BACKFILL_FAULTS):
            fakes.reset()
            for source in ("yahoo", "coingecko"):
                fakes.play(source, {"count": 2, **fault})
            data = Path(folder, f"fault-{index}")
            data.mkdir()
            server = self.start(data, fakes).wait()
            start = time.monotonic()
            job = self.begin(server, first)
            self.finish(server, job, fault)
            self.compare(server, fakes, first, fault)
            self.stop(server)
            self.check_once(fakes, fault)
            name = " ".join(str(value) for value in fault.values())
            self.line("backfill_fault", f"{name}: {time.monotonic() - start:.1f} s")
        self.backfill_kills(folder, fakes, first)

    def begin(self, server, first):
        coins = today() - timedelta(COIN_DAYS)
        jobs = [
            server.must("POST", "/api/rest/prices/backfill", {"assets": assets, "from": str(begin)})["job"]
            for assets, begin in ((SHARES, first), (list(COINS), coins))
        ]
        return jobs

    def finish(self, server, jobs, what):
        for job in jobs:
            path = f"/api/rest/jobs/{job}"
            found = until(END_SECONDS, lambda: (row := server.get(path))["state"] != "running" and row, 0.1)
            if found is None:
                self.faults(f"{what}: a job does not end")
            elif found["state"] != "done" or any(asset["daysToGo"] or asset["message"] for asset in found["assets"]):
                left = [asset for asset in found["assets"] if asset["daysToGo"] or asset["message"]]
                self.faults(f"{what}: a job is {found['state']} with {left[:3]}")

    def compare(self, server, fakes, first, what):
        """Compares what is stored with the true history, without the days that ended while the test ran."""
        coins = today() - timedelta(COIN_DAYS)
        last = today() - timedelta(1)
        for asset in [*SHARES, *COINS]:
            begin = max(first, coins) if asset in COINS else first
            truth = fakes.closes(asset, begin, last)
            rows = server.get(f"/api/rest/prices/{quote(asset)}?from={begin}&to={last}")["prices"]
            found = {row["date"]: row["close"] for row in rows}
            # The first day that a public key may ask for moves while the test runs.
            missing, more = set(truth) - set(found) - {str(begin)}, set(found) - set(truth)
            if missing or more:
                self.faults(f"{what}: {asset} lacks {sorted(missing)[:3]} of {len(truth)} days, and has {sorted(more)[:3]}")
            wrong = [
                (day, close, truth[day]) for day, close in found.items()
                if day in truth and abs(close - truth[day]) > max(ABSOLUTE, RELATIVE * truth[day])
            ]  # fmt: skip
            if wrong:
                self.faults(f"{what}: {asset} has {len(wrong)} wrong closes, such as {wrong[0]}")

    def check_once(self, fakes, what):
        days = Counter()
        for request in fakes.requests():
            is_answer = request["status"] == 200 and request["complete"] and request["fault"] in (None, "gzip")
            if is_answer and (asked := asked_days(request)):
                days.update((asked[0], day) for day in asked[1])
        # Questions may touch at a day.
        if twice := sorted(pair for pair, count in days.items() if count > 1 and pair[0] in {*SHARES, *COINS}):
            self.faults(f"{what}: {len(twice)} days were asked for repeatedly, such as {twice[:3]}")

    def backfill_kills(self, folder, fakes, first):
        kills, rounds = 0, 0
        while kills < self.kill_count:
            rounds += 1
            fakes.reset()
            for source in ("yahoo", "coingecko"):
                fakes.play(source, {"fault": "slow", "delay": 0.15})
            data = Path(folder, f"kills-{rounds}")
            data.mkdir()
            server = self.start(data, fakes).wait()
            jobs = self.begin(server, first)
            time.sleep(self.draw.uniform(*SECONDS))
            server.kill()
            kills += 1
            before, after = Stored(data, self.faults), fakes.count()
            while kills < self.kill_count and any(before.jobs.get(job) != "done" for job in jobs):
                server = self.start(data, fakes)
                if self.draw.random() >= EARLY:
                    server.wait()
                time.sleep(self.draw.uniform(*SECONDS))
                server.kill()
                kills += 1
                before, after = self.check_killed(data, fakes, before, after)
            server = self.start(data, fakes).wait()
            self.finish(server, jobs, "kills")
            self.compare(server, fakes, first, "kills")
            self.stop(server)
            self.check_killed(data, fakes, before, after)
        self.line("backfill_kills", f"{kills} in {rounds} data folders")

    def check_killed(self, folder, fakes, before, after):
        """Compares what one process asked for with what was stored before it, and what is stored after it with that."""
        stored, asked = Stored(folder, self.faults), Counter()
        recent = (today() - timedelta(days=RECENT_DAYS)).isoformat()
        for name, days in before.days.items():
            if stored.days.get(name, 0) < days:
                self.faults(f"{name} had {days} days and has {stored.days.get(name, 0)}")
        for request in fakes.requests(after=after):
            if (question := asked_days(request)) is None or not question[1] or question[0] not in {*SHARES, *COINS}:
                continue
            asset, days = question
            weekdays = [day for day in days if asset in COINS or date.fromisoformat(day).weekday() < 5]
            # A recent day for which a source had nothing is asked for again, by every job, with a day on either side.
            if any(day >= recent and not stored.holds(asset, day) for day in weekdays):
                continue
            asked[asset, days[0], days[-1]] += 1
            if weekdays and before.holds(asset, weekdays[0]) and before.holds(asset, weekdays[-1]):
                self.faults(f"{asset} was asked for {days[0]} to {days[-1]}, which were stored")
        if repeated := [question for question, count in asked.items() if count > 1]:
            self.faults(f"one process asked repeatedly for {repeated[:3]}")
        return stored, fakes.count()

    # MARK: Faults

    QUESTIONS = [
        "/api/rest/stocks/COIN/price", "/api/rest/stocks/COIN", "/api/rest/stocks/COIN/options/expirations",
        "/v1/markets/quotes/snapshot?symbols=AAPL,COIN", "/v1/markets/quotes/last_update",
        "/api/rest/prices/SPY?from=2025-01-02&to=2025-06-30", "/api/rest/prices/latest?assets=SPY,BTC",
        "/api/rest/coins/markets?ids=bitcoin,ethereum", "/api/rest/positions", "/api/rest/watchlist",
    ]  # fmt: skip

    def questions(self, server):
        """Every question for market data, with a chain."""
        dates = server.get("/api/rest/stocks/COIN/options/expirations")["expirationDates"]
        strikes = f"/api/rest/stocks/COIN/options/strikes?expirationDate={dates[1]}"
        strike = server.get(strikes)["strikePrices"][10]["strikePrice"]
        option = f"underlyingTicker=COIN&expirationDate={dates[1]}&contractType=call&strikePrice={strike}"
        chain = f"/api/rest/stocks/COIN/options/chain?expirationDate={dates[1]}"
        return [*self.QUESTIONS, strikes, chain, f"/api/rest/options/quote?{option}"]

    def warm(self, server):
        """Asks everything once, so that there is something to know."""
        until(START_SECONDS, lambda: server.ask("GET", "/health/ready")[0] == 200)
        server.must("PUT", "/api/rest/positions/SPY", {"quantity": 222, "cost": 118000})
        server.must("PUT", "/api/rest/positions/ETH", {"quantity": 0.5, "cost": 300})
        server.ask("PUT", "/api/rest/watchlist/COIN")
        job = server.must("POST", "/api/rest/prices/backfill", {"assets": ["SPY", "BTC"], "from": "2025-01-02"})["job"]
        until(END_SECONDS, lambda: server.get(f"/api/rest/jobs/{job}")["state"] != "running")
        paths = self.questions(server)
        for path in paths:
            status, _, answer = server.ask("GET", path)
            if status != 200:
                self.faults(f"with good sources, {path} answered {status} {answer}")
        return paths

    # A method of a class, so that a section can be asked for by its name.
    def outages(self, folder, fakes):
        server = self.start(folder, fakes, "--snapshot-interval", str(INTERVAL)).wait()
        paths = self.warm(server)
        with Latency(server.port) as latency:
            time.sleep(10)
        before = latency.result()
        for name, value in before.items():
            self.line(f"{name}_p99_before", f"{1000 * value:.1f} ms")
        for fault in OUTAGES:
            self.outage(server, fakes, paths, fault, before)
        self.coin_outage(server, fakes)
        self.stop(server)

    def outage(self, server, fakes, paths, fault, before):
        name = " ".join(str(value) for value in fault.values())
        for source in ("polygon", "tradier", "yahoo", "coingecko", "alphavantage", "twelvedata"):
            fakes.play(source, fault)
        unknown = self.draw.choice(fakes.control("tickers")["tickers"])
        with Latency(server.port) as latency:
            for path in paths:
                start = time.monotonic()
                status, _, answer = server.ask("GET", path)
                if status != 200:
                    self.faults(f"{name}: {path} answered {status} {answer}")
                if (took := time.monotonic() - start) > ANSWER_SECONDS:
                    self.faults(f"{name}: {path} took {took:.1f} s")
            # Of a share that was never asked for, nothing is known.
            start = time.monotonic()
            status, fields, answer = server.ask("GET", f"/api/rest/stocks/{unknown}/price")
            if status not in (502, 503, 504) or not isinstance(answer, dict) or "error" not in answer:
                self.faults(f"{name}: an unknown price answered {status} {answer}")
            if (took := time.monotonic() - start) > ANSWER_SECONDS:
                self.faults(f"{name}: an unknown price took {took:.1f} s")
            if status == 503 and "retry-after" not in fields:
                self.faults(f"{name}: 503 without Retry-After: {answer}")
            # While the exchange is closed, the last price stays true.
            known = [SNAPSHOT, *([paths[0]] if fakes.control("clock")["open"] else [])]
            for path in known:
                if until(STALE_SECONDS, lambda path=path: server.get(path)["stale"], 0.5) is None:
                    self.faults(f"{name}: {path} does not become stale")
        after = latency.result()
        for kind, value in after.items():
            if value > max(LATENCY[0] * before[kind], before[kind] + LATENCY[1]):
                self.faults(f"{name}: p99 of {kind} rose from {1000 * before[kind]:.1f} to {1000 * value:.1f} ms")
        if server.process.poll() is not None:
            sys.exit(f"{name}: the server ended with {server.process.returncode}")
        fakes.end_faults()
        start = time.monotonic()
        for path in known:
            if until(RECOVERY_SECONDS, lambda path=path: not server.get(path)["stale"], 0.5) is None:
                self.faults(f"{name}: {path} stays stale")
        p99 = ", ".join(f"{kind} {1000 * value:.1f} ms" for kind, value in after.items())
        self.line("outage", f"{name}: p99 {p99}; recovered after {time.monotonic() - start:.1f} s")

    def coin_outage(self, server, fakes):
        """Prices of coins, which trade at all times, are true for a minute."""
        fakes.play("coingecko", {"fault": "status", "status": 500})
        path = "/api/rest/coins/markets?ids=bitcoin,ethereum"
        if until(COIN_SECONDS, lambda: all(row["stale"] for row in server.get(path)), 1) is None:
            self.faults("the prices of coins do not become stale")
        fakes.end_faults()
        if until(RECOVERY_SECONDS, lambda: not any(row["stale"] for row in server.get(path)), 1) is None:
            self.faults("the prices of coins stay stale")

    # MARK: Keys

    def keys(self, folder, fakes):
        answers, logs = [], []
        # Without a fault, then under each: a new process, so that no source is left alone for what it did before.
        for index, fault in enumerate([None, *KEY_FAULTS]):
            data = Path(folder, f"keys-{index}")
            data.mkdir()
            for source in BASES.values():
                if fault:
                    fakes.play(source, fault)
            server = self.start(data, fakes, level="trace").wait()
            server.must("PUT", "/api/rest/settings", {"sources": {"alphaVantage": True, "twelveData": True}})
            self.ask_everything(server, fault)
            self.stop(server)
            fakes.end_faults()
            answers += server.answers
            logs.append(server.log)
            played = {request["source"] for request in fakes.requests() if fault and request["fault"] == fault["fault"]}
            expected = {"polygon"} if fault and fault["fault"] == "nextURL" else set(BASES.values()) if fault else set()
            if idle := expected - played:
                self.faults(f"{fault} was not played by {idle}")
        places = [("the log", log.read_bytes()) for log in logs] + [("an answer", answer) for answer in answers]
        places += [(str(path), path.read_bytes()) for path in Path(folder).glob("keys-*/data/**/*") if path.is_file()]
        self.check_places(places)
        self.check_senders(fakes)

    def ask_everything(self, server, fault):
        if fault is None:
            paths = self.warm(server)
            until(START_SECONDS, lambda: self.complete(server))
        else:
            until(START_SECONDS, lambda: server.ask("GET", "/health/ready")[0] == 200)
            paths = [*self.QUESTIONS, "/api/rest/stocks/MSFT/options/expirations"]
        job = server.must("POST", "/api/rest/prices/backfill", {"assets": ["MSFT", "BTC"], "from": "2026-01-02"})["job"]
        for path in [*paths, "/api/rest/sources", "/api/rest/tickers/status", "/api/rest/prices", "/metrics"]:
            server.ask("GET", path)
        for source in ("polygon", "tradier", "yahoo", "coinGecko", "alphaVantage", "twelveData"):
            server.ask("POST", f"/api/rest/sources/{source}/check")
        until(20, lambda: server.get(f"/api/rest/jobs/{job}")["state"] != "running")
        server.get("/api/rest/jobs")

    def check_places(self, places):
        for place, text in places:
            for variable, key in KEYS.items():
                if (start := text.find(key.encode())) >= 0:
                    self.faults(f"{variable} is in {place}: {text[max(0, start - 100) : start + 100]!r}")

    def check_senders(self, fakes):
        sent = Counter()
        for request in fakes.requests():
            if others := set(request["keys"]) - {request["source"]}:
                self.faults(f"{request['source']} got the key of {others}: {request['path']}")
            if request["source"] == "elsewhere":
                self.faults(f"another host was asked: {request['path']}")
            if request["keyPlace"] == "query" and request["source"] != "alphavantage":
                self.faults(f"the key of {request['source']} is in the query of {request['path']}")
            if request["key"]:
                sent[request["source"]] += 1
            elif request["source"] not in ("yahoo", "elsewhere"):
                self.faults(f"{request['source']} got no key: {request['path']}")
        if unused := {"polygon", "tradier", "coingecko", "alphavantage", "twelvedata"} - set(sent):
            self.faults(f"no key was sent to {unused}")
        self.line("keys_requests", ", ".join(f"{source} {count}" for source, count in sorted(sent.items())))


class Latency:
    """Asks what needs no source, again and again, and measures how long answers take."""

    PAUSE = 0.02

    def __init__(self, port):
        self.port, self.times, self.is_over = port, {"live": [], "calculate": []}, threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.failure = None

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()

    def run(self):
        body = REQUEST.read_bytes()
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        while not self.is_over.wait(self.PAUSE):
            for name in self.times:
                start = time.monotonic()
                try:
                    if name == "live":
                        connection.request("GET", "/health/live")
                    else:
                        connection.request("POST", "/api/rest/options/calculate", body, {"Content-Type": "application/json"})
                    response = connection.getresponse()
                    response.read()
                    if response.status != 200:
                        self.failure = f"{name} answered {response.status}"
                except (OSError, HTTPException) as error:
                    self.failure = f"{name}: {error!r}"
                    connection.close()
                self.times[name].append(time.monotonic() - start)
        connection.close()

    def result(self):
        """The 99th percentiles."""
        if self.failure:
            sys.exit(f"while sources failed, {self.failure}")
        return {name: sorted(times)[int(0.99 * (len(times) - 1))] for name, times in self.times.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, help="the command of the server; `--port 0` is added")
    parser.add_argument("--fakes", required=True, help="the command of the imitated sources; `--port 0` is added")
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections to run, of " + ", ".join(SECTIONS))
    parser.add_argument("--kills", type=int, default=20, help="number of kills of each section that kills")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.server, arguments.fakes = shlex.split(arguments.server), shlex.split(arguments.fakes)
    only = arguments.only.split(",")
    if unknown := set(only) - set(SECTIONS):
        parser.error(f"--only: {', '.join(unknown)} is not one of {', '.join(SECTIONS)}")
    faults, start = Faults(), time.monotonic()
    for name in only:
        run = Run(arguments, random.Random(f"{name} {arguments.seed}"), faults)
        section = {"faults": run.outages}.get(name) or getattr(run, name)
        try:
            with tempfile.TemporaryDirectory(prefix="live-sources-") as folder, Fakes(arguments.fakes, folder) as fakes:
                section(folder, fakes)
        except (OSError, HTTPException) as error:
            faults(f"{name}: {error!r}")
        finally:
            for process in Server.started_ones:
                if process.poll() is None:
                    process.kill()
                    process.wait()
    print(f"seconds: {time.monotonic() - start:.1f}")
    print(f"faults: {faults.count}")
    return 1 if faults.count else 0


if __name__ == "__main__":
    sys.exit(main())
