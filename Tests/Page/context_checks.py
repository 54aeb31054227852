"""Checks of what surrounds a strategy: the price of its stock, and its decay."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from browser import DESK, DESK_DARK, PHONE, require
from checks import check

CONDOR = "&".join(f"leg={side},1,{kind},{strike}@{price},DATE" for side, kind, strike, price in (
    ("long", "put", 120, 1), ("short", "put", 130, 2), ("short", "call", 165, 2.5), ("long", "call", 175, 1.2)))  # fmt: skip


def today():
    """The date in New York, as the page has it."""
    return str(datetime.now(ZoneInfo("America/New_York")).date())


def expirations(view, ticker):
    return view.page.request.get(f"/api/rest/stocks/{ticker}/options/expirations").json()["expirationDates"]


def open_condor(view, date, ticker="COIN"):
    """An iron condor of one expiration, at prices that need no quotes."""
    view.open(f"/#v1/builder?symbol={ticker}&price=147.38&volatility=60&{CONDOR.replace('DATE', date)}")
    view.page.locator(".headline").wait_for()


def fetch_prices(view):
    page = view.page
    page.locator(".surroundings").scroll_into_view_if_needed()
    page.locator(".ahead").wait_for()
    view.wait_until("document.querySelector('.ahead svg') || document.querySelector('.ahead button')")
    button = page.get_by_role("button", name="Fetch the prices")
    if button.is_visible():
        button.click()
    page.locator(".ahead path.candle.up").wait_for(state="attached")


@check("the price chart has candles, break-evens and a cone, and the decay of the strategy is below", screens=[DESK_DARK, PHONE])
def surroundings(view):
    open_condor(view, expirations(view, "COIN")[5])
    page = view.page
    require(page.locator(".ahead").count() == 0, "the chart is loaded before it is in sight")
    fetch_prices(view)
    require(page.locator(".ahead path.cone").count() == 2, "the cone has not two areas")
    require(page.locator(".ahead line.level").count() == 2, "the break-evens are no lines")
    words = page.locator(".ahead").inner_text()
    require(re.search(r"Break-evens: 127\.70, .* below .*; 167\.30, .* above", words), f"the words are {words}")
    # The ends of the cone are those of the diagram.
    moves = page.locator(".chances").inner_text()
    for bound in re.findall(r"[\d.]+", re.search(r"volatility: (.*?) in about 68", words)[1]):
        require(bound in moves, f"{bound} is not in {moves}")
    page.locator(".decay path.line").wait_for()
    before = page.locator(".decay .note").inner_text()
    # While it is out of sight, the decay stands still and is not printed.
    page.locator("#shift").fill("10")
    view.wait_until("document.querySelector('.surroundings.outdated')")
    page.emulate_media(media="print")
    require(not page.locator(".decay").is_visible(), "the decay of the old volatility is printed")
    page.emulate_media(media="screen")
    page.locator(".decay").scroll_into_view_if_needed()
    view.wait_until("document.querySelector('.decay .note').textContent.includes('raised by 10')")
    require(page.locator(".decay .note").inner_text().split(" now")[0] != before.split(" now")[0], "the decay does not follow the slider")
    page.locator(".ahead .candles").focus()
    page.keyboard.press("End")
    view.wait_until("/1σ .* to /.test(document.querySelector('.ahead .readout').textContent)")
    violations = view.violations()
    require(not violations, "; ".join(violations))


@check("earnings of the simulated market are marked if they are ahead, and stand in the details", screens=[DESK])
def earnings(view):
    page = view.page
    # In the days before its earnings, a stock has no expiration before them.
    for ticker in ("COIN", "AAPL", "MSFT", "NVDA", "KO"):
        date = page.request.get(f"/api/rest/stocks/{ticker}").json()["nextEarnings"]
        dates = [one for one in expirations(view, ticker) if one > today()]
        if dates[0] < date:
            break
    open_condor(view, max(one for one in dates if one < date), ticker)
    fetch_prices(view)
    require(page.locator(".ahead .earnings").count() == 0, "earnings after the expiration are marked")
    page.goto("about:blank")
    open_condor(view, min(one for one in dates if one >= date), ticker)
    fetch_prices(view)
    page.locator(".ahead .earnings").wait_for(state="attached")
    page.get_by_text("Earnings of the simulated market").wait_for()
    view.open(f"/#v1/watchlist?asset={ticker}")
    page.get_by_text("Next earnings").wait_for()


@check("the diagram beside the legs covers nothing below them", screens=[DESK])
def uncovered(view):
    open_condor(view, expirations(view, "COIN")[5])
    page = view.page
    page.locator(".greeks").scroll_into_view_if_needed()
    view.wait_for_answers()
    # Both at once, since what surrounds the strategy arrives now.
    side, more = page.evaluate("['.side', '.more'].map(place => document.querySelector(place).getBoundingClientRect().toJSON())")
    require(side["bottom"] <= more["top"], f"the diagram ends at {side['bottom']}, what is below begins at {more['top']}")
