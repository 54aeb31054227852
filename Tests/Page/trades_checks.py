"""Checks of the saved trades."""

import json
import re

from browser import DESK, DESK_DARK, PHONE, require
from checks import check

# Checks on the same server share its trades.
TRADES = ("--snapshot-interval", "6")


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
