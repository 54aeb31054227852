"""Checks of the builder: the actions of a user, and comparisons with the command line for the same strategy."""

import json
import math
import os
import re
import subprocess
import time
from datetime import date as Date
from datetime import datetime
from zoneinfo import ZoneInfo

from browser import ALL_SCREENS, DESK, DESK_DARK, NARROW, PHONE, PHONE_DARK, WAITING_MILLISECONDS, Fault, require
from checks import Breakage, check

# The legs of an iron condor, with the steps of their strikes (`place`).
CONDOR = [("long", "put", -4), ("short", "put", -2), ("short", "call", 2), ("long", "call", 4)]


def settle(view):
    """Waits until all requests are answered, and the diagram and the rest are shown."""
    view.wait_until("document.querySelector('#diagram svg') !== null")
    view.wait_for_answers()


def value(view, place):
    """The exact value of a number on the page."""
    return float(view.page.locator(place).first.get_attribute("value"))


def number_in(field):
    """The number in a field."""
    return float(field.input_value())


def break_evens(view):
    return [float(text) for text in view.page.locator(".headline .copy").evaluate_all("all => all.map(one => one.dataset.value)")]


def request(view):
    """The request that the page shows."""
    view.page.get_by_role("button", name="Show the request").click()
    text = view.page.get_by_label("Request", exact=True).input_value()
    view.page.get_by_role("button", name="Close").click()
    return text


def command_line(text):
    """The answer of `options calculate`. The environment variable OPTIONS names the command."""
    command = os.environ.get("OPTIONS")
    require(command, "OPTIONS does not name the command options")
    done = subprocess.run([command, "calculate"], input=text.encode(), capture_output=True, check=True)
    return json.loads(done.stdout)


def require_same_as_command_line(view):
    answer = command_line(request(view))
    metrics = answer["metrics"]
    require(break_evens(view) == metrics["breakEvenPoints"], f"break-evens {break_evens(view)}, not {metrics['breakEvenPoints']}")
    require(value(view, ".headline .net-cost") == metrics["netCost"], "the net cost differs")
    for name, member in (("max-profit", "maxProfit"), ("max-loss", "maxLoss")):
        if metrics[member] is None:
            require("unlimited" in view.page.locator(".headline").inner_text(), f"{member} is not called unlimited")
        else:
            require(value(view, f".headline .{name}") == metrics[member], f"{member} differs")
    return answer


def open_details(view, leg=1):
    """Opens the details of a leg, and returns its row."""
    row = view.page.get_by_role("group", name=f"Leg {leg}", exact=True)
    row.get_by_role("button", name="Details").click()
    return row


def take_stock(view, name="coin", ticker="COIN"):
    view.page.keyboard.press("/")
    view.page.keyboard.type(name)
    # The list of an earlier letter may have the ticker too, but not as its first.
    view.page.locator("[role=option]:first-child", has_text=ticker).first.wait_for()
    view.page.keyboard.press("ArrowDown")
    view.page.keyboard.press("Enter")
    view.page.wait_for_url(re.compile(f"symbol={ticker}&"))
    view.page.locator("table.scenario").wait_for()
    settle(view)


def place(below, steps):
    """The index of a listed strike, if `below` strikes are below the stock's price: step 1 is the first above the price, -1 the first below."""
    return below + steps - (steps > 0)


def chain_strike(view, steps):
    """The text of a strike of the chain."""
    rows = view.page.locator("tr[data-strike]")
    rows.first.wait_for()
    below = view.page.locator("tr[data-strike]:has(td.call.in)").count()
    return rows.nth(place(below, steps)).get_attribute("data-strike")


def take_quote(view, action, steps, type):
    """Clicks the bid or ask of a strike of the chain, and returns the strike."""
    strike = chain_strike(view, steps)
    view.page.get_by_role("button", name=re.compile(f"^{action} the {re.escape(strike)} {type}")).click()
    return strike


@check("the page opens with one leg, whose fields take any value", screens=[PHONE, DESK])
def opening(view):
    view.open("/")
    page = view.page
    require(page.get_by_role("group", name=re.compile("^Leg ")).count() == 1, "there is not one leg")
    for label, text in (("Current price", "100"), ("Strike", "97.5"), ("Premium", "3.125"), ("Quantity", "7")):
        page.get_by_label(label, exact=True).fill(text)
    settle(view)
    # 97.5 + 3.125; 3.125 x 7 x 100.
    require(break_evens(view) == [100.625], f"the break-even is {break_evens(view)}")
    require(value(view, ".headline .net-cost") == 2187.5, "the net debit is not 2,187.50")
    require("unlimited" in page.locator(".headline").inner_text(), "the profit of a long call is not unlimited")
    require_same_as_command_line(view)


@check("a first visit shows an example of today with its chances, and three ways on", screens=ALL_SCREENS, is_first_visit=True)
def first_visit(view):
    view.open("/")
    page = view.page
    welcome = page.get_by_role("region", name="Welcome")
    welcome.get_by_text(re.compile("^Below is an iron condor on SPY, with the quotes of .*, which are invented.$")).wait_for()
    page.get_by_role("heading", name="Iron condor", exact=True).wait_for()
    page.get_by_text("Chance of loss").wait_for()
    settle(view)
    require(page.get_by_role("group", name=re.compile("^Leg ")).count() == 4, "the example has not four legs")
    require_same_as_command_line(view)
    violations = view.violations()
    require(not violations, "; ".join(violations))
    page.get_by_label("Quantity", exact=True).first.fill("2")
    welcome.get_by_text("The example was changed").wait_for()
    welcome.get_by_role("button", name="Open another example").click()
    page.get_by_role("heading", name="Covered call", exact=True).wait_for()
    welcome.get_by_text("a covered call on AAPL").wait_for()
    welcome.get_by_role("button", name="Choose an outlook").click()
    page.get_by_role("heading", name="The stock moves far").wait_for()
    page.keyboard.press("Escape")
    welcome.get_by_role("button", name="Search for a stock").click()
    require(page.evaluate("document.activeElement.role") == "combobox", "the search has not the focus")
    welcome.get_by_role("button", name="Hide").click()
    require(welcome.count() == 0, "the welcome cannot be hidden")
    # The next visit begins without it, and a link never has it.
    page.goto("about:blank")
    view.open("/")
    settle(view)
    require(welcome.count() == 0, "the welcome is shown again")


@check("a link of a first visit is shown without a welcome", screens=[DESK], is_first_visit=True)
def first_link(view):
    view.open("/#v1/builder?price=200&leg=long,1,call,195@7.3")
    settle(view)
    require(break_evens(view) == [202.3], f"the break-even is {break_evens(view)}")
    require(view.page.get_by_role("region", name="Welcome").count() == 0, "the link has a welcome")


def type_into(view, **texts):
    """Types texts into the fields of these names, in the order of the tab stops, from the one that has the focus."""
    for name, text in texts.items():
        for _ in range(30):
            if view.page.evaluate("document.activeElement.name") == name:
                break
            view.page.keyboard.press("Tab")
        require(view.page.evaluate("document.activeElement.name") == name, f"no tab stop leads to {name}")
        view.page.keyboard.type(text)


@check("a new strategy is typed by keyboard alone, without and with a chain", screens=[PHONE, DESK])
def new_strategy(view):
    view.open("/#v1/watchlist")
    page, begin = view.page, view.page.get_by_role("button", name="New strategy")
    begin.press("Enter")
    view.wait_until("document.activeElement.name === 'price'")
    require(page.locator("[aria-invalid]").count() == 0, "an empty field is an error")
    require(not page.locator(".headline-place").is_visible(), "a strategy without numbers has a result")
    type_into(view, price="200", quantity="2", strike="195", premium="7.3")
    settle(view)
    page.locator(".headline").wait_for()
    # 195 + 7.3; 7.3 x 2 x 100.
    require(break_evens(view) == [202.3], f"the break-even is {break_evens(view)}")
    require(value(view, ".headline .net-cost") == 1460, "the net debit is not 1,460.00")
    require("price=200&leg=long,2,call,195@7.3" in page.evaluate("location.hash"), "the address does not have the strategy")
    # In a field, `/` is a character.
    begin.focus()
    take_stock(view)
    price = number_in(page.get_by_label("Current price"))
    begin.press("Enter")
    view.wait_until("document.activeElement.name === 'strike'")
    require(number_in(page.get_by_label("Current price")) == price, "the price of the stock is lost")
    type_into(view, strike=str(round(price / 5) * 5))
    view.wait_until("document.querySelector('input[name=premium]').value !== ''")
    page.locator(".headline").wait_for()
    # One key, since keys more than a second apart are undone one by one.
    type_into(view, premium="9")
    require(page.get_by_label("Premium from").input_value() == "own", "the typed premium is not kept")
    page.get_by_role("button", name="Undo", exact=True).click()
    require(page.get_by_label("Premium from").input_value() == "mid", "the typed premium is not undone")


