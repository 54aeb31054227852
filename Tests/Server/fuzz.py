"""Sends damaged bodies and damaged heads, and checks every response."""

import json
import multiprocessing
import random
import time
from collections import Counter

from mutations import Bodies, Heads
from wire import CHUNKED, HEAD, LIVE, Malformed, Wire, chunks, metric, parse, request

WORKERS = 2
CONNECTIONS = 8
# A worker ends after LATE faults of one kind, because each takes seconds, and keeps KEPT of them.
LATE = 10
KEPT = 3
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
LISTS = (b"batch", b"price", b"implied-volatility")
TYPES = {name: b"application/json" for name in (b"calculate", b"scenario", b"recognise", b"risk", b"margin", b"find")} | {b"chart": b"image/svg+xml"}
GAUGES = ("options_http_connections", "options_http_requests_in_progress", "options_http_streams", "options_calculations_in_progress")


class Tally:
    """The counts and findings of one worker."""

    def __init__(self):
        self.counts, self.kinds, self.faults = Counter(), Counter(), []

    def fault(self, kind, what, data):
        """Counts a fault, and keeps the first of its kind."""
        self.kinds[kind] += 1
        if self.kinds[kind] <= KEPT:
            self.faults.append((kind, what, data))


def run(report, worker, server, count, seed, *rest):
    """Divides `count` among processes, and prints the sum of their counts."""
    start = time.monotonic()
    tasks = [(server.port, seed * 1_000 + index, count // WORKERS, *rest) for index in range(WORKERS)]
    with multiprocessing.get_context("fork").Pool(WORKERS) as pool:
        tallies = pool.starmap(worker, tasks)
    counts = sum((tally.counts for tally in tallies), Counter())
    report.line(f"{worker.__name__}_seconds", f"{time.monotonic() - start:.0f} s")
    for name in sorted(counts):
        report.line(f"{worker.__name__}_{name}", counts[name])
    for tally in tallies:
        for kind, what, data in tally.faults:
            report.fault(worker.__name__, f"{kind}: {what}", data)
    for kind, number in sum((tally.kinds for tally in tallies), Counter()).items():
        report.count(f"{worker.__name__}: {kind}", number)
    report.alive(server)
    end = time.monotonic() + 10
    while (wrong := busy(server.port)) and time.monotonic() < end:
        time.sleep(0.1)
    if wrong:
        report.fault(worker.__name__, f"when all requests have ended, {wrong}")


def busy(port):
    """The gauges that are not back to their values at rest. The request for them may count itself."""
    values = [(name, metric(port, name)) for name in GAUGES]
    wrong = [(name, value) for (name, value), most in zip(values, (1, 1, 0)) if value > most]
    return ", ".join(f"{name} is {value}" for name, value in wrong)


def error_text(response):
    """Returns the fault of the body of an error; `None` if there is none."""
    if response.field(b"content-type") != b"application/json":
        return "its type is not application/json"
    try:
        error = json.loads(response.body)
    except ValueError:
        return "it is not JSON"
    if not isinstance(error, dict) or list(error)[1:] not in (["code"], ["code", "path"]) or list(error)[0] not in ("error", "detail") or not all(error.values()):
        return "it is not an error object"
    return None


def answer_text(name, query, body, response, reads_all):
    """Returns the fault of a response of status 200; `None` if there is none."""
    answer = response.body
    if name not in LISTS:
        if response.field(b"content-type") != TYPES[name]:
            return "wrong type"
        if name == b"chart":
            return None if answer.startswith(b"<svg") and answer.rstrip().endswith(b"</svg>") else "no SVG"
        if reads_all:
            json.loads(answer)
        return None if answer[:1] == b"{" and answer[-1:] == b"}" else "no JSON object"
    lines = sum(1 for line in body.removeprefix(b"\xef\xbb\xbf").split(b"\n") if line.strip(b" \t\r"))
    if query == b"?format=csv":
        return None if answer.count(b"\n") > lines else f"{lines} lines, but {answer.count(10)} rows"
    answers = answer.split(b"\n")
    if answers.pop() or len(answers) != lines:
        return f"{lines} lines have {len(answers)} answers"
    if reads_all:
        for line in answers:
            json.loads(line)
    return None if all(line[:1] == b"{" and line[-1:] == b"}" for line in answers) else "an answer is no JSON object"


def bodies(port, seed, count, endpoints, depth):
    """Sends damaged bodies, up to `depth` at a time on each connection. Ends early if many are not answered."""
    tally, source = Tally(), Bodies(seed, endpoints)
    wires = [Wire(port) for _ in range(CONNECTIONS)]
    number = 0
    while number < count and tally.kinds["late"] < LATE:
        groups = []
        for wire in wires:
            group = []
            for _ in range(1 + source.random(depth)):
                name, query, body = source.next()
                fields = b"X-Request-ID: %d\r\n" % number
                if source.uniform() < 0.1:
                    head = request(name + query, b"", fields).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
                    data = head + chunks(body, [1 + source.random(200) for _ in range(source.random(5))])
                else:
                    data = request(name + query, body, fields)
                group.append((number, name, query, body, data))
                number += 1
            wire.send(b"".join(row[4] for row in group))
            groups.append(group)
        for index, (wire, group) in enumerate(zip(wires, groups)):
            sent = b"".join(row[4] for row in group)
            try:
                responses = wire.responses(len(group))
            except (Malformed, ValueError) as error:
                tally.fault("malformed", str(error), sent)
                responses = []
            for (marker, name, query, body, data), response in zip(group, responses):
                title = f"{name.decode()}{query.decode()} {response.status}"
                tally.counts[f"{name.decode()}_{response.status}"] += 1
                if wrong := wrong_response(marker, name, query, body, response):
                    tally.fault("wrong response", f"{title}: {wrong}: {response.body[:200]!r}", data)
            if len(responses) < len(group) or wire.ended or wire.buffer:
                if responses and len(responses) == len(group) and not wire.buffer:
                    tally.fault("connection ended", f"{wire.ended} after all responses", sent)
                else:
                    tally.fault(
                        "unanswered" if wire.ended else "late", f"{len(responses)} responses to {len(group)} requests, {len(wire.buffer)} more bytes, "
                        f"{wire.ended or 'open'}", sent)  # fmt: skip
                wire.close()
                wires[index] = Wire(port)
    for wire in wires:
        wire.close()
    for framing in ("length", "chunks"):
        too_large(port, tally, framing)
    tally.counts["requests"] = number
    return tally


def wrong_response(marker, name, query, body, response):
    """Returns the fault of a response; `None` if there is none."""
    if response.field(b"x-request-id") != b"%d" % marker:
        return f"it belongs to request {response.field(b'x-request-id')}, not {marker}"
    if response.status == 200:
        try:
            return answer_text(name, query, body, response, marker % 16 == 0)
        except ValueError as error:
            return f"no JSON: {error}"
    if response.status not in (400, 413, 503):
        return "wrong status"
    if response.status == 503 and not response.field(b"retry-after"):
        return "no Retry-After"
    return error_text(response)


def too_large(port, tally, framing):
    """Sends one body beyond the limit. The server may close the connection before it has received the whole body, but not before
    it has sent the response."""
    body = b" " * ((16 << 20) + 1)
    data = request(b"calculate", body)
    if framing == "chunks":
        head = request(b"calculate").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
        data = head + chunks(body, [1 << 20] * 16)
    wire = Wire(port)
    wire.send(data)
    responses = wire.responses(1)
    wire.close()
    if [response.status for response in responses] != [413] or error_text(responses[0]):
        found = [(row.status, row.body[:200]) for row in responses]
        tally.fault("too large", f"by {framing}: {found}", data[:200])
    tally.counts["too_large"] += 1


def every_response(buffer, has_head):
    """The complete responses, and the remaining bytes. The response to HEAD looks like a truncated one."""
    found, start = [], 0
    while start < len(buffer):
        try:
            result = parse(buffer, start, True)
        except (Malformed, ValueError):
            result = None
        if has_head and (result is None or result[0].body.startswith(b"HTTP/1.")):
            result = parse(buffer, start, True, without_body=True)
        if result is None:
            break
        found.append(result[0])
        start = result[1]
    return found, bytes(buffer[start:])


def heads(port, seed, count, share):
    """Sends damaged heads, a share of them after intact requests, each on its own connection. Ends early if many are
    not answered."""
    tally, source, draw = Tally(), Heads(seed), random.Random(seed)
    for number in range(count):
        if tally.kinds["late"] >= LATE:
            break
        intact = [draw.choice(source.intact) for _ in range(draw.choice((1, 2, 3)))] if draw.random() < share else []
        damaged = source.next()
        # Whether the server can tell where the damaged request ends, so that another one may follow. After the method PRI, the
        # parser waits for the rest of the preface of HTTP/2, or for 30 seconds.
        is_delimited = damaged.endswith(b"\r\n\r\n") and damaged.strip(b"\r\n") and not any(
            word in damaged.lower() for word in (b"content-length", b"transfer-encoding", b"head", b"pri "))  # fmt: skip
        try:
            wrong = one_head(port, tally, intact, damaged, is_delimited, f"127.0.0.{2 + number % 8}")
        except (Malformed, ValueError) as error:
            wrong = "malformed", str(error)
        if wrong:
            tally.fault(*wrong, b"".join(intact) + damaged)
        tally.counts["connections"] += 1
        tally.counts["intact_requests"] += len(intact)
    return tally


def one_head(port, tally, intact, damaged, is_delimited, source):
    """The kind and the description of a fault on one connection; `None` if there is none."""
    least = len(intact) + (1 if damaged.strip(b"\r\n") else 0)
    wire, early, follows = Wire(port, source=source), [], False
    try:
        wire.send(b"".join(intact) + damaged)
        if is_delimited:
            early = wire.responses(least, 5)
            if not wire.ended and len(early) < least:
                return "late", f"{len(early)} instead of {least} responses within 5 s"
            if follows := not wire.ended and not any(response.ends for response in early):
                tally.counts["followed"] += 1
                wire.send(request(LIVE, method=b"GET"))
                least += 1
        wire.finish()
        wire.read_to_end(10)
    finally:
        wire.close()
    later, rest = every_response(wire.buffer, b"HEAD" in damaged)
    rest = rest.removeprefix(CONTINUE)
    responses = early + later
    statuses = [response.status for response in responses]
    tally.counts[f"connections_{wire.ended}"] += 1
    for response in responses:
        tally.counts[f"status_{response.status}"] += 1
        if response.status >= 500:
            return "server error", f"{response.status} {response.body[:200]!r}"
        if response.status >= 400 and b"HEAD" not in damaged and (wrong := error_text(response)):
            return "wrong error", f"{response.status}: {wrong}: {response.body[:200]!r}"
    if not wire.ended:
        return "not closed", f"open 10 s after the end of the requests, statuses {statuses}"
    if len(responses) < len(intact) or any(row.status != 200 or not row.body for row in responses[: len(intact)]):
        return "intact request not answered", f"{len(intact)} before a damaged one, statuses {statuses}, then {rest[:60]!r}"
    # The server begins to answer a batch before its end has arrived.
    is_cut = bool((head := HEAD.match(rest)) and CHUNKED.search(head[3]))
    tally.counts["responses_cut"] += is_cut
    if rest and not is_cut:
        return "malformed", f"after statuses {statuses}: {rest[:100]!r}"
    if len(responses) + is_cut < least:
        kind = "next request not answered" if follows else "unanswered"
        return kind, f"statuses {statuses} instead of {least} responses ({wire.ended})"
    if wire.ended == "reset":
        return "reset", f"after statuses {statuses}"
    return None
