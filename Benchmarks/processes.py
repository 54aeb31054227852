"""Measures whole processes with hyperfine, from start to exit: `options calculate` with an iron condor and with 10,000 legs.

Prints `name: value ms` lines: the median and the minimum.

Run: processes.py OPTIONS [FLAG…], with flags of hyperfine, such as --runs 3"""

import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

CONDOR = Path(__file__).resolve().parent.parent / "Fixtures/contract/iron-condor.json"


def many_legs(count):
    legs = [
        {"type": "call", "position": "long", "strikePrice": 50 + number / 100, "premium": 1.25, "quantity": 1}
        for number in range(count)
    ]
    return json.dumps({"currentPrice": 100, "legs": legs})


def main():
    options, *flags = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        large, results = Path(folder, "large.json"), Path(folder, "results.json")
        large.write_text(many_legs(10_000))
        command = ["hyperfine", "--shell=none", "--style", "none", "--export-json", str(results), *(flags or ["--warmup", "5"])]
        for name, request in (("process, iron condor", CONDOR), ("process, 10,000 legs", large)):
            command += ["--command-name", name, shlex.join([options, "calculate", str(request)])]
        subprocess.run(command, check=True)
        for result in json.loads(results.read_text())["results"]:
            print(f"{result['command']}: {1e3 * result['median']:.2f} ms")
            print(f"{result['command']}, fastest: {1e3 * result['min']:.2f} ms")


if __name__ == "__main__":
    main()
