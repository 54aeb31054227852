"""Measures whether the memory of `options-server` grows: sends the documented request millions of times.

Prints `name: value unit` lines: the resident memory after each tenth of the requests, and the growth after the first. The
connections are reopened every few seconds. At 15,000 requests/s, 10,000,000 requests take eleven minutes.

Run: memory.py --server SERVER [--requests 10000000]"""

import argparse
import signal
import sys

import load
import report
from servers import MeasuredServer, pin_load
from support.documented import CALCULATE
from support.program import command_line

CONNECTIONS = 64
TENTHS = 10
GROWTH_MEBIBYTES = 1  # growth that the allocator may cause without a leak


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server; `--port 0` is added")
    parser.add_argument("--requests", type=int, default=10_000_000)
    parser.add_argument("--seconds", type=int, default=5, help="seconds after which connections are reopened")
    parser.add_argument("--gate", action="store_true", help="exit with status 1 if the memory grows")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))  # stops the server
    pin_load()

    sizes, answered = [], 0
    with MeasuredServer(arguments.server) as server:
        report.line("memory_at_start", server.memory(), "MiB")
        for tenth in range(1, TENTHS + 1):
            while answered < arguments.requests * tenth / TENTHS:
                answered += int(load.closed_loop(server, CALCULATE, CONNECTIONS, arguments.seconds)["requests"])
            sizes.append(server.memory())
            report.line(f"memory_after_{tenth * 100 // TENTHS}_percent", sizes[-1], "MiB")
        report.line("requests", answered, "requests")
        report.line("memory_peak", server.memory("VmHWM"), "MiB")
    report.line("memory_growth", sizes[-1] - sizes[0], "MiB", at_most=GROWTH_MEBIBYTES)
    return 0 if report.summary() or not arguments.gate else 1


if __name__ == "__main__":
    sys.exit(main())
