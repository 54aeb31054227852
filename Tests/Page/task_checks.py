"""The tasks of a trader, each done as a user does it: through visible names and roles, from the first click to the result."""

import os
import re
import time
from datetime import date, timedelta

from browser import ALL_SCREENS, DESK, DESK_DARK, PHONE, PHONE_DARK, WAITING_MILLISECONDS, Fault, require
from builder_checks import value
from checks import check
from live_checks import LIVE

# Checks on the same server share its trades and positions.
TASKS = ("--snapshot-interval", "7")
LIVE_SECONDS = float(os.environ.get("LIVE_SECONDS", "16"))


def require_accessible(view):
    violations = view.violations()
    require(not violations, "; ".join(violations))


def choose_stock(view, name, ticker):
    """Searches for a stock by its name, and takes it."""
    page = view.page
    page.get_by_role("combobox", name="Stock").fill(name)
    page.get_by_role("option", name=ticker).first.click()
    page.wait_for_url(re.compile(f"symbol={ticker}"))


def is_in_view(view, element):
    """Whether an element is wholly within the viewport, and not behind another one."""
    return element.evaluate("""element => {
        const {left, right, top, bottom} = element.getBoundingClientRect();
        const isWithin = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return isWithin && element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    }""")


@check("task: from a first visit to an understood risk in two clicks", is_first_visit=True)
def risk(view):
    view.open("/")
    page = view.page
    page.get_by_role("button", name="Choose an outlook").click()
    page.get_by_role("button", name="Bull call spread").click()
    page.get_by_role("heading", name="Bull call spread", exact=True).wait_for()
    view.wait_for_answers()
    headline = page.get_by_role("region", name="Result")
    for term in ("Maximum loss", "Maximum profit", "Chance of profit"):
        figure = headline.locator("dt", has_text=term)
        require(is_in_view(view, figure), f"{term} is not in view")
    require(value(view, ".headline .max-loss") < 0, "a spread that costs money has no maximum loss")
    # A term explains itself.
    headline.locator("dt", has_text="Maximum loss").click()
    explanation = page.get_by_role("note")
    require("lost" in explanation.inner_text(), f"the maximum loss is explained as {explanation.inner_text()!r}")
    require_accessible(view)


@check("task: from an outlook to a saved iron condor", flags=TASKS)
def condor(view):
    name = f"Condor {view.screen}"
    view.open("/")
    page = view.page
    choose_stock(view, "coinbase", "COIN")
    page.get_by_role("button", name="Strategies…").click()
    page.get_by_role("heading", name="The stock stays").wait_for()
    page.get_by_role("button", name="Iron condor").click()
    page.get_by_role("heading", name="Iron condor", exact=True).wait_for()
    view.wait_for_answers()
    credit = -value(view, ".headline .net-cost")
    require(credit > 0, f"a condor is sold for {credit}")
    page.get_by_role("button", name="Save as trade").click()
    dialog = page.get_by_role("dialog", name="Save as trade")
    dialog.get_by_label("Name").fill(name)
    require_accessible(view)
    dialog.get_by_role("button", name="Save the trade").click()
    trade = page.get_by_role("article", name=name)
    trade.wait_for()
    require(trade.get_by_role("row").count() == 5, "the trade has not four legs")
    # The prices that were paid and received are those of the headline.
    [saved] = [one for one in page.request.get("/api/rest/trades").json()["trades"] if one["name"] == name]
    received = sum((1 if leg["position"] == "short" else -1) * leg["opened"]["price"] * 100 for leg in saved["legs"])
    require(abs(received - credit) < 0.005, f"the condor was sold for {received}, not {credit}")


