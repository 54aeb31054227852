"""Checks of the watch list, prices, positions and settings."""

import json
import re

from browser import ALL_SCREENS, DESK, DESK_DARK, NARROW, PHONE, PHONE_DARK, require
from builder_checks import value
from checks import check

# Checks on the same server share its lists, so each of these checks has its own server.
OWN = ("--snapshot-interval", "1")
RESTARTED = ("--snapshot-interval", "2")
FAULTY = ("--snapshot-interval", "3")
JOBS = ("--snapshot-interval", "4")
EMPTY = ("--snapshot-interval", "5")


def show(view, name):
    view.page.get_by_role("link", name=name, exact=True).click()
    view.page.get_by_role("heading", level=1).wait_for()
    view.wait_for_answers()


def clear(view):
    view.page.request.put("/api/rest/watchlist", data={"tickers": []})


def wait_for_rows(view, tickers):
    rows = "[...document.querySelectorAll('tr[data-ticker]')].map(row => row.dataset.ticker)"
    view.wait_until(f"JSON.stringify({rows}) === {json.dumps(json.dumps(tickers, separators=(',', ':')))}")


def add(view, text, name):
    view.page.get_by_label("Add a stock").fill(text)
    view.page.get_by_role("option", name=name).first.wait_for()
    view.page.keyboard.press("ArrowDown")
    view.page.keyboard.press("Enter")


def refresh_while_pressing(view, button):
    """Clicks a button of a row. Between pressing and releasing it, the page receives prices that the simulated market never has."""
    prices = {"COIN": 1234.5, "AAPL": 67.89, "NVDA": 4321}
    address = re.compile("/api/rest/watchlist$")

    def change(route):
        answer = route.fetch().json()
        for row in answer["watchlist"]:
            row["price"] = prices[row["ticker"]]
        route.fulfill(json=answer)

    view.page.route(address, change)
    view.page.get_by_role("button", name="Live").click()
    button.hover()
    view.page.mouse.down()
    # As the tab that holds the stream does.
    rows = json.dumps([{"asset": ticker, "price": price} for ticker, price in prices.items()])
    view.page.evaluate(f"new BroadcastChannel('options-live').postMessage({{prices: {rows}}})")
    for ticker, price in prices.items():
        view.wait_until(f"document.querySelector('tr[data-ticker={ticker}] data')?.value === '{price}'")
    # The stream may have begun another load.
    view.page.unroute_all(behavior="wait")
    view.page.mouse.up()


@check("empty prices begin with a suggestion", screens=[DESK], flags=EMPTY)
def suggested_prices(view):
    view.open("/#v1/prices")
    view.page.get_by_role("button", name="Fetch a year of SPY").click()
    view.page.locator("[data-asset=SPY]").get_by_role("button", name="Years").wait_for()
    require(view.page.get_by_role("button", name="Fetch a year of SPY").count() == 0, "the suggestion stays")


@check("an empty watch list begins with a suggestion", screens=[PHONE, DESK], flags=EMPTY)
def suggested_stocks(view):
    clear(view)
    view.open("/#v1/watchlist")
    view.page.get_by_role("button", name="begin with SPY").click()
    wait_for_rows(view, ["SPY", "QQQ", "AAPL", "NVDA", "COIN"])
    view.wait_until("document.activeElement.getAttribute('aria-label') === 'Move SPY down'")
    violations = view.violations()
    require(not violations, "; ".join(violations))


@check("a stock is found by name, added, reordered, removed and brought back", flags=OWN)
def watch_list(view):
    clear(view)
    page = view.page
    view.open("/")
    show(view, "Watch list")
    page.get_by_text("No stock is watched yet.").wait_for()
    for text, name in (("coinbase", "COIN"), ("nvidia", "NVDA"), ("apple inc", "AAPL")):
        add(view, text, name)
        page.locator(f"tr[data-ticker={name}]").wait_for()
    wait_for_rows(view, ["COIN", "NVDA", "AAPL"])
    page.get_by_role("button", name="Move AAPL up").focus()
    page.keyboard.press("Enter")
    wait_for_rows(view, ["COIN", "AAPL", "NVDA"])
    refresh_while_pressing(view, page.get_by_role("button", name="Remove COIN"))
    wait_for_rows(view, ["AAPL", "NVDA"])
    # The first one is that of the strategies, in the header.
    page.get_by_role("button", name="Undo", exact=True).nth(1).click()
    wait_for_rows(view, ["COIN", "AAPL", "NVDA"])
    answer = page.request.get("/api/rest/watchlist").json()["watchlist"]
    require([row["ticker"] for row in answer] == ["COIN", "AAPL", "NVDA"], "the server has another order")
    violations = view.violations()
    require(not violations, "; ".join(violations))


