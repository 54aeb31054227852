"""The checks of the endpoints of market data: the OpenAPI document against a running server.

1. Every example validates against its schema.
2. Every operation, with its example parameters and bodies, on a server of the simulated market: the status, the media type,
   the headers and the body are those of the document, and HEAD answers with the headers of GET.
3. Every documented status from 400 to 499 is provoked once per operation, and the 503 of a live market without sources. The
   other statuses need a source that fails, which the tests of the server have.
4. The schema rejects the bodies that the server refuses, but for UNSTATED_BODIES, and accepts those that the server accepts.
"""

import json
import re
import socket
from collections import Counter
from http.client import HTTPResponse
from urllib.parse import quote, urlencode

from sentences import Validator
from support.server import Answer, Server

METHODS = ("get", "put", "post", "delete")
MARKET_TAGS = {"stocks", "chains", "snapshot", "prices", "personal", "sources", "coins"}
TOKEN = "a-token"
ARRIVAL_SECONDS = 30
BODY_BYTES = 16 << 20
HEADER_BYTES = 16 << 10

# Unknown and invalid values of parameters, by operation. A value replaces the parameter of its name; None omits it.
UNKNOWN = {
    "stockPrice": {"ticker": "NOPE"},
    "stockDetails": {"ticker": "NOPE"},
    "stockDividends": {"ticker": "NOPE"},
    "optionExpirations": {"ticker": "NOPE"},
    "optionStrikes": {"ticker": "NOPE"},
    "optionChain": {"ticker": "NOPE"},
    "optionChainStream": {"ticker": "NOPE"},
    "marketStream": {"chain": "NOPE,2026-12-18"},
    "dailyPrices": {"asset": "NOPE"},
    "job": {"id": "nope"},
    "cancelJob": {"id": "nope"},
    "jobEvents": {"id": "nope"},
    "checkSource": {"source": "nope"},
    "removePosition": {"asset": "NOPE"},
    "watchStock": {"ticker": "NOPE"},
    "unwatchStock": {"ticker": "NOPE"},
    "replaceWatchList": {"body": {"tickers": ["NOPE"]}},
    "trade": {"id": "nope"},
    "removeTrade": {"id": "nope"},
    "findStrategies": {"body": {"ticker": "NOPE", "expirationDates": ["2026-12-18"], "objective": "expectedProfit"}},
}
REFUSED = {
    "searchStocks": [{"query": None}, {"query": ""}, {"query": "a" * 101}, {"limit": "0"}, {"limit": "101"}, {"limit": "x"}],
    "stockPrice": [{"ticker": "A B"}, {"ticker": "A" * 16}],
    "stockDetails": [{"ticker": "A_B"}],
    "stockDividends": [{"ticker": "A_B"}],
    "optionExpirations": [{"contractType": "both"}, {"ticker": "!"}],
    "optionStrikes": [{"dividends": "paid"}, {"expirationDate": None}, {"expirationDate": "2026-02-30"}, {"contractType": "CALL"}],
    "optionChain": [{"dividends": "all"}, {"expirationDate": None}, {"expirationDate": "tomorrow"}],
    "optionChainStream": [{"dividends": ""}, {"expirationDate": None}, {"expirationDate": "tomorrow"}],
    "marketStream": [
        {"quotes": None}, {"chain": "COIN"}, {"chain": "2026-12-18,COIN"}, {"prices": ""}, {"prices": "A B"},
        {"quotes": ",".join(f"S{number}" for number in range(1001))},
    ],
    "quotesStream": [{"symbols": ",".join(f"S{number}" for number in range(1001))}],
    "optionQuote": [
        {"underlyingTicker": None}, {"expirationDate": None}, {"contractType": None}, {"contractType": "stock"},
        {"dividends": "None"}, {"strikePrice": None}, {"strikePrice": "0"}, {"strikePrice": "-5"}, {"strikePrice": "x"},
    ],
    "quotesSnapshot": [{"symbols": ",".join(f"S{number}" for number in range(1001))}],
    "latestPrices": [
        {"assets": None}, {"assets": ","}, {"assets": "A B"}, {"assets": "coin:"},
        {"assets": ",".join(f"S{number}" for number in range(251))},
    ],
    "dailyPrices": [{"asset": "coin:a^b"}, {"from": "2026"}, {"from": "2026-01-02", "to": "2026-01-01"}],
    "positionHistory": [{"to": "x"}, {"from": "2026-01-02", "to": "2026-01-01"}],
    "putPosition": [{"asset": "A B"}],
    "removePosition": [{"asset": "A B"}],
    "watchStock": [{"ticker": "A B"}],
    "unwatchStock": [{"ticker": "A B"}],
    "coinMarkets": [{"ids": None}, {"ids": ""}, {"ids": "a b,!"}],
    "trades": [{"underlying": "A B"}, {"open": "yes"}],
    "trade": [{"id": "a b"}],
    "putTrade": [{"id": "a.b"}, {"id": "a" * 65}],
    "removeTrade": [{"id": "é"}],
    "tradeHistory": [{"to": "x"}, {"from": "2026-01-02", "to": "2026-01-01"}],
}

