#!/usr/bin/env python3
"""Starts a server, runs a command with its address in place of {url}, and stops the server.

    run.py --server "options-server" -- COMMAND [ARGUMENT…]

The exit status is that of the command.
"""

import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests"))

from support.program import command_line
from support.server import Server


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    with Server(arguments.server) as server:
        command = [part.replace("{url}", server.origin) for part in arguments.command]
        return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
