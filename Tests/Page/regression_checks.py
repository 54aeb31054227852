"""Checks against regressions: each is for a fault that was found in the page."""

import contextlib
import json
import math
import re
from decimal import Decimal

from playwright.sync_api import Error as BrowserError

from browser import DESK, PHONE, require
from builder_checks import break_evens, require_same_as_command_line, settle, take_quote, take_stock
from checks import check

CALCULATE = re.compile("/options/calculate$")


def strikes(view):
    return view.page.locator("input[name=strike]").evaluate_all("all => all.map(one => Number(one.value))")


@check("the skip link keeps the strategy", screens=[DESK])
def skip_link(view):
    view.open("/#v1/builder?price=200&leg=long,1,call,210@3")
    settle(view)
    view.page.keyboard.press("Tab")
    view.page.keyboard.press("Enter")
    require(view.page.evaluate("document.activeElement.id") == "main", "the content does not get the focus")
    require("price=200" in view.page.url and strikes(view) == [210], f"the strategy is lost: {view.page.url}")


@check("a result that is being computed is marked", screens=[PHONE, DESK])
def computing(view):
    view.open("/")
    settle(view)
    page = view.page
    held = []
    page.route(CALCULATE, lambda route: held.append(route))
    page.get_by_label("Premium", exact=True).fill("20")
    page.get_by_text("Computing … Below is the last result.").wait_for()
    require(break_evens(view) == [174.25], "the last result is not kept")
    held[-1].continue_()
    page.locator(".stale-note").wait_for(state="hidden")
    require(break_evens(view) == [185], f"the break-even is {break_evens(view)}")


@check("the response to a superseded request is discarded", screens=[DESK])
def overtaken(view):
    view.open("/")
    settle(view)
    page = view.page
    held = []
    page.route(CALCULATE, lambda route: held.append(route) if not held else route.continue_())
    with page.expect_request(CALCULATE):
        page.get_by_label("Premium", exact=True).fill("20")
    page.get_by_label("Premium", exact=True).fill("30")
    view.wait_until("document.querySelector('.headline .copy').dataset.value === '195'")
    # The page aborted the request, so its response cannot be delivered.
    require(len(held) == 1, f"{len(held)} requests were held")
    page.wait_for_timeout(300)
    require(break_evens(view) == [195], f"the break-even is {break_evens(view)}")


@check("a leg never has the premium of another contract", screens=[DESK])
def other_contract(view):
    view.open("/")
    take_stock(view)
    page = view.page
    held = []
    [strike] = strikes(view)
    dates = page.request.get("/api/rest/stocks/COIN/options/expirations").json()["expirationDates"]
    listed = f"/api/rest/stocks/COIN/options/strikes?contractType=call&expirationDate={dates[1]}"
    require(strike in [row["strikePrice"] for row in page.request.get(listed).json()["strikePrices"]], "the strike is not listed")
    page.route(re.compile("/options/chain"), lambda route: held.append(route))
    page.get_by_label("Expiration", exact=True).fill(dates[1])
    require(page.get_by_label("Premium", exact=True).input_value() == "", "the leg keeps the premium of the other expiration")
    page.get_by_label("Quantity").fill("2")
    page.unroute(re.compile("/options/chain"))
    for route in held:
        # Removing the route may already have continued the request.
        with contextlib.suppress(BrowserError):
            route.continue_()
    view.wait_until("document.querySelector('input[name=premium]').value !== ''")
    later = page.get_by_label("Premium", exact=True).input_value()
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Control+z")
    view.wait_until("document.querySelector('input[name=premium]').value !== ''")
    require(page.get_by_label("Premium", exact=True).input_value() == later, "undo brings back the premium of the other expiration")