@check("a link opens its strategy without the example", screens=[DESK])
def linked(view):
    view.open("/#v1/builder?price=200&leg=long,1,call,195@7.3")
    settle(view)
    require(view.page.get_by_role("group", name=re.compile("^Leg ")).count() == 1, "there is not one leg")
    require(break_evens(view) == [202.3], f"the break-even is {break_evens(view)}")
    require(value(view, ".headline .net-cost") == 730, "the net debit is not 730.00")


@check("an iron condor from the chain by keyboard alone", screens=[PHONE, DESK_DARK])
def condor_by_keyboard(view):
    view.open("/")
    page, keyboard = view.page, view.page.keyboard
    take_stock(view)
    page.get_by_role("button", name="Add a leg").focus()
    for _ in range(3):
        page.get_by_role("button", name="Add a leg").focus()
        keyboard.press("Enter")
    legs = page.get_by_role("group", name=re.compile("^Leg "))
    require(legs.count() == 4, f"there are {legs.count()} legs")
    date = page.get_by_label("Expiration", exact=True).first.input_value()
    listed = {}
    for type in ("call", "put"):
        answer = page.request.get(f"/api/rest/stocks/COIN/options/strikes?contractType={type}&expirationDate={date}").json()
        listed[type] = [row["strikePrice"] for row in answer["strikePrices"]]
    price = number_in(page.get_by_label("Current price"))
    for index, (side, type, steps) in enumerate(CONDOR):
        row = legs.nth(index)
        if side == "short":
            row.get_by_label("Side").focus()
            keyboard.press("ArrowDown")
        if type == "put":
            row.get_by_label("Type", exact=True).focus()
            keyboard.press("ArrowDown")
        wanted = listed[type][place(sum(strike < price for strike in listed[type]), steps)]
        strike = row.get_by_label("Strike")
        strike.focus()
        for _ in range(40):
            now = number_in(strike)
            if now == wanted:
                break
            keyboard.press("ArrowUp" if now < wanted else "ArrowDown")
        require(number_in(strike) == wanted, f"the arrows do not reach {wanted}, but {strike.input_value()}")
    page.get_by_role("heading", name="Iron condor", exact=True).wait_for()
    settle(view)
    require(len(break_evens(view)) == 2, f"the break-evens are {break_evens(view)}")
    require_same_as_command_line(view)


@check("an iron condor from the chain by mouse", screens=[PHONE_DARK, DESK])
def condor_by_mouse(view):
    view.open("/")
    page = view.page
    page.get_by_label("Stock", exact=True).fill("coinbase")
    page.get_by_role("option", name="COIN").first.click()
    page.wait_for_url(re.compile("symbol=COIN&"))
    page.get_by_role("link", name="Chain").click()
    for side, type, steps in CONDOR:
        take_quote(view, {"long": "Buy", "short": "Sell"}[side], steps, type)
    page.get_by_role("button", name="Open the builder").click()
    page.get_by_role("heading", name="Iron condor", exact=True).wait_for()
    settle(view)
    answer = require_same_as_command_line(view)
    sources = page.get_by_label("Premium from").evaluate_all("all => all.map(one => one.value)")
    require(sources == ["ask", "bid", "bid", "ask"], f"the premiums are from {sources}")
    require("probability" in answer and "greeks" in answer, "the request does not include all results that the page shows")
    chance = page.locator(".headline dd").last.inner_text()
    require(chance == f"{figure(view, 'Chance of profit') * 100:.1f} %", f"the chance of profit is {chance}")
    require(figure_of_model(view, "Chance of profit") == answer["probability"]["ofProfit"], "the chance at one volatility is another")


@check("the table equals the drawing", screens=[DESK])
def table_equals_drawing(view):
    view.open("/")
    take_stock(view)
    page = view.page
    page.get_by_role("button", name="Strategies…").click()
    page.get_by_role("button", name=re.compile("Iron condor")).click()
    page.get_by_role("heading", name="Iron condor", exact=True).wait_for()
    settle(view)
    page.wait_for_selector("table.scenario")
    # The value of the expiration line at a price, read off its path by the scale of the labelled strikes and of the tick marks.
    found = page.evaluate("""() => {
        const svg = document.querySelector("#diagram svg");
        const points = svg.querySelector("path.line.expiration").getAttribute("d").match(/[-\\d.]+ [-\\d.]+/g).map(pair => pair.split(" ").map(Number));
        const strikes = [...svg.querySelectorAll("g.strike")].map(mark => [Number(mark.querySelector("title").textContent.match(/Strike ([\\d.]+)/)[1]), Number(mark.querySelector("line").getAttribute("x1"))]);
        const [[s1, x1]] = strikes, [s2, x2] = strikes[strikes.length - 1];
        const ticks = [...svg.querySelectorAll("line.grid")].map(line => Number(line.getAttribute("y1")));
        const labels = [...svg.querySelectorAll("line.grid + text.tick")].map(text => Number(text.textContent.replace("−", "-").replace("K", "e3")));
        const slope = (labels[labels.length - 1] - labels[0]) / (ticks[ticks.length - 1] - ticks[0]);
        const profit = y => labels[0] + (y - ticks[0]) * slope;
        const rows = [...document.querySelectorAll("table.scenario tbody tr")].map(row => [Number(row.querySelector("th").textContent), Number(row.lastElementChild.querySelector("data").value)]);
        return rows.map(([price, value]) => {
            const x = x1 + (price - s1) * (x2 - x1) / (s2 - s1);
            const next = points.findIndex(point => point[0] >= x);
            if (next < 1) return null;
            const [a, b] = [points[next - 1], points[next]];
            return [price, value, profit(a[1] + (x - a[0]) / (b[0] - a[0]) * (b[1] - a[1]))];
        }).filter(Boolean);
    }""")
    require(len(found) >= 10, f"only {len(found)} prices of the table are on the drawing")
    for price, table, drawn in found:
        # A pixel is about 1.5 of profit, and prices of the table are rounded to cents.
        require(abs(table - drawn) < 4, f"at {price} the table has {table}, the drawing {drawn:.2f}")


@check("undo, redo and Back", screens=[DESK])
def history(view):
    view.open("/")
    page, keyboard = view.page, view.page.keyboard
    premium = page.get_by_label("Premium", exact=True)
    premium.fill("5")
    page.get_by_role("button", name="Add a leg").click()
    require("@5" in page.url and page.url.count("leg=") == 2, f"the address does not have the edits: {page.url}")
    page.get_by_role("heading", level=1).click()
    keyboard.press("Control+z")
    require(page.url.count("leg=") == 1, "undo does not remove the leg")
    keyboard.press("Control+z")
    require(premium.input_value() == "9.25", "undo does not restore the premium")
    keyboard.press("Control+Shift+Z")
    require(premium.input_value() == "5", "redo does not repeat the edit")
    page.get_by_role("link", name="Chain").click()
    page.get_by_role("heading", name="Option chain").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Strategy", exact=True).wait_for()
    require(premium.input_value() == "5", "Back loses the edit")