@check("details have a chart and lead to the builder", screens=[PHONE_DARK, DESK], flags=OWN)
def details(view):
    clear(view)
    view.page.request.put("/api/rest/watchlist/SPY")
    view.open("/#v1/watchlist")
    page = view.page
    page.get_by_role("button", name="SPY", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=re.compile("^SPY ·")).wait_for()
    for name in ("1 month", "all", "1 year"):
        page.get_by_role("button", name=name, exact=True).click()
        view.wait_for_answers()
    fetch = page.get_by_role("button", name="Fetch the prices")
    if fetch.count():
        fetch.click()
    page.locator(".candles path.up").wait_for()
    violations = view.violations()
    require(not violations, "; ".join(violations))
    page.get_by_role("button", name="Build a strategy").click()
    page.wait_for_url(re.compile("symbol=SPY"))
    page.get_by_role("heading", name="Long call", exact=True).wait_for()


@check("a stock has its dividends, and its options by expiration", flags=OWN)
def context(view):
    # Only of stocks that are watched, held or traded is the volatility stored.
    view.page.request.put("/api/rest/watchlist/SPY")
    view.open("/#v1/builder?symbol=SPY&price=600&leg=long,1,call,600@5,2026-12-18")
    page = view.page
    page.get_by_role("link", name="About").click()
    page.get_by_role("heading", name="Dividends").wait_for()
    page.get_by_text("Next ex-date: ").wait_for()
    page.get_by_role("button", name="Fetch the chains").focus()
    page.keyboard.press("Enter")
    page.locator("table.by-expiration tbody tr").nth(7).wait_for()
    page.locator(".context .series path.line").wait_for()
    figures = page.locator(".details .figures").inner_text()
    require("Volatility rank" in figures and "Volatility percentile" in figures, f"no rank is in {figures!r}")
    violations = view.violations()
    require(not violations, "; ".join(violations))


@check("old rows stay, dimmed, with the time and the cause", screens=[PHONE, DESK_DARK], flags=OWN)
def old_rows(view):
    clear(view)
    view.page.request.put("/api/rest/watchlist/COIN")

    def make_old(route):
        answer = route.fetch().json()
        for row in answer["watchlist"]:
            row["stale"], row["asOf"] = True, "2026-11-02T21:00:00Z"
        route.fulfill(json=answer)

    def explain(route):
        answer = route.fetch().json()
        answer["sources"][1].update(state="limited", message="the limit of 5 calls a minute is reached", resetsAt="2026-11-23T15:00:00Z")
        route.fulfill(json=answer)

    page = view.page
    page.route(re.compile("/api/rest/watchlist$"), make_old)
    page.route(re.compile("/api/rest/sources$"), explain)
    view.open("/#v1/watchlist")
    page.locator("tr.old").wait_for()
    text = page.locator(".stale-note").inner_text()
    for part in ("the last that are known", "polygon: the limit of 5 calls a minute is reached", "next try Nov 23"):
        require(part in text, f"{part!r} is not in {text!r}")
    violations = view.violations()
    require(not violations, "; ".join(violations))


@check("the search reports that the list of tickers is incomplete, and follows it", screens=[PHONE], flags=OWN)
def filling(view):
    is_filled = False

    def change(route):
        answer = route.fetch().json()
        if not is_filled:
            answer["universe"].update(complete=False, count=3000)
            answer["results"] = []
        route.fulfill(json=answer)

    view.page.route(re.compile("/stocks/search"), change)
    view.open("/#v1/watchlist")
    view.page.get_by_label("Add a stock").fill("coin")
    view.page.get_by_text("The list of tickers is still being filled (3000 so far).").wait_for()
    is_filled = True
    view.page.get_by_role("option", name="COIN").first.wait_for()


