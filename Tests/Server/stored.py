"""The contents of a database of market data after a kill."""

import shutil
import sqlite3
import tempfile
from collections import Counter
from pathlib import Path


class Stored:
    """The contents of the database in a data folder, read from a copy, so that the files stay unchanged after the kill."""

    def __init__(self, data, faults):
        self.days, self.answered, self.jobs, self.imported = {}, {}, {}, Counter()
        # The rows of the list of tickers, and their number in the state of its copy.
        self.tickers, self.counted = 0, 0
        self.place, self.copied = None, None
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
        (self.tickers,) = database.execute("SELECT count(*) FROM tickers").fetchone()
        self.counted, under_way, place, self.copied = database.execute(
            "SELECT count, isUnderWay, place, completed FROM tickerWalk"
        ).fetchone()
        self.place = place if under_way else None
        if self.counted != self.tickers:
            faults(f"{self.tickers} tickers are stored, and {self.counted} were counted when they were stored")

    def holds(self, asset, day):
        return any(first <= day <= last for first, last in self.answered.get(asset, []))


class Empty:
    """The contents of a new data folder."""

    days, jobs, tickers, counted, place, copied = {}, {}, 0, 0, None, None

    @staticmethod
    def holds(asset, day):
        return False