@check("of two stocks chosen in a row, the last one counts", screens=[DESK])
def two_stocks(view):
    view.open("/")
    page = view.page
    held = []
    page.route(re.compile("/stocks/AAPL$"), lambda route: held.append(route))
    for symbol in ("AAPL", "KO"):
        page.get_by_label("Stock", exact=True).fill(symbol)
        page.get_by_role("option", name=symbol).first.wait_for()
        page.keyboard.press("Enter")
    page.wait_for_url(re.compile("symbol=KO&"))
    page.get_by_label("Quantity").fill("7")
    for route in held:
        route.continue_()
    page.wait_for_timeout(500)
    require("symbol=KO&" in page.url and "leg=long,7" in page.url, f"the first stock came back: {page.url}")


@check("an unknown stock has neither the chain nor the chart of another", screens=[DESK])
def unknown_stock(view):
    view.expect_fault("status of 404")
    view.open("/")
    take_stock(view)
    page = view.page
    page.get_by_role("link", name="Chain").click()
    page.locator("table.chain-table").wait_for()
    page.evaluate("location.hash = '#v1/chain?price=1&symbol=ZZZZQ&leg=long,1,call,1@1'")
    page.get_by_text("Stock not found").first.wait_for()
    require(not page.locator("table.chain-table").is_visible(), "the chain of the other stock stays")
    page.evaluate("location.hash = '#v1/watchlist?asset=COIN'")
    page.get_by_role("heading", name=re.compile("^COIN ·")).wait_for()
    page.evaluate("location.hash = '#v1/watchlist?asset=ZZZZQ'")
    page.get_by_text("Stock not found").first.wait_for()
    require(page.locator(".series svg").count() == 0, "the chart of the other stock stays")


@check("a click in the chain adds that leg and no other", screens=[PHONE, DESK])
def one_click(view):
    view.open("/")
    page = view.page
    page.get_by_role("link", name="Chain").click()
    page.get_by_label("Stock", exact=True).fill("COIN")
    page.keyboard.press("Enter")
    take_quote(view, "Buy", -2, "put")
    page.locator(".taken", has_text="The strategy has 1 leg.").wait_for()
    page.get_by_role("button", name="Open the builder").click()
    page.get_by_label("Strike", exact=True).fill("131.7")
    page.get_by_label("Premium", exact=True).fill("5")
    page.get_by_label("Volatility %").fill("55")
    page.get_by_role("link", name="Chain").click()
    take_quote(view, "Sell", 2, "call")
    page.locator(".taken", has_text="The strategy has 2 legs.").wait_for()
    require("volatility=55&" in page.url, "the click replaces the volatility that was typed")


@check("without a possible loss, the table has no percentages of the risk", screens=[DESK])
def without_risk(view):
    legs = "leg=long,1,call,90@12,2026-12-18&leg=short,1,call,100@25,2026-12-18"
    view.open(f"/#v1/builder?price=100&valuation=2026-11-23&volatility=20&table=percent&{legs}")
    view.page.get_by_text("No price loses money, so there is no amount at risk to compare with.").wait_for()
    cells = view.page.locator("table.scenario td").all_inner_texts()
    require(cells and set(cells) == {"–"}, f"the table has {cells[:5]}")
    require("Least profit" in view.page.locator(".headline").inner_text(), "a least profit is called a loss")


@check("a strike that is dragged across another does not move it", screens=[DESK])
def across(view):
    view.open("/#v1/builder?price=170&leg=long,1,call,165@9&leg=short,1,call,180@3")
    settle(view)
    page = view.page
    page.locator("#diagram").scroll_into_view_if_needed()
    box = page.locator("g.strike path").nth(1).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 260, y, steps=60)
    page.mouse.up()
    first, second = strikes(view)
    require(first == 165 and second < 165, f"the strikes are {first} and {second}")


@check("the greek is drawn and removed at once", screens=[DESK])
def greek(view):
    view.open("/")
    take_stock(view)
    page = view.page
    page.get_by_label("Greek", exact=True).select_option("delta")
    page.locator("path.overlay").wait_for(state="attached")
    page.get_by_label("Greek", exact=True).select_option("")
    page.locator("path.overlay").wait_for(state="detached")