# A leg, a close and a trade, in which bodies change one member each.
LEG = {
    "type": "call", "position": "long", "strikePrice": 165, "quantity": 2, "expirationDate": "2026-12-18",
    "opened": {"date": "2026-11-16", "price": 9.25},
}
SHARES = {"type": "stock", "position": "short", "quantity": 100, "opened": {"date": "2026-11-16", "price": 165}}
CLOSE = {"date": "2026-11-18", "quantity": 1, "price": 10}


def trade(*legs, **members):
    return {"name": "A", "underlying": "coin", "legs": list(legs), **members}


def without(value, name):
    return {key: member for key, member in value.items() if key != name}


TAKEN_TRADES = [
    trade(LEG), trade(SHARES, notes=None), trade(*[LEG] * 50, name="é" * 100, notes="🦆" * 10_000),
    trade(LEG | {"closes": [CLOSE, CLOSE | {"kind": None, "fee": None}], "sharesPerContract": None, "exercise": "american"}),
    trade(LEG | {"closes": [{"date": "2026-12-18", "quantity": 2, "kind": "exercised"}]}),
    trade(LEG | {"position": "short", "closes": [{"date": "2026-12-21", "quantity": 2, "kind": "assigned", "price": None}]}),
    trade(LEG, LEG | {"rolledFrom": 0, "closes": []}, SHARES | {"expirationDate": "2026-12-18", "strikePrice": None}),
    trade(LEG | {"strikePrice": 1e15, "quantity": 1e9, "opened": {"date": "2026-12-18", "price": 1e15, "fee": 0}}),
]
REFUSED_TRADES = [
    None, [], {}, trade(), trade(*[LEG] * 51), trade(LEG, name=""), trade(LEG, name="é" * 101), trade(LEG, name=5),
    trade(LEG, notes="🦆" * 10_001), trade(LEG, underlying="A B"), trade(LEG, underlying=None), trade(LEG, premium=1), trade(5),
    *[trade(without(LEG, name)) for name in LEG], *[trade(LEG | {name: None}) for name in LEG], trade(LEG | {"premium": 1}),
    trade(LEG | {"type": "Call"}), trade(LEG | {"position": "buy"}), trade(LEG | {"strikePrice": 0}),
    trade(LEG | {"strikePrice": 1.1e15}), trade(LEG | {"strikePrice": "165"}), trade(LEG | {"quantity": 0}),
    trade(LEG | {"quantity": 1.5}), trade(LEG | {"quantity": 1_000_000_001}), trade(LEG | {"sharesPerContract": 1_000_001}),
    trade(LEG | {"expirationDate": "2026-02-30"}), trade(LEG | {"exercise": "bermudan"}), trade(LEG | {"rolledFrom": -1}),
    trade(LEG | {"rolledFrom": 50}), trade(LEG | {"entered": "2026-11-16"}), trade(SHARES | {"strikePrice": 165}),
    trade(SHARES | {"expirationDate": "soon"}), trade(LEG | {"opened": {"date": "2026-11-16"}}), trade(LEG | {"opened": {"price": 1}}),
    trade(LEG | {"opened": {"date": "2026-11-16", "price": -1}}), trade(LEG | {"opened": {"date": "2026-11-16", "price": 1, "fee": 1.1e15}}),
    trade(LEG | {"opened": {"date": "2026-11-16", "price": 1, "fees": 1}}), trade(LEG | {"closes": {}}), trade(LEG | {"closes": [CLOSE] * 1001}),
    *[trade(LEG | {"closes": [without(CLOSE, name)]}) for name in CLOSE], trade(LEG | {"closes": [CLOSE | {"kind": "sold"}]}),
    trade(LEG | {"closes": [CLOSE | {"price": None}]}), trade(LEG | {"closes": [CLOSE | {"kind": "assigned"}]}),
    trade(LEG | {"position": "short", "closes": [CLOSE | {"kind": "exercised"}]}), trade(SHARES | {"closes": [CLOSE | {"kind": "expired"}]}),
    trade(LEG | {"closes": [CLOSE | {"kind": "expired", "price": -1}]}),
]
# Trades that break a rule which no schema states, and a pattern of the message.
UNSTATED_TRADES = [
    (trade(LEG | {"opened": {"date": "2026-12-19", "price": 1}}), r"opened\.date must not be later than the expiration 2026-12-18, got "),
    (trade(LEG | {"closes": [CLOSE | {"date": "2026-11-15"}]}), r"closes\[0\]\.date must not be earlier than the opening 2026-11-16, got "),
    (trade(LEG | {"closes": [CLOSE] * 3}), r"closes must have quantities that sum to at most 2, got 3$"),
    (trade(LEG, LEG | {"rolledFrom": 1}), r"rolledFrom must be the index of another leg, got 1$"),
    (trade(LEG, LEG | {"rolledFrom": 2}), r"rolledFrom must be the index of another leg, got 2$"),
]