@check("task: a covered call that was sold last month is entered", screens=[PHONE_DARK, DESK], flags=TASKS)
def covered_call(view):
    name = f"Covered call {view.screen}"
    bought, sold = (str(date.today() - timedelta(days=days)) for days in (40, 31))
    view.open("/")
    page = view.page
    choose_stock(view, "coinbase", "COIN")
    page.get_by_role("button", name="Strategies…").click()
    page.get_by_role("button", name="Covered call").click()
    page.get_by_role("heading", name="Covered call", exact=True).wait_for()
    shares, call = (page.get_by_role("group", name=f"Leg {number}", exact=True) for number in (1, 2))
    shares.get_by_label("Quantity").fill("200")
    call.get_by_label("Quantity").fill("2")
    strike = call.get_by_label("Strike").input_value()
    page.get_by_role("button", name="Save as trade").click()
    dialog = page.get_by_role("dialog", name="Save as trade")
    dialog.get_by_label("Name").fill(name)
    for leg, day, price, fee in (("200 shares", bought, "120.5", ""), (re.escape(f" {strike} call"), sold, "6.1", "1.3")):
        for label, text in (("Date", day), ("Price", price), ("Fee", fee)):
            dialog.get_by_label(re.compile(f"^{label} of .*{leg}")).fill(text)
    require_accessible(view)
    dialog.get_by_role("button", name="Save the trade").click()
    trade = page.get_by_role("article", name=name)
    trade.wait_for()
    stock_row = trade.get_by_role("row", name=re.compile("200 shares"))
    price = page.request.get("/api/rest/stocks/COIN").json()["price"]
    # The profit of the shares is their move since the day on which they were bought.
    gain = float(stock_row.locator("data").last.get_attribute("value"))
    require(abs(gain - 200 * (price - 120.5)) < 200, f"the shares gained {gain} at {price}")
    [saved] = [one for one in page.request.get("/api/rest/trades").json()["trades"] if one["name"] == name]
    opened = [leg["opened"] for leg in saved["legs"]]
    require(
        opened == [{"date": bought, "price": 120.5, "fee": 0}, {"date": sold, "price": 6.1, "fee": 1.3}],
        f"the legs were opened as {opened}",
    )


@check("task: the cheapest hedge of 200 COIN", screens=[PHONE, DESK_DARK], flags=TASKS)
def hedge(view):
    view.open("/#v1/finder")
    page = view.page
    page.get_by_role("button", name="Protect shares").click()
    page.get_by_role("combobox", name="Stock").fill("coinbase")
    page.get_by_role("option", name="COIN").first.click()
    expiration = page.get_by_label("Expiration")
    view.wait_until("document.querySelector('.finder [role=combobox]').value === 'COIN'")
    view.wait_for_answers()
    require(expiration.input_value() != "", "COIN has no expiration")
    page.get_by_label("Shares held").fill("200")
    page.get_by_role("button", name="Search", exact=True).click()
    rows = page.get_by_role("region", name="Strategies that were found").get_by_role("row")
    rows.nth(2).wait_for()
    require_accessible(view)
    held = float(rows.filter(has_text="Doing nothing").locator("[data-title='Maximum loss'] data").get_attribute("value"))
    found = [
        {name: float(row.locator(f"[data-title='{name}'] data").get_attribute("value")) for name in ("Cost", "Maximum loss")}
        | {"title": row.get_by_role("button").inner_text()}
        for row in rows.all()[1:]
        if row.get_by_role("button").count()
    ]
    require(found and all(one["Maximum loss"] > held for one in found), f"a hedge loses more than {held}: {found}")
    cheapest = min(found, key=lambda one: one["Cost"])
    page.get_by_role("button", name=cheapest["title"], exact=True).click()
    page.wait_for_url(re.compile("builder"))
    page.get_by_text("Chance of loss").wait_for()
    view.wait_for_answers()
    # The builder has shares and hedge, and the loss of the table, but for what the quotes have moved.
    require("long,200,stock" in page.url, f"the shares are not in {page.url}")
    loss = value(view, ".headline .max-loss")
    require(abs(loss - cheapest["Maximum loss"]) < 0.02 * abs(held), f"the loss is {loss}, not {cheapest}")


def strike_without_successor(view, ticker):
    """An expiration, a strike near the price that the next expiration does not list, and how far the nearest listed one is; or None."""

    def get(path):
        return view.page.request.get(f"/api/rest/stocks/{ticker}/{path}").json()

    dates = get("options/expirations")["expirationDates"]
    chains = [get(f"options/chain?expirationDate={day}") for day in dates[:6]]
    for chain, later in zip(chains[1:], chains[2:]):
        listed = [row["strikePrice"] for row in later["strikes"]]
        for row in chain["strikes"]:
            strike = row["strikePrice"]
            if strike not in listed and abs(strike / chain["spot"] - 1) < 0.1:
                return chain["expirationDate"], strike, min(abs(one - strike) for one in listed)
    return None


def stock_with_such_a_strike(view):
    """A stock, and what `strike_without_successor` finds for it. On some days all chains of a stock have the same steps between strikes."""
    for ticker in ("COIN", "AAPL", "NVDA", "MSFT", "SPY"):
        found = strike_without_successor(view, ticker)
        if found:
            return ticker, *found
    raise Fault("every strike is in the next chain, too")