@check("a broken link in an open page is named", screens=[PHONE])
def open_page(view):
    view.open("/")
    view.page.evaluate("location.hash = '#v1/builder?price=5&bogus=1&leg=long,1,call,5@1'")
    view.page.get_by_text("This link has parts that this page cannot read: bogus=1.").wait_for()
    view.page.get_by_label("Premium", exact=True).fill("2")


@check("Ctrl+Z outside the builder leaves the builder alone", screens=[DESK])
def undo_elsewhere(view):
    view.open("/")
    page = view.page
    page.get_by_label("Premium", exact=True).fill("5")
    page.get_by_role("link", name="Prices").click()
    page.get_by_label("Total cost").fill("12")
    page.keyboard.press("Control+z")
    require("#v1/prices" in page.url and "@5" in page.url, f"Ctrl+Z went to {page.url}")


@check("two tabs do not lose each other's stocks", screens=[DESK], flags=("--snapshot-interval", "5"))
def two_tabs(view):
    page = view.page
    page.request.put("/api/rest/watchlist", data={"tickers": ["KO", "COIN"]})
    view.open("/#v1/watchlist")
    page.get_by_role("button", name="Move COIN up").wait_for()
    page.request.put("/api/rest/watchlist/SPY")
    with page.expect_response(lambda response: response.url.endswith("/api/rest/watchlist") and response.request.method == "PUT"):
        page.get_by_role("button", name="Move COIN up").click()
    page.locator("tr[data-ticker=SPY]").wait_for()
    found = [row["ticker"] for row in page.request.get("/api/rest/watchlist").json()["watchlist"]]
    require(found == ["COIN", "KO", "SPY"], f"the list is {found}")


@check("hostile files are refused by name", screens=[DESK], flags=("--snapshot-interval", "5"))
def hostile_files(view):
    view.open("/#v1/settings")
    page = view.page
    page.get_by_label("Import").wait_for()
    view.expect_fault("status of 400")
    for content, part in (
        ({"version": 1, "positions": [{"quantity": 1, "cost": 1}]}, "positions[0].asset"), ({"version": 1, "positions": 5}, "positions must be"),
        ({"version": 1, "watchlist": "SPY,KO"}, "watchlist must be"), ({"version": 1, "theme": "<img src=x>"}, "theme must be"),
        ({"version": 2}, '"version": 1'), ([None], '"version": 1'),
    ):
        file = {"name": "x.json", "mimeType": "application/json", "buffer": json.dumps(content).encode()}
        page.get_by_label("Import").set_input_files(file)
        page.locator(".settings > .problem", has_text=part).wait_for()
    require(page.request.get("/api/rest/positions").json()["positions"] == [], "a position was made")


@check("an answer that is not JSON is a failure", screens=[DESK])
def not_json(view):
    view.open("/")
    settle(view)
    view.page.route(CALCULATE, lambda route: route.fulfill(body="<html>Sign in</html>", content_type="text/html"))
    view.page.get_by_label("Premium", exact=True).fill("5")
    view.page.get_by_text("it is not JSON").wait_for()
    require(break_evens(view) == [174.25], "the last result is not kept")


@check("forced colours and print keep all content", screens=[DESK])
def media(view):
    view.open("/")
    take_stock(view)
    page = view.page
    page.get_by_role("link", name="Chain").click()
    page.locator("table.chain-table").wait_for()
    page.emulate_media(media="print")
    clipped = page.evaluate("(place => place.scrollHeight - place.clientHeight)(document.querySelector('.chain-scroll'))")
    require(clipped <= 1, f"{clipped} pixels of the chain are not printed")
    page.emulate_media(media="screen", forced_colors="active")
    page.get_by_role("link", name="Builder").click()
    settle(view)
    strokes = page.evaluate("['expiration', 'now'].map(name => getComputedStyle(document.querySelector(`path.line.${name}`)).stroke)")
    background = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    require(background not in strokes, f"lines of {strokes} are drawn on {background}")


