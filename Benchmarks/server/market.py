"""Measures the market data of `options-server` over HTTP, on the simulated market.

The server runs on the first core, the load on the second. Prints `name: value unit` lines; figures with a target state it. Latencies
count from the time at which a request was due.

Run: market.py --server SERVER --tools TOOLS [--rows 6000] [--seconds 10] [--only snapshot,search,chain,memory]"""

import argparse
import signal
import sys
import tempfile
import time
from pathlib import Path

import load
import report
from servers import MeasuredServer, pin_load
from support.documented import FIXED
from support.program import command_line

SECTIONS = ["snapshot", "search", "chain", "memory"]
SNAPSHOT = "/v1/markets/quotes/snapshot"
LAST_UPDATE = "/v1/markets/quotes/last_update"
RATE, CONNECTIONS = 5_000, 16
MILLISECOND = 1_000  # in microseconds


def tickers(server, count):
    """Symbols of the simulated market, found by searches for one, two and three letters."""
    found = set()
    for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        for second in ["", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]:
            for third in ["", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"] if second else [""]:
                answer = server.get(f"/api/rest/stocks/search?limit=100&query={first}{second}{third}")
                found |= {row["symbol"] for row in answer["results"]}
                if len(found) >= count:
                    return sorted(found)[:count]
    sys.exit(f"only {len(found)} tickers were found")


def latency(arguments, server, name, path, rate, at_most, connections=CONNECTIONS):
    found = load.open_loop(arguments.tools, server, path, connections, rate, arguments.seconds)
    report.line(f"{name}_p50", found["p50"] / MILLISECOND, "ms")
    report.line(f"{name}_p99", found["p99"] / MILLISECOND, "ms", at_most=at_most)
    return found


def snapshot(arguments):
    """Filtered and whole snapshots of many rows."""
    with MeasuredServer(arguments.server) as server:
        server.wait_for(lambda: server.get("/api/rest/tickers/status")["complete"], "all tickers")
        symbols = tickers(server, arguments.rows)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(symbols))
        file.flush()
        with MeasuredServer(arguments.server, "--symbols", file.name) as server:
            server.wait_for(lambda: server.ask("GET", LAST_UPDATE).value["count"] > 0, "a snapshot")
            answer = server.ask("GET", SNAPSHOT)
            report.line("snapshot_rows", answer.value["count"], "rows")
            report.line("snapshot_size", len(answer.body) / 1024, "KiB")
            tag = answer.headers["etag"]
            wanted = ",".join(symbols[index * len(symbols) // 3] for index in range(3))
            latency(arguments, server, "fixed_route", FIXED, RATE, None)
            latency(arguments, server, "snapshot_filtered", f"{SNAPSHOT}?symbols={wanted}", RATE, 2)
            whole, same = [], []
            connection = server.connection()
            for _ in range(200):
                start = time.perf_counter()
                connection.request("GET", SNAPSHOT)
                connection.getresponse().read()
                whole.append((time.perf_counter() - start) * 1e3)
                start = time.perf_counter()
                connection.request("GET", SNAPSHOT, headers={"If-None-Match": tag})
                response = connection.getresponse()
                response.read()
                if response.status != 304:
                    tag = response.getheader("ETag")  # the snapshot was refreshed in the meantime
                    continue
                same.append((time.perf_counter() - start) * 1e3)
            report.line("snapshot_whole_p99", sorted(whole)[len(whole) * 99 // 100], "ms", at_most=5)
            report.line("snapshot_not_modified_p99", sorted(same)[len(same) * 99 // 100], "ms", at_most=1)


def search(arguments):
    """Searches in the list of tickers of the simulated market."""
    with MeasuredServer(arguments.server) as server:
        server.wait_for(lambda: server.get("/api/rest/tickers/status")["complete"], "all tickers")
        report.line("tickers", server.get("/api/rest/tickers/status")["count"], "tickers")
        for query in ["coin", "a", "simulated", "bio%20sys", "zzzzzz"]:
            name = f"search_{query.replace('%20', '_')}"
            latency(arguments, server, name, f"/api/rest/stocks/search?query={query}", 200, 2, connections=4)


def chain(arguments):
    """Chains, quotes of options and daily prices."""
    with MeasuredServer(arguments.server) as server:
        expiration = server.get("/api/rest/stocks/SPY/options/expirations")["expirationDates"][-1]
        path = f"/api/rest/stocks/SPY/options/chain?expirationDate={expiration}"
        report.line("chain_strikes", len(server.get(path)["strikes"]), "strikes")
        latency(arguments, server, "chain", path, 50, None, connections=4)
        latency(arguments, server, "stock_price", "/api/rest/stocks/COIN/price", 500, None)
        latency(arguments, server, "ten_years_of_prices", "/api/rest/prices/SPY", 10, None, connections=4)


def memory(arguments):
    """The memory while the snapshot is refreshed every second."""
    with MeasuredServer(arguments.server, "--snapshot-interval", "1") as server:
        server.wait_for(lambda: server.ask("GET", LAST_UPDATE).value["count"] > 0, "a snapshot")
        time.sleep(arguments.refreshes * 0.2)
        first = server.memory()
        time.sleep(arguments.refreshes * 0.8)
        report.line("memory", server.memory(), "MiB")
        report.line(f"memory_growth_in_{arguments.refreshes * 4 // 5}_refreshes", server.memory() - first, "MiB", at_most=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server; `--port 0` is added")
    parser.add_argument("--tools", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=6_000)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--refreshes", type=int, default=60)
    parser.add_argument("--only", default=",".join(SECTIONS))
    parser.add_argument("--gate", action="store_true", help="exit with status 1 if a target is missed")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))  # stops the server
    pin_load()
    for section in arguments.only.split(","):
        globals()[section](arguments)
    return 0 if report.summary() or not arguments.gate else 1


if __name__ == "__main__":
    sys.exit(main())
