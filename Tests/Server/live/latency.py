"""The latency of requests that need no source."""

import sys
import threading
import time
from http.client import HTTPException

from support.documented import CALCULATE, DOCUMENTED, FIXED


class Latency:
    """Repeats requests that need no source, and measures their latency."""

    PAUSE = 0.02

    def __init__(self, server):
        self.server, self.times, self.is_over = server, {"live": [], "calculate": []}, threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.failure = None

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()

    def run(self):
        body = DOCUMENTED.read_bytes()
        connection = self.server.connection(timeout=30)
        while not self.is_over.wait(self.PAUSE):
            for name in self.times:
                start = time.monotonic()
                try:
                    if name == "live":
                        connection.request("GET", FIXED)
                    else:
                        connection.request("POST", CALCULATE, body, {"Content-Type": "application/json"})
                    response = connection.getresponse()
                    response.read()
                    if response.status != 200:
                        self.failure = f"{name} answered {response.status}"
                except (OSError, HTTPException) as error:
                    self.failure = f"{name}: {error!r}"
                    connection.close()
                self.times[name].append(time.monotonic() - start)
        connection.close()

    def result(self):
        """The 99th percentiles."""
        if self.failure:
            sys.exit(f"while sources failed, {self.failure}")
        return {name: sorted(times)[int(0.99 * (len(times) - 1))] for name, times in self.times.items()}