@check("Back leaves the view and keeps the edits", screens=[DESK])
def back_keeps_edits(view):
    view.open("/")
    take_stock(view)
    page = view.page
    page.get_by_role("link", name="Chain").click()
    strike = take_quote(view, "Buy", -2, "put")
    page.locator(".taken", has_text="The strategy has 1 leg.").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Strategy", exact=True).wait_for()
    require(f"put,{strike}" in page.url and strikes(view) == [float(strike)], f"Back loses the leg: {page.url}")
    page.reload()
    page.get_by_label("Quantity").fill("3")
    page.go_forward()
    page.locator("table.chain-table").wait_for()
    require(f"leg=long,3,put,{strike}" in page.url, f"after a reload, Forward loses the edit: {page.url}")
    # The link and the history before it have different strategies. Undo restores either.
    page.evaluate("location.hash = '#v1/builder?price=50&leg=long,1,call,55@1'")
    view.wait_until("document.querySelector('input[name=strike]')?.value === '55'")
    page.go_back()
    page.wait_for_url(re.compile(f"#v1/chain.*leg=long,3,put,{re.escape(strike)}"))
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url(re.compile("leg=long,1,call,55"))


@check("the invalid parts of a link are named until the first edit", screens=[PHONE])
def damaged_link(view):
    view.open("/#v1/nonsense?price=5&date=soon&leg=long,1,call,5@1")
    banner = view.page.locator("#problem")
    require(banner.inner_text() == "This link has parts that this page cannot read: nonsense, date=soon.", f"the page says {banner.inner_text()!r}")
    view.page.get_by_label("Premium", exact=True).fill("2")
    banner.wait_for(state="hidden")


@check("a symbol in lower case in a link is the stock's", screens=[DESK])
def lower_case(view):
    view.open("/#v1/chain?symbol=coin&price=150&volatility=40&leg=long,2,call,150@7")
    take_quote(view, "Sell", 2, "call")
    view.page.locator(".taken", has_text="The strategy has 2 legs.").wait_for()


@check("a strategy for a cheap stock has different strikes", screens=[DESK])
def cheap(view):
    # A price that is no number, with the volatility that the first strategy enters.
    view.expect_fault("status of 400")
    view.open("/")
    page = view.page
    for typed, expected in (("10", 4), ("1", 4), ("abc", 0)):
        page.get_by_label("Current price").fill(typed)
        page.get_by_role("button", name="Strategies…").click()
        page.get_by_role("button", name=re.compile("Iron condor")).click()
        if not expected:
            page.locator("dialog .problem", has_text="price above 0").wait_for()
            break
        page.get_by_role("group", name="Leg 4").wait_for()
        require(len(set(strikes(view))) == 4 and sorted(strikes(view)) == strikes(view), f"at {typed}, the strikes are {strikes(view)}")


@check("a chain that failed to load is requested again on return", screens=[DESK])
def chain_after_failure(view):
    view.expect_fault("status of 503")
    view.open("/")
    take_stock(view)
    page = view.page
    page.route(re.compile("/options/expirations"), lambda route: route.fulfill(status=503, headers={"Retry-After": "2"}, json={"error": "busy"}))
    page.evaluate("location.hash = '#v1/chain?symbol=AAPL&price=1&leg=long,1,call,1@1'")
    page.get_by_text(re.compile("busy.* Next try in [0-2] s.")).wait_for()
    page.get_by_role("link", name="Settings").click()
    page.unroute(re.compile("/options/expirations"))
    page.wait_for_timeout(3500)
    page.get_by_role("link", name="Chain").click()
    page.locator("table.chain-table").wait_for()


