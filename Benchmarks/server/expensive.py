"""The most expensive requests within the strict limits, and a client that sends them."""

import json
import re
import sys
import threading
import time
from argparse import Namespace
from pathlib import Path

from servers import HERE

sys.path.insert(0, str(HERE.parent / "bounded"))
import requests
import search

COUNT = 8
PATHS = {command: f"/api/rest/options/{command}" for command in ("calculate", "scenario", "risk")}
STATUSES = {"answered": 200, "refused": 400}


def find(options, folder):
    """Writes the most expensive requests of the families of `make bench-work` to the folder, unless they were written after
    the command was built. Returns their rows: name, seconds, path, status and file."""
    index = folder / "index.json"
    if not index.exists() or index.stat().st_mtime < Path(options).stat().st_mtime:
        folder.mkdir(parents=True, exist_ok=True)
        file = str(folder / "candidate.json")
        work = search.Search(
            Namespace(options=options, flags=["--limits", "strict"], file=file, seconds=10, verbose=False)
        )
        greatest = []
        for family in requests.FAMILIES:
            work.measured = []
            work.family(family)
            greatest.append((family, *max(work.measured, key=lambda row: row[2])))
        rows = []
        for number, row in enumerate(sorted(greatest, key=lambda row: -row[3])[:COUNT]):
            family, name, outcome, seconds, _ = row
            size = re.search(r"\((\d+)\)$", name)[1]
            command, _, make = requests.FAMILIES[family]
            path = folder / f"{number}.json"
            path.write_bytes(requests.encoded(make(int(size))))
            status = STATUSES[outcome.partition(":")[0]]
            rows.append({"name": name, "seconds": seconds, "path": PATHS[command], "status": status, "file": str(path)})
        index.write_text(json.dumps(rows, indent=1))
    return json.loads(index.read_text())


class Client:
    """One connection that sends the requests in turn, each after the response to the previous one."""

    def __init__(self, server, rows):
        self.server, self.rows, self.answered, self.failure = server, rows, 0, None
        self.bodies = [Path(row["file"]).read_bytes() for row in rows]
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.send_all, daemon=True)

    def __enter__(self):
        self.thread.start()
        time.sleep(1)
        return self

    def __exit__(self, kind, *_):
        self.ended.set()
        self.thread.join(120)
        if not kind and (self.failure or self.thread.is_alive()):
            sys.exit(f"an expensive request failed: {self.failure or 'no answer'}")

    def send_all(self):
        try:
            connection, block = self.server.connection(), bytearray(1 << 20)
            while not self.ended.is_set():
                for row, body in zip(self.rows, self.bodies):
                    if self.ended.is_set():
                        break
                    connection.request("POST", row["path"], body, {"Content-Type": "application/json"})
                    response = connection.getresponse()
                    start = response.read(200)
                    while response.readinto(block):
                        pass
                    if response.status != row["status"]:
                        self.failure = f"{row['name']}: {response.status} instead of {row['status']}: {start}"
                        return
                    self.answered += 1
            connection.close()
        except OSError as error:
            self.failure = repr(error)
