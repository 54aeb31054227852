"""Compares the answers of `options-server` with those of `options`, byte for byte.

Requests: all fixtures, and random ones, some of them damaged, some with a model and dates. If the command answers a request,
the server must respond with status 200 and the same bytes. If the command refuses it, the server must respond with status 400
(413 if it is too large) and the same error object. The line feed after a single answer is not part of it. Whole batches are
compared as NDJSON, metrics and CSV, each sent in chunks and with a length, and so are `price` and `implied-volatility`.

Run: same_bytes.py --server SERVER --options OPTIONS [--count 10000] [--seed 1]
Prints `name: value unit` lines and the first differences. The exit status is 1 if there is one."""

import argparse
import json
import random
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Benchmarks" / "peers")]

import generate
from support.documented import FIXTURES
from support.program import command_line
from support.server import Server

PREFIX = "/api/rest/options/"
LIMITS = ["--limits", "strict"]
TOO_LARGE = b'{"error":"the request must be at most 16777216 bytes'
SHOWN = 5


def command(options, *arguments, body=b""):
    """The exit status, standard output and standard error."""
    result = subprocess.run([options, *arguments], input=body, capture_output=True)
    if result.returncode not in (0, 1):
        sys.exit(f"options {' '.join(arguments)} ended with {result.returncode}: {result.stderr[:500]}")
    return result.returncode, result.stdout, result.stderr


def expected(options, name, body):
    """The status and the body that the server must send for a single request."""
    status, output, error = command(options, name, *LIMITS, body=body)
    answer = (output if status == 0 else error).removesuffix(b"\n")
    return 200 if status == 0 else 413 if answer.startswith(TOO_LARGE) else 400, answer