# Bodies that the server accepts, and bodies that it refuses, by operation.
TAKEN_BODIES = {
    "startBackfill": [
        {}, {"assets": None, "from": None, "to": None}, {"assets": []}, {"assets": ["spy", "coin:solana"], "from": "2026-11-02"},
        {"assets": ["SPY"], "from": "2026-11-02", "to": "2026-11-02"},
    ],
    "changeSettings": [
        {}, {"autoFetch": {}, "sources": None}, {"cacheDays": 3650}, {"sources": {"yahoo": False}}, {"sources": {"yahoo": True}},
        {"assets": {"btc": {"source": "yahoo"}, "FBTC": {"source": "coinGecko", "id": "bitcoin"}, "GBTC": None}},
        {"assets": {"coin:x": {"source": "yahoo", "id": "X"}}}, {"assets": {}, "cacheDays": 7},
    ],
    "putPosition": [
        {"quantity": 0.00000001, "cost": 0}, {"quantity": 1e15, "cost": 1e15}, {"quantity": 1.5, "cost": 99.99},
    ],
    "replaceWatchList": [{"tickers": []}, {"tickers": ["coin", "BRK.B", "COIN"]}],
    "enterTrade": TAKEN_TRADES,
    "putTrade": TAKEN_TRADES,
    "replacePersonalData": [
        {}, {"watchlist": None, "positions": None, "trades": None, "settings": None},
        {"watchlist": ["nope", "COIN"] * 2000, "settings": {"cacheDays": 3}},
        {"positions": [{"asset": "spy", "quantity": 1, "cost": 0}, {"asset": "coin:solana", "quantity": 1, "cost": 1, "entered": "2026-11-02"}]},
        {"trades": [body | {"id": f"t-{number}"} for number, body in enumerate(TAKEN_TRADES)]},
        {"trades": [trade(LEG | {"entered": "2026-11-16"}, SHARES | {"entered": None}, id="a")]},
        {"watchlist": [], "positions": [], "trades": [], "settings": {"cacheDays": 7}},
    ],
}
REFUSED_BODIES = {
    "startBackfill": [
        [], "SPY", {"asset": "SPY"}, {"assets": "SPY"}, {"assets": [1]}, {"assets": ["A B"]}, {"assets": ["coin:"]},
        {"assets": ["SPY"] * 1001}, {"from": "2026-02-30"}, {"to": 20260101},
    ],
    "changeSettings": [
        None, [], {"autofetch": {}}, {"autoFetch": True}, {"autoFetch": {"weekly": True}}, {"autoFetch": {"onLaunch": 1}},
        {"sources": {"polygon": True}}, {"sources": {"yahoo": "on"}}, {"cacheDays": 0}, {"cacheDays": 3651}, {"cacheDays": 1.5},
        {"cacheDays": "7"}, {"assets": []}, {"assets": {"A B": {"source": "yahoo"}}}, {"assets": {"FBTC": {}}},
        {"assets": {"FBTC": {"source": "tradier"}}}, {"assets": {"FBTC": {"source": "coinGecko"}}},
        {"assets": {"FBTC": {"source": "coinGecko", "id": "a b"}}}, {"assets": {"FBTC": {"source": "yahoo", "id": "A B"}}},
        {"assets": {"FBTC": {"source": "yahoo", "name": "x"}}}, {"assets": {"FBTC": {"source": "yahoo", "id": 5}}},
        {"assets": {"coin:polygon-ecosystem-token": {"source": "yahoo"}}},
    ],
    "putPosition": [
        None, [], {}, {"quantity": 1}, {"cost": 1}, {"quantity": 0, "cost": 1}, {"quantity": -1, "cost": 1},
        {"quantity": 1, "cost": -0.01}, {"quantity": 1.1e15, "cost": 1}, {"quantity": 1, "cost": 1.1e15},
        {"quantity": "1", "cost": 1}, {"quantity": None, "cost": 1}, {"quantity": 1, "cost": 1, "currency": "EUR"},
    ],
    "replaceWatchList": [None, [], {}, {"tickers": None}, {"tickers": "COIN"}, {"tickers": ["A B"]}, {"tickers": [1]},
                         {"tickers": ["COIN"] * 1001}, {"ticker": []}],
    "enterTrade": REFUSED_TRADES + [trade(LEG, id="a")],
    "putTrade": REFUSED_TRADES + [trade(LEG, id="a")],
    "replacePersonalData": [
        None, [], {"watchList": []}, {"watchlist": {}}, {"watchlist": ["A B"]}, {"watchlist": ["COIN"] * 10_001},
        {"positions": [{"asset": "SPY", "quantity": 1}]}, {"positions": [{"asset": "A B", "quantity": 1, "cost": 1}]},
        {"positions": [{"asset": "SPY", "quantity": 1, "cost": 1, "entered": "today"}]}, {"positions": [{"quantity": 1, "cost": 1}]},
        {"positions": {}}, {"settings": {"cacheDays": 0}}, {"settings": []}, {"trades": [trade(LEG)]}, {"trades": [trade(LEG, id="history")]},
        {"trades": [trade(LEG, id="a b")]}, {"trades": [trade(LEG | {"entered": 5}, id="a")]},
        *[{"trades": [body | {"id": "a"}]} for body in REFUSED_TRADES if isinstance(body, dict) and
          not any(isinstance(leg, dict) and "entered" in leg for leg in body.get("legs", []))],
    ],
}

