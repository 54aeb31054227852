#!/usr/bin/env python3
"""Builds every benchmark, runs each for a few seconds, and checks that it prints the lines that Benchmarks/lines promises.

    benchmark_lines.py [--update]

Prints the output of the benchmarks. Their figures judge nothing: `make gates` does. The exit status is 1 if a benchmark fails, or if a
promised line is missing. `--update` writes the promises anew."""

import re
import subprocess
import sys
import time
from pathlib import Path

PROMISES = Path(__file__).resolve().parent.parent / "Benchmarks/lines"
# The make variables that shorten each benchmark.
SHORT = {
    "bench": ["BENCHMARK=--runs 3"],
    "bench-kernels": ["BENCHMARK=--once"],
    "bench-request": ["BENCHMARK=--once"],
    "bench-chain": ["BENCHMARK=--once"],
    "bench-scenario": ["BENCHMARK=--once"],
    "bench-recognise": ["BENCHMARK=--once"],
    "bench-find": ["BENCHMARK=--once"],
    "bench-crossing": [],
    "bench-store": ["BENCHMARK=gaps snapshot"],
    "bench-batch": ["LINES=20000"],
    "bench-work": ["WORK=5"],
    "bench-server": ["BARE=none", "SERVER_ARGUMENTS=--rounds 1 --seconds 1 --fair-seconds 1"],
    "bench-server-memory": ["REQUESTS=10000"],
    "bench-market": ["SERVER_ARGUMENTS=--seconds 1 --refreshes 5"],
    "bench-page": ["PAGE_ARGUMENTS=--visits 1 --keys 10"],
}
# Lines that depend on what was measured.
UNPROMISED = ("missed", "expensive")
LINE = re.compile(r"^([A-Za-z][\w.,/ -]*): ", re.MULTILINE)


def is_promised(name):
    """Whether this processor has the instruction set that a name ends with."""
    return "avx512" not in name or "avx512dq" in Path("/proc/cpuinfo").read_text()


def main():
    is_update = sys.argv[1:] == ["--update"]
    promised = {} if is_update else {
        target: set(names.splitlines()) for target, _, names in (block.partition("\n") for block in PROMISES.read_text().split("\n\n"))
    }
    failures = 0
    if not is_update and promised.keys() != SHORT.keys():
        sys.exit(f"Benchmarks/lines does not list the benchmarks {', '.join(promised.keys() ^ SHORT.keys())}")
    for target, variables in SHORT.items():
        start = time.monotonic()
        result = subprocess.run(["make", target, *variables], stdout=subprocess.PIPE, text=True)
        print(f"{result.stdout}{target} took {time.monotonic() - start:.0f} s\n", flush=True)
        printed = LINE.findall(result.stdout)
        if is_update:
            promised[target] = [name for name in dict.fromkeys(printed) if name not in UNPROMISED]
        missing = [name for name in sorted(promised[target]) if name and name not in printed and is_promised(name)]
        if result.returncode or missing or not promised[target]:
            failures += 1
            print(f"FAILED {target}: status {result.returncode}, missing lines: {', '.join(missing) or 'none'}", flush=True)
    if is_update:
        PROMISES.write_text("\n\n".join("\n".join([target, *names]) for target, names in promised.items()) + "\n")
    print(f"benchmarks: {len(SHORT)}, failures: {failures}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
