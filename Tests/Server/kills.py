"""Kills `options-server` with SIGKILL while it imports daily prices and copies the list of tickers, and restarts it each time.

backfill  a job over all underlyings and two coins, with watch list and positions entered before the first kill
tickers   the copy of the list of tickers, in new data folders

After each kill, a copy of the database opens and is intact; no day and no ticker that was stored is missing; and the questions in the
log of the next start are about days and pages that were not stored. A job that ends is compared with the simulated history, and
the number of days it imported with the number of days stored; then the next one begins in a new data folder.

Run: kills.py --server SERVER [--only backfill,tickers] [--kills 100] [--seed 1]
Prints `name: value` lines and the faults. The exit status is 1 if there is one."""

import argparse
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
import time
from collections import Counter
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from http.client import HTTPConnection, HTTPException
from pathlib import Path

SECTIONS = ("backfill", "tickers")
ADDRESS = re.compile(rb"listening on http://[^:\s]+:(\d+)")
FIELD = re.compile(r"(\w+)=(\S+)")
# The seconds from the moment at which a server accepts connections to a kill. A share of kills counts from its start instead.
SECONDS = (0.005, 0.4)
EARLY = 0.2
START_SECONDS, END_SECONDS = 60, 300
COINS = ["BTC", "ETH"]
COMPARED = 20
# The last day of the imports: one that is complete, however close to the end of a day they run.
LAST = str(datetime.now(timezone.utc).date() - timedelta(days=2))
WATCHLIST = ["MSFT", "COIN", "BRK.B", "SPY", "AAPL"]
POSITIONS = {"SPY": (222, 118000), "COIN": (10.5, 2000.25), "ETH": (0.125, 300)}


class Faults:
    def __init__(self):
        self.count = 0

    def __call__(self, what):
        self.count += 1
        if self.count <= 40:
            print(f"FAULT {what}", flush=True)