@check("a link opens its strategy and stores nothing", screens=[PHONE, DESK], is_first_visit=True)
def link(view):
    address = (
        "/#v1/builder?price=100&valuation=2026-01-02&volatility=25&leg=long,2,put,95@1.50,2026-03-20"
        "&leg=off,short,1,put,90@0.40,2026-03-20&leg=long,200,stock,@100&table=value&overlay=delta"
    )
    view.open(address)
    settle(view)
    page = view.page
    require(page.get_by_role("group", name=re.compile("^Leg ")).count() == 3, "there are not three legs")
    page.get_by_role("heading", name="Protective put", exact=True).wait_for()
    require(page.get_by_label("Show", exact=True).input_value() == "value", "the table is not that of the link")
    require(page.locator("path.overlay").count() == 1, "the greek of the link is not drawn")
    require_same_as_command_line(view)
    # Views of checks store that quotes stand still.
    stored = page.evaluate("[Object.keys(localStorage).filter(name => name !== 'options-live').length, sessionStorage.length]")
    require(stored == [0, 0], f"opening a link stores {stored}")


@check("a request that is pasted back gives the same strategy", screens=[DESK])
def paste(view):
    view.open("/")
    page = view.page
    page.get_by_role("button", name="Show the request").click()
    text = '{"currentPrice": 50, "legs": [{"type": "put", "position": "short", "strikePrice": 45, "premium": 1.2, "quantity": 3}]}'
    page.get_by_label("Request", exact=True).fill("{")
    page.get_by_role("button", name="Use this request").click()
    require("not valid JSON" in page.locator("dialog .problem").inner_text(), "broken JSON is not refused")
    page.get_by_label("Request", exact=True).fill(text)
    page.get_by_role("button", name="Use this request").click()
    page.get_by_role("heading", name="Short put", exact=True).wait_for()
    settle(view)
    require(break_evens(view) == [43.8], f"the break-even is {break_evens(view)}")
    page.get_by_role("button", name="Show the request").click()
    for name, part in (("curl", "/api/rest/options/calculate"), ("Swift", "import OptionsAnalytics")):
        page.get_by_role("button", name=name, exact=True).click()
        shown = page.get_by_label("Request", exact=True).input_value()
        require(part in shown and '"strikePrice": 45' in shown, f"the form {name} is {shown}")


@check("the sliders, the comparison and the table's modes", screens=[PHONE, DESK])
def tools(view):
    view.open("/")
    take_stock(view)
    page, keyboard = view.page, view.page.keyboard
    page.locator("#date").focus()
    for _ in range(7):
        keyboard.press("ArrowRight")
    settle(view)
    require(re.search(r"date=\d{4}-", page.url), f"the slider does not move the date: {page.url}")
    page.locator("#shift").focus()
    keyboard.press("ArrowRight")
    page.wait_for_selector("path.line.shifted", state="attached")
    page.get_by_role("button", name="Compare").click()
    open_details(view).get_by_role("button", name="Flip").click()
    page.locator("table.comparison td", has_text="short call").wait_for()
    cells = page.locator("table.comparison tbody tr").first.locator("td").all_inner_texts()
    require(cells == ["short call", "long call"], f"the comparison has {cells}")
    heads = page.locator("table.comparison thead th").all_inner_texts()
    places = [head.split(" · ")[1:] for head in heads]
    require(all(len(place) == 1 and place[0].endswith(", volatility +1") for place in places), f"the columns are of {heads}")
    require(page.locator("path.line.compared").count() == 1, "the other strategy is not drawn")
    for mode in ("percent", "value", "profit"):
        page.get_by_label("Show", exact=True).select_option(mode)
        settle(view)
    page.get_by_role("button", name="Remove", exact=True).click()
    page.wait_for_selector("path.line.compared", state="detached")
    require(page.evaluate("document.activeElement.id") == "compare", "the focus is lost with the comparison")


@check("the sliders drive every number, and the table has their column", screens=[DESK])
def sliders(view):
    view.open("/")
    page, keyboard = view.page, view.page.keyboard
    sell_at(view, "12")
    standing = page.locator(".standing")
    standing.filter(has_text="Now").wait_for()
    before = {term: figure(view, term) for term in ("Chance of profit", "Expected value")}
    theta = page.locator("tr.net data").nth(2).get_attribute("value")
    page.locator("#date").focus()
    for _ in range(6):
        keyboard.press("ArrowRight")
    page.locator("#shift").focus()
    for _ in range(5):
        keyboard.press("ArrowRight")
    standing.filter(has_text="volatility +5").wait_for()
    date = re.search(r"date=([\d-]+)", page.url)[1]
    page.locator("table.scenario th.chosen").wait_for()
    column = page.locator("table.scenario thead th").evaluate_all("all => all.findIndex(one => one.classList.contains('chosen')) - 1")
    require(page.locator("table.scenario th.chosen").get_attribute("title") == date, "the marked column is not that of the slider")
    page.get_by_text("Every volatility is raised by 5 percentage points.").wait_for()
    profit = figure(view, "Profit")
    require(abs(profit - table_value(view, column)) < 0.01, f"the profit is {profit}, that of the table {table_value(view, column)}")
    amount = f"{'−' if profit < 0 else '+'}${abs(profit):,.2f}"
    share = profit / -value(view, ".headline .max-loss") * 100
    day = page.locator("table.scenario th.chosen").inner_text()
    price = f"{number_in(page.get_by_label('Current price')):.2f}"
    expected = f"{day} · {price} · volatility +5: {amount} ({share:+.0f} % of the risk)".replace("-", "−").replace("(+0 ", "(0 ").replace("(−0 ", "(0 ")
    require(standing.inner_text() == expected, f"the line says {standing.inner_text()!r}, not {expected!r}")
    for term, old in before.items():
        require(figure(view, term) != old, f"{term} does not depend on the sliders")
    require(page.locator("tr.net data").nth(2).get_attribute("value") != theta, "theta does not depend on the sliders")
    # Each column has the profit at its date, also that of the expiration.
    page.locator("#date").focus()
    keyboard.press("End")
    wait_for_figure(view, "Profit", lambda found: abs(found - table_value(view, -1)) < 0.01, "the profit at the expiration")
    require(figure(view, "Chance of profit") in (0, 1), "the chance at the expiration is not certain")
    page.get_by_role("button", name="Reset", exact=True).click()
    for term, old in before.items():
        wait_for_figure(view, term, lambda found: found == old, f"{term} after a reset")
    require(standing.inner_text().startswith(f"Now · {price}: "), f"the line says {standing.inner_text()!r}")
    require(page.evaluate("document.activeElement.textContent") == "Reset", "the focus is lost after a reset")


@check("sliders are dragged, and each drag is undone at once", screens=[PHONE_DARK, DESK])
def dragged_sliders(view):
    view.open("/#v1/builder?price=100&valuation=2026-11-25&volatility=20&rate=4&leg=long,1,call,100@2,2026-12-18")
    settle(view)
    page = view.page
    before = figure(view, "Chance of profit")
    for name, place in (("date", 0.5), ("shift", 0.75)):
        slider = page.locator(f"#{name}")
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        y = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + (8 if name == "date" else box["width"] / 2), y)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * place, y, steps=20)
        page.mouse.up()
    # The middle of the sessions from November 25 to December 18, and three quarters of -30 to 30.
    date, shift = (re.search(rf"[?&]{name}=([^&]*)", page.url)[1] for name in ("date", "shift"))
    require("2026-12-03" <= date <= "2026-12-11" and 12 <= int(shift) <= 18, f"the sliders stand at {date}, {shift}")
    moved = wait_for_figure(view, "Chance of profit", lambda found: found != before, "the chance at the sliders")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    wait_for_figure(view, "Chance of profit", lambda found: found == before, f"the chance after two undos, not {moved}")


