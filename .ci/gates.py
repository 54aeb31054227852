#!/usr/bin/env python3
"""Counts the instructions and allocations of Benchmarks/Gates and of one HTTP request, and compares them with thresholds.

Callgrind counts, on a processor that it emulates (AVX2, no AVX-512): the same program takes the same number of instructions on every
machine, under any load. Each figure is the difference of two runs, one twice as long, divided by the number of items.

    gates.py --gates GATES --server SERVER [--update]

Prints a line for each gate. The exit status is 1 if a figure is above its threshold or far below it, if an operation that must not
allocate memory does, or if a gate has no threshold or a threshold no gate. `--update` writes thresholds 1.5 % above the figures, and prints the old ones as
well."""

import argparse
import math
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests"))

from support.documented import CALCULATE, DOCUMENTED, FIXTURES  # noqa: E402
from support.server import Server  # noqa: E402

THRESHOLDS = ROOT / "Benchmarks/Gates/thresholds"
MARGIN = 1.015
# A figure so far below its threshold would pass with 3 % more instructions.
LEAST = 0.975
ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign", "valloc", "pvalloc"}
WARM_UP_REQUESTS, HTTP_REQUESTS, HTTP_ROUNDS = 100, 200, 9
# Kernels treat elements before the first cache line apart. Arrays that lie in pages of their own always begin at the same place in a line.
ENVIRONMENT = {
    **os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=4096:glibc.malloc.arena_max=1",
}  # fmt: skip
CALLGRIND = ["valgrind", "--tool=callgrind", "-q"]


class Counters:
    """The instructions, and the calls of allocators, in a file of callgrind."""

    def __init__(self, path):
        self.instructions, self.allocations = None, 0
        names, callee = {}, None
        for line in path.read_text(errors="replace").splitlines():
            if found := re.match(r"c?fn=\((\d+)\)(?: (.*))?", line):
                if found[2]:
                    names[found[1]] = found[2]
                callee = found[1] if line.startswith("cfn") else None
            elif line.startswith("calls=") and callee is not None:
                if names[callee].split("'")[0] in ALLOCATORS:
                    self.allocations += int(line[6:].split()[0])
            elif line.startswith("totals:"):
                self.instructions = int(line.split()[1])
        if not self.instructions:
            sys.exit(f"callgrind counted nothing in {path.name}")


class Figure(NamedTuple):
    """The cost of one item."""

    instructions: float
    allocations: float
    may_allocate: bool


def difference(once, twice, items, may_allocate):
    """The cost of one item, from a run over `items` items and one over twice as many."""
    return Figure(
        (twice.instructions - once.instructions) / items, (twice.allocations - once.allocations) / items, may_allocate
    )


def stripped(program, folder):
    """A copy of a program without debug information, whose newest forms valgrind 3.19 cannot read."""
    copy = Path(folder, Path(program).name)
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return str(copy)


def measure_work(program, folder):
    """Runs Benchmarks/Gates. The n-th line of its output belongs to its n-th mark."""
    program = stripped(program, folder)
    subprocess.run([program, "prepare", folder], check=True)
    output = Path(folder, "work")
    command = [*CALLGRIND, "--dump-before=gate_mark", f"--callgrind-out-file={output}", program, "run", FIXTURES, folder]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT).stdout.splitlines()
    runs = defaultdict(list)
    for number, line in enumerate(lines, start=1):
        if line != "-":
            name, items, allocates = line.split()
            runs[name, allocates == "may"].append((int(items), Counters(Path(f"{output}.{number}"))))
    return {
        name: median(
            difference(once, twice, items, may_allocate) for (items, once), (_, twice) in zip(found[::2], found[1::2])
        )
        for (name, may_allocate), found in runs.items()
    }


