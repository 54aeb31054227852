"""Kills `options-server` with SIGKILL while it imports daily prices and copies the list of tickers, and restarts it each time.

backfill  a job over all underlyings and two coins, with watch list and positions entered before the first kill
tickers   the copy of the list of tickers, in new data folders
trades    changes of trades; see trade_kills.py

In the first two, after each kill, a copy of the database opens and is intact, and no stored day or ticker is missing. According to its log, the next
process requests only days and pages that were not stored. When a job ends, the stored days are compared with the simulated history,
and their number with the number of imported days. The next job begins in a new data folder.

Run: kills.py --server SERVER [--only backfill,tickers,trades] [--kills 100] [--seed 1]
Prints `name: value` lines and the faults. The exit status is 1 if there is one."""

import argparse
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from http.client import HTTPException
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests"))

from stored import Empty, Stored
from support.faults import Faults
from support.program import command_line, until
from support.server import Server
from trade_kills import TradeKills

SECTIONS = ("backfill", "tickers", "trades")
FIELD = re.compile(r"(\w+)=(\S+)")
# The seconds from the moment at which a server accepts connections to a kill. A share of kills counts from its start instead.
SECONDS = (0.005, 0.4)
EARLY = 0.2
SNAPSHOT_SECONDS, END_SECONDS, STOP_SECONDS = 60, 300, 30
COINS = ["BTC", "ETH"]
COMPARED = 20
DECIMAL = {"parse_float": Decimal, "parse_int": Decimal}
# The last day of the imports: one that is complete, however close to the end of a day they run.
LAST = str(datetime.now(timezone.utc).date() - timedelta(days=2))
WATCHLIST = ["MSFT", "COIN", "BRK.B", "SPY", "AAPL"]
POSITIONS = {"SPY": (222, 118000), "COIN": (10.5, 2000.25), "ETH": (0.125, 300)}


class KilledServer(Server):
    """A server over a data folder. It logs every request to a source."""

    def __init__(self, command, folder, start=None):
        flags = ["--simulated-start", start] if start else []
        super().__init__(command, *flags, folder=folder, environment={"OPTIONS_LOG_LEVEL": "debug"})

    def stored(self, faults):
        return Stored(self.data / "simulated", faults)

    def lines(self, message):
        """The fields of the complete lines of the log with a message."""
        text = self.log.read_bytes()
        lines = text[: text.rfind(b"\n") + 1].decode(errors="replace").splitlines()
        return [dict(FIELD.findall(line)) for line in lines if message in line]


