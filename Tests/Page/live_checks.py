"""Checks of live quotes. The simulated market is at 10:00 New York of a session."""

import json
import re
import time

from browser import DESK, DESK_DARK, PHONE, WAITING_MILLISECONDS, require
from checks import check

LIVE = ("--simulated-start", "2026-11-30T15:00:00Z")
PREMIUM = "document.querySelector('input[name=premium]').value"


def open_live(view, address):
    """Opens an address. The stream never ends, so there is no idle network."""
    view.page.goto(address, wait_until="load")
    view.page.get_by_role("button", name="Live").wait_for()


def choose(view, symbol):
    field = view.page.get_by_role("combobox", name="Stock")
    field.fill(symbol)
    view.page.get_by_role("option").first.wait_for()
    view.page.keyboard.press("Enter")
    view.page.wait_for_url(re.compile(f"symbol={symbol}"))


@check("the builder follows its stock, and what was typed stays", screens=[DESK], flags=LIVE, is_live=True)
def builder(view):
    page = view.page
    open_live(view, "/")
    choose(view, "COIN")
    premium = page.evaluate(PREMIUM)
    view.wait_until(f"{PREMIUM} !== {json.dumps(premium)}")
    view.wait_until("document.querySelector('#undo').getAttribute('aria-disabled') === 'false'")
    page.get_by_label("Current price").fill("120")
    premium = page.evaluate(PREMIUM)
    view.wait_until(f"{PREMIUM} !== {json.dumps(premium)}")
    require(page.get_by_label("Current price").input_value() == "120", "a typed price moves")
    page.get_by_role("button", name="Live").click()
    premium = page.evaluate(PREMIUM)
    page.wait_for_timeout(2500)
    require(page.evaluate(PREMIUM) == premium, "quotes move although the switch is off")
    require(page.get_by_role("button", name="Live").get_attribute("aria-pressed") == "false", "the switch is not off")


@check("a link stays as it is while quotes are live", screens=[PHONE], flags=LIVE, is_live=True)
def link(view):
    open_live(view, "/#v1/builder?symbol=COIN&price=150&valuation=2026-11-30&leg=long,1,call,150@9.7,2026-12-18,mid")
    view.page.locator(".headline").wait_for()
    view.page.wait_for_timeout(3000)
    require("@9.7," in view.page.url and "price=150&" in view.page.url, f"the link has become {view.page.url}")


@check("an option that has expired does not stop the stream of the others", screens=[DESK], flags=LIVE, is_live=True)
def expired(view):
    open_live(view, "/#v1/builder?symbol=COIN&price=150&valuation=2026-11-30&leg=long,1,call,150@9.7,2026-12-18,mid"
                    "&leg=off,long,1,call,150@1,2026-11-20")  # fmt: skip
    view.page.locator(".headline").wait_for()
    view.page.get_by_label("Quantity").first.fill("2")
    premium = view.page.evaluate(PREMIUM)
    view.wait_until(f"{PREMIUM} !== {json.dumps(premium)}")


def wait_for_move(page, texts, before, message):
    """Waits until the texts of a page, which may be another one than that of the view, have changed."""
    end = time.monotonic() + WAITING_MILLISECONDS / 1000
    while page.evaluate(texts) == before:
        require(time.monotonic() < end, message)
        page.wait_for_timeout(20)


@check("the chain moves in place, by one stream for two tabs", screens=[DESK_DARK], flags=LIVE, is_live=True)
def chain(view):
    page = view.page
    streams = []
    view.context.on("request", lambda request: "/api/rest/stream?" in request.url and streams.append(request.url))
    open_live(view, "/")
    choose(view, "COIN")
    page.get_by_role("link", name="Chain", exact=True).click()
    page.locator(".chain-table .trade").first.wait_for()
    second = view.context.new_page()
    second.goto(page.url, wait_until="load")
    second.locator(".chain-table .trade").first.wait_for()
    texts = "[...document.querySelectorAll('.chain-table .trade')].map(one => one.textContent).join()"
    for one in (page, second):
        before = one.evaluate(texts)
        one.evaluate("window.table = document.querySelector('.chain-table')")
        wait_for_move(one, texts, before, "the quotes do not move")
        require(one.evaluate("window.table === document.querySelector('.chain-table')"), "the table is drawn anew")
    count = len(streams)
    second.wait_for_timeout(1500)
    require(len(streams) == count, f"there are more streams: {streams}")
    violations = view.violations()
    require(not violations, "; ".join(violations))
    # The tab that holds the stream closes: the other one goes on.
    page.close()
    wait_for_move(second, texts, second.evaluate(texts), "the other tab does not take over")
    second.close()


@check("watch list and positions follow the stream", screens=[PHONE, DESK], flags=LIVE, is_live=True)
def lists(view):
    page = view.page
    page.request.put("/api/rest/watchlist/SPY")
    page.request.put("/api/rest/positions/SPY", data={"quantity": 10, "cost": 5000})
    for address, cell in (("/#v1/watchlist", "tr[data-ticker=SPY] data"), ("/#v1/prices", ".positions tbody data")):
        open_live(view, address)
        page.reload()
        page.locator(cell).first.wait_for()
        before = page.locator(cell).first.get_attribute("value")
        view.wait_until(f"document.querySelector({json.dumps(cell)}).value !== {json.dumps(before)}")
