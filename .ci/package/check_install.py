#!/usr/bin/env python3
"""Checks an installation: files, libraries, manual pages, completions, the unit and its sandbox, both programs as a user without
privileges with the command line of the unit, and that nothing is left after it is removed.

    check_install.py
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
#: Of the user and the group "nobody", who own nothing.
NOBODY = 65534


def run(*command, **options):
    """The standard output of a command, which must succeed."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with status {done.returncode}\n{done.stdout}")
    return done.stdout


def expect(condition, message):
    if not condition:
        sys.exit(message)


def install(prefix, *arguments):
    run(HERE / "install", *arguments, env=os.environ | {"PREFIX": str(prefix), "DESTDIR": ""})


def unprivileged(*command, **options):
    limits = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--no-new-privs"] if os.getuid() == 0 else []
    return subprocess.Popen([*limits, *map(str, command)], text=True, **options)


def check_libraries(program):
    libraries = run("ldd", program)
    expect("not found" not in libraries, f"{program} lacks a library:\n{libraries}")
    expect("libswift" not in libraries and "Foundation" not in libraries, f"{program} does not contain the runtime of Swift")


def check_texts(prefix):
    for name in ("options", "options-server"):
        page = prefix / f"share/man/man1/{name}.1"
        run("mandoc", "-T", "lint", "-W", "warning", page)
        shown = run("man", "--local-file", page, env=os.environ | {"LC_ALL": "C.UTF-8", "MANWIDTH": "100"})
        for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXAMPLES", "EXIT STATUS"):
            expect(re.search(rf"^{section}$", shown, re.MULTILINE), f"{page} has no section {section}")
        run("bash", "-n", prefix / f"share/bash-completion/completions/{name}")
        run("zsh", "-n", prefix / f"share/zsh/site-functions/_{name}")
        run("fish", "--no-execute", prefix / f"share/fish/vendor_completions.d/{name}.fish")
        words = run("bash", "-c", f". {prefix}/share/bash-completion/completions/{name} && complete -p {name}")
        expect(f" {name}" in words, f"bash completes nothing for {name}")


def check_unit(prefix):
    unit = prefix / "lib/systemd/system/options-server.service"
    run("systemd-analyze", "verify", unit, env=os.environ | {"MANPATH": str(prefix / "share/man")})
    shown = run("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)
    print(shown.strip().splitlines()[-1])
    return unit.read_text(encoding="utf-8")


def check_programs(prefix, unit):
    """Both programs as nobody, the server with the command line and the environment of the unit, in a folder of its own."""
    request = (REPOSITORY / "Fixtures/contract/long-call.json").read_text(encoding="utf-8")
    calculate = unprivileged(prefix / "bin/options", "calculate", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    answer, _ = calculate.communicate(request)
    expect(json.loads(answer)["metrics"]["breakEvenPoints"] == [174.25], f"options calculate answers {answer}")
    version = run(HERE / "version").strip()
    command = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)[1].split()
    variables = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.MULTILINE))
    expect(command[0] == str(prefix / "bin/options-server"), f"the unit starts {command[0]}")
    for program in ("options", "options-server"):
        shown = run(prefix / "bin" / program, "--version").split()[0]
        expect(shown == version, f"{program} has the version {shown}, the CHANGELOG {version}")
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o711)
        data = Path(folder, "data")
        data.mkdir(mode=0o700)
        if os.getuid() == 0:
            os.chown(data, NOBODY, NOBODY)
        environment = {"PATH": os.environ["PATH"]} | variables | {"OPTIONS_DATA": str(data)}
        mask = int(re.search(r"^UMask=(\d+)$", unit, re.MULTILINE)[1], 8)
        server = unprivileged(
            *command, "--port", "0", env=environment, umask=mask, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        try:
            line = next((line for line in server.stderr if "listening on " in line), "")
            address = line.rpartition(" ")[2].strip()
            expect(address.startswith("http://127.0.0.1:"), f"the server prints {line!r}")
            post = ["curl", "-s", "--json", "@-", address + "/api/rest/options/calculate"]
            expect(run(*post, input=request) == answer.rstrip("\n"), "the server answers other bytes than the command")
            expect("price" in run("curl", "-s", address + "/api/rest/stocks/COIN/price"), "the server has no market data")
        finally:
            server.terminate()
            status = server.wait(timeout=15)
        expect(status == 0, f"the server ended with status {status}")
        modes = {path: oct(path.stat().st_mode & 0o077) for path in data.rglob("*")}
        expect(modes and set(modes.values()) == {"0o0"}, f"others may read the data: {modes}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        prefix = Path(folder, "prefix")
        install(prefix)
        for program in ("options", "options-server"):
            check_libraries(prefix / "bin" / program)
        check_texts(prefix)
        check_programs(prefix, check_unit(prefix))
        install(prefix, "--remove")
        left = sorted(str(path) for path in prefix.rglob("*"))
        expect(not left, f"after it is removed, the installation leaves {left}")
    print("installed, run as another user, and removed")


if __name__ == "__main__":
    main()