@check("a backfill shows progress, is cancelled and resumed", screens=[PHONE, DESK], flags=JOBS)
def backfill(view):
    view.open("/#v1/prices")
    page = view.page
    page.get_by_label("Stock or coin").fill("QQQ" if view.screen == PHONE else "VOO")
    page.get_by_label("From").fill("1990-01-02")
    states = []

    def job(state, imported, left):
        return {"job": "1", "state": state, "from": "1990-01-02", "to": "2026-11-20", "secondsLeft": 42 if state == "running" else 0,
                "assets": [{"asset": "QQQ", "daysImported": imported, "daysToGo": left, "message": None}]}

    # The simulated source is too quick to be cancelled, so the first job is a fake one.
    def events(route):
        if not states:
            states.append("running")
            route.fulfill(body=f"data: {json.dumps(job('running', 2500, 6800))}\n\n: still there\n\ndata: {json.dumps(job('cancelled', 2500, 6800))}\n\n",
                          content_type="text/event-stream")
        else:
            route.continue_()

    page.route(re.compile("/events$"), events)
    page.get_by_role("button", name="Fetch", exact=True).click()
    page.get_by_text("Cancelled").wait_for()
    require("2,500 days" in page.locator(".job").inner_text(), "the days are not shown")
    page.get_by_role("button", name="Resume").click()
    page.locator(".job strong", has_text="Done").wait_for()
    asset = "QQQ" if view.screen == PHONE else "VOO"
    row = page.locator(f"[data-asset={asset}]")
    row.wait_for()
    stored = next(one for one in page.request.get("/api/rest/prices").json()["assets"] if one["asset"] == asset)
    require(stored["days"] > 2500, f"{stored['days']} days are stored")
    # The row may be there from a load before the job was done.
    row.get_by_text(f"{stored['days']:,} days", exact=True).wait_for()
    row.get_by_role("button", name="Years").click()
    row.locator(".year svg").first.wait_for()
    drawn = row.locator("rect.stored").count()
    require(drawn == stored["days"], f"{drawn} days are drawn, {stored['days']} are stored")


@check("a running job has progress, rate, time left and a way to end it", screens=[PHONE_DARK, DESK], flags=JOBS)
def progress(view):
    page = view.page
    cancelled = []
    body = {"job": "7", "state": "running", "from": "2000-01-03", "to": "2026-11-20", "secondsLeft": 42,
            "assets": [{"asset": "SPY", "daysImported": 2500, "daysToGo": 4200, "message": None}]}
    page.route(re.compile("/api/rest/jobs$"), lambda route: route.fulfill(json={"jobs": [body]}))
    page.route(re.compile("/jobs/7/events$"), lambda route: route.fulfill(body=f"data: {json.dumps(body)}\n\n", content_type="text/event-stream"))
    page.route(re.compile("/jobs/7$"), lambda route: (cancelled.append(route.request.method), route.fulfill(json={**body, "state": "cancelled"})))
    view.open("/#v1/prices")
    job = page.locator(".job")
    job.get_by_role("progressbar").wait_for()
    # Before its first event, the job has a bar without numbers.
    job.get_by_text("42 s left").wait_for()
    require(job.get_by_role("progressbar").evaluate("bar => [bar.value, bar.max]") == [2500, 6700], "the bar is wrong")
    violations = view.violations()
    require(not violations, "; ".join(violations))
    with page.expect_response(re.compile("/jobs/7$")):
        job.get_by_role("button", name="Cancel").click()
    require(cancelled == ["DELETE"], f"the server was asked for {cancelled}")