@check("if a scenario fails, the last table stays, and the request is repeated", screens=[DESK])
def failed_scenario(view):
    view.expect_fault("status of 503")
    view.open("/")
    take_stock(view)
    page = view.page
    page.route(re.compile("/options/scenario$"), lambda route: route.fulfill(status=503, headers={"Retry-After": "2"}, json={"error": "busy"}))
    page.get_by_label("Quantity").fill("2")
    page.get_by_text(re.compile("busy Above is the last table. Next try in [0-2] s.")).wait_for()
    require(page.locator("table.scenario").count() == 1, "the last table is not kept")
    page.unroute(re.compile("/options/scenario$"))
    page.locator(".table .stale-note").wait_for(state="detached")
    require(page.locator("table.scenario").count() == 1, "the table does not return")


@check("another content of the table needs no request", screens=[DESK])
def table_content(view):
    asked = []
    view.open("/#v1/builder?price=100&valuation=2026-11-25&volatility=20&leg=long,1,call,100@2,2026-12-18")
    view.page.locator("table.scenario").wait_for()
    settle(view)
    # The modules of other views may still arrive.
    view.page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    cell = view.page.locator("table.scenario tbody tr").first.locator("data").first
    profit, value = float(cell.get_attribute("value")), {}
    for name in ("value", "percent", "profit"):
        view.page.locator("#table-mode").select_option(name)
        value[name] = float(cell.get_attribute("value"))
    # The premium of 100 shares at 2 is 200, which is also the amount at risk.
    require(math.isclose(value["value"], profit + 200), f"the value is {value['value']}, the profit {profit}")
    require(math.isclose(value["percent"], profit / 200), f"the share of the risk is {value['percent']}, the profit {profit}")
    require(value["profit"] == profit, "the profit does not return")
    require(not asked, f"requests were sent: {asked}")


@check("a saved diagram has a background and labels that can be read", screens=[DESK])
def saved_diagram(view):
    view.open("/")
    settle(view)
    with view.page.expect_download() as download:
        view.page.get_by_role("button", name="SVG", exact=True).first.click()
    with open(download.value.path(), encoding="utf-8") as file:
        text = file.read()
    label = re.search(r"<text[^>]*>now [^<]*<", text)[0]
    require('paint-order="stroke"' in label, f"the outline of the label covers it: {label}")
    background = re.search(r'<rect[^>]*fill="([^"]*)"', text)[1]
    require(background == "rgb(255, 255, 255)", f"the background is {background}")


@check("Enter selects a match of the typed text", screens=[DESK])
def enter_waits(view):
    view.open("/")
    page = view.page
    search = page.get_by_label("Stock", exact=True)
    search.fill("apple")
    page.get_by_role("option", name="AAPL").wait_for()
    held = []
    page.route(re.compile("/stocks/search"), lambda route: held.append(route))
    # The text sends a search, and Enter sends it again.
    for act in (lambda: search.fill("coinbase"), lambda: page.keyboard.press("Enter")):
        with page.expect_request(re.compile("/stocks/search")):
            act()
    page.wait_for_timeout(300)
    held[-1].continue_()
    page.wait_for_url(re.compile("symbol="))
    require("symbol=COIN&" in page.url, f"Enter takes another stock: {page.url}")
    view.wait_until("document.querySelector('[role=combobox]').value === 'COIN'")


@check("a stock that arrives late does not replace edits made in the meantime", screens=[DESK])
def late_stock(view):
    view.open("/")
    take_stock(view)
    page = view.page
    held = []
    page.route(re.compile("/stocks/AAPL$"), lambda route: held.append(route))
    page.get_by_label("Stock", exact=True).fill("AAPL")
    with page.expect_request(re.compile("/stocks/AAPL$")):
        page.keyboard.press("Enter")
    page.get_by_text("Fetching AAPL …").wait_for()
    page.get_by_label("Quantity").fill("7")
    held[0].continue_()
    page.get_by_text("AAPL did not replace the strategy").wait_for()
    require("symbol=COIN&" in page.url and "leg=long,7," in page.url, f"the edit is lost: {page.url}")
    require(page.get_by_label("Stock", exact=True).input_value() == "COIN", "the search does not show the present stock")


