#!/usr/bin/env python3
"""Searches for the most expensive request that `options` accepts. No request should take over a second or 256 MiB.

Each family of `requests.py` is measured at sizes that grow by a factor of four, and around the greatest size that is
answered, which bisection finds. Random requests follow. Processor time (user and system) and the peak resident set are those of
the process, including its start. A request over a second or 256 MiB is measured three times, and the best result counts, because
other processes may use the machine. The same seed gives the same requests.

The exit status is 1 if a request takes more memory, is stopped, or takes more than three seconds. The limit of one second is
reported but does not affect the exit status, because machines differ and are shared.

Run: search.py .build/release/options [--limits strict] [--budget 180] [--seed 1] [--only calendar]"""

import argparse
import os
import resource
import sys
import tempfile
import time

import requests

SECONDS = 1
SECONDS_ON_ANY_MACHINE = 3
MEBIBYTES = 256


def generate(make, path):
    """Writes a request in a separate process: the peak memory of a child would include the memory that this process used."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            command, request = make()
            with open(path, "wb") as file:
                file.write(requests.encoded(request))
            with open(path + ".command", "w") as file:
                file.write(command)
            status = 0
        finally:
            os._exit(status)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit("search.py: a request could not be generated")


def run(arguments, path, seconds):
    """The outcome, the processor time in seconds and the peak memory in MiB of one run."""
    with open(path + ".command") as file:
        command = file.read()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        output = os.open(os.devnull, os.O_WRONLY)
        errors = os.open(path + ".errors", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(output, 1)
        os.dup2(errors, 2)
        os.execv(arguments.options, [arguments.options, command, *arguments.flags, path])
    _, status, usage = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    outcome = {0: "answered", 1: "refused"}.get(code, f"stopped ({code})")
    if outcome == "refused":
        with open(path + ".errors", errors="replace") as file:
            outcome += ": " + file.read(160).strip()
    return outcome, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Search:
    def __init__(self, arguments):
        self.arguments = arguments
        self.measured = []

    def measure(self, name, make):
        generate(make, self.arguments.file)
        outcome, seconds, mebibytes = run(self.arguments, self.arguments.file, self.arguments.seconds)
        for _ in range(2):
            if seconds > SECONDS or mebibytes > MEBIBYTES:
                outcome, *again = run(self.arguments, self.arguments.file, self.arguments.seconds)
                seconds, mebibytes = min(seconds, again[0]), min(mebibytes, again[1])
        self.measured.append((name, outcome, seconds, mebibytes))
        if self.arguments.verbose:
            print(f"{name}: {seconds:.3f} s, {mebibytes:.0f} MiB, {outcome}", flush=True)
        return outcome == "answered"

    def family(self, name):
        command, greatest, make = requests.FAMILIES[name]

        def answers(size):
            return self.measure(f"{name} ({size})", lambda: (command, make(size)))

        if answers(greatest):
            return
        size = 1
        while size < greatest and answers(size):
            size *= 4
        low, high = size // 4, min(size, greatest)
        while low > 0 and high - low > low // 8 + 1:
            middle = (low + high) // 2
            low, high = (middle, high) if answers(middle) else (low, middle)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("options", help="the executable")
    parser.add_argument("--limits", choices=["strict"], help="the limits to select; by default those of the command line")
    parser.add_argument(
        "--budget", type=float, default=180, help="seconds for the search: all families are measured, then random "
        "requests in the remaining time, at least 20")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="measure only families whose names contain this, and no random requests")
    parser.add_argument("--seconds", type=int, default=10, help="seconds of processor time after which a run is stopped")
    parser.add_argument("--verbose", action="store_true", help="print every measurement")
    arguments = parser.parse_args()
    arguments.flags = ["--limits", arguments.limits] if arguments.limits else []

    end = time.monotonic() + arguments.budget
    search = Search(arguments)
    with tempfile.TemporaryDirectory() as folder:
        arguments.file = os.path.join(folder, "request.json")
        for name in requests.FAMILIES:
            if arguments.only in name:
                search.family(name)
        number = 0
        while not arguments.only and (number < 20 or time.monotonic() < end):
            seed = arguments.seed * 1_000_000 + number
            search.measure(f"random request {seed}", lambda: requests.random_request(seed))
            number += 1

    slow = sorted(search.measured, key=lambda row: -row[2])
    large = sorted(search.measured, key=lambda row: -row[3])
    for name, outcome, seconds, _ in slow[:10]:
        print(f"{name}, {outcome.partition(':')[0]}: {seconds:.3f} s")
    for name, outcome, _, mebibytes in large[:5]:
        print(f"{name}, {outcome.partition(':')[0]}: {mebibytes:.0f} MiB")
    print(f"work_requests: {len(search.measured)} requests")
    print(f"work_slowest: {slow[0][2]:.3f} s")
    print(f"work_largest: {large[0][3]:.0f} MiB")
    stopped = any(outcome.startswith("stopped") for _, outcome, _, _ in search.measured)
    return 1 if stopped or slow[0][2] > SECONDS_ON_ANY_MACHINE or large[0][3] > MEBIBYTES else 0


if __name__ == "__main__":
    sys.exit(main())