# Bodies that break a rule which no schema states, and a pattern of the message, by operation.
UNSTATED_BODIES = {
    "enterTrade": UNSTATED_TRADES,
    "putTrade": UNSTATED_TRADES,
    "replacePersonalData": [
        *[({"trades": [trade(SHARES, id="a"), body | {"id": "b"}]}, r"^trades\[1\]\.legs\[\d\]\." + pattern) for body, pattern in UNSTATED_TRADES],
        ({"trades": [trade(LEG, id="a"), trade(LEG, id="a")]}, r'^trades\[1\]\.id must not occur twice, got "a"$'),
        ({"positions": [{"asset": asset, "quantity": 1, "cost": 1} for asset in ["SPY", "spy"]]}, r'^positions\[1\]\.asset must not occur twice, got "SPY"$'),
    ],
}


# Operations whose answers do not end.
STREAMS = {"marketStream", "quotesStream", "optionChainStream"}
# Parameters that are not required, but of which one must be there.
NEEDED = {"marketStream": ["quotes"]}


class Operation:
    """An operation of the document."""

    def __init__(self, document, method, path):
        self.document = document
        self.method = method.upper()
        self.path = path
        self.operation = document["paths"][path][method]
        self.name = self.operation["operationId"]
        self.parameters = [self.resolved(parameter) for parameter in self.operation.get("parameters", [])]
        self.responses = {status: self.resolved(part) for status, part in self.operation["responses"].items()}
        self.success = next(status for status in self.responses if status.startswith("2"))
        content = self.operation.get("requestBody", {}).get("content", {}).get("application/json")
        self.body_schema = content and content["schema"]
        self.bodies = [example["value"] for example in content.get("examples", {}).values()] if content else []

    def resolved(self, part):
        """A part of the document, or the target of its reference."""
        if "$ref" not in part:
            return part
        value = self.document
        for name in part["$ref"].removeprefix("#/").split("/"):
            value = value[name]
        return value

    def target(self, known, **changes):
        """The path and the query with the examples of the parameters, the values that are known, and changes."""
        path, query = self.path, {}
        for parameter in self.parameters:
            name = parameter["name"]
            is_given = parameter.get("required") or name in NEEDED.get(self.name, [])
            value = known.get(name, parameter.get("example")) if is_given else None
            value = changes.get(name, value)
            if value is None or parameter["in"] == "header":
                continue
            if parameter["in"] == "path":
                path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
            else:
                query[name] = value
        return f"{path}?{urlencode(query, doseq=True)}" if query else path

    def errors(self, schema, value):
        """Returns the faults of a value under a schema; empty if there are none."""
        validator = Validator({**schema, "components": self.document["components"]})
        return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


