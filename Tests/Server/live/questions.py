"""All requests for market data."""

from live.section import END_SECONDS, START_SECONDS
from support.program import until

QUESTIONS = [
    "/api/rest/stocks/COIN/price", "/api/rest/stocks/COIN", "/api/rest/stocks/COIN/options/expirations",
    "/v1/markets/quotes/snapshot?symbols=AAPL,COIN", "/v1/markets/quotes/last_update",
    "/api/rest/prices/SPY?from=2025-01-02&to=2025-06-30", "/api/rest/prices/latest?assets=SPY,BTC",
    "/api/rest/coins/markets?ids=bitcoin,ethereum", "/api/rest/positions", "/api/rest/watchlist",
]  # fmt: skip


def questions(server):
    """All requests for market data, including a chain."""
    dates = server.get("/api/rest/stocks/COIN/options/expirations")["expirationDates"]
    strikes = f"/api/rest/stocks/COIN/options/strikes?expirationDate={dates[1]}"
    strike = server.get(strikes)["strikePrices"][10]["strikePrice"]
    option = f"underlyingTicker=COIN&expirationDate={dates[1]}&contractType=call&strikePrice={strike}"
    chain = f"/api/rest/stocks/COIN/options/chain?expirationDate={dates[1]}"
    return [*QUESTIONS, strikes, chain, f"/api/rest/options/quote?{option}"]


def warm(server, faults):
    """Sends each request once, so that the server has last known answers."""
    until(START_SECONDS, server.is_ready)
    server.must("PUT", "/api/rest/positions/SPY", {"quantity": 222, "cost": 118000})
    server.must("PUT", "/api/rest/positions/ETH", {"quantity": 0.5, "cost": 300})
    server.ask("PUT", "/api/rest/watchlist/COIN")
    job = server.must("POST", "/api/rest/prices/backfill", {"assets": ["SPY", "BTC"], "from": "2025-01-02"})["job"]
    until(END_SECONDS, lambda: server.get(f"/api/rest/jobs/{job}")["state"] != "running")
    paths = questions(server)
    for path in paths:
        answer = server.ask("GET", path)
        if answer.status != 200:
            faults(f"with good sources, {path} answered {answer.status} {answer.body}")
    return paths