class Server:
    """A process over a data folder. Its log has every question to a source."""

    def __init__(self, command, folder):
        self.log = Path(folder, "log")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("OPTIONS_")}
        environment |= {"OPTIONS_DATA": str(Path(folder, "data")), "OPTIONS_MARKET": "simulated", "OPTIONS_LOG_LEVEL": "debug"}
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen([*command, "--port", "0"], stdout=log, stderr=log, env=environment)

    def wait(self):
        """Waits until it accepts connections."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            if found := ADDRESS.search(self.log.read_bytes()):
                self.port = int(found[1])
                return self
            time.sleep(0.002)
        self.kill()
        sys.exit(f"the server did not start:\n{self.log.read_text(errors='replace')[-2000:]}")

    def ask(self, method, path, body=None):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        if response.status >= 300:
            sys.exit(f"{method} {path} answered {response.status} {data[:300]}")
        return json.loads(data, parse_float=Decimal, parse_int=Decimal)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    def lines(self, message):
        """The fields of the complete lines of the log with a message."""
        text = self.log.read_bytes()
        lines = text[: text.rfind(b"\n") + 1].decode(errors="replace").splitlines()
        return [dict(FIELD.findall(line)) for line in lines if message in line]


class Stored:
    """What the database holds, read from a copy, so that the next start finds what the kill left."""

    def __init__(self, folder, faults):
        self.days, self.answered, self.jobs, self.imported = {}, {}, {}, Counter()
        self.tickers, self.place, self.copied = 0, None, None
        data = Path(folder, "data", "simulated")
        if damaged := [path.name for path in data.glob("*damaged*")]:
            faults(f"files were set aside: {damaged}")
        with tempfile.TemporaryDirectory() as copy:
            for path in data.glob("*.sqlite*"):
                shutil.copy(path, copy)
            for name in ("market.sqlite", "personal.sqlite"):
                if Path(copy, name).exists():
                    self.read(Path(copy, name), faults)

    def read(self, path, faults):
        with sqlite3.connect(path) as database:
            for check in ("integrity_check", "foreign_key_check"):
                rows = database.execute(f"PRAGMA {check}").fetchall()
                if rows not in ([], [("ok",)]):
                    faults(f"{path.name}: {check} says {rows[:3]}")
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            if path.name == "market.sqlite" and "assets" in tables:
                self.read_market(database, faults)
        database.close()

    def read_market(self, database, faults):
        self.days = dict(database.execute("SELECT name, days FROM assets"))
        counted = dict(
            database.execute("SELECT name, count(*) FROM dailyPrices JOIN assets ON id = asset GROUP BY name")
        )
        if wrong := {name for name, days in self.days.items() if counted.get(name, 0) != days}:
            faults(f"the number of days is wrong for {sorted(wrong)[:5]}")
        for name, first, last in database.execute(
            "SELECT name, answeredDays.first, answeredDays.last FROM answeredDays JOIN assets ON id = asset"
        ):
            self.answered.setdefault(name, []).append((first, last))
        self.jobs = dict(database.execute("SELECT id, state FROM jobs"))
        for name, days in database.execute("SELECT asset, daysImported FROM jobAssets"):
            self.imported[name] += days
        self.tickers, under_way, self.place, self.copied = database.execute(
            "SELECT count, isUnderWay, place, completed FROM tickerWalk"
        ).fetchone()
        self.place = self.place if under_way else None

    def holds(self, asset, day):
        return any(first <= day <= last for first, last in self.answered.get(asset, []))


class Run:
    """Starts and kills over data folders."""

    def __init__(self, arguments, draw, faults):
        self.command, self.first, self.draw, self.faults = arguments.server, arguments.first, draw, faults
        self.questions, self.repeated, self.kills = 0, 0, 0

    def check(self, server, before, after, asked):
        """Compares what a run asked with what was stored before it, and what is stored after it with that."""
        for name, days in before.days.items():
            if after.days.get(name, 0) < days:
                self.faults(f"{name} had {days} days and has {after.days.get(name, 0)}")
        if before.copied is None and after.tickers < before.tickers:
            self.faults(f"there were {before.tickers} tickers and are {after.tickers}")
        questions = server.lines("asked for daily prices")
        self.questions += len(questions)
        for question in questions:
            name, first, last = question["asset"], question["from"], question["to"]
            if before.holds(name, first) or before.holds(name, last):
                self.faults(f"{name} was asked for {first} to {last}, which were stored")
        ranges = Counter((question["asset"], question["from"], question["to"]) for question in questions)
        for question, count in ranges.items():
            if count > 1:
                self.faults(f"{question} was asked {count} times by one process")
            self.repeated += question in asked
        asked.update(ranges)
        places = [line["place"] for line in server.lines("asked for tickers")]
        if places and places[0] != (before.place or "start"):
            self.faults(f"the tickers were at {before.place}, and {places[0]} was asked")
        if before.copied and places:
            self.faults(f"the tickers were complete, and {places[0]} was asked")
        if len(set(places)) < len(places):
            self.faults(f"pages were asked repeatedly: {places}")
        for line in server.log.read_text(errors="replace").splitlines():
            if " error " in line or " warning " in line or "Fatal" in line:
                self.faults(f"in the log: {line[:300]}")

    def kill(self, server):
        """Kills a server that has just been started, before or after it accepts connections."""
        if self.draw.random() >= EARLY:
            server.wait()
        time.sleep(self.draw.uniform(*SECONDS))
        server.kill()
        self.kills += 1

    def backfill(self, kills):
        rounds, halves = 0, Counter()
        while self.kills < kills:
            rounds += 1
            with tempfile.TemporaryDirectory(prefix="kills-") as folder:
                self.job(folder, kills, halves)
        print(f"backfill_kills: {self.kills} in {rounds} data folders")
        print(f"backfill_kills_in_the_middle: {halves['middle']}")
        print(f"backfill_questions_seen: {self.questions}, {self.repeated} of them again because no answer was stored")

    def job(self, folder, kills, halves):
        server = Server(self.command, folder).wait()
        symbols = [row["symbol"] for row in self.snapshot(server)]
        server.ask("PUT", "/api/rest/watchlist", {"tickers": WATCHLIST})
        for name, (quantity, cost) in POSITIONS.items():
            server.ask("PUT", f"/api/rest/positions/{name}", {"quantity": quantity, "cost": cost})
        assets = symbols + COINS
        job = server.ask("POST", "/api/rest/prices/backfill", {"assets": assets, "from": self.first, "to": LAST})["job"]
        time.sleep(self.draw.uniform(*SECONDS))
        server.kill()
        self.kills += 1
        asked = Counter()
        before = Stored(folder, self.faults)
        self.check(server, Empty, before, asked)
        while self.kills < kills and before.jobs.get(job) != "done":
            halves["middle"] += 1
            server = Server(self.command, folder)
            self.kill(server)
            after = Stored(folder, self.faults)
            self.check(server, before, after, asked)
            before = after
        server = Server(self.command, folder).wait()
        self.finish(server, job)
        self.compare(server, assets)
        if server.stop() != 0:
            self.faults("the last stop was not clean")
        last = Stored(folder, self.faults)
        self.check(server, before, last, asked)
        if set(last.days) < set(assets):
            self.faults(f"{len(set(assets) - set(last.days))} assets have no days")
        for name, days in last.days.items():
            if last.imported[name] != days:
                self.faults(f"{name} has {days} days, and jobs imported {last.imported[name]}")
        print(f"backfill_days: {sum(last.days.values())} of {len(last.days)} assets", flush=True)

    def snapshot(self, server):
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if rows := server.ask("GET", "/v1/markets/quotes/snapshot")["results"]:
                return rows
            time.sleep(0.02)
        sys.exit("there is no snapshot")

    def finish(self, server, job):
        end = time.monotonic() + END_SECONDS
        while (found := server.ask("GET", f"/api/rest/jobs/{job}"))["state"] == "running":
            if time.monotonic() > end:
                return self.faults("the job does not end")
            time.sleep(0.05)
        if found["state"] != "done":
            self.faults(f"the job is {found['state']}")
        for asset in found["assets"]:
            if asset["daysToGo"] or asset["message"]:
                self.faults(f"the job left {asset}")

    def compare(self, server, assets):
        """Compares what people entered, and the closes stored, with what was entered, and the simulated history."""
        if (found := [row["ticker"] for row in server.ask("GET", "/api/rest/watchlist")["watchlist"]]) != WATCHLIST:
            self.faults(f"the watch list is {found}")
        rows = server.ask("GET", "/api/rest/positions")["positions"]
        found = {row["asset"]: (float(row["quantity"]), float(row["cost"])) for row in rows}
        if found != POSITIONS:
            self.faults(f"the positions are {found}")
        path = Path(server.log.parent, "data", "simulated", "market.sqlite")
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        for name in self.draw.sample(assets, COMPARED):
            stored = {
                day: Decimal(close)
                for day, close in database.execute("SELECT date, close FROM prices WHERE asset = ? AND date <= ?", (name, LAST))
            }
            history = server.ask("GET", f"/api/rest/prices/{name}?from={self.first}&to={LAST}")["prices"]
            if stored != {row["date"]: row["close"] for row in history}:
                self.faults(f"{name} has {len(stored)} days, which are not the {len(history)} of the market")
        database.close()

    def tickers(self, kills):
        rounds, halves = 0, 0
        seconds = self.undisturbed()
        print(f"tickers_seconds: {seconds:.2f} without a kill")
        while self.kills < kills:
            rounds += 1
            with tempfile.TemporaryDirectory(prefix="kills-") as folder:
                before, asked = Empty, Counter()
                while self.kills < kills and before.copied is None:
                    server = Server(self.command, folder)
                    time.sleep(self.draw.uniform(0, seconds))
                    server.kill()
                    self.kills += 1
                    after = Stored(folder, self.faults)
                    self.check(server, before, after, asked)
                    halves += after.place is not None
                    before = after
                server = Server(self.command, folder).wait()
                status = self.copied(server)
                found = server.ask("GET", "/api/rest/stocks/search?query=COIN")["results"]
                if not found or found[0]["symbol"] != "COIN" or status["count"] < 10_000:
                    self.faults(f"{status['count']} tickers, and a search finds {found[:3]}")
                # A refresh of the snapshot is not interrupted.
                self.snapshot(server)
                if server.stop() != 0:
                    self.faults("the last stop was not clean")
                last = Stored(folder, self.faults)
                self.check(server, before, last, asked)
        print(f"tickers_kills: {self.kills} in {rounds} data folders")
        print(f"tickers_kills_in_the_middle: {halves}", flush=True)


    def copied(self, server):
        """Waits until the list of tickers is complete."""
        end = time.monotonic() + END_SECONDS
        while not (status := server.ask("GET", "/api/rest/tickers/status"))["complete"]:
            if time.monotonic() > end:
                self.faults("the list of tickers is not copied")
                break
            time.sleep(0.01)
        return status

    def undisturbed(self):
        """The seconds from the start of a process to the end of its copy of the list of tickers."""
        with tempfile.TemporaryDirectory(prefix="kills-") as folder:
            start = time.monotonic()
            server = Server(self.command, folder).wait()
            self.copied(server)
            seconds = time.monotonic() - start
            server.kill()
            return seconds


class Empty:
    days, jobs, tickers, place, copied = {}, {}, 0, None, None

    @staticmethod
    def holds(asset, day):
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, help="the command of the server; `--port 0` is added")
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections to run, of " + ", ".join(SECTIONS))
    parser.add_argument("--kills", type=int, default=100, help="number of kills of each section")
    parser.add_argument("--first", default="2014-01-02", help="first day of the backfill")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.server = shlex.split(arguments.server)
    only = arguments.only.split(",")
    if unknown := set(only) - set(SECTIONS):
        parser.error(f"--only: {', '.join(unknown)} is not one of {', '.join(SECTIONS)}")
    faults, start = Faults(), time.monotonic()
    for name in only:
        run = Run(arguments, random.Random(f"{name} {arguments.seed}"), faults)
        try:
            getattr(run, name)(arguments.kills)
        except (OSError, HTTPException) as error:
            faults(f"{name}: {error!r}")
    print(f"seconds: {time.monotonic() - start:.1f}")
    print(f"faults: {faults.count}")
    return 1 if faults.count else 0


if __name__ == "__main__":
    sys.exit(main())