@check("a calendar has break-evens in cents, and a gain is no value at risk", screens=[PHONE, DESK])
def digits(view):
    near, far = "2026-12-18", "2027-01-15"
    legs = f"leg=short,1,call,230@3.1,{near}&leg=long,1,call,230@6.2,{far}"
    view.open(f"/#v1/builder?price=221.82&valuation=2026-11-25&volatility=26&rate=4&{legs}")
    page = view.page
    page.get_by_role("heading", name="Long call calendar spread", exact=True).wait_for()
    page.locator("table.scenario").wait_for()
    require(len(break_evens(view)) == 2, f"the break-evens are {break_evens(view)}")
    text = page.locator("main").inner_text() + page.locator("#diagram svg").inner_html()
    long = re.findall(r"[^\d.][1-9]\d*\.\d{5,}", re.sub(r'="[^"]*"', "", text))
    require(not long, f"numbers have too many digits: {long}")
    for button, exact in zip(page.locator(".headline .copy").all_inner_texts(), break_evens(view)):
        require(button == f"{exact:.2f}", f"the break-even {exact} is shown as {button}")
    # A spread that was bought for less than it can be worth: its least profit is 1 a share.
    view.open("/#v1/builder?price=100&valuation=2026-11-25&volatility=20&leg=long,1,call,90@9,2026-12-18&leg=short,1,call,100@10,2026-12-18")
    page.get_by_role("heading", name="Bull call spread", exact=True).wait_for()
    page.get_by_text("none: a profit of $100.00 or more").first.wait_for()
    page.get_by_text(re.compile(r"at 20\.0 %")).wait_for()


@check("dragging moves a strike; with Shift, all strikes or the opposite wing", screens=[DESK])
def dragging(view):
    view.open("/#v1/builder?price=100&leg=long,1,put,90@1&leg=short,1,put,100@4&leg=short,1,call,100@4.5&leg=long,1,call,110@1.5")
    page = view.page
    page.get_by_role("heading", name="Iron butterfly", exact=True).wait_for()
    settle(view)

    def strikes():
        return [float(text) for text in page.locator("input[name=strike]").evaluate_all("all => all.map(one => one.value)")]

    def drag(index, pixels, shift):
        page.locator("#diagram").scroll_into_view_if_needed()
        box = page.locator("g.strike path").nth(index).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if shift:
            page.keyboard.down("Shift")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + pixels / 2, y, steps=3)
        page.mouse.move(x + pixels, y, steps=3)
        page.mouse.up()
        if shift:
            page.keyboard.up("Shift")
        settle(view)

    drag(0, -40, False)
    moved, *others = strikes()
    require(moved < 90 and others == [100, 100, 110], f"dragging the lowest strike gave {strikes()}")
    view.open("/#v1/builder?price=100&leg=long,1,put,90@1&leg=short,1,put,100@4&leg=short,1,call,100@4.5&leg=long,1,call,110@1.51")
    settle(view)
    drag(0, -40, True)
    low, *middle, high = strikes()
    require(low < 90 and middle == [100, 100] and low + high == 200, f"with Shift, the wings became {strikes()}")
    drag(1, 40, True)
    moved = strikes()
    require(moved[1] > 100 and [strike - moved[1] for strike in moved] == [low - 100, 0, 0, high - 100], f"with Shift, all became {moved}")
    page.get_by_label("Strike").nth(1).focus()
    page.keyboard.press("Alt+ArrowDown")
    require(strikes() == [strike - 1 for strike in moved], f"with Alt and an arrow, all became {strikes()}")


@check("own prices are marked, and one action resets them", screens=[DESK])
def own_price(view):
    view.open("/")
    take_stock(view)
    page = view.page
    premium = page.get_by_label("Premium", exact=True)
    quoted = premium.input_value()
    premium.fill("1.23")
    require("own price" in page.get_by_role("group", name="Leg 1").inner_text(), "the own price is not marked")
    page.get_by_role("button", name="Reset to mid").click()
    settle(view)
    require(premium.input_value() == quoted, f"the premium is {premium.input_value()}, not {quoted}")
    open_details(view).get_by_label("Premium from").select_option("ask")
    settle(view)
    require(float(premium.input_value()) > float(quoted), "the ask is not above the mid")


def figure(view, term, place="dd > data"):
    """The exact value of a figure in the lists of chances."""
    line = view.page.locator(".chances dl > div").filter(has=view.page.locator("dt", has_text=re.compile(f"^{term}$")))
    return float(line.locator(place).get_attribute("value"))


def figure_of_model(view, term):
    """The exact value at one volatility of a figure that has one of the market, too."""
    return figure(view, term, ".beside data")


def wait_for_value(view, read, is_met, message):
    """Waits until a value that is read from the page meets a condition; returns it."""
    end = time.monotonic() + WAITING_MILLISECONDS / 1000
    while not is_met(found := read()):
        require(time.monotonic() < end, f"{message}: {found}")
        view.page.wait_for_timeout(25)
    return found


def wait_for_figure(view, term, is_met, message):
    return wait_for_value(view, lambda: figure(view, term), is_met, message)


def table_value(view, column):
    """The value of the table at the current price, in the column of this number; -1 for the last."""
    rows = view.page.locator("table.scenario tbody tr")
    # The middle row of 15 is that of the current price.
    return float(rows.nth(7).locator("data").nth(column).get_attribute("value"))


def sell_at(view, premium):
    """Takes shares of AAPL and a call that was sold on them at a price; returns the quote of the call now."""
    take_stock(view, "apple inc", "AAPL")
    page = view.page
    page.get_by_role("button", name="Strategies…").click()
    page.get_by_role("button", name=re.compile("Covered call")).click()
    page.get_by_role("heading", name="Covered call", exact=True).wait_for()
    settle(view)
    call = page.get_by_role("group", name="Leg 2")
    date, strike = (call.get_by_label(label, exact=True).input_value() for label in ("Expiration", "Strike"))
    call.get_by_label("Premium", exact=True).fill(premium)
    page.wait_for_url(re.compile("now=mid:"))
    profit = (float(premium) - number_in(call.get_by_label("Now", exact=True))) * 100
    wait_for_value(view, lambda: table_value(view, 0), lambda found: abs(found - profit) < 0.01, "the table has not the profit now")
    chain = page.request.get(f"/api/rest/stocks/AAPL/options/chain?expirationDate={date}").json()
    [row] = [row for row in chain["strikes"] if row["strikePrice"] == float(strike)]
    return row["call"]


@check("a call sold last month at another price has its profit now, not none", screens=[PHONE, DESK])
def sold_before(view):
    view.open("/")
    page = view.page
    quote = sell_at(view, "12")
    price = number_in(page.get_by_label("Current price"))
    call = page.get_by_role("group", name="Leg 2")
    now = number_in(call.get_by_label("Now", exact=True))
    # In market hours the quote may have changed since.
    require(abs(now - quote["midpoint"]) < 0.2, f"the price now is {now}, the mid {quote['midpoint']}")
    expected = (12 - now) * 100
    found = {
        "profit now": figure(view, "Profit now"), "value now": figure(view, "Value now") - price * 100 + 1200, "table": table_value(view, 0),
    }
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV", exact=True).first.click()
    with open(download.value.path(), encoding="utf-8") as file:
        lines = [list(map(float, line.split(","))) for line in file.read().splitlines()[1:]]
    # Between two points of the line, which curves.
    below, above = max(line for line in lines if line[0] <= price), min(line for line in lines if line[0] > price)
    drawn = below[2] + (above[2] - below[2]) * (price - below[0]) / (above[0] - below[0])
    require(abs(drawn - expected) < 1, f"the line of today: {drawn}, not {expected}")
    for name, amount in found.items():
        require(abs(amount - expected) < 0.01, f"{name}: {amount}, not {expected}")
    # The payoff is that of the price received.
    require(break_evens(view) == [round(price - 12, 10)], f"the break-even is {break_evens(view)}")
    delta = float(page.locator("tr.net data").first.get_attribute("value"))
    require(abs(delta - 100 * (1 - quote["greeks"]["delta"])) < 1, f"the delta is {delta}, that of the call {quote['greeks']['delta']}")
    answer = require_same_as_command_line(view)
    require(answer["value"]["net"]["profitLoss"] == figure(view, "Profit now"), "the command line has another profit")
    require(answer["greeks"]["net"]["delta"] == delta, "the command line has another delta")
    violations = view.violations()
    require(not violations, "; ".join(violations))


def on_command_line(command, members):
    """The answer of a command to one request, which may be a line. The environment variable OPTIONS names the program."""
    program = os.environ.get("OPTIONS")
    require(program, "OPTIONS does not name the command options")
    done = subprocess.run([program, command, "-"], input=json.dumps(members).encode(), capture_output=True)
    require(done.returncode == 0, f"options {command}: {done.stderr.decode()}")
    return json.loads(done.stdout)


