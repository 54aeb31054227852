#!/usr/bin/env python3
"""Writes strategy requests, one per line, as CSV with a leg per row.
Run: python3 table.py STRATEGIES.ndjson > legs.csv"""

import csv
import sys

import orjson

LEG = ["type", "position", "strikePrice", "premium", "quantity", "sharesPerContract"]


def main():
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["id", "currentPrice", *LEG])
    with open(sys.argv[1], "rb") as lines:
        for number, line in enumerate(lines):
            request = orjson.loads(line)
            for leg in request["legs"]:
                writer.writerow([request.get("id", number), request["currentPrice"], *map(leg.get, LEG)])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
