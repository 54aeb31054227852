"""Starts a program that prints its address, and ends it."""

import atexit
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from support.environment import environment_of_checks

ADDRESS = re.compile(rb"(?:listening|running) on http://[^:\s]+:(\d+)")
START_SECONDS, STOP_SECONDS = 60, 20
TICKS = os.sysconf("SC_CLK_TCK")


class ProgramError(SystemExit):
    """A program does not start, answer or stop. If the error is not caught, the script ends with its message and status 1."""


class Program:
    """A process that takes `--port` and prints `listening on http://HOST:PORT`, or `running on` like uvicorn.

    It starts at once; `with` and `wait` wait until it accepts connections. If it still runs when the script ends, it is killed. Its port is
    free, and it has a folder of its own and the simulated market, so that checks can run at the same time.

    `folder`, if given, holds the log and the data, and stays when the program ends. Variables of `environment` replace the defaults; `None`
    removes one. `core` is the core that the program may use, and `name` its name in messages. A clean stop has one of the exit `statuses`."""

    def __init__(self, command, *flags, folder=None, environment={}, core=None, name=None, statuses=(0,)):
        self.name, self.statuses = name or Path(command[0]).name, statuses
        self.temporary = None if folder else tempfile.TemporaryDirectory(prefix="program-")
        self.folder = Path(folder or self.temporary.name)
        self.log, self.data = self.folder / "log", self.folder / "data"
        self.command = [*(["taskset", "-c", str(core)] if core is not None else []), *command, *flags]
        defaults = {"OPTIONS_DATA": str(self.data), "OPTIONS_MARKET": "simulated", "OPTIONS_LOG_LEVEL": "warning"}
        self.environment = environment_of_checks({**defaults, **environment})
        self.start()

    def start(self, port=0):
        self.port, self.started = None, time.monotonic()
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [*self.command, "--port", str(port)], stdout=log, stderr=log, env=self.environment,
                start_new_session=True,
            )  # fmt: skip
        atexit.register(self.kill)
        # A script that is terminated ends its programs as well.
        if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))

    def __enter__(self):
        return self.wait()

    def __exit__(self, kind, *_):
        # The failure of the program has already been reported.
        if not (kind and issubclass(kind, ProgramError)):
            self.stop()
        self.discard()

    def wait(self):
        """Waits until the program accepts connections."""

        def address():
            if (status := self.process.poll()) is not None:
                self.fail(f"did not start, but ended with {status}")
            return ADDRESS.search(self.log.read_bytes())

        found = until(START_SECONDS, address, 0.002) or self.fail(f"printed no address within {START_SECONDS} s")
        self.port = int(found[1])
        return self

    def wait_for(self, is_there, what, seconds=120):
        """Waits until the program has something, such as its data."""
        if not until(seconds, is_there):
            self.fail(f"did not reach {what} within {seconds} s")
        return self

    # Ending

    def kill(self):
        self.process.kill()
        return self.ended()

    def terminate(self, seconds=STOP_SECONDS):
        """Sends SIGTERM, and returns the exit status."""
        self.process.terminate()
        return self.ended(seconds)

    def ended(self, seconds=None):
        """Waits for the end of the process, and returns the exit status."""
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.fail(f"did not stop within {seconds} s of SIGTERM")
        atexit.unregister(self.kill)
        return status

    def stop(self):
        """Sends SIGTERM, and requires a clean stop."""
        if (status := self.terminate()) not in self.statuses:
            self.fail(f"ended with {status}")

    def discard(self):
        """Kills the program if it still runs, and removes its temporary folder."""
        self.kill()
        if self.temporary:
            self.temporary.cleanup()

    def restart(self):
        """Stops the program and starts it again, with the same folder and the same port."""
        self.stop()
        self.start(self.port)
        return self.wait()

    def fail(self, what):
        self.kill()
        raise ProgramError(f"{self.name} {what}\n{self.text()[-2000:]}".rstrip())

    # Observing

    def text(self):
        return self.log.read_text(errors="replace")

    def cpu(self):
        """The processor time that the program has used, user and system, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self, field="VmRSS"):
        """Memory in MiB: resident (VmRSS), or its peak (VmHWM)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{field}:\s+(\d+) kB", status, re.MULTILINE)[1]) / 1024


def until(seconds, is_there, pause=0.1):
    """Waits for a value that is true, and returns it; `None` if it does not come."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := is_there():
            return value
        time.sleep(pause)
    return None


def command_line(text):
    """The arguments of a command, whose executable exists; none if the text is empty."""
    command = shlex.split(text)
    if command:
        command[0] = shutil.which(command[0]) or sys.exit(f"{command[0]} is not an executable")
    return command