def post(connection, path, body):
    connection.request("POST", PREFIX + path, body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    return response.status, response.read(), response.headers.get_content_type()


def post_lines(server, path, body, draw=None):
    """Sends a body and reads the response at the same time: with a length, or in chunks of random sizes if `draw` is given."""
    connection = server.connection()
    connection.putrequest("POST", PREFIX + path)
    connection.putheader("Content-Type", "application/x-ndjson")
    connection.putheader(*(("Transfer-Encoding", "chunked") if draw else ("Content-Length", str(len(body)))))
    connection.endheaders()
    socket = connection.sock

    def send():
        start = 0
        while draw and start < len(body):
            block = body[start : start + draw.choice((1, 17, 1_000, 65_536, 1_000_000))]
            socket.sendall(b"%x\r\n%b\r\n" % (len(block), block))
            start += len(block)
        socket.sendall(b"0\r\n\r\n" if draw else body)

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    response = connection.getresponse()
    result = response.status, response.read(), response.headers.get_content_type()
    sender.join(60)
    connection.close()
    return result


def fixtures():
    """The requests of all fixtures, as bytes, for `calculate`."""
    rows = []
    for folder in ("contract", "extended"):
        for path in sorted((FIXTURES / folder).glob("*.json")):
            if path.name.endswith(".response.json"):
                continue
            content = json.loads(path.read_bytes())
            if isinstance(content, list):
                rows += [row["request"].encode() for row in content]
            else:
                rows.append(path.read_bytes())
    return rows


def extended(line, draw):
    """The request with members that need a model."""
    request = json.loads(line)
    request["valuationDate"] = "2026-01-05"
    request["riskFreeRate"] = draw.choice((0, 0.03, -0.01, 1, None))
    request["volatility"] = draw.choice((0.2, 0.55, 3, 1e-3, 0))
    results = ("greeks", "probability", "valueCurves", "scenarios", "strategyName", "allGreeks", "curveDetails", "wrong")
    request["include"] = draw.sample(results, 2)
    if draw.random() < 0.5:
        request["timeToExpiration"] = draw.choice((0.25, 1, 1e-6, 30))
    else:
        dates = draw.choice((["2026-03-20"], ["2026-03-20", "2026-06-19"], ["2026-01-05", "2026-02-30"]))
        for leg in request["legs"]:
            leg["expirationDate"] = draw.choice(dates)
            if draw.random() < 0.5:
                leg["impliedVolatility"] = round(draw.uniform(0.05, 1.5), 3)
    if draw.random() < 0.3:
        request["curveRange"] = {"minimum": 0, "maximum": draw.choice((500, 1e4)), "points": draw.randrange(2, 300)}
    if draw.random() < 0.2:
        request["confidenceLevels"] = [0.5, 0.99]
    if draw.random() < 0.2:
        request["scenarioGrid"] = {"spotShifts": [-0.1, 0, 0.1], "volatilityShifts": [0, 0.05], "dates": [0]}
    return json.dumps(request)


def random_lines(count, seed):
    """Lines, none of them blank: ordinary requests, requests with an id, with a model or with other spellings, and damaged ones."""
    uniform, draw = random.Random(seed).random, random.Random(seed + 1)
    lines = []
    for _ in range(count):
        line = generate.request(uniform)
        kind = draw.random()
        if kind < 0.3:
            line = extended(line, draw)
        elif kind < 0.4:
            line = '{"id":' + draw.choice(('"A-1"', "7", "1e3", '"é"', "null", "[1]")) + "," + line[1:]
        elif kind < 0.45:
            line = line.replace('"long"', '"Long"') if draw.random() < 0.5 else line.replace('"call"', '"ca\\u006cl"')
        line = line.encode()
        if draw.random() < 0.2 and line.isascii():
            line = generate.damage(line.decode(), draw.random).encode("latin-1")
        lines.append(line)
    return lines


def random_options(count, draw):
    """Lines for `price` and `implied-volatility`."""
    lines = []
    for _ in range(count):
        price = round(draw.uniform(5, 500), 2)
        option = {"type": draw.choice(("call", "put")), "currentPrice": price}
        option["strikePrice"] = round(price * draw.uniform(0.5, 1.5), 1)
        option["timeToExpiration"] = draw.choice((0.02, 0.25, 1, 5, 0))
        option["riskFreeRate"], option["dividendYield"] = draw.choice((0, 0.04)), draw.choice((0, 0.01))
        option["volatility"], option["price"] = draw.choice((0.1, 0.3, 2, 0)), round(price * draw.uniform(0, 0.8), 2)
        lines.append(json.dumps(option).encode())
    return lines


class Comparison:
    def __init__(self, server, options):
        self.server, self.options = server, options
        self.different = 0

    def report(self, what, request, wanted, found):
        self.different += 1
        if self.different <= SHOWN:
            shorter = min(len(wanted[1]), len(found[1]))
            place = next((index for index in range(shorter) if wanted[1][index] != found[1][index]), shorter)
            part = slice(max(0, place - 60), place + 200)
            print(f"DIFFERENT {what}: {request[:400]!r}\n  at byte {place} of {len(wanted[1])} and {len(found[1])}")
            print(f"  wanted {wanted[0]} {wanted[1][part]!r}\n  found  {found[0]} {found[1][part]!r}")

    def single(self, connection, name, body, likely=None):
        """Compares one request. The command runs only if the response differs from `likely`, the answer of a batch, which may
        have an id, and messages with other positions."""
        *found, content_type = post(connection, name, body)
        if tuple(found) != likely:
            wanted = expected(self.options, name, body)
            if tuple(found) != wanted:
                self.report(name, body, wanted, found)
        if content_type != "application/json":
            self.report(f"{name}, content type", body, (200, b"application/json"), (found[0], content_type.encode()))
        return found[0]

    def singles(self, label, name, bodies, likely=()):
        connection = self.server.connection()
        likely = likely or [None] * len(bodies)
        statuses = [self.single(connection, name, body, guess) for body, guess in zip(bodies, likely)]
        connection.close()
        answered = statuses.count(200)
        print(f"{label}: {len(bodies)} requests, {answered} answered, {len(bodies) - answered} refused")

    def likely(self, lines):
        """The answers of one batch, as statuses and bodies."""
        _, output, _ = command(self.options, "batch", "--quiet", *LIMITS, body=b"\n".join(lines) + b"\n")
        answers = output.removesuffix(b"\n").split(b"\n")
        if len(answers) != len(lines):
            sys.exit(f"{len(lines)} lines have {len(answers)} answers")
        return [(400 if answer.startswith(b'{"error":') else 200, answer) for answer in answers]

    def lines(self, name, path, flags, body, content_type, draw):
        """Compares many requests in one body, sent with a length and in chunks."""
        wanted = 200, command(self.options, name, *flags, body=body)[1], content_type
        for way, chunks in (("length", None), ("chunks", draw)):
            found = post_lines(self.server, path, body, chunks)
            if found[:2] != wanted[:2]:
                self.report(f"{path} by {way}", body, wanted, found)
            if found[2] != content_type:
                self.report(f"{path}, content type", body, (200, content_type.encode()), (found[0], found[2].encode()))
        print(f"{path}: {len(wanted[1])} bytes of answers compared")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server; `--port 0` is added")
    parser.add_argument("--options", required=True, help="the executable of the command line")
    parser.add_argument("--count", type=int, default=10_000, help="number of random requests")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", default="calculate,scenario,recognise,risk,margin,find,batch,price,implied-volatility", help="commands to compare"
    )
    arguments = parser.parse_args()
    only = arguments.only.split(",")

    draw = random.Random(arguments.seed)
    fixed, lines = fixtures(), random_lines(arguments.count, arguments.seed)
    # The batch also has blank lines, other line ends, a byte-order mark, and no line feed at its end.
    ends = [draw.choice((b"\n", b"\n", b"\r\n", b"\n\n", b"\n \t\r\n")) for _ in lines]
    whole = b"\xef\xbb\xbf" + b"".join(line + end for line, end in zip(lines, ends)) + fixed[0].replace(b"\n", b" ")
    book = (FIXTURES / "extended" / "book.json").read_bytes()
    refused = json.loads((FIXTURES / "contract" / "contracts-refused.json").read_bytes())

    with Server(arguments.server) as server:
        comparison = Comparison(server, arguments.options)
        if "calculate" in only:
            comparison.singles("calculate, fixtures", "calculate", fixed)
            comparison.singles("calculate, random", "calculate", lines, comparison.likely(lines))
        if "scenario" in only:
            bodies = [book, *fixed[:100], *(line for line in lines[:1_000] if b"scenarioGrid" in line)]
            comparison.singles("scenario", "scenario", bodies)
        if "recognise" in only:
            # The command repeats the `id` of a refused request, and an error over HTTP has none.
            accounts = [request for request in fixed[:200] if b'"id"' not in request]
            comparison.singles("recognise", "recognise", accounts)
        if "risk" in only:
            portfolio = (FIXTURES / "extended" / "portfolio.json").read_bytes()
            seeds = [portfolio.replace(b'"seed": 1', b'"seed": %d' % seed) for seed in range(-1, 20)]
            comparison.singles("risk", "risk", [portfolio, *seeds, *fixed[:10]])
        if "margin" in only:
            account = (FIXTURES / "extended" / "account.json").read_bytes()
            prices = [account.replace(b'"currentPrice": 95', b'"currentPrice": %d' % price) for price in range(60, 130, 5)]
            # The command repeats the `id` of a refused request, and an error over HTTP has none.
            others = [request for request in fixed[:10] if b'"id"' not in request]
            comparison.singles("margin", "margin", [account, *prices, *others])
        if "find" in only:
            # The limit of the server's time changes no answer that is complete.
            chain = (FIXTURES / "extended" / "chain.json").read_bytes()
            prices = [chain.replace(b'"currentPrice": 100', b'"currentPrice": %d' % price) for price in range(90, 111)]
            comparison.singles("find", "find", [chain, *prices, *fixed[:10]])
        if "batch" in only:
            quiet = ["--quiet", *LIMITS]
            comparison.lines("batch", "batch", quiet, whole, "application/x-ndjson", draw)
            metrics = [*quiet, "--metrics-only"]
            comparison.lines("batch", "batch?metricsOnly=true", metrics, whole, "application/x-ndjson", draw)
            comparison.lines("batch", "batch?format=csv", [*quiet, "--format", "csv"], whole, "text/csv", draw)
        for name in ("price", "implied-volatility"):
            if name in only:
                rows = [row["request"].encode() for row in refused if row["command"] == name]
                rows += random_options(min(arguments.count, 1_000), draw)
                comparison.lines(name, name, [], b"\n".join(rows) + b"\n", "application/x-ndjson", draw)
    print(f"different: {comparison.different} answers")
    return 1 if comparison.different else 0


if __name__ == "__main__":
    sys.exit(main())
