"""Checks that `options-server` needs no network and no key: runs it in a network namespace of its own, where only the loopback interface is up,
and asks every GET endpoint of market data, imports a year of prices, and enters a position.

Prints a line for each question, and ends with status 1 if one fails. Where the system allows no namespaces, it says `skipped` and ends with
status 0.

Run: offline.py --server SERVER"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

INSIDE = "OPTIONS_OFFLINE_TEST"
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


def ask(url, method="GET", body=None):
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"} if data else {}, method=method)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=20) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def sources(value):
    """Every `source` of a JSON value."""
    if isinstance(value, dict):
        own = [value["source"]] if isinstance(value.get("source"), str) and "enabled" not in value else []
        return own + [source for member in value.values() for source in sources(member)]
    return [source for element in value for source in sources(element)] if isinstance(value, list) else []


def check(name, is_right, detail=""):
    print(f"{'ok' if is_right else 'FAILED'}: {name}{'' if is_right else f': {detail}'}", flush=True)
    return is_right


def question(base, path, method="GET", body=None, expected=200):
    status, answer = ask(base + path, method, body)
    name = f"{method} {path}"
    if status != expected:
        return check(name, False, f"{status} {answer[:300]}")
    if not answer:
        return check(name, False, "the answer is empty")
    if path.startswith(("/api", "/v1")) and "openapi" not in path:
        others = set(sources(json.loads(answer))) - {"simulated"}
        if others:
            return check(name, False, f"data from {others}")
    return check(name, True)


def run(server):
    with tempfile.TemporaryDirectory(prefix="options-offline-") as folder:
        log = Path(folder, "log")
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": folder}
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [*server, "--port", "0", "--data", f"{folder}/data"], stderr=output, env=environment
            )
        try:
            base = None
            end = time.monotonic() + 60
            while base is None and time.monotonic() < end and process.poll() is None:
                lines = [line for line in log.read_text().splitlines() if line.startswith("listening on ")]
                base = lines[0].removeprefix("listening on ") if lines else time.sleep(0.05)
            if base is None:
                return check("the server starts", False, log.read_text()[-500:])
            while time.monotonic() < end and ask(base + "/health/ready")[0] != 200:
                time.sleep(0.1)
            results = [question(base, "/health/ready")]
            results += [question(base, path) for path in PATHS]
            _, answer = ask(base + "/api/rest/stocks/COIN/options/expirations")
            expiration = json.loads(answer)["expirationDates"][1]
            chain = f"/api/rest/stocks/COIN/options/chain?expirationDate={expiration}"
            strikes = f"/api/rest/stocks/COIN/options/strikes?expirationDate={expiration}"
            results += [question(base, "/api/rest/stocks/COIN/options/expirations"), question(base, chain)]
            results += [question(base, strikes)]
            strike = json.loads(ask(base + strikes)[1])["strikePrices"][0]["strikePrice"]
            quote = f"underlyingTicker=COIN&expirationDate={expiration}&contractType=call&strikePrice={strike}"
            results += [question(base, f"/api/rest/options/quote?{quote}")]
            results += [question(base, "/api/rest/positions/SPY", "PUT", {"quantity": 222, "cost": 118000})]
            results += [question(base, "/api/rest/watchlist/COIN", "PUT")]
            results += [question(base, "/api/rest/prices/backfill", "POST", {"assets": ["SPY", "BTC"], "from": "2024-01-01", "to": "2024-12-31"}, 202)]
            while time.monotonic() < end:
                jobs = json.loads(ask(base + "/api/rest/jobs")[1])["jobs"]
                if all(job["state"] != "running" for job in jobs):
                    break
                time.sleep(0.1)
            imported = {row["asset"]: row["daysImported"] for row in jobs[0]["assets"]}
            # 252 sessions, and every day of a leap year.
            results += [check("a year is imported", imported == {"SPY": 252, "BTC": 366}, imported)]
        finally:
            process.terminate()
            status = process.wait(20)
        return all([*results, check("the server stops", status == 0, status)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, help="the command of the server")
    arguments = parser.parse_args()
    if os.environ.get(INSIDE):
        routes = Path("/proc/net/route").read_text().splitlines()[1:]
        isolated = check("there is no route to anywhere", not routes, routes)
        return 0 if run(shlex.split(arguments.server)) and isolated else 1
    namespace = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--net", "--map-root-user"]
    up = "ip link set lo up 2>/dev/null || ifconfig lo up; exec \"$@\""
    if not shutil.which("unshare") or subprocess.run([*namespace, "true"], capture_output=True).returncode:
        print("skipped: this system allows no network namespaces")
        return 0
    command = [*namespace, "sh", "-c", up, "sh", sys.executable, *sys.argv]
    return subprocess.run(command, env={**os.environ, INSIDE: "1"}).returncode


if __name__ == "__main__":
    sys.exit(main())
