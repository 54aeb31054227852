"""Measures searches for strategies through HTTP on chains of the simulated market: fronts of three objectives.

    find.py --server SERVER [--seconds 20]

For each chain: whether strategies have the metrics of `calculate` and contracts the deltas of the chain, the time to the first progress,
and whether the result of the stream has the bytes of the plain answer. Then, while searches run one after another, the times of `calculate` on another connection; and the time from the moment a client closes its
connection until the search has ended. Prints the figures; the exit status is 1 if one misses its bound."""

import argparse
import json
import re
import socket
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))

from support.program import command_line
from support.server import Server

TICKERS = ["AAPL", "SPY", "COIN", "KO"]
FRONT = ["expectedProfitPerCapital", "probabilityOfProfit", "maxLoss"]
FIRST_PROGRESS, CALCULATE, ENDED = 0.15, 0.005, 0.05
# Chains and answers are valued at different levels of accuracy.
DELTA = 2e-4
CLOSES = 20


class Check:
    def __init__(self, server):
        self.server = server
        self.failures = 0

    def figure(self, name, value, unit="", bound=None, scale=1):
        missed = bound is not None and value > bound
        self.failures += missed
        limit = "" if bound is None else f" (at most {bound * scale:g}{unit})"
        print(f"{'FAILED' if missed else 'ok'}: {name}: {value * scale:.4g}{unit}{limit}", flush=True)

    def expect(self, name, is_right):
        self.failures += not is_right
        if not is_right:
            print(f"FAILED: {name}", flush=True)

    def request(self, ticker):
        days = self.server.get(f"/api/rest/stocks/{ticker}/options/expirations")["expirationDates"]
        # About a month ahead.
        return {"ticker": ticker, "expirationDates": [days[min(4, len(days) - 1)]], "front": FRONT, "filters": {"noNaked": True}}

    def open(self, request, accept="application/x-ndjson"):
        """A socket on which a search was requested."""
        body = json.dumps(request).encode()
        head = (f"POST /api/rest/options/find HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nAccept: {accept}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n").encode()
        connection = socket.create_connection(("127.0.0.1", self.server.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(head + body)
        return connection

    def searches(self):
        """The requests that calculate or wait for a thread."""
        text = self.server.ask("GET", "/metrics").body.decode()
        return int(re.search(r"^options_calculations_in_progress (\d+)$", text, re.M)[1])

    # The checks

    def stream(self, ticker):
        request = self.request(ticker)
        start = time.monotonic()
        with self.open(request) as connection:
            received = b""
            while b'{"progress"' not in received:
                received += connection.recv(1 << 16)
            self.figure(f"{ticker}: first progress", time.monotonic() - start, " ms", FIRST_PROGRESS, 1000)
        while self.searches():
            time.sleep(0.01)
        start = time.monotonic()
        lines = self.server.ask("POST", "/api/rest/options/find", request, 300, Accept="application/x-ndjson").body.splitlines()
        self.figure(f"{ticker}: front of {json.loads(lines[-1])['front']['size']}, "
                    f"{json.loads(lines[-1])['examined']['combinations']:,} combinations", time.monotonic() - start, " s")
        self.expect(f"{ticker}: lines before the last one are progress", all(b'{"progress":' in line[:12] for line in lines[:-1]))
        plain = self.server.ask("POST", "/api/rest/options/find", request, 300)
        events = self.server.ask("POST", "/api/rest/options/find", request, 300, Accept="text/event-stream").body
        # The quotes of the market change each second.
        as_of = re.compile(rb'"asOf":"[^"]*"')
        times = {as_of.search(text)[0] for text in (lines[-1], plain.body, events)}
        if len(times) == 1:
            self.expect(f"{ticker}: the last line has the bytes of the plain answer", lines[-1] == plain.body)
            self.expect(f"{ticker}: so has the last event", events.endswith(b"event: result\ndata: " + plain.body + b"\n\n"))

    def fixed(self):
        """The bytes of streams and answers to a request whose quotes do not change."""
        request = json.loads((ROOT / "Fixtures/extended/chain.json").read_text())
        plain = self.server.ask("POST", "/api/rest/options/find", request).body
        lines = self.server.ask("POST", "/api/rest/options/find", request, Accept="application/x-ndjson").body
        events = self.server.ask("POST", "/api/rest/options/find", request, Accept="text/event-stream").body
        self.expect("a line has the bytes of the plain answer", lines.splitlines()[-1] == plain)
        self.expect("an event has the bytes of the plain answer", events.endswith(b"event: result\ndata: " + plain + b"\n\n"))

    def nulls(self):
        """`null` for a member that chains determine counts as absent."""
        request = self.request("KO") | {"search": {"legs": {"maximum": 1}}}
        determined = ["currentPrice", "valuationDate", "timeToExpiration", "riskFreeRate", "dividendYield", "exercise", "dividends", "options"]
        conventions = []
        for members in ({}, dict.fromkeys(determined)):
            answer = json.loads(self.server.ask("POST", "/api/rest/options/find", request | members).body)
            found = answer.get("conventions", {})
            # The quotes of the market change each second, and the yield with them.
            changing = {name: found.pop(name, None) for name in ("valuationDate", "timeToExpiration", "dividendYield", "volatility", "drift")}
            self.expect(f"conventions have {changing}", all(changing.values()))
            conventions.append(found)
        self.expect("null does not replace what chains determine", conventions[0] == conventions[1])

    def post(self, path, request, status=200):
        answer = self.server.ask("POST", f"/api/rest/options/{path}", request, 300)
        self.expect(f"{path} answers {status}: {answer.body[:200]}", answer.status == status)
        return json.loads(answer.body)

    def pairs(self):
        """Legs of an answer are legs of `calculate`, titles have the dates of the request, and today is a target."""
        days = self.server.get("/api/rest/stocks/KO/options/expirations")["expirationDates"]
        days = [days[3], days[6]]
        request = {"ticker": "KO", "expirationDates": days, "objective": "expectedProfit", "limit": 3,
                   "search": {"expirations": 2, "legs": {"maximum": 2}}}
        answer = self.post("find", request)
        self.expect("expirations are those of the request", [row["expirationDate"] for row in answer["expirations"]] == days)
        times = {row["timeToExpiration"] for row in answer["expirations"]}
        for row in answer["strategies"]:
            self.expect(f"{row['title']} ends with the dates", row["title"].endswith("/".join(days)) or all(day in row["title"] for day in days))
            self.expect(f"{row['title']} has the times of the expirations", {leg["timeToExpiration"] for leg in row["legs"]} == times)
            self.calculated(row, answer, [])
        today = answer["conventions"]["valuationDate"][:10]
        target = {"belief": {"targetPrice": answer["currentPrice"], "targetDate": today}}
        answer = self.post("find", request | target | {"objective": "profitAtTarget"})
        self.expect(f"pairs cost their spreads today: {[row['profitAtTarget'] for row in answer['strategies']]}",
                    len(answer["strategies"]) == 3 and all(row["profitAtTarget"] <= 0 for row in answer["strategies"]))

    def calculated(self, row, answer, include):
        """Calculates the legs of a strategy in the market of the answer."""
        conventions = answer["conventions"]
        members = {name: conventions[name] for name in ("riskFreeRate", "dividendYield", "valuationDate")}
        members |= {name: conventions[name] for name in ("volatility", "distribution") if include and name in conventions}
        dividends = [{name: dividend[name] for name in ("timeToExDate", "amount")} for dividend in answer["expirations"][-1]["dividends"]]
        found = self.post("calculate", {"currentPrice": answer["currentPrice"], "legs": row["legs"], "exercise": answer["exercise"],
                                        "dividends": dividends} | members | ({"include": include} if include else {}))
        self.expect(f"{row['title']} has the metrics of calculate: {found['metrics']}", found["metrics"] == row["metrics"])
        return found

    def market(self, ticker):
        """Strategies are those of `calculate`, and contracts those of the chain, by exercise and dividends."""
        days = self.server.get(f"/api/rest/stocks/{ticker}/options/expirations")["expirationDates"]
        # Some months ahead, so that dividends count.
        day = days[-4]
        request = {"ticker": ticker, "expirationDates": [day], "search": {"legs": {"maximum": 2}}, "limit": 5}
        for belief in ({}, {"distribution": "market"}):
            answer = self.post("find", request | {"objective": "expectedProfitPerCapital", "belief": belief, "filters": {"definedRisk": True}})
            self.expect(f"{ticker}: strategies with the belief {belief}", len(answer["strategies"]) == 5)
            for row in answer["strategies"]:
                found = self.calculated(row, answer, ["probability", "greeks"])
                for member in ("ofProfit", "expectedProfitLoss"):
                    self.expect(f"{ticker} {row['title']}: {member} of calculate", found["probability"][member] == row["probability"][member])
                self.expect(f"{ticker} {row['title']}: greeks of calculate", found["greeks"]["net"] == row["greeks"]["net"])
        # Every contract alone, at the present price.
        single = {"ticker": ticker, "expirationDates": [day], "search": {"legs": {"maximum": 1}, "equivalents": "all"}, "limit": 1000,
                  "objective": "profitAtTarget"}
        today = answer["conventions"]["valuationDate"][:10]
        single["belief"] = {"targetPrice": answer["currentPrice"], "targetDate": today}
        for _ in range(20):
            chain = self.server.get(f"/api/rest/stocks/{ticker}/options/chain?expirationDate={day}")
            single["belief"]["targetPrice"] = chain["spot"]
            answer = self.post("find", single)
            # The quotes of the market change each second.
            if answer["asOf"] == chain["asOf"]:
                break
        else:
            self.expect(f"{ticker}: a chain and an answer of one second", False)
            return
        self.expect(f"{ticker}: the dividends are the chain's", [(row["exDate"], row["amount"]) for row in answer["expirations"][0]["dividends"]]
                    == [(row["exDate"], row["amount"]) for row in chain["dividends"]])
        self.expect(f"{ticker}: the exercise is the chain's", answer["exercise"] == chain["exercise"])
        contracts = {(kind, row["strikePrice"]): row[kind] for row in chain["strikes"] for kind in ("call", "put")}
        deltas, profits = [], []
        for row in answer["strategies"]:
            leg = row["legs"][0]
            greeks = contracts[leg["type"], leg["strikePrice"]]["greeks"]
            sign = 100 if leg["position"] == "long" else -100
            deltas.append(abs(row["greeks"]["net"]["delta"] / sign - greeks["delta"]))
            profits.append(row["profitAtTarget"])
        self.expect(f"{ticker}: every contract is an answer", len(deltas) > 100)
        self.figure(f"{ticker}: largest difference of {len(deltas)} deltas from the chain's", max(deltas), bound=DELTA)
        self.figure(f"{ticker}: largest profit of a contract bought or sold today", max(profits), " $", bound=0)

    def refusals(self):
        """Errors name what the client wrote, also where elements are dropped."""
        request = self.request("KO")
        share = {"type": "stock", "position": "long", "premium": 1, "quantity": 1}
        answer = self.post("find", request | {"holdings": [share] * 5000}, 400)
        self.expect(f"all holdings are counted: {answer}", answer["error"].endswith("got 5000"))

    def calculate(self, seconds):
        body = (ROOT / "Fixtures/contract/long-call.json").read_bytes()
        ended = threading.Event()
        request = self.request("SPY")

        def search():
            while not ended.is_set():
                self.server.ask("POST", "/api/rest/options/find", request, 300)

        def times(seconds):
            result, until = [], time.monotonic() + seconds
            connection = self.server.connection()
            while time.monotonic() < until:
                start = time.monotonic()
                connection.request("POST", "/api/rest/options/calculate", body, {"Content-Type": "application/json"})
                connection.getresponse().read()
                result.append(time.monotonic() - start)
                time.sleep(0.001)
            return sorted(result)

        alone = times(min(seconds, 5))
        self.figure("calculate alone: p99", alone[len(alone) * 99 // 100], " ms", None, 1000)
        thread = threading.Thread(target=search)
        thread.start()
        time.sleep(1)
        during = times(seconds)
        ended.set()
        self.figure(f"calculate during searches: p99 of {len(during)}", during[len(during) * 99 // 100], " ms", CALCULATE, 1000)
        thread.join()

    def close(self, accept):
        """Closes connections in the middle of a search, and waits until nothing calculates."""
        times = []
        # Billions of combinations, which take far longer than what follows.
        days = self.server.get("/api/rest/stocks/SPY/options/expirations")["expirationDates"]
        request = self.request("SPY") | {"expirationDates": days[4:7], "search": {"quantity": 2}}
        for _ in range(CLOSES):
            connection = self.open(request, accept)
            while not self.searches():
                pass
            time.sleep(0.2)
            self.expect("a search runs for 0.2 s", self.searches() == 1)
            start = time.monotonic()
            connection.close()
            while self.searches():
                pass
            times.append(time.monotonic() - start)
        self.figure(f"{accept}: a closed connection ends the search within", max(times), " ms", ENDED, 1000)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--server", type=command_line, required=True, help="the executable options-server")
    arguments.add_argument("--seconds", type=float, default=20, help="seconds in which calculate is measured")
    arguments = arguments.parse_args()
    with Server([*arguments.server], "--market", "simulated", "--log-level", "error") as server:
        server.wait_until_ready()
        check = Check(server)
        check.fixed()
        check.nulls()
        check.pairs()
        check.refusals()
        for ticker in TICKERS:
            check.market(ticker)
            check.stream(ticker)
        check.calculate(arguments.seconds)
        check.close("application/x-ndjson")
        check.close("application/json")
    print(f"{check.failures} failures")
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())