def market_of(chain):
    """The members of a request that state the market of a chain, in years: its dividends, and the yield that gives its forward with them.

    A share trades without a dividend from 9:30 New York on the ex-date."""
    years = chain["timeToExpiration"]
    now = datetime.fromisoformat(chain["asOf"].replace("Z", "+00:00"))
    rows = []
    for row in chain["dividends"]:
        opening = datetime.fromisoformat(f"{row['exDate']}T09:30").replace(tzinfo=ZoneInfo("America/New_York"))
        rows.append({"timeToExDate": (opening - now).total_seconds() / 86400 / 365, "amount": row["amount"]})

    def forward(growth):
        paid = sum(row["amount"] * math.exp(growth * (years - row["timeToExDate"])) for row in rows)
        return chain["spot"] * math.exp(growth * years) - paid

    low, high = -1, 1
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if forward(middle) < chain["forward"] else (low, middle)
    return {
        "currentPrice": chain["spot"], "timeToExpiration": years, "riskFreeRate": chain["riskFreeRate"],
        "dividendYield": chain["riskFreeRate"] - low, "exercise": chain["exercise"], "dividends": rows,
    }  # fmt: skip


def expected_of(chain, strike, premium):
    """Volatility, delta and chance of profit of a bought call by `options` from a chain's own inputs. The volatility of the chance is that at
    the money."""
    market = market_of(chain)
    [call] = [row["call"] for row in chain["strikes"] if row["strikePrice"] == strike]
    option = {"type": "call", "strikePrice": strike, **market}
    implied = on_command_line("implied-volatility", {**option, "price": premium})["impliedVolatility"]
    delta = on_command_line("price", {**option, "volatility": implied})["delta"]
    at_money = min(chain["strikes"], key=lambda row: abs(row["strikePrice"] - chain["spot"]))["call"]["impliedVolatility"]
    leg = {"type": "call", "position": "long", "strikePrice": strike, "premium": premium, "quantity": 1}
    answer = on_command_line("calculate", {**market, "volatility": at_money, "legs": [leg], "include": ["probability"]})
    return (implied, delta, answer["probability"]["ofProfit"]), (call["impliedVolatility"], call["greeks"]["delta"], None)


LIMITS = {"volatility": 1e-4, "delta": 2e-4, "chance": 1e-4}