@check("missing days are listed and drawn", screens=[PHONE, DESK], flags=FAULTY)
def gaps(view):
    page = view.page

    def change(route):
        route.fulfill(json={"assets": [
            {"asset": "SPY", "type": "etf", "source": "simulated", "days": 2, "first": "2026-11-02", "last": "2026-11-20", "missingDays": 13,
             "missing": [{"from": "2026-11-03", "to": "2026-11-18", "days": 12, "years": [{"year": 2026, "days": 12}]},
                         {"from": "2026-11-19", "to": "2026-11-19", "days": 1, "years": [{"year": 2026, "days": 1}]}]},
            {"asset": "FBTC", "type": "etf", "source": "simulated", "days": 0, "first": None, "last": None, "missingDays": 0, "missing": []}]})

    page.route(re.compile("/api/rest/prices$"), change)
    view.open("/#v1/prices")
    row = page.locator("[data-asset=SPY]")
    row.wait_for()
    require("Missing 13 days: 2026-11-03 to 2026-11-18 (12 days), 2026-11-19 (1 day)" in row.inner_text(), f"the row has {row.inner_text()!r}")
    require("no data" in page.locator("[data-asset=FBTC]").inner_text(), "an asset without data does not say so")
    page.locator("[data-asset=FBTC]").get_by_role("button", name="Fetch all").wait_for()
    row.get_by_role("button", name="Years").click()
    widths = row.locator("rect.gap").evaluate_all("all => all.map(one => Number(one.getAttribute('width')))")
    page.locator("rect.gap").first.wait_for()
    widths = row.locator("rect.gap").evaluate_all("all => all.map(one => Number(one.getAttribute('width')))")
    require(widths == [12, 1], f"the gaps are {widths} days wide")


@check("positions, settings and the watch list survive a restart", screens=[PHONE, DESK], flags=RESTARTED)
def restart(view):
    clear(view)
    view.open("/#v1/prices")
    page = view.page
    page.get_by_label("Asset", exact=True).fill("SPY")
    page.get_by_label("Quantity held").fill("222")
    page.get_by_label("Total cost").fill("118000")
    page.get_by_role("button", name="Save the position").click()
    page.locator("table.positions tbody tr").wait_for()
    show(view, "Settings")
    hourly = page.get_by_label("Every hour in market hours")
    # The settings are hidden until they have arrived.
    hourly.wait_for()
    hourly.set_checked(not hourly.is_checked())
    view.wait_for_answers()
    is_hourly = hourly.is_checked()
    page.get_by_label("Latest prices are kept for").select_option("14")
    view.wait_for_answers()
    show(view, "Watch list")
    add(view, "coinbase", "COIN")
    page.locator("tr[data-ticker=COIN]").wait_for()
    page.goto("about:blank")
    view.server.restart().wait_until_ready()
    # In market hours a later answer has another price.
    with page.expect_response(re.compile("/api/rest/positions$")) as response:
        view.open("/#v1/prices")
    row = page.locator("table.positions tbody tr")
    row.wait_for()
    position = response.value.json()["positions"][0]
    shown = value(view, "table.positions tbody tr data")
    require("222" in row.inner_text() and shown == position["marketValue"], f"the position is {row.inner_text()!r}")
    show(view, "Settings")
    hourly.wait_for()
    require(hourly.is_checked() == is_hourly, "the update is forgotten")
    require(page.get_by_label("Latest prices are kept for").input_value() == "14", "the days are forgotten")
    show(view, "Watch list")
    wait_for_rows(view, ["COIN"])


@check("wrong positions are refused at their field", screens=[DESK], flags=OWN)
def wrong_position(view):
    view.expect_fault("status of 400")
    view.open("/#v1/prices")
    page = view.page
    page.get_by_role("button", name="Save the position").click()
    page.get_by_text("Enter a ticker, or coin: and its name.").wait_for()
    page.get_by_label("Asset", exact=True).fill("SPY")
    page.get_by_label("Quantity held").fill("-1")
    page.get_by_label("Total cost").fill("100")
    page.get_by_role("button", name="Save the position").click()
    page.get_by_text(re.compile("^quantity must be a number above 0 .*, got -1")).wait_for()
    require(page.get_by_label("Quantity held").get_attribute("aria-invalid") == "true", "the field is not marked")


