"""Five years of 16 shares and a year of 4 coins, under each fault in turn, then killed at several moments: every day is there, with the
true close, and was asked for once."""

import time
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import quote

from live.history import asked_days, today
from live.section import END_SECONDS, Section
from live.sources import COINS
from support.program import until

SHARES = [
    "SPY", "VOO", "AAPL", "TSLA", "NVDA", "AMZN", "COIN", "BRK.B", "FBTC", "GBTC", "SPLIT", "HALT", "HOLE", "DUPE",
    "LATER", "NEWCO",
]  # fmt: skip
COIN_DAYS = 364
# Each fault occurs in the first two calls; the third call succeeds. A slow source exceeds the time-out of the server. After a
# limit without a time, the server waits for a minute, so such a fault occurs once.
BACKFILL_FAULTS = [
    {"fault": "status", "status": 429, "count": 1}, {"fault": "status", "status": 429, "retryAfter": 2},
    {"fault": "status", "status": 429, "body": "empty", "count": 1}, {"fault": "status", "status": 429, "resetAfter": 2},
    {"fault": "status", "status": 500}, {"fault": "status", "status": 503, "body": "empty"}, {"fault": "html"},
    {"fault": "html", "status": 200}, {"fault": "text"}, {"fault": "empty"}, {"fault": "truncated"}, {"fault": "garbage"},
    {"fault": "badGzip"}, {"fault": "close"}, {"fault": "reset"}, {"fault": "cut"}, {"fault": "redirect"},
    {"fault": "slow", "delay": 7}, {"fault": "trickle", "delay": 12}, {"fault": "gzip"},
]  # fmt: skip
# The seconds from the moment at which a server accepts connections to a kill. A share of kills counts from its start instead.
SECONDS = (0.005, 1.2)
EARLY = 0.2
# The days that contain the last five sessions, including week-ends and holidays.
RECENT_DAYS = 11
# Yahoo sends single precision, of which the server keeps at least four decimals.
RELATIVE, ABSOLUTE = 1.2e-7, 6e-5


class Backfill(Section):
    def run(self, folder, fakes):
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
            # The first day that a public key may request advances while the test runs.
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
        # The ranges of two requests may share a day.
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
            before, after = server.stored(self.faults), fakes.count()
            while kills < self.kill_count and any(before.jobs.get(job) != "done" for job in jobs):
                server = self.start(data, fakes)
                if self.draw.random() >= EARLY:
                    server.wait()
                time.sleep(self.draw.uniform(*SECONDS))
                server.kill()
                kills += 1
                before, after = self.check_killed(server, fakes, before, after)
            server = self.start(data, fakes).wait()
            self.finish(server, jobs, "kills")
            self.compare(server, fakes, first, "kills")
            self.stop(server)
            self.check_killed(server, fakes, before, after)
        self.line("backfill_kills", f"{kills} in {rounds} data folders")

    def check_killed(self, server, fakes, before, after):
        """Checks that one process requested nothing that was stored before it, and that nothing stored before it is missing after it."""
        stored, asked = server.stored(self.faults), Counter()
        recent = (today() - timedelta(days=RECENT_DAYS)).isoformat()
        for name, days in before.days.items():
            if stored.days.get(name, 0) < days:
                self.faults(f"{name} had {days} days and has {stored.days.get(name, 0)}")
        for request in fakes.requests(after=after):
            if (question := asked_days(request)) is None or not question[1] or question[0] not in {*SHARES, *COINS}:
                continue
            asset, days = question
            weekdays = [day for day in days if asset in COINS or date.fromisoformat(day).weekday() < 5]
            # Every job requests recent days without prices again, with a day on either side.
            if any(day >= recent and not stored.holds(asset, day) for day in weekdays):
                continue
            asked[asset, days[0], days[-1]] += 1
            if weekdays and before.holds(asset, weekdays[0]) and before.holds(asset, weekdays[-1]):
                self.faults(f"{asset} was asked for {days[0]} to {days[-1]}, which were stored")
        if repeated := [question for question, count in asked.items() if count > 1]:
            self.faults(f"one process asked repeatedly for {repeated[:3]}")
        return stored, fakes.count()
