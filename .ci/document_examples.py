#!/usr/bin/env python3
"""Runs the commands of documents, and compares what they print with what the documents show.

    document_examples.py PROGRAMS DOCUMENT…    PROGRAMS is the folder of options and options-server

In a block `sh`, a line that begins with `$ ` is a command, and the lines after it are its whole output. A block without such lines is a
list of commands; blocks of JSON or text that follow directly are parts of their output. The server of a document is one on a simulated
market whose time starts at START; files that a document writes are seen by its later commands. Commands that install or build are not run
here: NOT_RUN says where they are.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY / "Tests"))

from support.server import Server  # noqa: E402

START = "2026-11-27T15:00:00Z"
ADDRESS = "http://127.0.0.1:8080"
NOT_RUN = {
    "make": "documents.py compares targets and variables with the Makefile, and CI runs them",
    "pip": "make python installs the wheel",
    "sudo": "make install-check and make dist-check install the programs",
    "systemctl": "make install-check checks the unit",
    "journalctl": "make install-check checks the unit",
}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(block):
    """The commands of a block, with the whole output of each that shows one, and None for the others."""
    if block.startswith("$ "):
        for example in f"\n{block}".split("\n$ ")[1:]:
            command, _, shown = example.partition("\n")
            yield command, shown.rstrip("\n")
    else:
        for command in re.sub(r"\\\n\s*", " ", block).splitlines():
            if command.strip() and not command.lstrip().startswith("#"):
                yield command, None


class Document:
    def __init__(self, path, programs, folder):
        self.path, self.folder, self.faults, self.run_count, self.server = path, folder, [], 0, None
        self.environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        self.programs = programs
        # Without FMA the last digits of prices may differ.
        self.has_fma = "in use: baseline" not in self.output("options --version --verbose")[0]

    def check(self):
        text = self.path.read_text(encoding="utf-8")
        blocks = list(BLOCK.finditer(text))
        for index, block in enumerate(blocks):
            if block[1] != "sh":
                continue
            shown = []
            for following in blocks[index + 1 :]:
                previous = shown[-1] if shown else block
                if following[1] not in ("", "json", "text") or text[previous.end() : following.start()].strip():
                    break
                shown.append(following)
            self.line = text.count("\n", 0, block.start()) + 1
            self.block(block[2], [each[2] for each in shown])
        if self.server:
            self.server.stop()

    def block(self, text, parts):
        printed = ""
        for command, shown in commands(text):
            if command.split()[0] in NOT_RUN:
                continue
            output, status = self.output(self.on_server(command), is_terminal=any("┤" in part for part in parts))
            self.run_count += 1
            printed += output
            if shown is not None:
                if self.has_fma and output.rstrip("\n") != shown:
                    self.fault(f"{command}\n  prints {output.rstrip()}\n  not    {shown}")
            elif status != 0:
                self.fault(f"{command}\n  ended with status {status}: {output[:500]}")
        position = 0
        for part in parts if self.has_fma else []:
            found = printed.find(part.rstrip("\n"), position)
            if found < 0:
                self.fault(f"the output does not have\n{part}\n  but is {printed[:2000]}")
            position = max(found, 0)

    def on_server(self, command):
        if ADDRESS not in command:
            return command
        if self.server is None:
            self.server = Server([str(self.programs / "options-server")], "--simulated-start", START, folder=self.folder / "server")
            self.server.wait()
            self.server.wait_until_ready()
        # An error of the server is one of the command.
        return command.replace(ADDRESS, self.server.origin).replace("curl ", "curl --silent --show-error --fail-with-body ", 1)

    def output(self, command, is_terminal=False):
        """What a command prints, and its status."""
        arguments = ["script", "-qec", f"stty cols 80 rows 20; {command}", "/dev/null"] if is_terminal else ["bash", "-c", command]
        done = subprocess.run(
            arguments, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=120)
        return done.stdout.replace("\r\n", "\n"), done.returncode

    def fault(self, what):
        self.faults.append(f"{self.path.relative_to(REPOSITORY)}:{self.line}: {what}")


def main(programs, *paths):
    faults = []
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            # Examples read fixtures, and write beside them.
            Path(folder, "Fixtures").symlink_to(REPOSITORY / "Fixtures")
            Path(folder, "server").mkdir()
            document = Document(REPOSITORY / path, Path(programs).resolve(), Path(folder))
            document.check()
        print(f"{path}: {document.run_count} commands")
        if not document.run_count:
            faults.append(f"{path}: no command was run")
        faults += document.faults
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
