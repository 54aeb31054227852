"""Runs `options-server` with imitated live sources on the loopback interface, and simulates their failures.

snapshot  the quotes of 6,000 symbols: the first within 5 s of the start, all within the calls that the source allows
tickers   the copy of 12,000 tickers under a limit of calls, killed at several moments: nothing is lost, no page is requested twice
backfill  five years of 16 shares and a year of 4 coins, under each fault in turn, then killed at several moments: every day is
                    stored with the true close, and was requested once
          faults    every source fails in each way: the server stays up, serves the last known data as stale, delays no other request, and
                    recovers
          streams   a stream says when a source fails and when it answers again
          keys      no key is in a log, a response or a file, and none is sent to another host

Run: live_sources.py --server SERVER --fakes FAKES [--only snapshot,tickers,backfill,faults,streams,keys] [--kills 20] [--seed 1]
FAKES is the command `fake-sources`. Prints `name: value` lines and the faults. The exit status is 1 if there is one."""

import argparse
import random
import sys
import tempfile
import time
from http.client import HTTPException
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests"))

from live.backfill import Backfill
from live.keys import Keys
from live.outages import Outages
from live.snapshot import Snapshot
from live.sources import Fakes
from live.streams import Streams
from live.tickers import Tickers
from support.faults import Faults
from support.program import command_line

SECTIONS = {"snapshot": Snapshot, "tickers": Tickers, "backfill": Backfill, "faults": Outages, "streams": Streams, "keys": Keys}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server; `--port 0` is added")
    parser.add_argument("--fakes", required=True, type=command_line, help="the command of the imitated sources; `--port 0` is added")
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections to run, of " + ", ".join(SECTIONS))
    parser.add_argument("--kills", type=int, default=20, help="number of kills of each section that kills")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    only = arguments.only.split(",")
    if unknown := set(only) - set(SECTIONS):
        parser.error(f"--only: {', '.join(unknown)} is not one of {', '.join(SECTIONS)}")
    faults, start = Faults(), time.monotonic()
    for name in only:
        section = SECTIONS[name](arguments, random.Random(f"{name} {arguments.seed}"), faults)
        try:
            with tempfile.TemporaryDirectory(prefix="live-sources-") as folder, Fakes(arguments.fakes) as fakes, section:
                section.run(folder, fakes)
        except (OSError, HTTPException) as error:
            faults(f"{name}: {error!r}")
    print(f"seconds: {time.monotonic() - start:.1f}")
    print(f"faults: {faults.count}")
    return 1 if faults.count else 0


if __name__ == "__main__":
    sys.exit(main())