@check("settings: theme, test of a source, export and import", screens=[DESK, PHONE], flags=OWN)
def settings(view):
    clear(view)
    view.page.request.put("/api/rest/watchlist", data={"tickers": ["COIN", "SPY"]})
    view.open("/#v1/settings")
    page = view.page
    page.get_by_label("Theme").select_option("dark")
    dark = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    page.get_by_label("Theme").select_option("light")
    light = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    require(dark != light, f"both themes have the background {light}")
    page.reload()
    require(page.get_by_label("Theme").input_value() == "light", "the theme is forgotten")
    page.get_by_role("button", name="Test simulated").click()
    page.locator("#announcements", has_text="simulated: ok").wait_for(state="attached")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    path = download.value.path()
    with open(path) as file:
        content = json.load(file)
    require(content["watchlist"] == ["COIN", "SPY"], f"the file has {content}")
    require("key" not in json.dumps(content).lower(), "the file has a key")
    clear(view)
    page.get_by_label("Import").set_input_files({"name": "options.json", "mimeType": "application/json", "buffer": json.dumps(content).encode()})
    page.get_by_text("Imported 2 stocks, ").wait_for()
    answer = page.request.get("/api/rest/watchlist").json()["watchlist"]
    require([row["ticker"] for row in answer] == ["COIN", "SPY"], "the import does not restore the watch list")
    page.get_by_label("Import").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"{"})
    page.get_by_text("The file is not JSON").wait_for()


@check("prices and settings have no violation", screens=ALL_SCREENS, flags=OWN)
def accessible(view):
    view.page.request.put("/api/rest/positions/SPY", data={"quantity": 10, "cost": 5000})
    view.open("/#v1/prices")
    view.page.locator("table.positions").wait_for()
    view.wait_for_answers()
    violations = view.violations()
    show(view, "Settings")
    view.page.locator("table.sources").wait_for()
    violations += view.violations()
    require(not violations, "; ".join(violations))


@check("no view scrolls sideways at 320 px", screens=[NARROW], flags=OWN)
def narrow(view):
    view.page.request.put("/api/rest/positions/SPY", data={"quantity": 10, "cost": 5000})
    view.page.request.put("/api/rest/watchlist", data={"tickers": ["COIN", "SPY"]})
    dates = view.page.request.get("/api/rest/stocks/SPY/options/expirations").json()["expirationDates"]
    leg = {"type": "call", "position": "short", "strikePrice": 500, "quantity": 1, "expirationDate": dates[3],
           "opened": {"date": "2026-11-02", "price": 6}}  # fmt: skip
    view.page.request.put("/api/rest/trades/wide", data={"name": "a trade", "underlying": "SPY", "legs": [leg]})
    for name in ("watchlist?asset=SPY", "prices", "settings", "finder", "trades", "api"):
        view.open(f"/#v1/{name}")
        if name == "finder":
            view.page.get_by_role("button", name="Search", exact=True).click()
            view.page.locator("table.found").wait_for()
        width = view.page.evaluate("document.documentElement.scrollWidth")
        require(width <= 320, f"{name} is {width} px wide")


@check("if the server is busy, the request is repeated, and the loaded data stays", screens=[PHONE, DESK_DARK], flags=OWN)
def busy(view):
    view.expect_fault("status of 503")
    page = view.page
    page.request.put("/api/rest/watchlist", data={"tickers": ["SPY"]})
    page.request.put("/api/rest/positions/SPY", data={"quantity": 10, "cost": 5000})
    refused = set()
    # The second request for each address is refused, so that the page has data to keep.
    def refuse(route):
        path = re.sub(r"[?].*", "", route.request.url)
        if route.request.method != "GET" or path in refused or path not in seen:
            seen.add(path)
            route.continue_()
        else:
            refused.add(path)
            route.fulfill(status=503, headers={"Retry-After": "2"}, json={"error": "busy now"})

    seen = set()
    page.route(re.compile("/api/rest/(prices|positions|settings|sources|watchlist)([?/]|$)"), refuse)
    for name, content in (("Prices", "table.positions tbody tr"), ("Settings", "table.sources tbody tr"), ("Watch list", "tr[data-ticker]")):
        view.open(f"/#v1/{name.split()[0].lower().replace('watch', 'watchlist')}")
        page.locator(content).first.wait_for()
        page.get_by_role("link", name="Builder", exact=True).click()
        page.get_by_role("link", name=name, exact=True).click()
        message = page.locator(".problem", has_text="busy now The last known data follows. Next try in").first
        message.wait_for()
        require(page.locator(".outdated").count() > 0, f"{name}: the old data is not marked")
        require(page.locator(content).count() > 0, f"{name}: the loaded data is gone")
        page.locator(".problem", has_text="busy now").first.wait_for(state="hidden")
        view.wait_until("!document.querySelector('.outdated')")


