"""Starts servers on the first core, loads them from the second, and measures them."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path

HERE = Path(__file__).resolve().parent
PEERS = HERE.parent / "peers"
FIXTURES = HERE.parent.parent / "Fixtures"
DOCUMENTED = FIXTURES / "contract" / "long-call.json"
RESPONSE = FIXTURES / "contract" / "long-call.response.json"
CALCULATE = "/api/rest/options/calculate"
FIXED = "/health/live"

SERVER_CORE, LOAD_CORE = "0", "1"
START_SECONDS, STOP_SECONDS = 30, 20
TICKS = os.sysconf("SC_CLK_TCK")
ADDRESS = re.compile(rb"(?:listening|running) on http://[^:\s]+:(\d+)")

# The server gets a data folder of its own, and no access log, like its peers. It never asks the network.
ENVIRONMENT = {"OPTIONS_LOG_LEVEL": "warning", "OPTIONS_MARKET": "simulated"}


def pin_load():
    """Moves this process, and the load generators that it starts, to the core of the load."""
    os.sched_setaffinity(0, {int(LOAD_CORE)})


class Server:
    """A running server. `with Server(name, command) as server:` starts and stops it."""

    def __init__(self, name, command):
        self.name = name
        self.folder = tempfile.TemporaryDirectory(prefix="bench-server-")
        self.log = Path(self.folder.name, "standard-error")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("OPTIONS_")}
        environment = {**inherited, **ENVIRONMENT, "OPTIONS_DATA": os.path.join(self.folder.name, "data")}
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["taskset", "-c", SERVER_CORE, *command], stdout=log, stderr=log, env=environment,
                start_new_session=True,
            )  # fmt: skip
        self.port = self.wait_for_port()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def wait_for_port(self):
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            if found := ADDRESS.search(self.log.read_bytes()):
                return int(found[1])
            time.sleep(0.02)
        log = self.log.read_text(errors="replace")[-2000:]
        self.process.kill()
        sys.exit(f"{self.name} did not start:\n{log}")

    def wait(self, is_there):
        """Waits until the server has its data."""
        end = time.monotonic() + 120
        while not is_there():
            if time.monotonic() > end:
                sys.exit(f"{self.name}: the data did not come within two minutes")
            time.sleep(0.2)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            sys.exit(f"{self.name} did not stop within {STOP_SECONDS} s of SIGTERM")
        if status not in (0, -signal.SIGTERM):
            sys.exit(f"{self.name} ended with {status}:\n{self.log.read_text(errors='replace')[-2000:]}")
        self.folder.cleanup()

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def connection(self, timeout=60):
        return HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def cpu(self):
        """The processor time that the server has used, user and system, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self, field="VmRSS"):
        """Memory in MiB: resident (VmRSS), or its peak (VmHWM)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{field}:\s+(\d+) kB", status, re.MULTILINE)[1]) / 1024

    def check(self, path):
        """Requires the right answer to the documented request, or a 200 from a GET of another path."""
        connection = self.connection()
        if path == CALCULATE:
            connection.request("POST", path, DOCUMENTED.read_bytes(), {"Content-Type": "application/json"})
        else:
            connection.request("GET", path)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        if response.status != 200:
            sys.exit(f"{self.name}: {path} answered {response.status} {body[:300]}")
        if path == CALCULATE and json.loads(body) != json.loads(RESPONSE.read_bytes()):
            sys.exit(f"{self.name}: the answer to the documented request is wrong: {body[:300]}")
        return len(body)