def median(figures):
    found = sorted(figures)
    return found[len(found) // 2]


def measure_request(program, folder):
    """One HTTP request from socket to socket: the documented one, on a connection that stays open.

    Work of the server in the background may fall into a run; the median of several differences is free of it."""
    output = Path(folder, "server")
    counted = [*CALLGRIND, "--instr-atstart=no", f"--callgrind-out-file={output}", stripped(program, folder)]
    found = []
    with Server(counted, environment={"SWIFT_DETERMINISTIC_HASHING": "1"}) as server:
        server.wait_until_ready()
        server.wait_for(lambda: server.get("/api/rest/tickers/status")["complete"], "a complete list of tickers")
        body = DOCUMENTED.read_bytes()
        head = f"POST {CALCULATE} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:

            def ask(count):
                for _ in range(count):
                    connection.sendall(head.encode() + body)
                    read_response(connection)

            def control(*arguments):
                subprocess.run(["callgrind_control", *arguments, str(server.process.pid)], check=True, capture_output=True)

            control("--instr=on")
            ask(WARM_UP_REQUESTS)
            for round in range(HTTP_ROUNDS):
                parts = []
                control("--zero")
                for factor in (1, 2):
                    ask(factor * HTTP_REQUESTS)
                    control("--dump")
                    parts.append(Counters(Path(f"{output}.{2 * round + factor}")))
                found.append(difference(*parts, HTTP_REQUESTS, may_allocate=True))
    return {"http_request": median(found)}


def read_response(connection):
    data = b""
    while b"\r\n\r\n" not in data:
        data += received(connection)
    head, _, rest = data.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        sys.exit(f"the server answered {data[:300]}")
    length = int(re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)[1])
    while len(rest) < length:
        rest += received(connection)


def received(connection):
    return connection.recv(1 << 16) or sys.exit("the server closed the connection")


def read_thresholds():
    rows = [line.split() for line in THRESHOLDS.read_text().splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in rows}


def write_thresholds(figures, old):
    heading = [line for line in THRESHOLDS.read_text().splitlines() if line.startswith("#")]
    rows = [f"{name} {MARGIN * figure.instructions:.7g}" for name, figure in figures.items()]
    THRESHOLDS.write_text("\n".join([*heading, *rows, ""]))
    for name, new in read_thresholds().items():
        change = f"{old[name]:.7g} before, {100 * (new / old[name] - 1):+.2f} %" if name in old else "new"
        print(f"{name}: {new:.7g} ({change})")
    for name in old.keys() - figures.keys():
        print(f"{name}: removed ({old[name]:.7g} before)")


def fault(name, figure, threshold):
    """Returns the reason why a gate fails; `None` if it passes."""
    if not 0 < figure.instructions < math.inf:
        return "there is no figure"
    if name == "allocation" and figure.allocations != 1:
        return "an operation that allocates one block must count one allocation"
    if figure.allocations and not figure.may_allocate:
        return "it must not allocate memory"
    if threshold is None:
        return "there is no threshold; make gates-update writes one"
    if not figure.instructions <= threshold:
        return f"the threshold is {threshold:.7g}, {100 * (figure.instructions / threshold - 1):.1f} % less"
    if not figure.instructions >= LEAST * threshold:
        return f"the threshold is {threshold:.7g}, which is loose; make gates-update writes a tighter one"
    return None


def is_passed(name, figure, threshold):
    """Prints the line of a gate. Returns whether it passes."""
    line = f"{name}: {figure.instructions:.2f} instructions, {figure.allocations:g} allocations"
    if reason := fault(name, figure, threshold):
        print(f"FAILED {line}: {reason}")
        return False
    print(f"{line} ({100 * figure.instructions / threshold:.1f} % of the threshold)")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gates", required=True, help="the program gates of this package")
    parser.add_argument("--server", required=True, help="the program options-server")
    parser.add_argument("--update", action="store_true", help="write new thresholds, and print old and new")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gates-") as folder:
        figures = measure_work(arguments.gates, folder) | measure_request(arguments.server, folder)
    thresholds = read_thresholds()
    if arguments.update:
        write_thresholds(figures, thresholds)
        thresholds = read_thresholds()
    results = [is_passed(name, figure, thresholds.get(name)) for name, figure in figures.items()]
    lost = thresholds.keys() - figures.keys()
    for name in lost:
        print(f"FAILED {name}: the gate is gone, but its threshold is not")
    return 0 if all(results) and not lost else 1


if __name__ == "__main__":
    sys.exit(main())
