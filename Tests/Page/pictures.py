#!/usr/bin/env python3
"""Takes pictures of the page of `options-server`. The simulated market is at 10:00 New York of November 30, 2026, and so is the page.

    pictures.py --server OPTIONS_SERVER [--all FOLDER] [--only TEXT]

Writes those of the documents into docs/images. With `--all`, writes every view on every screen into FOLDER, to be looked at."""

import argparse
import sys
from pathlib import Path

from browser import ALL_SCREENS, DESK, DESK_DARK, Browser

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from support.program import command_line  # noqa: E402
from support.server import Server  # noqa: E402

NOW, EXPIRATION = "2026-11-30T15:00:00Z", "2026-12-18"
IMAGES = HERE.parents[1] / "docs/images"
# The pictures of the documents, and their screens.
DOCUMENTS = {"builder": DESK, "chain": DESK_DARK, "finder": DESK, "trades": DESK_DARK}
SCENES = {}


def scene(function):
    """Adds a function that brings a view to what its picture shows."""
    SCENES[function.__name__] = function
    return function


def take_stock(view, ticker="SPY"):
    view.open("/")
    view.page.get_by_role("combobox", name="Stock").fill(ticker)
    view.page.get_by_role("option", name=ticker).first.wait_for()
    view.page.keyboard.press("Enter")
    view.page.locator("table.scenario").wait_for()


def take_condor(view):
    take_stock(view)
    view.page.get_by_role("button", name="Strategies…").click()
    view.page.get_by_role("button", name="Iron condor").click()
    view.page.get_by_role("heading", name="Iron condor", exact=True).wait_for()


def search(view):
    view.page.get_by_role("button", name="Search", exact=True).click()
    view.page.locator("table.found tbody tr").first.wait_for()


def open_finder(view):
    view.open("/#v1/finder")
    view.wait_until("document.querySelector('.finder input[name=mean]')?.placeholder !== ''")


@scene
def welcome(view):
    view.open("/")
    view.page.get_by_text("Chance of loss").wait_for()


@scene
def builder(view):
    take_condor(view)


@scene
def leg(view):
    take_stock(view, "COIN")
    view.page.get_by_role("button", name="Details").click()


@scene
def comparison(view):
    take_condor(view)
    view.page.get_by_role("button", name="Compare").click()


@scene
def strategies(view):
    take_stock(view)
    view.page.get_by_role("button", name="Strategies…").click()
    view.page.get_by_role("heading", name="The stock moves far").wait_for()


@scene
def chain(view):
    take_stock(view, "COIN")
    view.page.get_by_role("link", name="Chain", exact=True).click()
    view.page.locator(".spot-row").wait_for()


@scene
def finder(view):
    open_finder(view)
    view.page.get_by_role("button", name="Stays calm").click()
    search(view)


@scene
def finder_empty(view):
    open_finder(view)


@scene
def hedge(view):
    take_stock(view, "COIN")
    view.page.get_by_role("link", name="Finder", exact=True).click()
    view.page.get_by_role("button", name="Protect shares").click()
    view.wait_until("document.querySelector('.finder [name=expiration]').value !== ''")
    search(view)


@scene
def trades(view):
    view.open("/#v1/trades")
    view.page.locator(".trades .series path.line").wait_for()


@scene
def roll(view):
    view.open("/#v1/trades")
    view.page.get_by_role("button", name="Roll −2").first.click()
    view.page.locator(".outcome", has_text="Roll:").wait_for()


@scene
def save(view):
    take_condor(view)
    view.page.get_by_role("button", name="Save as trade").click()


@scene
def watchlist(view):
    view.open("/#v1/watchlist")
    view.page.locator("tr[data-ticker] data").first.wait_for()


@scene
def context(view):
    view.open("/#v1/watchlist?asset=COIN")
    view.page.locator(".details .series path, .details .candle").first.wait_for()


@scene
def prices(view):
    view.open("/#v1/prices")
    view.page.locator(".positions tbody data").first.wait_for()


@scene
def settings(view):
    view.open("/#v1/settings")


@scene
def api(view):
    view.open("/#v1/api")
    view.page.locator(".endpoint").first.wait_for()


@scene
def help(view):
    take_condor(view)
    view.page.get_by_role("button", name="Help").click()


