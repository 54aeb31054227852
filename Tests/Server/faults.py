"""Looks for faults of `options-server`: incomplete answers, slow clients that are not cut off, limits that do not hold.

bodies  damaged bodies, pipelined on connections that stay open: every response is complete and has the right form
heads   damaged request lines and fields: every complete head is answered, and every intact request before a damaged one
slow    slow headers, bodies and readers, and idle clients: all are cut off in time, and the server answers others meanwhile
stop    SIGTERM under load: every request that was sent is answered, and the exit status is 0
limits  more batches and large calculations than the server accepts: the others are refused at once

Run: faults.py --server SERVER [--only bodies,heads,slow,stop,limits] [--bodies 1000000] [--heads 100000] [--seed 1]
Prints `name: value` lines and the faults. The exit status is 1 if there is one. The folder `--work` keeps what was sent."""

import argparse
import resource
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests"), *(str(ROOT / "Benchmarks" / name) for name in ("server", "peers", "bounded"))]

import fuzz
import limits
import slow
import stop
from support.documented import CALCULATE, require_answer
from support.program import command_line
from support.server import Server

SECTIONS = ("bodies", "heads", "slow", "stop", "limits")
ENDPOINTS = ("calculate", "scenario", "recognise", "risk", "margin", "find", "chart", "batch", "price", "implied-volatility")
SHOWN = 40


class Report:
    def __init__(self, folder):
        self.folder, self.faults = folder, 0

    def line(self, name, value):
        print(f"{name}: {value}", flush=True)

    def fault(self, section, what, data=None):
        """Prints a fault, and keeps the bytes that were sent."""
        self.faults += 1
        if self.faults <= SHOWN:
            print(f"FAULT {section}: {what}", flush=True)
            if data is not None:
                file = self.folder / f"{section}-{self.faults}"
                file.write_bytes(data)
                print(f"  {data[:300]!r}{'…' if len(data) > 300 else ''}\n  {len(data)} bytes in {file}", flush=True)

    def count(self, kind, number):
        print(f"FAULTS {kind}: {number}", flush=True)

    def alive(self, server):
        """Requires that the started process still runs, and that its log contains no failure."""
        if server.process.poll() is not None:
            self.fault("server", f"it ended with {server.process.returncode}")
        log = server.text().splitlines()
        if lines := [line for line in log if not line.startswith("listening")]:
            self.fault("server", f"{len(lines)} lines in the log, such as {lines[0][:300]}")


def fuzzed(section):
    def check(report, arguments):
        with Server(arguments.server) as server:
            require_answer(server, CALCULATE)
            # Until it has its first snapshot, the server reports that it is not ready. This is not a fault.
            server.wait_until_ready()
            before = server.memory()
            is_bodies = section is fuzz.bodies
            rest = (arguments.endpoints.split(","), arguments.depth) if is_bodies else (arguments.intact,)
            fuzz.run(report, section, server, getattr(arguments, section.__name__), arguments.seed, *rest)
            report.line(f"{section.__name__}_memory", f"{before:.0f} MiB before, {server.memory():.0f} MiB after")

    return check


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server; `--port 0` is added")
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections to run, of " + ", ".join(SECTIONS))
    parser.add_argument("--bodies", type=int, default=1_000_000, help="number of damaged bodies")
    parser.add_argument("--endpoints", default=",".join(ENDPOINTS), help="endpoints that get damaged bodies")
    parser.add_argument("--depth", type=int, default=8, help="greatest number of pipelined requests")
    parser.add_argument("--heads", type=int, default=100_000, help="number of damaged heads")
    parser.add_argument("--intact", type=float, default=0.2, help="share of damaged heads that follow intact requests")
    parser.add_argument("--stops", type=int, default=20, help="number of stops under load")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, default=Path(".build/server-faults"), help="a folder for what revealed a fault")
    arguments = parser.parse_args()
    only = arguments.only.split(",")
    if unknown := set(only) - set(SECTIONS):
        parser.error(f"--only: {', '.join(unknown)} is not one of {', '.join(SECTIONS)}")
    arguments.work.mkdir(parents=True, exist_ok=True)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    report = Report(arguments.work)
    sections = {
        "bodies": fuzzed(fuzz.bodies), "heads": fuzzed(fuzz.heads), "slow": slow.check, "stop": stop.check,
        "limits": limits.check,
    }  # fmt: skip
    for name in only:
        sections[name](report, arguments)
    report.line("faults", report.faults)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
