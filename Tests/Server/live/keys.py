"""Checks that no key is in a log, a response or a file, and that none is sent to another host."""

from collections import Counter
from pathlib import Path

from live.questions import QUESTIONS, warm
from live.section import START_SECONDS, Section
from live.sources import BASES, KEYS
from support.program import until

KEY_FAULTS = [
    {"fault": "status", "status": 401}, {"fault": "status", "status": 403}, {"fault": "status", "status": 429},
    {"fault": "twin"}, {"fault": "redirect"}, {"fault": "redirect", "status": 307}, {"fault": "nextURL"},
    {"fault": "garbage"}, {"fault": "close"},
]  # fmt: skip


class Keys(Section):
    def run(self, folder, fakes):
        answers, logs = [], []
        # Runs without a fault, then with each fault, in a new process each time, so that no circuit breaker is open at the start.
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
            paths = warm(server, self.faults)
            until(START_SECONDS, server.copied)
        else:
            until(START_SECONDS, server.is_ready)
            paths = [*QUESTIONS, "/api/rest/stocks/MSFT/options/expirations"]
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