class MarketCheck:
    """The checks. `expect(condition, what, *details)` reports a failure."""

    def __init__(self, document, expect):
        self.document = document
        self.expect = expect
        self.counts = Counter()
        self.operations = [
            operation
            for path, operations in document["paths"].items() for method in METHODS if method in operations
            for operation in [Operation(document, method, path)] if MARKET_TAGS & set(operation.operation["tags"])
        ]
        # Values of parameters that only a running server knows.
        self.known = {}

    # Answers

    def compare(self, operation, status, answer, what):
        """Compares an answer with the documented response of a status."""
        name = f"{operation.method} {operation.path}: {what}"
        self.counts[status] += 1
        if not self.expect(answer.status == int(status), f"{name}: the status is not {status}", answer.status, answer.body):
            return
        response = operation.responses[status]
        for header, declaration in response.get("headers", {}).items():
            declaration = operation.resolved(declaration)
            value = answer.headers.get(header.lower())
            if value is None:
                self.expect(not declaration.get("required"), f"{name}: the header {header} is absent")
            else:
                schema = declaration["schema"]
                value = int(value) if schema["type"] == "integer" else value
                self.expect(not operation.errors(schema, value), f"{name}: the header {header} is wrong", value)
        content = response.get("content")
        if content is None:
            self.expect(not answer.body, f"{name}: there is a body", answer.body)
        elif self.expect(answer.media_type in content, f"{name}: the media type is {answer.media_type}"):
            if answer.media_type == "application/json":
                wrong = operation.errors(content["application/json"]["schema"], answer.value)
                self.expect(not wrong, f"{name}: the answer does not match the schema", wrong, answer.body)

    def check_examples(self):
        """Every example in the document, of requests and of responses."""
        for operation in self.operations:
            parts = {"the request": operation.operation.get("requestBody", {}), **operation.responses}
            for where, part in parts.items():
                content = part.get("content", {}).get("application/json", {})
                for name, example in content.get("examples", {}).items():
                    wrong = operation.errors(content["schema"], example["value"])
                    self.expect(not wrong, f"{operation.name}, {where}: the example {name} is wrong", wrong)

    def check_server(self, server):
        """Every operation with its examples. Those that change data come first, so that the others have data to read."""
        server.wait_until_ready()
        self.know(server)
        order = ["PUT", "POST", "GET", "DELETE"]
        for operation in sorted(self.operations, key=lambda operation: order.index(operation.method)):
            target = operation.target(self.known)
            if operation.name in STREAMS:
                self.check_stream(server, operation, target)
                continue
            for body in operation.bodies or [None]:
                answer = server.ask(operation.method, target, body)
                self.compare(operation, operation.success, answer, "example")
            if operation.method == "GET":
                self.compare_head(server, operation, target, answer)
        self.check_snapshot(server)
        self.check_job(server)

    def know(self, server):
        """Finds an expiration and a strike that exist, and stores something that DELETE may remove."""
        ticker = "COIN"
        dates = server.ask("GET", f"/api/rest/stocks/{ticker}/options/expirations").value["expirationDates"]
        self.known["expirationDate"] = dates[len(dates) // 2]
        strikes = server.ask(
            "GET", f"/api/rest/stocks/{ticker}/options/strikes?expirationDate={self.known['expirationDate']}").value
        self.known["strikePrice"] = strikes["strikePrices"][len(strikes["strikePrices"]) // 2]["strikePrice"]
        self.known["id"] = server.ask("POST", "/api/rest/prices/backfill", {"assets": ["SPY"]}).value["job"]
        server.ask("PUT", "/api/rest/positions/SPY", {"quantity": 1, "cost": 1})

    def compare_head(self, server, operation, target, answer):
        if operation.name == "jobEvents":
            return
        head = server.ask("HEAD", target)
        self.expect(head.status == answer.status and not head.body, f"HEAD {target} differs", head.status, head.body)
        names = set(answer.headers) ^ set(head.headers)
        self.expect(not names, f"HEAD {target}: other headers", names)

    def check_snapshot(self, server):
        """Conditional requests, compression and filters."""
        operation = self.named("quotesSnapshot")
        path = operation.path
        whole = server.ask("GET", path)
        same = server.ask("GET", path, **{"If-None-Match": whole.headers["etag"]})
        if whole.headers["etag"] == server.ask("GET", path).headers["etag"]:
            self.compare(operation, "304", same, "the known tag")
        zipped = server.ask("GET", path, **{"Accept-Encoding": "gzip"})
        self.compare(operation, "200", zipped, "compressed")
        self.expect(zipped.headers.get("content-encoding") == "gzip", "the snapshot is not compressed")
        few = server.ask("GET", f"{path}?symbols=aapl,%20MSFT,NOPE")
        self.compare(operation, "200", few, "some symbols")
        self.expect([row["symbol"] for row in few.value["results"]] == ["AAPL", "MSFT"], "the filter is wrong", few.body)
        self.expect(few.headers["etag"] != whole.headers["etag"], "the filter is not in the tag")
        absent = server.ask("GET", f"{path}?symbols=NOPE")
        self.compare(operation, "200", absent, "no symbol")

    def check_stream(self, server, operation, target):
        """The head of a stream and its first event."""
        with server.stream(target) as (response, events):
            name, data = next(events)
            answer = Answer(response, body=data)
        self.compare(operation, "200", answer, "the beginning of a stream")
        value = json.loads(data)
        topic = value.pop("topic", "")
        schema = {"quotes": "QuotesSnapshot", "chain": "OptionChain"}.get(topic.split()[0] if topic else "")
        wrong = operation.errors({"$ref": f"#/components/schemas/{schema}"}, value)
        self.expect(name == "whole" and not wrong, f"GET {target}: the first event is not the answer of the endpoint", name, wrong)
        head = server.ask("HEAD", target)
        self.expect(head.status == 200 and not head.body, f"HEAD {target} differs", head.status, head.body)

    def check_job(self, server):
        """A job until it ends, followed by its events."""
        operation = self.named("jobEvents")
        job = server.ask("POST", "/api/rest/prices/backfill", {"assets": ["QQQ", "NOPE"], "from": "2025-11-24"}).value["job"]
        answer = server.ask("GET", f"/api/rest/jobs/{job}/events")
        self.compare(operation, "200", answer, "the events of a job")
        data = [line.removeprefix("data: ") for line in answer.body.decode().splitlines() if line.startswith("data: ")]
        for line in data:
            wrong = operation.errors({"$ref": "#/components/schemas/Job"}, json.loads(line))
            self.expect(not wrong, "an event is not a job", wrong, line)
        self.expect(data and json.loads(data[-1])["state"] == "done", "the last event is not the end of the job", data[-1:])

    # Refusals

    def check_parameters(self, server):
        for operation in self.operations:
            body = operation.bodies[0] if operation.bodies else None
            if "404" in operation.responses:
                changes = dict(UNKNOWN[operation.name])
                missing = server.ask(operation.method, operation.target(self.known, **changes), changes.pop("body", body))
                self.compare(operation, "404", missing, "unknown")
            for changes in REFUSED.get(operation.name, []):
                target = operation.target(self.known, **changes)
                self.compare(operation, "400", server.ask(operation.method, target, body), f"{changes}")
            if any(parameter["in"] == "query" for parameter in operation.parameters):
                target = operation.target(self.known)
                twice = target + ("&" if "?" in target else "?") + "a=1&a=2"
                self.compare(operation, "400", server.ask(operation.method, twice, body), "a parameter twice")

    def check_bodies(self, server):
        for operation in self.operations:
            if operation.body_schema is None:
                continue
            for body in TAKEN_BODIES[operation.name]:
                wrong = operation.errors(operation.body_schema, body)
                self.expect(not wrong, f"{operation.name}: the schema rejects a body that the server accepts", body, wrong)
                answer = server.ask(operation.method, operation.target(self.known), body)
                self.compare(operation, operation.success, answer, f"{body}")
            for body in REFUSED_BODIES[operation.name]:
                wrong = operation.errors(operation.body_schema, body)
                self.expect(wrong, f"{operation.name}: the schema accepts a body that the server refuses", body)
                answer = server.ask(operation.method, operation.target(self.known), json.dumps(body).encode())
                self.compare(operation, "400", answer, f"{body}"[:200])
            for body, pattern in UNSTATED_BODIES.get(operation.name, []):
                wrong = operation.errors(operation.body_schema, body)
                self.expect(not wrong, f"{operation.name}: the schema states a rule that is not listed as stated", body, wrong)
                answer = server.ask(operation.method, operation.target(self.known), body)
                self.compare(operation, "400", answer, f"{body}"[:200])
                self.expect(re.search(pattern, answer.value["error"]), f"{operation.name}: another refusal", pattern, answer.body)

    def check_number_of_trades(self, server):
        """The thousand-and-first trade."""
        trades = [trade(SHARES, id=f"t{number}") for number in range(1000)]
        self.expect(server.ask("PUT", "/api/rest/personal", {"trades": trades}).status == 200, "1,000 trades are refused")
        for name in ["enterTrade", "putTrade"]:
            operation = self.named(name)
            answer = server.ask(operation.method, operation.target(self.known, id="new"), trade(SHARES))
            self.compare(operation, "409", answer, "a further trade")
        server.ask("PUT", "/api/rest/personal", {"trades": []})

    def check_http(self, server):
        """The refusals that precede routing, for each operation and whatever its parameters."""
        for operation in self.operations:
            method, target = operation.method, operation.target(self.known)
            host = server.ask(method, target, Host="another.example")
            self.compare(operation, "403", host, "another host")
            long = server.ask(method, target, **{"X-Long": "a" * HEADER_BYTES})
            self.compare(operation, "431", long, "long headers")
            self.compare(operation, "400", self.raw(server, f"{method} {target} HTTP/1.1\r\n\r\n"), "no host")
            if "413" in operation.responses:
                head = f"{method} {target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {BODY_BYTES + 1}\r\n\r\n"
                self.compare(operation, "413", self.raw(server, head), "a long body")
            if "415" in operation.responses:
                kind = server.ask(method, target, b"<a/>", **{"Content-Type": "text/xml"})
                self.compare(operation, "415", kind, "another media type")
            self.expect(server.ask("PATCH", target).status == 405, f"PATCH {target} is not answered 405")

    def raw(self, server, text):
        with socket.create_connection(("127.0.0.1", server.port), 60) as connection:
            connection.sendall(text.encode())
            return self.received(connection)

    @staticmethod
    def received(connection):
        response = HTTPResponse(connection)
        response.begin()
        return Answer(response)

    def check_tokens(self, server):
        for operation in self.operations:
            if "401" in operation.responses:
                self.compare(operation, "401", server.ask(operation.method, operation.target(self.known)), "no token")

    def check_live(self, server):
        """A live market without keys, whose other sources cannot be reached: 503 wherever a key is needed, 502 elsewhere, or 503
        while the circuit breaker of the source is open."""
        server.wait_until_ready()
        for name in [
            "optionExpirations", "optionStrikes", "optionChain", "optionQuote", "quotesSnapshot", "quotesLastUpdate", *STREAMS,
        ]:
            operation = self.named(name)
            self.compare(operation, "503", server.ask("GET", operation.target(self.known)), "without a source")
        for name in ["stockPrice", "stockDetails", "latestPrices", "coinMarkets"]:
            operation = self.named(name)
            answer = server.ask("GET", operation.target(self.known))
            self.compare(operation, "503" if answer.status == 503 else "502", answer, "without a source")

    # Incomplete requests

    def begin_slow_requests(self, server):
        """Sends the beginning of a request of each operation."""
        slow = []
        for operation in self.operations:
            connection = socket.create_connection(("127.0.0.1", server.port), 3 * ARRIVAL_SECONDS)
            connection.sendall(f"{operation.method} {operation.target(self.known)} HTTP/1.1\r\nHost: localhost\r\n".encode())
            slow.append((operation, connection))
        return slow

    def end_slow_requests(self, slow):
        for operation, connection in slow:
            with connection:
                self.compare(operation, "408", self.received(connection), "a request that does not arrive")

    # All

    def named(self, name):
        return next(operation for operation in self.operations if operation.name == name)

    def check(self, command):
        self.check_examples()
        with Server(command) as server:
            self.check_server(server)
            slow = self.begin_slow_requests(server)
            self.check_parameters(server)
            self.check_bodies(server)
            self.check_number_of_trades(server)
            self.check_http(server)
            self.end_slow_requests(slow)
        with Server(command, "--token", TOKEN) as server:
            self.check_tokens(server)
        # No server listens on the port.
        sources = {"YAHOO_BASE_URL": "http://127.0.0.1:9", "COINGECKO_BASE_URL": "http://127.0.0.1:9"}
        with Server(command, "--market", "live", environment=sources) as server:
            self.check_live(server)

    def report(self):
        print(f"\n{len(self.operations)} operations of market data were answered as documented, by status:")
        print(", ".join(f"{status}: {count}" for status, count in sorted(self.counts.items())))