def covered_call(server):
    """200 COIN, bought at a close of this month, and calls sold on them that are in the money by now."""
    spot = server.get("/api/rest/stocks/COIN")["price"]
    [close] = [row["close"] for row in server.get("/api/rest/prices/COIN?from=2026-11-03&to=2026-11-03")["prices"]]
    strikes = [row["strikePrice"] for row in server.get(f"/api/rest/stocks/COIN/options/chain?expirationDate={EXPIRATION}")["strikes"]]
    strike = max(strike for strike in strikes if strike < spot - 2)
    legs = [
        {"type": "stock", "position": "long", "quantity": 200, "opened": {"date": "2026-11-03", "price": close}},
        {"type": "call", "position": "short", "quantity": 2, "expirationDate": EXPIRATION, "strikePrice": strike,
         "opened": {"date": "2026-11-10", "price": 9.2, "fee": 1.3}},
    ]  # fmt: skip
    return {"name": "COIN covered call", "underlying": "COIN", "legs": legs, "notes": "Roll when the calls are in the money."}


def iron_condor(server):
    """An iron condor on SPY, sold today at the mid prices."""
    chain = server.get(f"/api/rest/stocks/SPY/options/chain?expirationDate={EXPIRATION}")
    sides = {"call": [], "put": []}
    for row in chain["strikes"]:
        for type, options in sides.items():
            if row[type] and row[type]["midpoint"]:
                options.append((abs(row[type]["greeks"]["delta"]), row["strikePrice"], row[type]["midpoint"]))
    legs = []
    for type, delta, position in (("put", 0.07, "long"), ("put", 0.16, "short"), ("call", 0.16, "short"), ("call", 0.07, "long")):
        _, strike, price = min(sides[type], key=lambda option: abs(option[0] - delta))
        legs.append({"type": type, "position": position, "quantity": 3, "expirationDate": EXPIRATION, "strikePrice": strike,
                     "opened": {"date": "2026-11-30", "price": round(price, 2), "fee": 1.95}})  # fmt: skip
    return {"name": "SPY iron condor Dec 18", "underlying": "SPY", "legs": legs}


def fill(server):
    """Stores what the views show: a watch list, positions with their prices, and trades."""
    server.must("PUT", "/api/rest/watchlist", {"tickers": ["SPY", "COIN", "AAPL", "NVDA", "TSLA"]})
    for asset, quantity, cost in (("SPY", 40, 22_000), ("COIN", 200, 27_400), ("BTC", 0.5, 41_000)):
        server.must("PUT", f"/api/rest/positions/{asset}", {"quantity": quantity, "cost": cost})
    job = server.must("POST", "/api/rest/prices/backfill", {"assets": ["SPY", "COIN", "BTC"], "from": "2025-11-28"})["job"]
    server.wait_for(lambda: server.get(f"/api/rest/jobs/{job}")["state"] == "done", "the prices")
    for trade in (covered_call(server), iron_condor(server)):
        server.must("POST", "/api/rest/trades", trade)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=command_line, help="the command of the server")
    parser.add_argument("--all", type=Path, help="the folder of every view on every screen")
    parser.add_argument("--only", default="", help="the pictures whose names contain this text")
    arguments = parser.parse_args()
    with Browser() as browser, Server(arguments.server, "--simulated-start", NOW) as server:
        server.wait_until_ready()
        fill(server)
        for name, prepare in SCENES.items():
            screens = ALL_SCREENS if arguments.all else [DOCUMENTS[name]] if name in DOCUMENTS else []
            for screen in screens:
                if arguments.only not in f"{name} {screen}":
                    continue
                with browser.view(server, screen, is_first_visit=name == "welcome") as view:
                    view.page.clock.set_fixed_time(NOW)
                    prepare(view)
                    # As it is unless a user switches it off.
                    view.page.evaluate("document.querySelector('#live').click()")
                    view.page.mouse.move(0, 0)
                    view.page.evaluate("scrollTo(0, 0)")
                    view.page.wait_for_timeout(300)
                    folder = arguments.all or IMAGES
                    folder.mkdir(parents=True, exist_ok=True)
                    name_of_file = f"{name}-{screen.width}-{screen.scheme}.png" if arguments.all else f"{name}.png"
                    view.page.screenshot(path=folder / name_of_file, full_page=bool(arguments.all), animations="disabled")
                    print(folder / name_of_file)


if __name__ == "__main__":
    main()
