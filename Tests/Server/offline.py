"""Checks that `options-server` needs no network and no key: runs it in a network namespace of its own, where only the loopback interface is
up, asks every GET endpoint of market data, imports a year of prices, and enters a position.

Prints a line for each question, and ends with status 1 if one fails. Where the system allows no namespaces, it says `skipped` and ends with
status 0.

Run: offline.py --server SERVER"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests"))

from support.program import command_line, until
from support.server import Server

INSIDE = "OPTIONS_OFFLINE_TEST"
QUESTION_SECONDS, JOB_SECONDS = 20, 30
PATHS = [
    "/",
    "/health/live",
    "/api/rest/stocks/COIN/price",
    "/api/rest/stocks/COIN",
    "/api/rest/stocks/search?query=coin",
    "/api/rest/tickers/status",
    "/v1/markets/quotes/snapshot?symbols=AAPL,MSFT,SPY",
    "/v1/markets/quotes/last_update",
    "/api/rest/prices/SPY?from=2025-01-01&to=2025-12-31",
    "/api/rest/prices/latest?assets=SPY,BTC",
    "/api/rest/prices",
    "/api/rest/coins/markets?ids=bitcoin,ethereum",
    "/api/rest/settings",
    "/api/rest/sources",
    "/api/rest/jobs",
    "/api/rest/watchlist",
    "/api/rest/positions",
    "/api/rest/positions/history",
    "/api/rest/openapi.json",
    "/metrics",
]


def sources(value):
    """Every `source` of a JSON value."""
    if isinstance(value, dict):
        own = [value["source"]] if isinstance(value.get("source"), str) and "enabled" not in value else []
        return own + [source for member in value.values() for source in sources(member)]
    return [source for element in value for source in sources(element)] if isinstance(value, list) else []


def check(name, is_right, detail=""):
    print(f"{'ok' if is_right else 'FAILED'}: {name}{'' if is_right else f': {detail}'}", flush=True)
    return is_right


def question(server, path, method="GET", body=None, expected=200):
    answer = server.ask(method, path, body, timeout=QUESTION_SECONDS)
    name = f"{method} {path}"
    if answer.status != expected:
        return check(name, False, f"{answer.status} {answer.body[:300]}")
    if not answer.body:
        return check(name, False, "the answer is empty")
    if path.startswith(("/api", "/v1")) and "openapi" not in path:
        others = set(sources(answer.value)) - {"simulated"}
        if others:
            return check(name, False, f"data from {others}")
    return check(name, True)


def questions(server):
    """Asks everything, and returns which answers are right."""
    results = [question(server, path) for path in ["/health/ready", *PATHS]]
    expiration = server.get("/api/rest/stocks/COIN/options/expirations")["expirationDates"][1]
    chain = f"/api/rest/stocks/COIN/options/chain?expirationDate={expiration}"
    strikes = f"/api/rest/stocks/COIN/options/strikes?expirationDate={expiration}"
    results += [question(server, path) for path in ("/api/rest/stocks/COIN/options/expirations", chain, strikes)]
    strike = server.get(strikes)["strikePrices"][0]["strikePrice"]
    quote = f"underlyingTicker=COIN&expirationDate={expiration}&contractType=call&strikePrice={strike}"
    results += [question(server, f"/api/rest/options/quote?{quote}")]
    results += [question(server, "/api/rest/positions/SPY", "PUT", {"quantity": 222, "cost": 118000})]
    results += [question(server, "/api/rest/watchlist/COIN", "PUT")]
    year = {"assets": ["SPY", "BTC"], "from": "2024-01-01", "to": "2024-12-31"}
    results += [question(server, "/api/rest/prices/backfill", "POST", year, 202)]
    jobs = lambda: server.get("/api/rest/jobs")["jobs"]  # noqa: E731
    until(JOB_SECONDS, lambda: all(job["state"] != "running" for job in jobs()))
    imported = {row["asset"]: row["daysImported"] for row in jobs()[0]["assets"]}
    # 252 sessions, and every day of a leap year.
    return [*results, check("a year is imported", imported == {"SPY": 252, "BTC": 366}, imported)]


def run(command):
    # The server inherits only PATH from the environment of this process. Without a key, its market is simulated.
    with tempfile.TemporaryDirectory(prefix="options-offline-") as folder:
        none = {name: None for name in [*os.environ, "OPTIONS_MARKET"] if name != "PATH"}
        server = Server(command, folder=folder, environment={**none, "HOME": folder}).wait()
        server.wait_until_ready()
        results = questions(server)
        status = server.terminate()
        return all([*results, check("the server stops", status == 0, status)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server")
    arguments = parser.parse_args()
    if os.environ.get(INSIDE):
        routes = Path("/proc/net/route").read_text().splitlines()[1:]
        isolated = check("the namespace has no route to a network", not routes, routes)
        return 0 if run(arguments.server) and isolated else 1
    namespace = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--net", "--map-root-user"]
    up = "ip link set lo up 2>/dev/null || ifconfig lo up; exec \"$@\""
    if not shutil.which("unshare") or subprocess.run([*namespace, "true"], capture_output=True).returncode:
        print("skipped: this system allows no network namespaces")
        return 0
    command = [*namespace, "sh", "-c", up, "sh", sys.executable, *sys.argv]
    return subprocess.run(command, env={**os.environ, INSIDE: "1"}).returncode


if __name__ == "__main__":
    sys.exit(main())
