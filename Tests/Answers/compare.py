#!/usr/bin/env python3
"""Compares the answers of two builds of `options`, before and after a change that must not alter them, byte for byte.

    compare.py --old OPTIONS --new OPTIONS [--count 100000] [--seed 1]

Sends random requests, of which a third are damaged: strategies with all results, calendars, forwards and the normal model in lines of
`batch`, `price` and `implied-volatility`, with their flags; books, accounts and charts, which need a process each, are one request in
40. Writes the requests with different answers, with both answers, to .build/answers, and prints the first ones. The exit status is 1 if
there is one, if a process ends by a signal or not at all, or if a command answers no request."""

import argparse
import itertools
import json
import math
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/OpenAPI"), str(ROOT / "Benchmarks/peers")]

import generate  # noqa: E402
import random_requests  # noqa: E402

FOLDER = ROOT / ".build/answers"
SHOWN = 5
# The most requests to one process.
LINES = 500
SECONDS = 300
ALL_RESULTS = [
    "greeks", "probability", "valueCurves", "scenarios", "strategyName", "value", "allGreeks", "curveDetails",
]  # fmt: skip
BATCH_FLAGS = [
    (), (), ("--metrics-only",), ("--format", "csv"), ("--market-units",), ("--strict",), ("--limits", "strict"),
]  # fmt: skip
# Each command, its share of the requests, and its sets of flags, of which each process gets one in turn.
LINE_COMMANDS = [
    ("batch", 0.55, BATCH_FLAGS),
    ("price", 0.25, [(), ("--all-greeks",), ("--market-units",), ("--strict",), ("--all-greeks", "--market-units")]),
    ("implied-volatility", 0.175, [(), ("--greeks",), ("--strict",)]),
]
# These commands answer one request in each process.
SINGLE_COMMANDS = [
    ("scenario", [(), ("--strict",), ("--pretty",), ("--limits", "strict")]),
    ("recognise", [(), ("--strict",), ("--pretty",)]),
    ("risk", [(), ("--strict",), ("--pretty",), ("--limits", "strict")]),
    ("calculate", [("--pretty",), ("--pretty", "--market-units"), ("--limits", "strict")]),
    ("chart", [()]),
]
SINGLE_SHARE = 0.025


def text(request):
    """JSON in one line. A number beyond the range of a double is written as 1e999."""
    return json.dumps(request, ensure_ascii=False).replace("-Infinity", "-1e999").replace("Infinity", "1e999")


def names_of(request):
    """The names of all members of a request."""
    objects = [one for one in random_requests.containers(request) if isinstance(one, dict)]
    return sorted({name for one in objects for name in one}) or ["legs"]


def misspelt(draw, request):
    """A copy of a request with one name changed, which only strict reading refuses unless the member is required."""
    copy = json.loads(text(request))
    objects = [one for one in random_requests.containers(copy) if isinstance(one, dict) and one]
    if objects:
        one = draw.choice(objects)
        name = draw.choice(list(one))
        place = draw.randrange(len(name) + 1)
        spellings = [name[:place] + "x" + name[place:], name[: place - 1] + name[place:], name.upper(), name + "s"]
        one[draw.choice(spellings)] = one.pop(name)
    return copy


def damaged(draw, line):
    """A line with one byte changed, removed or inserted, or with its end cut off."""
    data = bytearray(line.encode())
    place = draw.randrange(len(data))
    change = draw.random()
    if change < 0.3:
        data[place] = draw.randrange(256)
    elif change < 0.6:
        del data[place]
    elif change < 0.9:
        data.insert(place, draw.choice(b'{}[]",:0123456789.eE+-x\\ \xff'))
    else:
        del data[place:]
    # A blank line has no answer, so that answers would not belong to the lines of their number.
    return bytes(data).replace(b"\n", b" ").replace(b"\r", b" ").strip(b" \t") or b"{"


def rewritten(draw, line, names):
    """A line with a member that occurs twice or has an empty name, or with an escaped letter in its first name."""
    if draw.random() < 0.3 and line.startswith('{"'):
        return f'{{"\\u{ord(line[2]):04x}{line[3:]}'
    name = draw.choice([*names, "id", ""])
    value = draw.choice(["null", "7", "-1", '"call"', "[]", "[1]", "{}", "true"])
    member = f"{json.dumps(name)}:{value}"
    return f"{line[:-1]},{member}}}" if draw.random() < 0.5 else f"{{{member},{line[1:]}"


def line(draw, request):
    """The request as a line; a third of the lines are damaged in some way."""
    kind = draw.random()
    if kind < 0.2:
        request = random_requests.mutated(draw, request, names_of(request))
    elif kind < 0.25:
        request = misspelt(draw, request)
    line = text(request)
    if kind > 0.93:
        return damaged(draw, line)
    if kind > 0.87 and isinstance(request, dict) and request:
        line = rewritten(draw, line, names_of(request))
    return line.encode()


def strategy(draw):
    kind = draw.random()
    if kind < 0.2:
        return json.loads(generate.request(draw.random))
    request = random_requests.calculation(draw)
    if kind > 0.8:
        request["include"] = ALL_RESULTS
        request.setdefault("valuationDate", "2026-11-23")
        request.setdefault("timeToExpiration", 0.5)
        request.setdefault("volatility", 0.25)
    return request


