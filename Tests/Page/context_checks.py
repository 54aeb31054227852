"""Checks of what surrounds a strategy."""

from browser import DESK, require
from checks import check

CONDOR = "&".join(f"leg={side},1,{kind},{strike}@{price},DATE" for side, kind, strike, price in (
    ("long", "put", 120, 1), ("short", "put", 130, 2), ("short", "call", 165, 2.5), ("long", "call", 175, 1.2)))  # fmt: skip


def open_condor(view, place):
    """An iron condor on COIN of one of its expirations."""
    dates = view.page.request.get("/api/rest/stocks/COIN/options/expirations").json()["expirationDates"]
    view.open(f"/#v1/builder?symbol=COIN&price=147.38&volatility=60&{CONDOR.replace('DATE', dates[place])}")
    view.page.locator(".headline").wait_for()


@check("the diagram beside the legs covers nothing below them", screens=[DESK])
def uncovered(view):
    open_condor(view, 5)
    page = view.page
    page.locator(".greeks").scroll_into_view_if_needed()
    page.wait_for_timeout(200)
    side, more = (page.evaluate(f"(() => {{ const {{top, bottom}} = document.querySelector('{place}').getBoundingClientRect();"
                                " return [top, bottom]; })()") for place in (".side", ".more"))  # fmt: skip
    require(side[1] <= more[0], f"the diagram ends at {side[1]}, what is below begins at {more[0]}")
