"""The quotes of 6,000 symbols: the first within 5 s of the start, all within the calls that the source allows."""

import itertools
import time
from collections import Counter
from pathlib import Path

from live.section import START_SECONDS, Section
from support.program import until

SYMBOLS, SNAPSHOT_SECONDS, TRADIER_CALLS = 6000, 5, 120
SPECIAL_SYMBOLS = ["NULLO", "NOBID", "NOLST", "NOALL", "NOPEX", "BRK.B", "INTS"]
SNAPSHOT = "/v1/markets/quotes/last_update"


class Snapshot(Section):
    def run(self, folder, fakes):
        names = map("".join, itertools.product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", repeat=3))
        symbols = [*itertools.islice(names, SYMBOLS - len(SPECIAL_SYMBOLS)), *SPECIAL_SYMBOLS]
        Path(folder, "symbols").write_text("\n".join(symbols))
        fakes.control("rate", {"source": "tradier", "calls": TRADIER_CALLS, "seconds": 60})
        variables = {"TRADIER_CALLS_PER_MINUTE": str(TRADIER_CALLS), "POLYGON_API_KEY": None, "UPSTREAM_TIMEOUT": None}
        server = self.start(folder, fakes, "--symbols", str(Path(folder, "symbols")), **variables).wait()
        expected = SYMBOLS - 2
        if until(START_SECONDS, lambda: server.ask("GET", SNAPSHOT).value.get("count", 0), 0.02) is None:
            return self.faults(f"there is no snapshot: {server.ask('GET', SNAPSHOT).body}")
        took = time.monotonic() - server.started
        self.line("snapshot_seconds", f"{took:.2f} from the start of the process")
        if took > SNAPSHOT_SECONDS:
            self.faults(f"the first snapshot took {took:.2f} s")
        self.check_snapshot(server, expected)
        refreshed = server.get(SNAPSHOT)["refreshed"]
        if until(75, lambda: server.get(SNAPSHOT)["refreshed"] != refreshed, 0.5) is None:
            self.faults("there is no second snapshot after 75 s")
        quotes = [request for request in fakes.requests("tradier") if request["path"].endswith("/quotes")]
        times = sorted(request["time"] for request in fakes.requests("tradier"))
        busiest = max(sum(start <= other < start + 60 for other in times) for start in times)
        self.line("snapshot_calls", f"{len(quotes)} for two snapshots, {busiest} in the busiest minute")
        if busiest > TRADIER_CALLS or any(request["status"] != 200 for request in quotes):
            self.faults(f"{busiest} calls in a minute, {Counter(request['status'] for request in quotes)}")
        self.stop(server)
        # After a restart, the last good snapshot is served immediately, even while the source is unavailable.
        fakes.play("tradier", {"fault": "status", "status": 500})
        server = self.start(folder, fakes, "--symbols", str(Path(folder, "symbols")), **variables).wait()
        if (kept := server.get(SNAPSHOT)["count"]) != expected:
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
            self.faults(f"quotes with missing members are {rows['NOBID']} and {rows['NOLST']}")