@check("if the server is busy, the details of a stock are requested again", screens=[DESK], flags=OWN)
def busy_details(view):
    view.expect_fault("status of 503")
    page = view.page
    is_busy = True

    def refuse(route):
        if is_busy:
            route.fulfill(status=503, headers={"Retry-After": "2"}, json={"error": "busy now"})
        else:
            route.continue_()

    page.route(re.compile("/prices/SPY"), refuse)
    view.open("/#v1/watchlist?asset=SPY")
    # The page may have asked several times by now.
    page.locator(".details .problem", has_text="busy now").wait_for()
    is_busy = False
    page.locator(".candles path.up").wait_for()
    page.locator(".details .problem").wait_for(state="hidden")


@check("a lost connection is announced at once, and its end too", screens=[PHONE], flags=OWN)
def connection(view):
    view.expect_fault("ERR_")
    page = view.page
    page.request.put("/api/rest/watchlist", data={"tickers": ["SPY"]})
    view.open("/#v1/watchlist")
    page.locator("tr[data-ticker=SPY]").wait_for()
    view.context.set_offline(True)
    page.get_by_text("Offline: the server cannot be reached.").wait_for(timeout=3000)
    page.request.put("/api/rest/watchlist", data={"tickers": ["SPY", "KO"]})
    view.context.set_offline(False)
    page.get_by_text("Offline: the server cannot be reached.").wait_for(state="hidden", timeout=3000)
    page.locator("tr[data-ticker=KO]").wait_for()
    # Without an event of the browser, the page checks the connection by itself.
    page.route(re.compile("/(api|health|v1)/"), lambda route: route.abort("connectionrefused"))
    page.get_by_role("link", name="Prices", exact=True).click()
    page.get_by_text("Offline: the server cannot be reached.").wait_for()
    page.unroute_all()
    page.get_by_text("Offline: the server cannot be reached.").wait_for(state="hidden")
    page.locator(".asset").first.wait_for()


@check("ages advance, and old rows are reported even without their cause", screens=[DESK], flags=OWN)
def ages(view):
    view.expect_fault("status of 503")
    page = view.page
    page.request.put("/api/rest/watchlist", data={"tickers": ["SPY", "KO"]})

    def make_old(route):
        answer = route.fetch().json()
        answer["watchlist"][0].update(stale=True, asOf="2026-11-23T15:00:00Z", changePercent=None)
        route.fulfill(json=answer)

    page.route(re.compile("/api/rest/watchlist$"), make_old)
    page.route(re.compile("/api/rest/sources$"), lambda route: route.fulfill(status=503, json={"error": "busy now"}))
    page.clock.install(time="2026-11-23T15:00:00Z")
    view.open("/#v1/watchlist")
    age = page.locator("tr.old .age-cell")
    page.get_by_text("1 row is the last that is known.").wait_for()
    require(page.get_by_text("busy now").count() == 0, "the failure of the request for the cause is shown as the cause")
    require("just now" in age.inner_text(), f"the age is {age.inner_text()!r}")
    require("%" not in page.locator("tr.old data").nth(1).inner_text(), "an unknown percentage is shown")
    page.clock.run_for(600_000)
    require("10 minutes ago" in age.inner_text(), f"the age is {age.inner_text()!r}")


