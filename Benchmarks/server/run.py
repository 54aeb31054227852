#!/usr/bin/env python3
"""Starts a server, runs a command with its address in place of {url}, and stops the server.

    run.py --server "options-server" -- COMMAND [ARGUMENT…]

The exit status is that of the command.
"""

import argparse
import shlex
import subprocess
import sys

from servers import Server


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", required=True, type=shlex.split, help="the command of the server")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    with Server("the server", [*arguments.server, "--port", "0"]) as server:
        command = [part.replace("{url}", server.url("")) for part in arguments.command]
        return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