@check("task: a leg of a saved trade is rolled", screens=[PHONE, DESK], flags=TASKS)
def roll(view):
    page = view.page
    name = f"Short put {view.screen}"
    ticker, expiration, strike, wanted = stock_with_such_a_strike(view)
    option = {"type": "put", "position": "short", "strikePrice": strike, "quantity": 3, "expirationDate": expiration}
    legs = [{**option, "opened": {"date": str(date.today() - timedelta(days=20)), "price": 5}}]
    answer = page.request.post("/api/rest/trades", data={"name": name, "underlying": ticker, "legs": legs})
    require(answer.status == 201, answer.text())
    view.open("/#v1/trades")
    page.get_by_role("article", name=name).get_by_role("button", name=re.compile("^Roll −3")).click()
    dialog = page.get_by_role("dialog", name=re.compile("^Roll"))
    dialog.get_by_text(re.compile("Roll: (credit|debit)")).wait_for()
    # The next expiration does not list the strike of the leg: the one nearest to it is suggested.
    suggested = float(dialog.get_by_label("Strike").input_value())
    require(abs(suggested - strike) == wanted, f"{suggested} is suggested for {strike}")
    strikes = dialog.get_by_label("Strike").evaluate("field => [...field.options].map(option => Number(option.value))")
    lower = max(one for one in strikes if one < strike - wanted)
    dialog.get_by_label("Strike").select_option(f"{lower:g}")
    closing, opening = (float(dialog.get_by_label(f"{which} price").input_value()) for which in ("Closing", "Opening"))
    money = 300 * (opening - closing)
    text = f"Roll: {'debit' if money < 0 else 'credit'} ${abs(money):,.2f}."
    require(text in dialog.get_by_role("status").inner_text(), f"{dialog.get_by_role('status').inner_text()!r} does not have {text!r}")
    require_accessible(view)
    dialog.get_by_role("button", name="Roll the leg").click()
    row = page.get_by_role("article", name=name).get_by_role("row", name=re.compile(f"{lower:g}.*rolled from"))
    row.wait_for()
    [trade] = [one for one in page.request.get("/api/rest/trades").json()["trades"] if one["name"] == name]
    old, new = trade["legs"]
    require(old["openQuantity"] == 0 and old["closes"][0]["price"] == closing, f"the old leg is {old}")
    require((new["strikePrice"], new["opened"]["price"], new["openQuantity"]) == (lower, opening, 3), f"the new leg is {new}")


# Counts what a page does while quotes move: marks, and layouts in which something jumps.
OBSERVER = """
window.marks = 0;
window.jumps = [];
new MutationObserver(records => { window.marks += records.filter(({target}) => target.dataset.moved).length; })
    .observe(document, {subtree: true, attributeFilter: ["data-moved"]});
const describe = ({node, previousRect: from, currentRect: to}) =>
    `${node?.nodeName ?? "a removed element"}.${node?.className ?? ""} from ${from.x},${from.y} to ${to.x},${to.y}`;
new PerformanceObserver(list => window.jumps.push(...list.getEntries().flatMap(entry => entry.sources.map(describe))))
    .observe({type: "layout-shift"});
"""


def nodes(view, session):
    """The least nodes and listeners in the memory of the page within two seconds: a moment after it is drawn anew, it has both drawings."""
    found = []
    for _ in range(8):
        session.send("HeapProfiler.collectGarbage")
        found.append(session.send("Memory.getDOMCounters"))
        view.page.wait_for_timeout(250)
    return [min(one[name] for one in found) for name in ("nodes", "jsEventListeners")]


def watch(view, target, text, seconds):
    """Lets the pointer rest on an element while quotes move."""
    page = view.page
    session = view.context.new_cdp_session(page)
    box = target.bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*place)
    # On a busy machine the stream begins late.
    first = page.evaluate(text)
    begin = time.monotonic() + WAITING_MILLISECONDS / 1000
    while page.evaluate(text) == first:
        require(time.monotonic() < begin, "no quote has moved since the view was opened")
        page.wait_for_timeout(100)
    page.evaluate("[window.marks, window.jumps] = [0, []]")
    before, texts = nodes(view, session), [page.evaluate(text)]
    target.evaluate("element => { window.target = element; }")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        page.wait_for_timeout(200)
        texts.append(page.evaluate(text))
        require(
            page.evaluate("place => window.target.contains(document.elementFromPoint(...place))", place),
            "another element is under the pointer",
        )
    moves = sum(one != other for one, other in zip(texts, texts[1:]))
    require(moves > seconds / 4, f"the quotes moved {moves} times in {seconds} s")
    marks, jumps = page.evaluate("[window.marks, window.jumps]")
    require(marks > seconds / 4, f"there were {marks} marks in {seconds} s")
    require(not jumps, f"something jumps: {'; '.join(jumps[:5])}")
    after = nodes(view, session)
    # What is highlighted or announced at a moment may be a few nodes.
    require(all(now < 1.05 * then + 50 for now, then in zip(after, before)), f"nodes and listeners grew from {before} to {after}")