@check("an import that cannot succeed changes nothing", screens=[DESK], flags=OWN)
def failing_import(view):
    page = view.page
    page.request.put("/api/rest/watchlist", data={"tickers": ["KO"]})
    view.open("/#v1/settings")
    page.get_by_label("Import").wait_for()
    good = {"version": 1, "watchlist": ["SPY"], "rate": "4.5", "positions": [{"asset": "SPY", "quantity": 1, "cost": 1}]}
    for change, part in (
        ({"positions": [{"asset": "SPY", "quantity": 0, "cost": 1}]}, "positions[0].quantity"),
        ({"watchlist": ["A B"]}, "watchlist[0] must be"), ({"rate": "0x10"}, "rate must be"),
        ({"trades": [{"id": "a"}]}, "trades[0]"), ({"settings": {"sources": {"yahoo": 1}}}, "settings.sources.yahoo must be"),
    ):
        content = json.dumps({**good, **change}).encode()
        page.get_by_label("Import").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": content})
        page.locator(".settings > .problem", has_text=part).wait_for()
        require("Nothing was imported." in page.locator(".settings > .problem").first.inner_text(), "the page does not report that nothing was imported")
    answer = page.request.get("/api/rest/watchlist").json()["watchlist"]
    require([row["ticker"] for row in answer] == ["KO"], "the watch list is lost")
    view.expect_fault("status of 400")
    view.expect_fault("status of 503")
    page.route(re.compile("/api/rest/personal$"), lambda route: route.fulfill(status=503, json={"error": "disk full"}) if route.request.method == "PUT" else route.continue_())
    content = json.dumps({**good, "settings": {"cacheDays": 3}}).encode()
    page.get_by_label("Import").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": content})
    page.get_by_text("disk full. Nothing was imported.").wait_for()
    page.unroute_all()
    page.get_by_label("Import").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": content})
    page.get_by_text("Imported 1 stock and 1 position.").wait_for()
    require(page.get_by_label("Rate of new strategies").input_value() == "4.5", "the rate is not imported")
    page.goto("about:blank")
    view.open("/")
    require(page.get_by_label("Rate %").input_value() == "4.5", "a new strategy has another rate")
    view.open("/#v1/settings")
    page.get_by_label("Rate of new strategies").fill("0x10")
    page.keyboard.press("Tab")
    page.get_by_text("The rate must be a number, got 0x10.").wait_for()


