"""Every source fails in each way: the server stays up, serves the last known data as stale, delays no other request, and recovers."""

import sys
import time

from live.latency import Latency
from live.questions import warm
from live.section import Section
from live.snapshot import SNAPSHOT
from live.sources import BASES
from support.program import until

OUTAGES = [
    {"fault": "status", "status": 429}, {"fault": "status", "status": 429, "retryAfter": 1}, {"fault": "status", "status": 500},
    {"fault": "html"}, {"fault": "html", "status": 200}, {"fault": "truncated"}, {"fault": "empty"}, {"fault": "garbage"},
    {"fault": "badGzip"}, {"fault": "redirect"}, {"fault": "slow", "delay": 5}, {"fault": "trickle", "delay": 8},
    {"fault": "close"}, {"fault": "cut"},
]  # fmt: skip
# After a limit without `Retry-After`, a source is not called until the next minute.
INTERVAL, STALE_SECONDS, RECOVERY_SECONDS, COIN_SECONDS = 2, 45, 90, 90
# A user's request may take `UPSTREAM_TIMEOUT`, plus some time on a slow host.
ANSWER_SECONDS = 2 + 1.5
# How far the 99th percentile may rise while sources fail: a factor, and seconds.
LATENCY = (3, 0.05)


class Outages(Section):
    def run(self, folder, fakes):
        server = self.start(folder, fakes, "--snapshot-interval", str(INTERVAL)).wait()
        paths = warm(server, self.faults)
        with Latency(server) as latency:
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
        for source in BASES.values():
            fakes.play(source, fault)
        unknown = self.draw.choice(fakes.control("tickers")["tickers"])
        with Latency(server) as latency:
            for path in paths:
                start = time.monotonic()
                answer = server.ask("GET", path)
                if answer.status != 200:
                    self.faults(f"{name}: {path} answered {answer.status} {answer.body}")
                if (took := time.monotonic() - start) > ANSWER_SECONDS:
                    self.faults(f"{name}: {path} took {took:.1f} s")
            # A share that was never requested has no last known price.
            start = time.monotonic()
            answer = server.ask("GET", f"/api/rest/stocks/{unknown}/price")
            if answer.status not in (502, 503, 504) or not self.is_error(answer):
                self.faults(f"{name}: an unknown price answered {answer.status} {answer.body}")
            if (took := time.monotonic() - start) > ANSWER_SECONDS:
                self.faults(f"{name}: an unknown price took {took:.1f} s")
            if answer.status == 503 and "retry-after" not in answer.headers:
                self.faults(f"{name}: 503 without Retry-After: {answer.body}")
            # While the exchange is closed, the last price does not become stale.
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

    @staticmethod
    def is_error(answer):
        try:
            value = answer.value
        except ValueError:
            return False
        return isinstance(value, dict) and "error" in value

    def coin_outage(self, server, fakes):
        """Prices of coins, which trade at all times, become stale after a minute."""
        fakes.play("coingecko", {"fault": "status", "status": 500})
        path = "/api/rest/coins/markets?ids=bitcoin,ethereum"
        if until(COIN_SECONDS, lambda: all(row["stale"] for row in server.get(path)), 1) is None:
            self.faults("the prices of coins do not become stale")
        fakes.end_faults()
        if until(RECOVERY_SECONDS, lambda: not any(row["stale"] for row in server.get(path)), 1) is None:
            self.faults("the prices of coins stay stale")
