"""Servers on the first core, and the load on the second."""

import os
import signal
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PEERS = HERE.parent / "peers"
sys.path.insert(0, str(HERE.parents[1] / "Tests"))

from support.server import Server  # noqa: E402

SERVER_CORE, LOAD_CORE = 0, 1


def pin_load():
    """Moves this process, and the load generators that it starts, to the core of the load."""
    os.sched_setaffinity(0, {LOAD_CORE})


class MeasuredServer(Server):
    """A server on its core. Peers of options-server may end by the signal that stops them."""

    def __init__(self, command, *flags, name=None):
        super().__init__(command, *flags, core=SERVER_CORE, name=name, statuses=(0, -signal.SIGTERM))
