"""Checks of the saved trades."""

import json
import re

from browser import DESK, DESK_DARK, PHONE, require
from checks import check

# Checks on the same server share its trades.
TRADES = ("--snapshot-interval", "6", "--simulated-start", "2026-11-28T17:00:00Z")


def clear(view):
    for trade in view.page.request.get("/api/rest/trades").json()["trades"]:
        view.page.request.delete(f"/api/rest/trades/{trade['id']}")


def spot(view, ticker):
    return view.page.request.get(f"/api/rest/stocks/{ticker}").json()["price"]


def add_covered_call(view):
    """A covered call on COIN whose call is in the money."""
    dates = view.page.request.get("/api/rest/stocks/COIN/options/expirations").json()["expirationDates"]
    chain = view.page.request.get(f"/api/rest/stocks/COIN/options/chain?expirationDate={dates[3]}").json()
    strike = max(row["strikePrice"] for row in chain["strikes"] if row["strikePrice"] < spot(view, "COIN") - 3)
    opened = {"date": "2026-10-20", "price": 140}
    legs = [{"type": "stock", "position": "long", "quantity": 200, "opened": opened},
            {"type": "call", "position": "short", "strikePrice": strike, "quantity": 2, "expirationDate": dates[3],
             "opened": {"date": "2026-10-28", "price": 6.1, "fee": 1.3}}]  # fmt: skip
    trade = {"name": "COIN covered call", "underlying": "COIN", "legs": legs}
    answer = view.page.request.post("/api/rest/trades", data=trade)
    require(answer.status == 201, answer.text())


def trades(view):
    return view.page.request.get("/api/rest/trades").json()["trades"]


@check("a strategy of last month is saved from the builder as a trade", screens=[PHONE, DESK], flags=TRADES)
def entered(view):
    clear(view)
    page = view.page
    view.open("/")
    page.get_by_role("button", name="Save as trade").click()
    page.locator("dialog [name=underlying]").fill("")
    page.get_by_role("button", name="Save the trade").click()
    page.locator("dialog .field:has([name=underlying]) .error").wait_for()
    page.locator("dialog [name=underlying]").fill("COIN")
    page.locator("dialog").get_by_label("Name").fill("last month")
    violations = view.violations()
    require(not violations, "; ".join(violations))
    # The server refuses an option without an expiration.
    view.expect_fault("status of 400")
    page.get_by_role("button", name="Save the trade").click()
    page.locator("dialog .problem", has_text="expirationDate").wait_for()
    page.keyboard.press("Escape")
    view.open("/#v1/builder?symbol=COIN&price=150&leg=long,200,stock,@140&leg=short,2,call,160@6.1,2026-12-18")
    page.get_by_role("button", name="Save as trade").focus()
    page.keyboard.press("Enter")
    page.locator("dialog [name='legs[1].opened.date']").fill("2026-10-28")
    page.locator("dialog [name='legs[1].opened.fee']").fill("1.3")
    page.locator("dialog [name='legs[0].opened.date']").fill("2026-10-20")
    page.get_by_role("button", name="Save the trade").click()
    page.get_by_role("heading", name="COIN covered call Dec 18").wait_for()
    [trade] = trades(view)
    require(trade["legs"][1]["opened"] == {"date": "2026-10-28", "price": 6.1, "fee": 1.3}, f"the trade is {trade}")


@check("trades have greeks by underlying and in total, and their profit by day", flags=TRADES)
def totals(view):
    clear(view)
    add_covered_call(view)
    view.open("/#v1/trades")
    page = view.page
    page.locator(".exposure").wait_for()
    page.locator(".badge", has_text="in the money").first.wait_for()
    page.locator(".trades .series path.line").wait_for()
    row = page.locator(".exposure tbody tr")
    require(row.get_by_role("rowheader").inner_text() == "COIN", "the underlying is missing")
    dollars = float(row.locator("data").first.get_attribute("value"))
    require(0 < dollars < 200 * spot(view, "COIN"), f"the delta of a covered call is {dollars}")
    violations = view.violations()
    require(not violations, "; ".join(violations))


@check("a leg is rolled and closed by keyboard, with its credit", screens=[DESK_DARK, PHONE], flags=TRADES)
def rolled(view):
    clear(view)
    add_covered_call(view)
    view.open("/#v1/trades")
    page = view.page
    page.locator(".exposure").wait_for()
    page.get_by_role("button", name=re.compile("^Roll −2")).focus()
    page.keyboard.press("Enter")
    page.locator(".outcome", has_text="Roll: credit").wait_for()
    violations = view.violations()
    require(not violations, "; ".join(violations))
    page.locator("dialog [name$='closes[0].price']").fill("a")
    page.get_by_role("button", name="Roll the leg").click()
    page.locator("dialog .field .error").wait_for()
    page.locator("dialog [name$='closes[0].price']").fill("8")
    page.keyboard.press("Enter")
    page.get_by_text("rolled from").wait_for()
    [trade] = trades(view)
    require(trade["legs"][2]["rolledFrom"] == 1 and trade["legs"][1]["openQuantity"] == 0, f"the trade is {trade}")
    page.get_by_role("button", name="Close +200 shares").click()
    page.locator(".outcome", has_text="Credit").wait_for()
    page.get_by_role("button", name="Close the leg").click()
    view.wait_until("document.querySelectorAll('.trade-legs .done').length === 2")
    # A close that was a mistake is taken back.
    page.get_by_role("button", name="Edit COIN covered call").click()
    page.get_by_label(re.compile("200 closed")).uncheck()
    page.get_by_role("button", name="Save", exact=True).click()
    view.wait_until("document.querySelectorAll('.trade-legs .done').length === 1")
    require(trades(view)[0]["legs"][0]["openQuantity"] == 200, "the close is not taken back")