@check("values by day are read by keyboard and saved as CSV", screens=[PHONE, DESK], flags=OWN)
def series(view):
    page = view.page
    page.request.put("/api/rest/positions/SPY", data={"quantity": 10, "cost": 0})
    view.open("/#v1/watchlist?asset=SPY")
    page.locator(".candles path.up").wait_for()
    chart = page.get_by_role("application", name="Prices by day")
    require(chart.get_attribute("tabindex") == "0", "the chart is not a tab stop")
    chart.focus()
    for key, index in (("End", -1), ("ArrowLeft", -2), ("Shift+ArrowLeft", -12), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        said = page.locator("#announcements").inner_text()
        with page.expect_download() as download:
            page.locator(".details").get_by_role("button", name="CSV").evaluate("button => button.click()")
        rows = download.value.path().read_text().splitlines()
        date, _, _, _, close, _ = rows[1:][index].split(",")
        found = re.match(r"(.*): close ([\d.]+), open", said)
        require(found and found[1] == date and float(found[2]) == float(close), f"after {key}: {said!r}, not {date} {close}")
    require(rows[0] == "date,open,high,low,close,volume", f"the file begins with {rows[0]!r}")
    view.open("/#v1/prices")
    page.locator(".prices .series path.line").first.wait_for()
    require(page.locator(".prices .legend li").all_inner_texts() == ["value", "cost"], "the lines have no legend")
    require("%" not in page.locator("table.positions tbody tr", has_text="SPY").inner_text(), "a gain on nothing has a percentage")
    page.get_by_role("application", name="Values by day").focus()
    page.keyboard.press("End")
    said = page.locator("#announcements").inner_text()
    require(re.search(r"^\d{4}-\d\d-\d\d: value \$[\d,.]+, cost \$", said), f"announced is {said!r}")
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    rows = download.value.path().read_text().splitlines()
    require(rows[0].startswith("asset,quantity,price,marketValue,cost") and any(row.startswith("SPY,10,") for row in rows), f"the file has {rows}")


@check("a cancelled job can be resumed after a reload", screens=[PHONE], flags=JOBS)
def cancelled_job(view):
    page = view.page

    def job(number, state, asset):
        return {"job": number, "state": state, "from": "1990-01-02", "to": "2026-11-20", "secondsLeft": 0,
                "assets": [{"asset": asset, "daysImported": 2500, "daysToGo": 6800, "message": None}]}

    jobs = [job("13", "done", "KO"), job("12", "cancelled", "QQQ"), job("11", "cancelled", "KO"), job("10", "cancelled", "SPY")]
    asked = []
    page.route(re.compile("/api/rest/jobs$"), lambda route: route.fulfill(json={"jobs": jobs}))
    page.route(re.compile("/prices/backfill$"), lambda route: (asked.append(route.request.post_data_json), route.fulfill(json={"job": "14"})))
    page.route(re.compile("/jobs/14/events$"), lambda route: route.fulfill(
        body=f"data: {json.dumps(job('14', 'done', 'QQQ'))}\n\n", content_type="text/event-stream"))
    view.open("/#v1/prices")
    page.locator(".job").first.wait_for()
    texts = page.locator(".job").all_inner_texts()
    require(len(texts) == 2 and "QQQ" in texts[0] and "SPY" in texts[1], f"the jobs are {texts}")
    page.locator(".job", has_text="SPY").get_by_role("button", name="Dismiss").click()
    page.reload()
    page.locator(".job").get_by_role("button", name="Resume").click()
    page.locator(".job strong", has_text="Done").wait_for()
    require(asked == [{"assets": ["QQQ"], "from": "1990-01-02"}], f"the server was asked for {asked}")


@check("a job that is found while its own answer is awaited is shown once", screens=[DESK], flags=JOBS)
def found_job(view):
    page = view.page
    job = {"job": "a/b", "state": "running", "from": "2026-11-02", "to": "2026-11-20", "secondsLeft": 9,
           "assets": [{"asset": "QQQ", "daysImported": 3, "daysToGo": 11, "message": None}]}
    jobs, held, cancelled = [], [], []
    page.route(re.compile("/api/rest/jobs$"), lambda route: route.fulfill(json={"jobs": jobs}))
    page.route(re.compile("/prices/backfill$"), lambda route: held.append(route))
    page.route(re.compile("/jobs/a%2Fb/events$"), lambda route: route.fulfill(body=f"data: {json.dumps(job)}\n\n", content_type="text/event-stream"))
    page.route(re.compile("/jobs/a%2Fb$"), lambda route: (cancelled.append(route.request.method), route.fulfill(json={})))
    view.open("/#v1/prices")
    page.get_by_label("Stock or coin").fill("QQQ")
    page.get_by_role("button", name="Fetch", exact=True).click()
    jobs.append(job)
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("link", name="Prices").click()
    row = page.locator(".job", has_text="QQQ")
    row.wait_for()
    held[0].fulfill(json={"job": "a/b"})
    page.wait_for_timeout(300)
    require(row.count() == 1, f"the job has {row.count()} rows")
    with page.expect_response(re.compile("/jobs/a%2Fb$")):
        row.get_by_role("button", name="Cancel").click()
    page.wait_for_timeout(300)
    require(cancelled == ["DELETE"], f"the job was cancelled by {cancelled}")


@check("cards keep their controls on a narrow screen", screens=[PHONE, NARROW], flags=OWN)
def cards(view):
    page = view.page
    page.request.put("/api/rest/watchlist", data={"tickers": ["SPY", "KO"]})
    page.request.put("/api/rest/positions/SPY", data={"quantity": 222, "cost": 118000})
    for name, table in (("watchlist", "watched"), ("prices", "positions"), ("settings", "sources")):
        view.open(f"/#v1/{name}")
        page.locator(f"table.{table}").wait_for()
        hidden = page.locator(f"table.{table} :is(tbody, tfoot) :is(th, td, button)").evaluate_all(
            "all => all.filter(one => one.getBoundingClientRect().right > document.documentElement.clientWidth - 8).length")
        require(hidden == 0, f"{name}: {hidden} cells are outside")
        require(page.get_by_role("table").get_by_role("row").count() > 1, f"{name}: the rows have lost their role")