@check("a request without a response times out", screens=[DESK])
def never_answered(view):
    view.open("/")
    settle(view)
    page = view.page
    page.clock.install()
    page.route(CALCULATE, lambda route: None)
    page.get_by_label("Premium", exact=True).fill("5")
    page.clock.run_for(31_000)
    page.get_by_text("The server has not answered within 30 s.").wait_for()
    require(break_evens(view) == [174.25], "the last result is not kept")


@check("a wrong date is marked at its field, and the request shown is the one answered", screens=[DESK])
def wrong_date(view):
    view.open("/#v1/builder?price=100&volatility=25&valuation=2026-13-99&leg=long,1,put,95@1.50,2026-03-20")
    page = view.page
    page.get_by_role("heading", name="Long put", exact=True).wait_for()
    field = page.get_by_label("Valuation date")
    require(field.get_attribute("aria-invalid") == "true", "the valuation date is not marked")
    require_same_as_command_line(view)
    page.get_by_text("“2026-13-99” is not a date").first.wait_for()
    field.fill("2026-04-01")
    page.locator(".leg [aria-invalid]").wait_for()
    page.get_by_text("Leg 1 expired on Mar 20, before the valuation date").first.wait_for()
    field.fill("2026-03-01")
    page.locator("[aria-invalid]").first.wait_for(state="detached")


@check("a price now without a volatility is named at its field, and leaves the payoff", screens=[DESK])
def undetermined(view):
    view.expect_fault("status of 400")
    leg = "leg=short,1,call,200@12,2026-12-18,now=own:3"
    view.open(f"/#v1/builder?price=221.82&valuation=2026-11-25&{leg}")
    page = view.page
    page.get_by_role("heading", name="Short call", exact=True).wait_for()
    require(break_evens(view) == [212], f"the break-even is {break_evens(view)}")
    now, premium = page.get_by_label("Now", exact=True), page.get_by_label("Premium", exact=True)
    require(now.get_attribute("aria-invalid") == "true" and premium.get_attribute("aria-invalid") is None, "the wrong field is marked")
    page.get_by_text("Leg 1: No volatility gives the price now of 3").first.wait_for()
    # A later leg has no value at the first expiration without its volatility.
    view.open(f"/#v1/builder?price=221.82&valuation=2026-11-25&leg=long,1,call,230@6,2027-01-15&{leg}&volatility=")
    page.locator(".leg .error", has_text="No volatility gives the price now of 3").wait_for()
    page.get_by_label("Volatility %").fill("25")
    page.get_by_text("No volatility gives this price").wait_for()


@check("a wing is moved with the other one, even if a leg is off, and is undone at once", screens=[DESK])
def slow_drag(view):
    legs = "leg=long,1,put,90@1&leg=short,1,put,100@4&leg=short,1,call,100@4.5&leg=long,1,call,110@1.5&leg=off,long,1,call,103@3"
    view.open(f"/#v1/builder?price=100&{legs}")
    settle(view)
    page = view.page
    page.locator("#diagram").scroll_into_view_if_needed()

    def scale():
        return page.locator("line.grid").evaluate_all("all => all.map(one => one.getAttribute('y1')).join()")

    box = page.locator("g.strike path").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = scale()
    page.keyboard.down("Shift")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y, steps=3)
    page.wait_for_timeout(1200)
    page.mouse.move(x - 60, y, steps=3)
    settle(view)
    require(scale() == before, "the scale changes during the drag")
    page.mouse.up()
    page.keyboard.up("Shift")
    low, *middle, high, off = strikes(view)
    require(low < 90 and middle == [100, 100] and low + high == 200 and off == 103, f"the strikes are {strikes(view)}")
    page.get_by_role("button", name="Undo").click()
    require(strikes(view) == [90, 100, 100, 110, 103], f"after one undo the strikes are {strikes(view)}")


@check("no strike is moved below 0", screens=[DESK])
def negative_strikes(view):
    view.open("/#v1/builder?price=100&leg=long,1,call,2@99&leg=short,1,call,150@3")
    settle(view)
    view.page.get_by_label("Strike").nth(1).focus()
    for _ in range(4):
        view.page.keyboard.press("Alt+ArrowDown")
    require(strikes(view) == [1, 149], f"the strikes are {strikes(view)}")


