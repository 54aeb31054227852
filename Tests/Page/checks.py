"""The list of checks. The modules `*_checks.py` add checks to it.

    @check("the premium is a number", screens=[PHONE, DESK])
    def premium(view):
        view.open("/")
        …
        require(found == 2.5, f"the premium is {found}")

A check fails if it raises, or if its view closes with a fault (browser.py). A check with a `breakage` also runs on a document into which the
HTML of the breakage is inserted, and must then fail with a reason that matches the pattern of the breakage."""

import re
from dataclasses import dataclass, field
from typing import Callable, NamedTuple

from browser import ALL_SCREENS


class Breakage(NamedTuple):
    html: str
    # A regular expression, found in the reason.
    reason: str


@dataclass
class Check:
    name: str
    run: Callable
    screens: list
    # Further flags of the server.
    flags: tuple = ()
    breakage: Breakage | None = None
    # Options of the context of Playwright.
    options: dict = field(default_factory=dict)


CHECKS = []


def check(name, *, screens=ALL_SCREENS, flags=(), breakage=None, **options):
    """Adds a check, which runs once on each screen."""

    def add(function):
        if any(one.name == name for one in CHECKS):
            raise ValueError(f"there are two checks of the name {name!r}")
        if breakage is not None:
            re.compile(breakage.reason)
        CHECKS.append(Check(name, function, list(screens), tuple(flags), breakage, options))
        return function

    return add