def option(draw, name):
    """A line of `price` or `implied-volatility`: one of the plain forms, or numbers of any size."""
    request = random_requests.option(draw, name)
    if draw.random() < 0.5:
        scale = 10 ** draw.uniform(-3, 5)
        request["strikePrice"] = scale * math.exp(draw.gauss(0, 0.4))
        underlying = "forwardPrice" if "forwardPrice" in request else "currentPrice"
        request[underlying] = scale
        request["timeToExpiration"] = 10 ** draw.uniform(-5, 1.7)
        for other in ("valuationDate", "expirationDate", "delta"):
            request.pop(other, None)
        request[name] = 10 ** draw.uniform(-3, 1) if name == "volatility" else scale * draw.random()
    return request


def account(draw):
    """A request of `recognise`."""
    request = {"legs": [leg for _ in range(draw.choice([1, 2, 3, 5])) for leg in random_requests.legs(draw, "dates")]}
    request["valuationDate"] = "2026-11-23"
    return request


SINGLES = {
    "scenario": random_requests.scenario, "recognise": account, "risk": random_requests.portfolio, "calculate": strategy,
    "chart": strategy,
}


def request_of(draw, command):
    """A request of a command that answers lines."""
    if command == "batch":
        return strategy(draw)
    return option(draw, "volatility" if command == "price" else "price")


def jobs(count, seed):
    """The work as (command, flags, lines), in an order that depends on the seed alone."""
    draw = random.Random(seed)
    result = []
    for command, share, flags in LINE_COMMANDS:
        requests = round(count * share)
        length = min(LINES, -(-requests // len(flags)))
        for start, turn in zip(range(0, requests, max(length, 1)), itertools.cycle(flags)):
            lines = [line(draw, request_of(draw, command)) for _ in range(min(length, requests - start))]
            result.append((command, turn, lines))
    for _ in range(round(count * SINGLE_SHARE)):
        command, flags = draw.choice(SINGLE_COMMANDS)
        result.append((command, draw.choice(flags), [line(draw, SINGLES[command](draw))]))
    return result


def run(program, job):
    """The exit status, the lines of output, and the standard error."""
    command, flags, lines = job
    quiet = ["--quiet"] if command == "batch" else []
    try:
        result = subprocess.run(
            [program, command, *quiet, *flags], input=b"\n".join(lines) + b"\n", capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "no answer", [], b""
    return result.returncode, result.stdout.split(b"\n"), result.stderr


def differences(job, old, new):
    """The (command, flags, request, old answer, new answer) that differ."""
    command, flags, lines = job
    if old == new:
        return []
    header = "csv" in flags
    (old_lines, new_lines) = (answer[1][header:] for answer in (old, new))
    if command not in SINGLES and len(old_lines) == len(new_lines) == len(lines) + 1:
        found = [(command, flags, *row) for row in zip(lines, old_lines, new_lines) if row[1] != row[2]]
        if found:
            return found
    # The answers do not belong to lines, or only the status or the standard error differs: all of it.
    return [(command, flags, b"\n".join(lines), whole(old), whole(new))]


def whole(answer):
    status, lines, error = answer
    return b"\n".join([*lines, b"exit status %b, standard error: %b" % (str(status).encode(), error)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", required=True, help="`options` of the commit before")
    parser.add_argument("--new", required=True, help="`options` of the change")
    parser.add_argument("--count", type=int, default=100_000, help="number of requests")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.count < 1:
        parser.error("--count must be 1 or greater")
    for path in (arguments.old, arguments.new):
        if not os.path.isfile(path) or not os.access(path, os.X_OK):
            parser.error(f"{path} is not a program")
    if os.path.samefile(arguments.old, arguments.new):
        parser.error("--old and --new are the same program")
    work = jobs(arguments.count, arguments.seed)
    count = refused = broken = 0
    answered = dict.fromkeys((job[0] for job in work), 0)
    found = []
    with ThreadPoolExecutor(2) as pool:
        answers = pool.map(lambda job: (job, run(arguments.old, job), run(arguments.new, job)), work)
        for job, old, new in answers:
            count += len(job[2])
            refused += sum(answer.startswith(b'{"error"') for answer in old[1]) + old[2].startswith(b'{"error"')
            answered[job[0]] += sum(bool(answer) and not answer.startswith(b'{"error"') for answer in old[1])
            for program, answer in ((arguments.old, old), (arguments.new, new)):
                if answer[0] not in (0, 1):
                    broken += 1
                    print(f"BROKEN {program} {job[0]} {' '.join(job[1])}: {answer[0]}, {answer[2][:200]!r}")
            found += differences(job, old, new)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open(FOLDER / f"different-{arguments.seed}.txt", "wb") as file:
        for command, flags, *parts in found:
            file.write(b"options %b\n" % " ".join([command, *flags]).encode() + b"".join(part + b"\n" for part in parts) + b"\n")
    for command, flags, request, old, new in found[:SHOWN]:
        place = next((index for index, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
        part = slice(max(0, place - 80), place + 160)
        print(f"DIFFERENT {command} {' '.join(flags)}: {request[:400]!r}\n  old {old[part]!r}\n  new {new[part]!r}")
    print(f"{count} requests, {refused} refused: {len(found)} different answers")
    silent = [command for command, number in answered.items() if number == 0]
    for command in silent:
        print(f"{arguments.old} answered no request of {command}")
    return 1 if found or broken or silent else 0


if __name__ == "__main__":
    sys.exit(main())