@check("labels at the top of the diagram do not overlap", screens=[PHONE, DESK])
def top_labels(view):
    view.open("/#v1/builder?price=100&valuation=2026-11-23&volatility=20&leg=long,1,call,100@1.5,2026-12-04")
    settle(view)
    boxes = view.page.locator(".price-label, .move-label").evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
    require(len(boxes) >= 3, f"there are {len(boxes)} labels")
    for index, one in enumerate(boxes):
        for other in boxes[:index]:
            apart = one["right"] <= other["left"] or other["right"] <= one["left"] or one["bottom"] <= other["top"] + 3 or other["bottom"] <= one["top"] + 3
            require(apart, f"two labels overlap: {one} {other}")


@check("new quotes do not replace typed values", screens=[DESK])
def fresh_quotes(view):
    view.open("/")
    take_stock(view)
    page = view.page
    page.get_by_label("Rate %").fill("1.25")
    with page.expect_response(re.compile("/options/chain")) as response:
        page.get_by_role("button", name="Fetch the quotes again").click()
    settle(view)
    require(page.get_by_label("Rate %").input_value() == "1.25", "the rate is overwritten")
    # In market hours the quotes have changed.
    chain = response.value.json()
    row = min(chain["strikes"], key=lambda row: abs(row["strikePrice"] - chain["spot"]))
    taken, quoted = page.get_by_label("Volatility %").input_value(), row["call"]["impliedVolatility"]
    require(Decimal(taken) == Decimal(f"{quoted:.5f}") * 100, f"the volatility is {taken} %, that of the quotes {quoted}")
    page.get_by_label("Volatility %").fill("33")
    with page.expect_response(re.compile("/options/chain")):
        page.get_by_role("button", name="Fetch the quotes again").click()
    settle(view)
    require(page.get_by_label("Volatility %").input_value() == "33", "the volatility is overwritten")


@check("a strategy from a chain has the yield of the chain's forward", screens=[DESK])
def chain_yield(view):
    view.open("/")
    with view.page.expect_response(re.compile("/options/chain")) as response:
        take_stock(view)
    settle(view)
    chain = response.value.json()
    dividend_yield, rate = (Decimal(view.page.get_by_label(label).input_value()) / 100 for label in ["Dividend yield %", "Rate %"])
    require(chain["carry"] != chain["riskFreeRate"], "the chain has no yield")
    forward = chain["riskFreeRate"] - chain["carry"]
    require(abs(float(dividend_yield) - forward) <= 1e-6, f"the yield is {dividend_yield}, that of the chain {forward}")
    require(abs(float(rate) - chain["riskFreeRate"]) < 1e-12, f"the rate is {rate}")


@check("a date of another year has its year, and shares have no expiration", screens=[DESK])
def years(view):
    view.open("/#v1/builder?price=100&valuation=2026-12-31&volatility=20&leg=long,1,call,100@1.5,2027-01-01")
    settle(view)
    page = view.page
    heads = page.locator("table.scenario thead th").all_inner_texts()
    require(heads == ["Price", "Dec 31", "Jan 1, 2027"], f"the columns are {heads}")
    require("Jan 1, 2027" in page.locator(".greeks tbody").inner_text(), "the greeks have no year")
    require("1 day left" in page.locator(".leg .quoted").inner_text(), "the days are not counted right")
    page.get_by_label("Type", exact=True).select_option("stock")
    page.get_by_text("Shares alone have no expiration").first.wait_for()
    page.get_by_label("Multiplier").wait_for(state="hidden")
    page.evaluate("location.hash = '#v1/builder?price=100&leg=long,1,stock,@99,shares=5'")
    multiplier = page.get_by_label("Multiplier")
    multiplier.fill("")
    multiplier.fill("7")
    page.wait_for_url(re.compile("shares=7"))
