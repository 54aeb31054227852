#!/usr/bin/env python3
"""Checks the page of `options-server` in Chromium.

    check.py --server OPTIONS_SERVER [--only TEXT]

Runs the checks of all modules `*_checks.py` in this folder, each on its screens. Prints a line for each, and the numbers of checks; the exit
status is 1 if one fails. The screenshot of a failed check is in .build/page/failures."""

import argparse
import contextlib
import importlib
import re
import sys
import time
import traceback
from pathlib import Path

from playwright.sync_api import Error as BrowserError

from browser import Browser, Fault
from checks import CHECKS

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from support.program import ProgramError, command_line  # noqa: E402
from support.server import Server  # noqa: E402

FAILURES = HERE.parents[1] / ".build/page/failures"


def reason(run, browser, server, screen, breakage=None):
    """Runs a check on a screen. Returns the reason if it failed; otherwise `None`."""
    view = browser.view(server, screen, **run.options)
    try:
        with view:
            try:
                if breakage is not None:
                    view.insert(breakage.html)
                run.run(view)
                view.require_no_fault()
            except (Fault, BrowserError, AssertionError, ProgramError) as error:
                if breakage is None:
                    picture(view, run)
                # The faults that the page reported may be the cause.
                raise Fault("; ".join([str(error), *(fault for fault in view.faults if fault not in str(error))])) from None
    except Fault as fault:
        return str(fault)
    except Exception:
        return f"the check itself is wrong: {traceback.format_exc()}"
    return None


def picture(view, run):
    name = re.sub(r"\W+", "-", f"{run.name} {view.screen}")
    FAILURES.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(BrowserError):
        view.page.screenshot(path=FAILURES / f"{name}.png", full_page=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server")
    parser.add_argument("--only", default="", help="runs the checks whose names contain this text")
    arguments = parser.parse_args()
    for module in sorted(HERE.glob("*_checks.py")):
        importlib.import_module(module.stem)
    runs = failures = broken = found = 0
    start = time.monotonic()
    with contextlib.ExitStack() as stack:
        browser = stack.enter_context(Browser())
        servers = {}
        for one in CHECKS:
            if arguments.only not in one.name:
                continue
            if one.flags not in servers:
                servers[one.flags] = stack.enter_context(Server(arguments.server, *one.flags)).wait_until_ready()
            server = servers[one.flags]
            for screen in one.screens:
                runs += 1
                why = reason(one, browser, server, screen)
                failures += why is not None
                print(f"{'ok' if why is None else 'FAILED'}: {one.name} ({screen}){f': {why}' if why else ''}", flush=True)
            if one.breakage is None:
                continue
            broken += 1
            why = reason(one, browser, server, one.screens[0], one.breakage)
            if why is not None and re.search(one.breakage.reason, why):
                found += 1
                print(f"ok: {one.name}: fails on a broken page", flush=True)
            else:
                print(f"FAILED: {one.name}: a broken page gives {why or 'no failure'}", flush=True)
    print(f"{runs} checks in {time.monotonic() - start:.1f} s: {runs - failures} passed, {failures} failed")
    print(f"{broken} broken pages: {found} found, {broken - found} not")
    if runs == 0:
        print(f"no check has {arguments.only!r} in its name")
    return 0 if runs and not failures and found == broken else 1


if __name__ == "__main__":
    sys.exit(main())