@check("task: quotes are followed from 10:00 in New York", screens=[PHONE, DESK_DARK], flags=LIVE, is_live=True)
def live(view):
    page = view.page
    page.add_init_script(OBSERVER)
    page.goto("/", wait_until="load")
    choose_stock(view, "spy", "SPY")
    page.get_by_role("button", name="Strategies…").click()
    page.get_by_role("button", name="Iron condor").click()
    page.get_by_role("heading", name="Iron condor", exact=True).wait_for()
    page.get_by_text("Chance of loss").wait_for()
    strike = page.get_by_role("group", name="Leg 4", exact=True).get_by_label("Strike")
    strike.scroll_into_view_if_needed()
    watch(view, strike, "[...document.querySelectorAll('[name=price], [name=premium]')].map(one => one.value).join()", LIVE_SECONDS / 2)
    require_accessible(view)
    page.get_by_role("link", name="Chain", exact=True).click()
    page.locator(".spot-row").wait_for()
    bid = page.locator(".spot-row + tr").get_by_role("button").first
    watch(view, bid, "[...document.querySelectorAll('.chain-table .trade')].map(one => one.textContent).join()", LIVE_SECONDS / 2)
    require_accessible(view)


@check("task: two tabs have one stream, and a trade that one saves is seen in the other", screens=[DESK, PHONE_DARK], flags=LIVE, is_live=True)
def two_tabs(view):
    name = f"From a tab {view.screen}"
    first = view.page
    streams = []
    view.context.on("request", lambda request: "/api/rest/stream?" in request.url and streams.append(request))
    view.context.on("requestfinished", lambda request: request in streams and streams.remove(request))
    view.context.on("requestfailed", lambda request: request in streams and streams.remove(request))
    first.goto("/#v1/trades", wait_until="load")
    first.get_by_role("heading", name="Trades", exact=True).wait_for()
    second = view.context.new_page()
    second.goto("/", wait_until="load")
    second.get_by_role("combobox", name="Stock").fill("apple")
    second.get_by_role("option", name="AAPL").first.click()
    second.wait_for_url(re.compile("symbol=AAPL"))
    second.get_by_role("button", name="Save as trade").click()
    second.get_by_role("dialog").get_by_label("Name").fill(name)
    second.get_by_role("button", name="Save the trade").click()
    second.get_by_role("article", name=name).wait_for()
    first.get_by_role("article", name=name).wait_for()
    second.get_by_role("button", name=f"Delete {name}").click()
    first.get_by_role("article", name=name).wait_for(state="detached")
    require(len(streams) <= 1, f"there are {len(streams)} streams: {[one.url for one in streams]}")
    require_accessible(view)
    second.close()


def tab_to(view, name):
    """Presses Tab until the element of a visible name has the focus."""
    # The trades of other checks are tab stops, too.
    for _ in range(300):
        view.page.keyboard.press("Tab")
        if view.page.evaluate("""name => {
            const {labels, ariaLabel, innerText, placeholder} = document.activeElement;
            return [ariaLabel, labels?.[0]?.innerText, innerText].some(text => text?.trim().startsWith(name));
        }""", name):
            return
    raise Fault(f"Tab does not reach {name}")


@check("task: an iron condor is found, saved and closed by keyboard alone", screens=[PHONE_DARK, DESK], flags=TASKS)
def by_keyboard(view):
    name = f"Keys {view.screen}"
    view.open("/")
    page, keyboard = view.page, view.page.keyboard
    keyboard.press("/")
    keyboard.type("coinbase")
    page.get_by_role("option", name="COIN").first.wait_for()
    keyboard.press("Enter")
    page.wait_for_url(re.compile("symbol=COIN"))
    tab_to(view, "Strategies…")
    keyboard.press("Enter")
    page.get_by_label("Search 117 names").wait_for()
    keyboard.type("iron condor")
    tab_to(view, "Iron condor")
    keyboard.press("Enter")
    page.get_by_role("heading", name="Iron condor", exact=True).wait_for()
    view.wait_for_answers()
    tab_to(view, "Save as trade")
    keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    require(page.evaluate("document.activeElement.closest('dialog') !== null"), "the dialog has not the focus")
    tab_to(view, "Name")
    keyboard.press("Control+a")
    keyboard.type(name)
    keyboard.press("Enter")
    trade = page.get_by_role("article", name=name)
    trade.wait_for()
    view.wait_for_answers()
    tab_to(view, f"Delete {name}")
    tab_to(view, "Close +1")
    keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    require_accessible(view)
    tab_to(view, "Fee")
    keyboard.type("0.65")
    keyboard.press("Enter")
    trade.get_by_text("1 closed").wait_for()
    [saved] = [one for one in page.request.get("/api/rest/trades").json()["trades"] if one["name"] == name]
    require(sum(leg["openQuantity"] for leg in saved["legs"]) == 3, f"the trade is {saved}")
