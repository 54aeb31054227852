#!/usr/bin/env python3
"""Checks the tables that the scripts in this folder generate: runs each script again and compares, byte for byte.

Every script with a table of its name writes the table, or, with --check, compares it with the committed one.

    tables.py             checks all tables (ten to twenty minutes of processor time); the exit status is 1 if one differs
    tables.py --quick     leaves out the slow ones
    tables.py NAME ...    checks the tables with these names
"""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from pathlib import Path

SLOW = ("dividend_domain", "dividend_distribution", "american", "american_two_boundaries", "american_greeks", "calendars",
        "forward_columns", "horizon_probability", "bachelier", "probability_limits", "position_greeks", "black76")


def write(script, text):
    """Writes the table of a script. If the script was called with --check, compares the table with the text instead."""
    path = Path(script).resolve().with_suffix(".json")
    if sys.argv[1:] != ["--check"]:
        path.write_bytes(text.encode())
        return
    committed = path.read_text()
    if committed != text:
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(committed, text)))
        line = committed.count("\n", 0, same) + 1
        start = max(same - 60, 0)
        sys.exit(f"{path.name} differs at line {line}, character {same}:\n"
                 f"  committed {committed[start:same + 30]!r}\n  computed  {text[start:same + 30]!r}")
    print(f"{path.name} is equal")


def write_rows(script, document, rows, separators=(",", ":")):
    """Writes a document, and its cases, each on a line."""
    head = json.dumps(document, indent=0, ensure_ascii=False)[:-2]
    lines = ",\n".join(json.dumps(row, separators=separators) for row in rows)
    write(script, f'{head},\n"cases": [\n{lines}\n]\n}}\n')


def check(script):
    """Runs a script with --check. Returns its messages, whether the tables are equal, and the elapsed seconds."""
    start = time.monotonic()
    run = subprocess.run([sys.executable, script, "--check"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # Without this message, the script has not called `write` and has compared nothing.
    equal = run.returncode == 0 and run.stdout == f"{script.stem}.json is equal\n"
    return run.stdout, equal, time.monotonic() - start


def main(names):
    scripts = sorted(path for path in Path(__file__).resolve().parent.glob("*.py") if path.with_suffix(".json").exists())
    if names == ["--quick"]:
        names = [path.stem for path in scripts if path.stem not in SLOW]
    unknown = set(names) - {path.stem for path in scripts}
    if unknown:
        sys.exit(f"no script generates a table with the name {', '.join(sorted(unknown))}")
    chosen = [path for path in scripts if not names or path.stem in names]
    # The slowest scripts start first, so that no processor is idle at the end while a slow one runs.
    chosen.sort(key=lambda path: SLOW.index(path.stem) if path.stem in SLOW else len(SLOW))
    failures = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, (messages, equal, seconds) in zip(chosen, pool.map(check, chosen)):
            failures += not equal
            print(f"{path.stem:20} {'equal' if equal else 'failed':7} {seconds:6.1f} s\n{'' if equal else messages}", end="")
    print(f"{len(chosen)} tables, {failures} failed")
    sys.exit(1 if failures or not chosen else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