@check("a trade is deleted and brought back, and opens in the builder", screens=[DESK], flags=TRADES)
def deleted(view):
    clear(view)
    add_covered_call(view)
    view.open("/#v1/trades")
    page = view.page
    page.get_by_role("button", name="Delete COIN covered call").click()
    page.get_by_text("COIN covered call was deleted.").wait_for()
    require(trades(view) == [], "the trade is still there")
    page.get_by_text("No trade is saved yet.").wait_for()
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Open in the builder").click()
    page.get_by_role("region", name="Result").get_by_role("heading", name="Covered call").wait_for()
    require("@6.1," in page.url, f"the premium is not the one received: {page.url}")


@check("trades are in the file of an export, and come back from it", screens=[DESK], flags=TRADES)
def transferred(view):
    clear(view)
    add_covered_call(view)
    view.open("/#v1/settings")
    page = view.page
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    content = json.loads(download.value.path().read_text())
    clear(view)
    file = {"name": "options.json", "mimeType": "application/json", "buffer": json.dumps(content).encode()}
    page.get_by_label("Import").set_input_files(file)
    page.get_by_text("1 trade.").wait_for()
    require([trade["name"] for trade in trades(view)] == ["COIN covered call"], "the trade is lost")


@check("trades with expired, unlisted and unknown contracts ask for nothing that must fail", screens=[DESK], flags=TRADES)
def unlisted(view):
    clear(view)
    add_covered_call(view)
    page = view.page
    legs = [("COIN", "2026-11-20"), ("COIN", "2026-12-17"), ("NOPEX", "2026-12-18")]
    for underlying, date in legs:
        leg = {"type": "call", "position": "long", "strikePrice": 150, "quantity": 1, "expirationDate": date,
               "opened": {"date": "2026-10-28", "price": 3}}  # fmt: skip
        shares = {"type": "stock", "position": "long", "quantity": 10, "opened": {"date": "2026-10-28", "price": 140}}
        trade = {"name": f"{underlying} {date}", "underlying": underlying, "legs": [leg, shares]}
        require(page.request.post("/api/rest/trades", data=trade).status == 201, "the trade is refused")
    view.open("/#v1/trades")
    page.locator(".exposure tbody tr").wait_for()
    page.get_by_role("heading", name="NOPEX 2026-12-18").wait_for()
    # The builder opens what is left of a trade whose option is not listed, by the price of its stock.
    page.locator("[data-trade]", has_text="COIN 2026-12-17").get_by_role("button", name="Open in the builder").click()
    page.wait_for_url(re.compile("builder"))
    view.wait_for_answers()
    require(f"price={spot(view, 'COIN')}&" in page.url, f"the price is not that of the stock: {page.url}")


LIVE = ("--simulated-start", "2026-11-30T15:00:00Z")


@check("trades and their greeks follow the stream in place, and a click that has begun ends", screens=[DESK, PHONE], flags=LIVE, is_live=True)
def followed(view):
    clear(view)
    add_covered_call(view)
    page = view.page
    view.page.goto("/#v1/trades", wait_until="load")
    page.locator(".exposure tbody td data").first.wait_for()
    streams = []
    view.context.on("request", lambda request: "/api/rest/stream?" in request.url and streams.append(request.url))
    watched = {
        "price of a leg": "[...document.querySelectorAll('.trade-legs tbody td:nth-child(4)')].map(one => one.textContent).join()",
        "profit": "document.querySelector('.trade-figures data').value",
        "delta": "document.querySelector('.exposure tbody td').textContent",
    }
    page.evaluate("window.kept = [...document.querySelectorAll('.trade-legs tr, .exposure tr, .trade-legs button')]")
    before = {name: page.evaluate(text) for name, text in watched.items()}
    button = page.get_by_role("button", name=re.compile("^Close −2"))
    button.hover()
    page.mouse.down()
    for name, text in watched.items():
        view.wait_until(f"{text} !== {json.dumps(before[name])}")
    page.mouse.up()
    page.locator("dialog .outcome").wait_for()
    require(page.evaluate("window.kept.every(one => one.isConnected)"), "rows are drawn anew")
    require(len(streams) <= 1, f"there are more streams: {streams}")
    violations = view.violations()
    require(not violations, "; ".join(violations))
