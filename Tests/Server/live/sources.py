"""The processes of a section: the imitations of the sources, and servers that ask them."""

from urllib.parse import quote

from stored import Stored
from support.server import Server

KEYS = {
    "POLYGON_API_KEY": "polygon-key", "TRADIER_TOKEN": "tradier-token", "COINGECKO_API_KEY": "coingecko-key",
    "ALPHA_VANTAGE_API_KEY": "alphavantage-key", "TWELVE_DATA_API_KEY": "twelvedata-key",
}  # fmt: skip
BASES = {
    "POLYGON_BASE_URL": "polygon", "TRADIER_BASE_URL": "tradier", "YAHOO_BASE_URL": "yahoo",
    "COINGECKO_BASE_URL": "coingecko", "ALPHA_VANTAGE_BASE_URL": "alphavantage", "TWELVE_DATA_BASE_URL": "twelvedata",
}  # fmt: skip
# Limits of calls so high that most sections do not reach them.
QUICK = {
    "POLYGON_CALLS_PER_MINUTE": "6000", "TRADIER_CALLS_PER_MINUTE": "6000", "YAHOO_CALLS_PER_MINUTE": "6000",
    "COINGECKO_CALLS_PER_MINUTE": "6000", "TWELVE_DATA_CALLS_PER_MINUTE": "6000", "UPSTREAM_TIMEOUT": "2",
}  # fmt: skip
COINS = {"BTC": "bitcoin", "ETH": "ethereum", "coin:solana": "solana", "coin:short-coin": "short-coin"}


class Fakes(Server):
    """The process that imitates the sources. Its controls are Sources/_FakeSources/Control/ControlRoutes.swift."""

    def control(self, path, body=None):
        return self.must("GET" if body is None else "POST", f"/control/{path}", body)

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


class LiveServer(Server):
    """A server over a data folder, with live sources. It records its responses."""

    def __init__(self, command, folder, fakes, *flags, level="debug", **variables):
        self.answers = []
        bases = {name: f"{fakes.origin}/{source}" for name, source in BASES.items()}
        live = {"OPTIONS_MARKET": "live", "OPTIONS_LOG_LEVEL": level}
        super().__init__(command, *flags, folder=folder, environment={**live, **bases, **KEYS, **QUICK, **variables})

    def ask(self, *arguments, **options):
        answer = super().ask(*arguments, **options)
        self.answers.append(repr(answer.headers).encode() + answer.body)
        return answer

    def is_ready(self):
        return self.ask("GET", "/health/ready").status == 200

    def copied(self):
        """The state of the list of tickers if it is complete; otherwise `None`."""
        status = self.get("/api/rest/tickers/status")
        return status if status["complete"] else None

    def stored(self, faults):
        return Stored(self.data / "live", faults)
