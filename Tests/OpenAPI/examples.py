#!/usr/bin/env python3
"""The examples of answers of market data are golden answers: those of a simulated server whose clock starts at START.

    examples.py --server OPTIONS_SERVER [--write]

The tests of the Swift client read the same examples. An example may leave out elements of a list. Instants, identifiers and the prices of
coins depend on chance and on the seconds since START: identifiers are not compared, and the others roughly.

`check.py` makes the comparison. `--write` replaces the examples by the answers; lists keep the elements that they have in the document, by
the first of KEYS. The exit status is 1 if an example differs.
"""

import argparse
import json
import math
import re
import sys
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))

from market_check import STREAMS, MarketCheck, Operation  # noqa: E402
from support.program import command_line  # noqa: E402
from support.server import Server  # noqa: E402

DOCUMENT = ROOT / "Sources/COptionsServer/openapi.json"
# A Sunday, on which stocks stand still.
START = "2026-11-22T16:59:30Z"
KEYS = ("symbol", "strikePrice", "ticker", "asset", "date", "exDate", "source", "id")
IDENTIFIERS = ("job", "id")
# A server knows them only after closes.
OF_CLOSES = ("volatility", "volatilityRank", "volatilityPercentile")
INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T")
COINS = ("latestPrices", "coinMarkets")
# Values of parameters for examples that those of the document do not give.
ASKED = {
    ("optionQuote", "absent"): {"strikePrice": 146},
    ("quotesSnapshot", "two"): {"symbols": "AAPL,MSFT"},
    ("stockDividends", "ko"): {"ticker": "KO"},
    ("watchStock", "msft"): {"ticker": "MSFT"},
}
# In this order, each answer is that of the examples before. The others are asked between them.
CHANGES = ["startBackfill", "putPosition", "enterTrade", "putTrade", "replacePersonalData"]
REMOVALS = ["changeSettings", "watchStock", "unwatchStock", "replaceWatchList", "removePosition", "removeTrade"]
HEALTH = ["/health/live", "/health/ready"]


def answers(document, server):
    """The example answers of operations and those of the server: operation, name of the example, example, answer."""
    server.wait_until_ready()
    server.wait_for(lambda: server.get("/api/rest/tickers/status")["complete"], "the list of tickers")
    operations = MarketCheck(document, None).operations + [Operation(document, "get", path) for path in HEALTH]
    operations = {operation.name: operation for operation in operations if operation.name not in STREAMS}
    identifiers = {}
    others = [name for name in operations if name not in CHANGES + REMOVALS]
    for name in CHANGES + others + REMOVALS:
        operation = operations[name]
        known = {"id": identifiers[name]} if name in identifiers else {}
        content = operation.responses[operation.success].get("content", {}).get("application/json", {})
        for example, part in content.get("examples", {}).items():
            target = operation.target(known, **ASKED.get((name, example), {}))
            answer = server.must(operation.method, target, operation.bodies[0] if operation.bodies else None)
            yield name, example, part["value"], answer
            if name == "startBackfill":
                identifiers |= dict.fromkeys(["job", "cancelJob"], answer["job"])
                path = f"/api/rest/jobs/{answer['job']}"
                server.wait_for(lambda: server.get(path)["state"] != "running", "the end of the job")
            elif name == "replacePersonalData":
                identifiers |= dict.fromkeys(["trade", "removeTrade"], answer["trades"][0]["id"])


def differences(example, answer, name, path="$"):
    """Where an answer is not the one that an example shows; empty if it is."""
    if isinstance(example, dict) and isinstance(answer, dict):
        own = [f"{path}: the members are {[*answer]}"] if example.keys() != answer.keys() else []
        return own + [
            each for member, value in example.items() if member in answer and not is_by_chance(member, answer[member])
            for each in differences(value, answer[member], name, f"{path}.{member}")
        ]  # fmt: skip
    if isinstance(example, list) and isinstance(answer, list):
        rest = iter(answer)
        missing = [element for element in example if not any(not differences(element, other, name) for other in rest)]
        return [f"{path}: no element {json.dumps(element)[:300]}" for element in missing[:1]]
    return [] if is_like(example, answer, name in COINS) else [f"{path}: {answer!r}"]


def is_by_chance(member, value):
    return member in IDENTIFIERS and isinstance(value, str) or member in OF_CLOSES and value is None


def is_like(value, other, is_moving):
    if isinstance(value, float) or isinstance(other, float):
        # The last digits depend on the C library.
        return None not in (value, other) and math.isclose(value, other, rel_tol=0.05 if is_moving else 1e-9)
    if isinstance(value, str) and isinstance(other, str) and value != other:
        return bool(INSTANT.match(value) and INSTANT.match(other)) and abs(seconds(value) - seconds(other)) < 600
    return value == other


def seconds(instant):
    return datetime.fromisoformat(instant.removesuffix("Z")).timestamp()


def check(document, command, expect):
    with Server(command, "--simulated-start", START) as server:
        for name, example, value, answer in answers(document, server):
            found = differences(value, answer, name)
            expect(not found, f"{name}: the example {example} is not the answer", *found[:5])


# Writing

def shortened(answer, example):
    """An answer whose lists have the elements of the example, as far as they are there."""
    if isinstance(answer, dict) and isinstance(example, dict):
        return {
            member: example[member] if member in OF_CLOSES and value is None else shortened(value, example.get(member))
            for member, value in answer.items()
        }  # fmt: skip
    if not isinstance(answer, list) or not isinstance(example, list) or not example:
        return answer
    key = next((key for key in KEYS if isinstance(example[0], dict) and key in example[0]), None)
    if key is None:
        return [value for value in answer if value in example] or answer[:len(example)]
    kept = {value[key]: value for value in example}
    return [shortened(value, kept[value[key]]) for value in answer if value[key] in kept] or answer[:len(example)]


def write(document, command):
    text = DOCUMENT.read_text()
    with Server(command, "--simulated-start", START) as server:
        for name, _, value, answer in answers(document, server):
            if differences(value, answer, name):
                text = replaced(text, value, shortened(answer, value))
    DOCUMENT.write_text(text)


def replaced(text, old, new):
    """The document with a value in place of every example that has another one."""
    for place in re.finditer(r'^( *)"value": ', text, re.MULTILINE):
        value, end = json.JSONDecoder().raw_decode(text, place.end())
        if value == old:
            lines = json.dumps(new, indent=2, ensure_ascii=False).replace("\n", "\n" + place[1])
            return replaced(text[:place.end()] + lines + text[end:], old, new)
    return text


def main():
    arguments = argparse.ArgumentParser(description="Compares the examples of answers of market data with those of a simulated server.")
    arguments.add_argument("--server", type=command_line, required=True, help="the executable options-server")
    arguments.add_argument("--write", action="store_true", help="replace the examples by the answers")
    arguments = arguments.parse_args()
    document = json.loads(DOCUMENT.read_text())
    if arguments.write:
        return write(document, arguments.server)
    failures = []
    check(document, arguments.server, lambda is_right, *what: is_right or failures.append(what))
    for failure in failures:
        print(*failure, sep="\n    ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