def agreement(view):
    page = view.page
    answers = {}
    page.on("response", lambda response: answers.update({response.url: response}) if response.ok else None)

    def last_chain(ticker, date):
        return answers[f"{view.server.origin}/api/rest/stocks/{ticker}/options/chain?expirationDate={date}"].json()

    for ticker in ("AAPL", "KO", "SPY", "T"):
        view.open("/")
        take_stock(view, ticker, ticker)
        from_day = Date.fromisoformat(page.get_by_label("Valuation date").input_value()[:10])
        dates = page.request.get(f"/api/rest/stocks/{ticker}/options/expirations").json()["expirationDates"]
        later = [date for date in dates if (Date.fromisoformat(date) - from_day).days >= 14]
        chosen = (later[0], later[len(later) // 2], later[-1])
        for date in chosen:
            page.get_by_label("Expiration", exact=True).fill(date)
            page.get_by_text(re.compile("^The terms follow the chain of")).wait_for()
            settle(view)
            chain = last_chain(ticker, date)
            # Above the price and the forward, since the chain's greeks are at the volatility of the option out of the money.
            strike = min(row["strikePrice"] for row in chain["strikes"] if row["strikePrice"] > max(chain["spot"], chain["forward"]))
            page.get_by_label("Strike", exact=True).fill(f"{strike:g}")
            # Quotes change while the market is open.
            for attempt in range(4):
                page.get_by_role("button", name="Fetch the quotes again").click()
                settle(view)
                ours, listed = expected_of(last_chain(ticker, date), strike, number_in(page.get_by_label("Premium", exact=True)))
                try:
                    answer = require_same_as_command_line(view)
                except Fault as fault:
                    rows = fault
                    continue
                delta = float(page.locator("tr.net data").first.get_attribute("value")) / 100
                shown = answer["conventions"]["legs"][0]["impliedVolatility"], delta, figure_of_model(view, "Chance of profit")
                rows = list(zip(LIMITS, shown, ours, listed))
                if all(abs(one - other) < LIMITS[name] for name, *all in rows for one in all for other in all if None not in (one, other)):
                    break
            else:
                require(False, f"{ticker} {date}: page, options and chain differ by more than the limits: {rows}")


SESSION = ("--simulated-start", "2026-12-01T15:00:00Z")

check("page, command line and chain agree on volatility, delta and chance", screens=[DESK])(agreement)
check("page, command line and chain agree in a session", screens=[DESK], flags=SESSION)(agreement)


@check("without a chain, exercise and dividends are typed, and a call that may be assigned is marked", screens=[PHONE, DESK])
def typed_dividends(view):
    view.open("/#v1/builder?price=100&valuation=2026-12-01&volatility=20&rate=4&leg=short,1,call,95@5.2,2027-01-15")
    page = view.page
    settle(view)
    european = figure(view, "Value now")
    page.get_by_label("Exercise", exact=True).select_option("american")
    page.get_by_text("Dividends: none").click()
    page.get_by_role("button", name="Add a dividend").click()
    view.wait_until("document.activeElement.name === 'exDate'")
    page.keyboard.type("11 December")
    error = page.locator(".dividend .error")
    error.filter(has_text="“11 December” is not a date: enter the ex-date as YYYY-MM-DD.").wait_for()
    page.get_by_label("Ex-date").fill("2026-12-11")
    error.filter(has_text="Enter the amount per share.").wait_for()
    page.get_by_label("Amount $").fill("0,5")
    error.filter(has_text="Write numbers with a decimal point").wait_for()
    page.get_by_label("Amount $").fill("0.5")
    page.locator(".leg .assignment").get_by_text("May be assigned before Dec 11: its time value of $0.20 is less than the dividend of $0.50.").wait_for()
    wait_for_figure(view, "Value now", lambda value: value != european, "the dividend changes nothing")
    # American exercise alone may have changed it before.
    settle(view)
    require("exercise=american" in page.url and "dividend=2026-12-11@0.5&" in page.url, f"the address is {page.url}")
    answer = require_same_as_command_line(view)
    require(answer["value"]["net"]["value"] == figure(view, "Value now"), "the command line has another value")
    require(answer["conventions"]["dividends"][0]["amount"] == 0.5, "the request has not the dividend")
    page.locator(".picture-tools").get_by_text("Ex-dates: Dec 11 $0.5").wait_for()
    page.locator(".chances").get_by_text("American exercise. Ex-dates: Dec 11 $0.5").wait_for()
    violations = view.violations()
    require(not violations, "; ".join(violations))
    # Below 2 %, options with dividends have no value: there the slider stops, and the table with it.
    page.locator("#shift").focus()
    page.keyboard.press("Home")
    page.locator(".standing", has_text="become 2 %").wait_for()
    page.locator(".table .note", has_text="Every volatility is lowered by 30 percentage points. Volatilities below 32 % become 2 %.").wait_for()
    page.get_by_role("button", name="Reset", exact=True).click()
    wait_for_figure(view, "Value now", lambda value: value == answer["value"]["net"]["value"], "the value does not return")
    shown = {"value": figure(view, "Value now"), "delta": value(view, "tr.net data")}
    # The link has what the numbers need.
    address = page.evaluate("location.hash")
    page.goto("about:blank")
    view.open(f"/{address}")
    settle(view)
    linked = {"value": figure(view, "Value now"), "delta": value(view, "tr.net data")}
    require(linked == shown, f"the link has {linked}, not {shown}")


def shown_prices(view):
    """The prices that the diagram shows, by its ticks: a tick and its pixels, of the first and the last one."""
    return view.page.evaluate("""() => {
        const ticks = [...document.querySelectorAll("#diagram .tick-mark + text.tick")].map(text => Number(text.textContent.replace("K", "e3")));
        return [ticks[0], ticks[ticks.length - 1]];
    }""")


# Ends when the page has not scrolled for some frames.
RESTING = """
new Promise(done => {
    let [last, still] = [scrollY, 0];
    const look = () => {
        still = scrollY === last ? still + 1 : 0;
        last = scrollY;
        if (still < 10) requestAnimationFrame(look);
        else done();
    };
    requestAnimationFrame(look);
})
"""


@check("with four legs, diagram and headline are in view while the last one is edited", screens=ALL_SCREENS)
def in_view(view):
    view.open("/")
    take_stock(view, "apple inc", "AAPL")
    page = view.page
    for _ in range(3):
        page.get_by_role("button", name="Add a leg").click()
    settle(view)
    if view.screen.width >= 1100:
        bottom = page.locator("#diagram svg").evaluate("one => one.getBoundingClientRect().bottom")
        require(bottom <= view.screen.height, f"the diagram ends at {bottom}")
    page.get_by_role("group", name="Leg 4").get_by_label("Strike").click()
    page.mouse.wheel(0, 300)
    page.evaluate(RESTING)
    field = page.get_by_role("group", name="Leg 4").get_by_label("Strike")
    field.evaluate("one => one.scrollIntoView({ block: 'nearest' })")
    boxes = {name: page.locator(place).first.bounding_box() for name, place in {"headline": ".headline", "diagram": "#diagram svg"}.items()}
    boxes["strike"] = field.bounding_box()
    for name, box in boxes.items():
        require(box["y"] >= -1 and box["y"] + box["height"] <= view.screen.height + 1, f"the {name} is at {box}")
    at = boxes["strike"]
    is_free = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.name === 'strike'", [at["x"] + at["width"] / 2, at["y"] + at["height"] / 2])
    require(is_free, "the diagram covers the field")


@check("strike and expiration step along the chain, by buttons and keys", screens=[PHONE, DESK])
def steppers(view):
    view.open("/")
    take_stock(view, "apple inc", "AAPL")
    page = view.page
    dates = page.request.get("/api/rest/stocks/AAPL/options/expirations").json()["expirationDates"]
    expiration, strike = page.get_by_label("Expiration", exact=True), page.get_by_label("Strike", exact=True)
    place = dates.index(expiration.input_value())
    page.locator(".date .stepper button").last.click()
    require(expiration.input_value() == dates[place + 1], f"the next expiration is {expiration.input_value()}")
    expiration.press("ArrowDown")
    require(expiration.input_value() == dates[place], f"the expiration before is {expiration.input_value()}")
    settle(view)
    before = number_in(strike)
    page.locator(".strike-field .stepper button").last.click()
    require(number_in(strike) > before, "the strike does not step up")
    page.locator(".strike-field .stepper button").first.click()
    require(number_in(strike) == before, "the strike does not step down")


@check("the diagram shows three deviations, and zooms by wheel and keys", screens=[DESK])
def zooming(view):
    view.open("/#v1/builder?price=100&valuation=2026-11-25&volatility=20&leg=long,1,call,100@2,2026-12-18")
    settle(view)
    page, diagram = view.page, view.page.locator("#diagram")
    # 100 e^(±3 · 0.2 √(23/365)).
    low, high = shown_prices(view)
    require(82 <= low <= 90 and 110 <= high <= 122, f"the diagram shows {low} to {high}")
    box = diagram.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -400)
    page.wait_for_url(re.compile("range="))
    settle(view)
    near = [float(text) for text in re.search(r"range=([\d.]+):([\d.]+)", page.url).groups()]
    require(85 < near[0] < 100 < near[1] < 117, f"the wheel shows {near}")
    diagram.focus()
    page.keyboard.press("0")
    page.wait_for_url(lambda url: "range=" not in url)
    settle(view)
    require(shown_prices(view) == [low, high], "0 does not show everything")
    page.keyboard.press("-")
    page.wait_for_url(re.compile("range="))
    wide = float(re.search(r"range=([\d.]+):", page.url)[1])
    require(75 < wide < 84, f"− shows prices from {wide}")
    page.get_by_role("button", name="All prices").click()
    page.wait_for_url(lambda url: "range=" not in url)


@check("the rows, columns and step of the table are chosen, and kept by the link", screens=[DESK])
def table_choices(view):
    view.open("/#v1/builder?price=100.3&valuation=2026-11-25&volatility=20&leg=long,1,call,100@2,2026-12-18")
    settle(view)
    page = view.page
    page.get_by_label("Rows").select_option("7")
    page.get_by_label("Columns").select_option("3")
    page.get_by_label("Step $").fill("2.5")
    prices = page.locator("table.scenario tbody th")
    view.wait_until("document.querySelectorAll('table.scenario tbody tr').length === 7 && document.querySelectorAll('table.scenario thead th').length === 4")
    wait_for_value(view, prices.all_inner_texts, lambda texts: texts == ["107.50", "105.00", "102.50", "100.30", "100.00", "97.50", "95.00"], "the prices")
    # Intrinsic value less the premium, of 100 shares.
    last = page.locator("table.scenario tbody tr").first.locator("data").last
    require(float(last.get_attribute("value")) == 550, f"the profit at 107.50 is {last.get_attribute('value')}")
    depths = page.locator("table.scenario tbody tr").evaluate_all("all => all.map(row => Number(/depth-(\\d)/.exec(row.lastElementChild.className)[1]))")
    require(depths[0] == 8 and depths[0] > depths[1] > depths[2], f"the cells have the depths {depths}")
    require("rows=7&columns=3&step=2.5" in page.url, f"the address is {page.url}")
    page.get_by_label("Step $").fill("a little")
    page.get_by_text("The step must be a number greater than 0.").wait_for()


@check("all 117 names are found, and each template has its name", screens=[DESK])
def all_names(view):
    view.open("/")
    take_stock(view, "apple inc", "AAPL")
    page = view.page
    folder = page.evaluate("new URL('.', document.querySelector('link[rel=icon]').href).href.slice(0, -1)")
    # The legs of each name by deviations and by deltas, placed by the functions of the dialog.
    placed = page.evaluate(f"""async () => {{
        const {{ strategyNames }} = await import("{folder}/strategynames.js");
        const {{ placePreset }} = await import("{folder}/presets.js");
        const {{ readAddress }} = await import("{folder}/address.js");
        const {{ calculation }} = await import("{folder}/request.js");
        const {{ load }} = await import("{folder}/quotes.js");
        const {{ datesOf }} = await import("{folder}/dates.js");
        const {{ expirations }} = await import("{folder}/api.js");
        const {{ state }} = readAddress(location.hash);
        const [near] = datesOf(state.legs);
        const later = (await expirations("AAPL")).expirationDates.find((date) => date > near);
        await Promise.all([near, later].map((date) => load("AAPL", date)));
        return strategyNames.flatMap((preset) => ["deviations", "deltas"].map((placing) => {{
            const copy = structuredClone(state);
            placePreset(copy, preset, near, later, placing);
            return [preset.name, placing, calculation(copy, copy.legs, "payoff")];
        }}));
    }}""")
    require(len(placed) == 234, f"there are {len(placed)} templates")
    for name, placing, text in placed:
        answer = page.request.post("/api/rest/options/calculate", data=text, headers={"Content-Type": "application/json"})
        require(answer.ok, f"{name} by {placing}: {answer.text()}")
        found = answer.json()["strategyName"]["name"]
        require(found == name, f"the template of {name} by {placing} is a {found}: {text}")


@check("templates are searched by name, and placed by days and deltas; narrower, wider and later change them", screens=[PHONE, DESK])
def templates(view):
    view.open("/")
    take_stock(view, "apple inc", "AAPL")
    page = view.page
    page.get_by_role("button", name="Strategies…").click()
    search = page.get_by_label("Search 117 names")
    search.wait_for()
    require(page.evaluate("document.activeElement.name") == "strategy", "the search has not the focus")
    search.fill("broken-wing iron cond")
    page.get_by_role("heading", name="2 of 117 names").wait_for()
    violations = view.violations()
    require(not violations, "; ".join(violations))
    days = page.get_by_label("Days to expiration")
    days.fill("a week")
    page.get_by_role("button", name=re.compile("^Broken-wing")).click()
    page.get_by_text("Enter a whole number of days from 1 to 3650.").wait_for()
    days.fill("60")
    page.get_by_label("Strikes by").select_option("deltas")
    search.fill("iron fly")
    page.get_by_role("button", name=re.compile("^Iron butterfly")).press("Enter")
    page.get_by_role("heading", name="Iron butterfly", exact=True).wait_for()
    settle(view)
    strikes = lambda: [float(text) for text in page.locator(".leg input[name=strike]").evaluate_all("all => all.map(one => one.value)")]  # noqa: E731
    date = page.get_by_label("Expiration", exact=True).first
    from_day = Date.fromisoformat(page.get_by_label("Valuation date").input_value()[:10])
    left = (Date.fromisoformat(date.input_value()) - from_day).days
    require(45 <= left <= 75, f"the expiration is {left} days away")
    # At one standard deviation, a put has a delta of about −0.16 (docs: N(−1)), the call of the money of about 0.5.
    chain = page.request.get(f"/api/rest/stocks/AAPL/options/chain?expirationDate={date.input_value()}").json()
    rows = {row["strikePrice"]: row for row in chain["strikes"]}
    low, middle, _, high = strikes()
    require(abs(rows[middle]["call"]["greeks"]["delta"] - 0.5) < 0.1, "the short strike is not at the money")
    require(middle - low == high - middle, f"the wings are {strikes()}")
    page.get_by_role("button", name="Narrower").click()
    narrow = strikes()
    require(low < narrow[0] < narrow[1] == middle and narrow[3] - middle == middle - narrow[0], f"{narrow} is not narrower than {low}")
    page.get_by_role("button", name="Wider").click()
    require(strikes()[0] < narrow[0], f"{strikes()} is not wider than {narrow}")
    before = date.input_value()
    page.get_by_role("button", name="Later").click()
    dates = set(page.get_by_label("Expiration", exact=True).evaluate_all("all => all.map(one => one.value)"))
    require(len(dates) == 1 and dates.pop() > before, "the expirations are not later")
    settle(view)
    page.get_by_role("heading", name="Iron butterfly", exact=True).wait_for()
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Control+z")
    require(date.input_value() == before, "the expirations do not return")


@check("another stock keeps the shape of a strategy: its strikes have the same deltas", screens=[PHONE, DESK])
def another_stock(view):
    view.open("/")
    take_stock(view, "apple inc", "AAPL")
    page = view.page
    page.get_by_role("button", name="Strategies…").click()
    page.get_by_label("Search 117 names").fill("iron condor")
    page.get_by_role("button", name=re.compile("^Iron condor")).click()
    page.get_by_role("heading", name="Iron condor", exact=True).wait_for()
    settle(view)

    def deltas(ticker):
        date = page.get_by_label("Expiration", exact=True).first.input_value()
        chain = page.request.get(f"/api/rest/stocks/{ticker}/options/chain?expirationDate={date}").json()
        rows = {row["strikePrice"]: row for row in chain["strikes"]}
        strikes = [float(text) for text in page.locator(".leg input[name=strike]").evaluate_all("all => all.map(one => one.value)")]
        from_day = Date.fromisoformat(page.get_by_label("Valuation date").input_value()[:10])
        left = (Date.fromisoformat(date) - from_day).days
        return left, [rows[strike][type]["greeks"]["delta"] for strike, type in zip(strikes, ("put", "put", "call", "call"))], strikes

    before, old, _ = deltas("AAPL")
    take_stock(view, "microsoft", "MSFT")
    page.get_by_text("The strategy is now on MSFT, at the same deltas.").wait_for()
    page.get_by_role("heading", name=re.compile("[Ii]ron condor$")).wait_for()
    after, new, strikes = deltas("MSFT")
    require(abs(after - before) <= 4, f"the expiration was {before} days away, and is {after}")
    require(all(abs(one - other) < 0.06 for one, other in zip(old, new)), f"the deltas were {old}, and are {new}")
    require(strikes[1] - strikes[0] == strikes[3] - strikes[2], f"the wings of {strikes} are not equal")
    require(page.get_by_label("Premium from").evaluate_all("all => all.every(one => one.value === 'mid')"), "the premiums do not follow")
    require_same_as_command_line(view)


@check("a quote that is clicked again raises the quantity", screens=[PHONE, DESK])
def clicked_again(view):
    view.open("/")
    take_stock(view, "apple inc", "AAPL")
    page = view.page
    page.get_by_role("link", name="Chain").click()
    take_quote(view, "Buy", 1, "call")
    take_quote(view, "Buy", 1, "call")
    page.locator(".taken").get_by_text("The leg has 2 contracts. The strategy has 1 leg.").wait_for()
    page.get_by_role("button", name="Open the builder").click()
    require(page.get_by_label("Quantity", exact=True).input_value() == "2", "the leg has not two contracts")


@check("the terms follow the first expiration until they are typed", screens=[DESK])
def following(view):
    view.open("/")
    take_stock(view, "apple inc", "AAPL")
    page = view.page
    volatility, dividend_yield = page.get_by_label("Volatility %"), page.get_by_label("Dividend yield %")
    before = volatility.input_value(), dividend_yield.input_value()
    dates = page.request.get("/api/rest/stocks/AAPL/options/expirations").json()["expirationDates"]
    page.get_by_label("Expiration", exact=True).fill(dates[-1])
    view.wait_until(f"document.querySelector('input[name=volatility]').value !== '{before[0]}'")
    require(dividend_yield.input_value() != before[1], "the yield does not follow")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Control+z")
    view.wait_until(f"document.querySelector('input[name=volatility]').value === '{before[0]}'")
    require(dividend_yield.input_value() == before[1], "the yield does not return")
    # A calendar has the terms of its first expiration, and says what the others are.
    open_details(view).get_by_role("button", name="Duplicate").click()
    page.get_by_label("Expiration", exact=True).nth(1).fill(dates[-1])
    page.get_by_text("One yield serves all expirations").wait_for()
    require((volatility.input_value(), dividend_yield.input_value()) == before, "the later expiration changes the terms")
    volatility.fill("33")
    page.get_by_text("The volatility is typed").wait_for()
    page.get_by_label("Expiration", exact=True).first.fill(dates[-2])
    view.wait_until(f"document.querySelector('input[name=dividendYield]').value !== '{before[1]}'")
    require(volatility.input_value() == "33", "the typed volatility is overwritten")
    page.reload()
    page.get_by_text("The volatility is typed").wait_for()
    page.get_by_role("button", name="Follow the chain").click()
    page.get_by_text("The terms follow").wait_for()
    require(volatility.input_value() != "33", "the volatility does not follow again")


@check("a link whose chain has changed since says so, and takes the quotes of now", screens=[DESK])
def changed_chain(view):
    dates = view.page.request.get("/api/rest/stocks/AAPL/options/expirations").json()["expirationDates"]
    chain = view.page.request.get(f"/api/rest/stocks/AAPL/options/chain?expirationDate={dates[3]}").json()
    strike = min((row["strikePrice"] for row in chain["strikes"]), key=lambda one: abs(one - chain["spot"]))
    date = datetime.fromisoformat(chain["asOf"]).astimezone(ZoneInfo("America/New_York")).date()
    terms = f"symbol=AAPL&price={chain['spot']}&valuation={date}&volatility=99&rate=4&dividendYield=9&follows=volatility+dividendYield"
    view.open(f"/#v1/builder?{terms}&leg=long,1,call,{strike}@5,{dates[3]}")
    page = view.page
    page.get_by_text("which has changed since").wait_for()
    require(page.get_by_label("Volatility %").input_value() == "99", "the volatility of the link is overwritten")
    page.get_by_role("button", name="Follow the chain").click()
    page.get_by_text(re.compile("^The terms follow the chain of")).wait_for()
    require(page.get_by_label("Volatility %").input_value() != "99", "the volatility does not follow")


@check("both prices are edited, undone, and kept by a link", screens=[DESK])
def both_prices(view):
    view.open("/")
    page = view.page
    sell_at(view, "12")
    call = page.get_by_role("group", name="Leg 2")
    now, source = call.get_by_label("Now", exact=True), call.get_by_label("Now from")
    mid = number_in(now)
    source.select_option("ask")
    settle(view)
    require(number_in(now) > mid, "the ask is not above the mid")
    now.fill("2.5")
    wait_for_figure(view, "Profit now", lambda profit: abs(profit - 950) < 0.01, "the profit at 2.50")
    require(source.input_value() == "own", "an edited price is not an own one")
    source.select_option("volatility")
    require(15 < number_in(now) < 45, f"the volatility is {now.input_value()}")
    profit = wait_for_figure(view, "Profit now", lambda profit: abs(profit - 950) > 1, "the profit at a volatility")
    page.reload()
    settle(view)
    wait_for_figure(view, "Profit now", lambda found: found == profit, "the profit of the link")
    now.fill("60")
    wait_for_figure(view, "Profit now", lambda found: found < profit, "the profit at a higher volatility")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Control+z")
    wait_for_figure(view, "Profit now", lambda found: found == profit, "the profit after undo")
    source.select_option("paid")
    wait_for_figure(view, "Profit now", lambda found: abs(found) < 0.01, "the profit at the premium")
    require(not now.is_visible(), "the price now is still shown")
    # A price that no volatility gives is named at its field.
    call.get_by_role("button", name="Set the price now").click()
    call.get_by_label("Strike", exact=True).fill("150")
    call.get_by_label("Now", exact=True).fill("1")
    call.get_by_text("No volatility gives this price").wait_for()


@check("the diagram is one tab stop whose points are announced", screens=[DESK])
def announced(view):
    view.open("/")
    settle(view)
    page = view.page
    # A second after it is shown, the result is announced.
    view.wait_until("document.querySelector('#announcements').textContent.startsWith('long call: ')")
    require(page.locator("#diagram, #diagram *").evaluate_all("all => all.filter(one => one.tabIndex >= 0).length") == 1, "the diagram has several tab stops")
    page.locator("#diagram").focus()
    page.keyboard.press("Home")
    said = page.locator("#announcements").inner_text()
    require(said == "At 115: −$925.00 at expiration", f"the diagram says {said!r}")
    page.keyboard.press("End")
    said = page.locator("#announcements").inner_text()
    # (215 - 165 - 9.25) x 100.
    require(said == "At 215: +$4,075.00 at expiration", f"the diagram says {said!r}")


@check("the diagram is saved as SVG, PNG and CSV", screens=[DESK])
def files(view):
    view.open("/")
    settle(view)
    for name, beginning in (("SVG", b"<svg"), ("PNG", b"\x89PNG"), ("CSV", b"stockPrice,atExpiration\n115,-925\n")):
        with view.page.expect_download() as download:
            view.page.get_by_role("button", name=name, exact=True).first.click()
        with open(download.value.path(), "rb") as file:
            content = file.read()
        require(content.startswith(beginning), f"the {name} begins with {content[:40]}")
        require(len(content) > 300, f"the {name} has {len(content)} bytes")
    legs = "leg=short,1,call,230@3.1,2026-12-18&leg=long,1,call,230@6.2,2027-01-15"
    view.open(f"/#v1/builder?price=221.82&valuation=2026-11-25&volatility=26&rate=4&shift=5&date=2026-12-04&{legs}")
    view.page.locator(".legend", has_text="at expiration, volatility +5").wait_for()
    with view.page.expect_download() as download:
        view.page.get_by_role("button", name="CSV", exact=True).first.click()
    with open(download.value.path(), encoding="utf-8") as file:
        header = file.readline().strip()
    expected = "stockPrice,atExpiration volatility +5,2026-11-25,2026-12-04,2026-12-04 volatility +5"
    require(header == expected, f"the columns are {header}, not {expected}")


@check("a strategy and its dialogs have no violation", screens=ALL_SCREENS)
def accessible_strategy(view):
    view.open("/")
    take_stock(view)
    page = view.page
    page.get_by_role("button", name="Strategies…").click()
    page.get_by_role("dialog").wait_for()
    violations = view.violations()
    page.get_by_role("button", name=re.compile("Iron condor")).click()
    page.get_by_role("heading", name="Iron condor", exact=True).wait_for()
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("heading", name="Comparison").wait_for()
    settle(view)
    violations += view.violations()
    page.get_by_role("button", name="Show the request").click()
    page.get_by_role("dialog").wait_for()
    violations += view.violations()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Help").click()
    page.get_by_role("dialog").wait_for()
    violations += view.violations()
    require(not violations, "; ".join(violations))


@check("controls are at least 24 pixels high and wide", screens=[PHONE, DESK], breakage=Breakage("<button>x</button><style></style>", "24|script|style"))
def targets(view):
    view.open("/")
    take_stock(view)
    small = view.page.evaluate("""() => [...document.querySelectorAll("button, select, input, a[href]")].filter(one => {
        const box = one.getBoundingClientRect();
        const label = one.closest("label")?.getBoundingClientRect();
        return one.checkVisibility() && box.width && !one.closest(".skip") && one.className !== "skip"
            && Math.min(Math.max(box.width, label?.width ?? 0), Math.max(box.height, label?.height ?? 0)) < 24;
    }).map(one => `${one.tagName} ${one.textContent.trim() || one.name || one.id}`)""")
    require(not small, f"smaller than 24 pixels: {small}")


@check("a strategy of several legs fits 320 px", screens=[NARROW])
def narrow(view):
    view.open("/")
    take_stock(view)
    view.page.get_by_role("button", name="Strategies…").click()
    view.page.get_by_role("button", name=re.compile("Call calendar")).click()
    view.page.get_by_role("group", name="Leg 2").wait_for()
    settle(view)
    for name, shown in (("builder", ".headline"), ("chain", "table.chain-table")):
        view.page.locator(f"#view-{name}").click()
        view.page.locator(shown).wait_for()
        view.wait_for_answers()
        settle_width = view.page.evaluate("document.documentElement.scrollWidth")
        require(settle_width <= 320, f"{name} is {settle_width} px wide")


@check("after a leg is deleted, the focus is on the next one", screens=[DESK])
def deleted_leg(view):
    legs = "&".join(f"leg=long,1,call,{strike}@2,2026-12-18" for strike in (90, 100, 110))
    view.open(f"/#v1/builder?price=100&valuation=2026-11-25&volatility=20&{legs}")
    settle(view)
    page = view.page
    focused = """() => [document.activeElement.title, document.activeElement.closest(".leg")?.querySelector("[name=strike]").value]"""
    page.get_by_role("group", name="Leg 2").get_by_role("button", name="Delete").focus()
    for strike in ("110", "90"):
        page.keyboard.press("Enter")
        found = page.evaluate(focused)
        require(found == ["Delete", strike], f"the focus is on {found}, not on the leg at {strike}")
    page.keyboard.press("Enter")
    require(page.evaluate("document.activeElement.id") == "add-leg", "without legs, the focus is not on the button that adds one")
    page.keyboard.press("Control+z")
    page.get_by_role("group", name="Leg 1").wait_for()


@check("the headline has the margin and the returns, also of a strategy that is compared", screens=[PHONE, DESK_DARK])
def margin(view):
    spread = "short,1,put,140@3,2026-12-18&{0}=long,1,put,130@1.2,2026-12-18"
    legs = "leg=" + spread.format("leg") + "&compare=" + spread.format("compare").replace("140@3", "145@4.5")
    view.open(f"/#v1/builder?price=150&valuation=2026-11-28&volatility=40&{legs}")
    page = view.page
    page.locator(".headline", has_text="Margin to open").wait_for()
    # 10 of width less 1.8 of credit; 1.8 of 8.2 is 21.95 %, times 365 / 20.
    text = page.locator(".headline").inner_text()
    for part in ("$820.00", "22.0 % · 401 % a year"):
        require(part in text, f"{part} is not in {text!r}")
    table = page.locator("table.comparison").inner_text()
    # 15 of width less 3.3.
    require("$1,170.00" in table and "$820.00" in table, f"the margins are not in {table!r}")
    violations = view.violations()
    require(not violations, "; ".join(violations))