class Run:
    """Starts and kills over data folders."""

    def __init__(self, arguments, draw, faults):
        self.command, self.first, self.draw, self.faults = arguments.server, arguments.first, draw, faults
        self.questions, self.repeated, self.kills = 0, 0, 0

    def check(self, server, before, after, asked):
        """Checks that a run requested nothing that was stored before it, and that nothing stored before it is missing after it."""
        for name, days in before.days.items():
            if after.days.get(name, 0) < days:
                self.faults(f"{name} had {days} days and has {after.days.get(name, 0)}")
        if before.copied is None and after.counted < before.counted:
            self.faults(f"there were {before.counted} tickers and are {after.counted}")
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
        for line in server.text().splitlines():
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
        self.require_middle(halves["middle"])
        print(f"backfill_questions_seen: {self.questions}, {self.repeated} of them again because no answer was stored")

    def job(self, folder, kills, halves):
        server = KilledServer(self.command, folder).wait()
        symbols = [row["symbol"] for row in self.snapshot(server)]
        server.must("PUT", "/api/rest/watchlist", {"tickers": WATCHLIST})
        for name, (quantity, cost) in POSITIONS.items():
            server.must("PUT", f"/api/rest/positions/{name}", {"quantity": quantity, "cost": cost})
        assets = symbols + COINS
        job = server.must("POST", "/api/rest/prices/backfill", {"assets": assets, "from": self.first, "to": LAST})["job"]
        time.sleep(self.draw.uniform(*SECONDS))
        server.kill()
        self.kills += 1
        asked = Counter()
        before = server.stored(self.faults)
        self.check(server, Empty, before, asked)
        while self.kills < kills and before.jobs.get(job) != "done":
            halves["middle"] += 1
            server = KilledServer(self.command, folder)
            self.kill(server)
            after = server.stored(self.faults)
            self.check(server, before, after, asked)
            before = after
        server = KilledServer(self.command, folder).wait()
        self.finish(server, job)
        self.compare(server, assets)
        if server.terminate(STOP_SECONDS) != 0:
            self.faults("the last stop was not clean")
        last = server.stored(self.faults)
        self.check(server, before, last, asked)
        if set(last.days) < set(assets):
            self.faults(f"{len(set(assets) - set(last.days))} assets have no days")
        for name, days in last.days.items():
            if last.imported[name] != days:
                self.faults(f"{name} has {days} days, and jobs imported {last.imported[name]}")
        print(f"backfill_days: {sum(last.days.values())} of {len(last.days)} assets", flush=True)

    def snapshot(self, server):
        rows = until(SNAPSHOT_SECONDS, lambda: server.get("/v1/markets/quotes/snapshot")["results"], 0.02)
        return rows or server.fail("has no snapshot")

    def finish(self, server, job):
        end = time.monotonic() + END_SECONDS
        while (found := server.get(f"/api/rest/jobs/{job}"))["state"] == "running":
            if time.monotonic() > end:
                return self.faults("the job does not end")
            time.sleep(0.05)
        if found["state"] != "done":
            self.faults(f"the job is {found['state']}")
        for asset in found["assets"]:
            if asset["daysToGo"] or asset["message"]:
                self.faults(f"the job left {asset}")

    def compare(self, server, assets):
        """Compares the stored watch list and positions with the entered ones, and the stored closes with the simulated history."""
        if (found := [row["ticker"] for row in server.get("/api/rest/watchlist")["watchlist"]]) != WATCHLIST:
            self.faults(f"the watch list is {found}")
        rows = server.get("/api/rest/positions")["positions"]
        found = {row["asset"]: (float(row["quantity"]), float(row["cost"])) for row in rows}
        if found != POSITIONS:
            self.faults(f"the positions are {found}")
        path = server.data / "simulated" / "market.sqlite"
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        for name in self.draw.sample(assets, COMPARED):
            stored = {
                day: Decimal(close)
                for day, close in database.execute("SELECT date, close FROM prices WHERE asset = ? AND date <= ?", (name, LAST))
            }
            history = server.get(f"/api/rest/prices/{name}?from={self.first}&to={LAST}", **DECIMAL)["prices"]
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
                    server = KilledServer(self.command, folder)
                    time.sleep(self.draw.uniform(0, seconds))
                    server.kill()
                    self.kills += 1
                    after = server.stored(self.faults)
                    self.check(server, before, after, asked)
                    halves += after.place is not None
                    before = after
                server = KilledServer(self.command, folder).wait()
                status = self.copied(server)
                found = server.get("/api/rest/stocks/search?query=COIN")["results"]
                if not found or found[0]["symbol"] != "COIN" or status["count"] < 10_000:
                    self.faults(f"{status['count']} tickers, and a search finds {found[:3]}")
                # Waits for the snapshot, so that the stop does not interrupt a refresh.
                self.snapshot(server)
                if server.terminate(STOP_SECONDS) != 0:
                    self.faults("the last stop was not clean")
                last = server.stored(self.faults)
                self.check(server, before, last, asked)
        print(f"tickers_kills: {self.kills} in {rounds} data folders")
        print(f"tickers_kills_in_the_middle: {halves}", flush=True)
        self.require_middle(halves)

    def require_middle(self, kills):
        if kills == 0:
            self.faults("no kill interrupted the work")

    def trades(self, kills):
        TradeKills(lambda folder, start: KilledServer(self.command, folder, start), self.draw, self.faults).run(kills)

    def copied(self, server):
        """Waits until the list of tickers is complete."""
        end = time.monotonic() + END_SECONDS
        while not (status := server.get("/api/rest/tickers/status"))["complete"]:
            if time.monotonic() > end:
                self.faults("the list of tickers is not copied")
                break
            time.sleep(0.01)
        return status

    def undisturbed(self):
        """The seconds from the start of a process to the end of its copy of the list of tickers."""
        with tempfile.TemporaryDirectory(prefix="kills-") as folder:
            start = time.monotonic()
            server = KilledServer(self.command, folder).wait()
            self.copied(server)
            seconds = time.monotonic() - start
            server.kill()
            return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server; `--port 0` is added")
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections to run, of " + ", ".join(SECTIONS))
    parser.add_argument("--kills", type=int, default=100, help="number of kills of each section")
    parser.add_argument("--first", default="2014-01-02", help="first day of the backfill")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
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
