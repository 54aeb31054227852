"""Checks of the chain."""

import re

from browser import ALL_SCREENS, DESK, DESK_DARK, PHONE, require
from builder_checks import settle, take_stock
from checks import check


def open_chain(view):
    view.open("/")
    take_stock(view)
    view.page.get_by_role("link", name="Chain").click()
    view.page.locator("table.chain-table").wait_for()
    view.page.locator(".expected-move").wait_for()
    settle_chain(view)


def settle_chain(view):
    view.wait_for_answers()


@check("the chain shows the server's response", screens=[DESK, PHONE])
def chain(view):
    page = view.page
    answers = []
    page.on("response", lambda response: answers.append(response) if "/options/chain" in response.url else None)
    open_chain(view)
    if view.screen == PHONE:
        columns = ["bid", "ask"]
    else:
        columns = ["delta", "impliedVolatility", "bid", "ask"]
    date = re.search(r"expiration=([\d-]+)", page.url)[1]
    # In market hours a later answer has other quotes.
    answer = [response for response in answers if response.url.endswith(f"/stocks/COIN/options/chain?expirationDate={date}")][-1].json()
    rows = page.locator("tr[data-strike]")
    require(rows.count() == len(answer["strikes"]), f"{rows.count()} rows for {len(answer['strikes'])} strikes")
    middle = min(answer["strikes"], key=lambda row: abs(row["strikePrice"] - answer["spot"]))
    cells = page.locator(f"tr[data-strike='{middle['strikePrice']}'] > *").all_inner_texts()
    require(len(cells) == 2 * len(columns) + 1, f"the row has {len(cells)} cells")
    for cell, type in ((columns.index("bid"), "call"), (len(columns) + 1, "put")):
        shown = float(cells[cell])
        require(shown == middle[type]["bid"], f"the bid of the {type} is {shown}, not {middle[type]['bid']}")
    likely = [float(text) for text in page.locator("th.likely").all_inner_texts()]
    lower, upper = map(float, re.search(r"expected move ([\d.]+) to ([\d.]+)", page.locator(".facts").inner_text()).groups())
    # The page shows the bounds in cents.
    between, near = (
        [row["strikePrice"] for row in answer["strikes"] if lower - slack <= row["strikePrice"] <= upper + slack] for slack in (-0.005, 0.005)
    )  # fmt: skip
    require(likely and set(between) <= set(likely) <= set(near), f"the band has {likely}, not {between}")
    inside = page.locator("td.call.in").count() / len(columns)
    require(inside == sum(row["strikePrice"] < answer["spot"] for row in answer["strikes"]), f"{inside} calls are in the money")
    require(page.locator(".smile circle.mid").count() > 10, "the smile is not drawn")


@check("expirations are tabs with the remaining days", screens=[DESK_DARK])
def expirations(view):
    open_chain(view)
    page = view.page
    dates = page.request.get("/api/rest/stocks/COIN/options/expirations").json()["expirationDates"]
    tabs = page.get_by_role("group", name="Expirations").get_by_role("button")
    require(tabs.count() == len(dates), f"{tabs.count()} tabs for {len(dates)} expirations")
    tabs.nth(0).click()
    page.wait_for_url(re.compile(f"expiration={dates[0]}"))
    page.locator("caption", has_text=dates[0]).wait_for(state="attached")
    require(re.search(r"\d+ d$", tabs.nth(0).inner_text().strip()), f"the tab says {tabs.nth(0).inner_text()!r}")


@check("chosen columns are remembered", screens=[DESK])
def columns(view):
    open_chain(view)
    page = view.page
    page.get_by_text("Columns", exact=True).first.click()
    page.get_by_label("Open interest").check()
    page.get_by_label("Vendor’s vol.").check()
    page.get_by_label("Delta").uncheck()
    headings = page.locator("table.chain-table thead th[scope=col]").all_inner_texts()
    require("Open interest" in headings and "Delta" not in headings, f"the columns are {headings}")
    page.reload()
    page.locator("table.chain-table").wait_for()
    again = page.locator("table.chain-table thead th[scope=col]").all_inner_texts()
    require(again == headings, f"after a reload the columns are {again}")


@check("crossed, stale and worthless quotes are marked with the reason", screens=[DESK, PHONE])
def marks(view):
    def change(route):
        answer = route.fetch().json()
        first, second, third = answer["strikes"][10:13]
        first["call"]["bid"], first["call"]["ask"] = 5.5, 5.25
        second["put"]["impliedVolatility"], second["put"]["impliedVolatilityStatus"] = None, "below_intrinsic"
        third["call"]["ask"] = None
        answer["stale"] = True
        route.fulfill(json=answer)

    view.page.route(re.compile("/options/chain"), change)
    open_chain(view)
    page = view.page
    section = page.locator("section", has=page.get_by_role("heading", name="Marked quotes"))
    text = section.inner_text()
    for part in ("crossed", "below intrinsic value", "stale"):
        require(part in text, f"{part} is not in {text!r}")
    require("stale" in page.locator(".facts").inner_text(), "the quotes are not marked as stale")
    require(page.locator(".mark").count() > 2, "the quotes themselves have no mark")
    violations = view.violations()
    require(not violations, "; ".join(violations))
    page.get_by_text("Columns", exact=True).first.click()
    for name in ("Bid", "Ask", "Volatility", "Delta"):
        page.get_by_label(name, exact=True).uncheck()
    crossed = page.get_by_role("img", name=re.compile("call crossed"))
    require(crossed.count() == 1, "without the columns, the row has no mark")


@check("the chain has no violation", screens=ALL_SCREENS)
def accessible_chain(view):
    open_chain(view)
    violations = view.violations()
    require(not violations, "; ".join(violations))


@check("a stock without options, and one that is unknown", screens=[PHONE])
def without_options(view):
    view.open("/")
    page = view.page
    page.route(re.compile("/options/expirations"), lambda route: route.fulfill(json={
        "expirationDates": [], "asOf": "2026-11-20T21:00:00Z", "source": "simulated", "stale": False}))
    page.get_by_label("Stock", exact=True).fill("SPY")
    page.keyboard.press("Enter")
    page.get_by_text("SPY has no options.").wait_for()
    page.get_by_role("heading", name="Long stock", exact=True).wait_for()
    settle(view)
    page.get_by_label("Stock", exact=True).fill("ZZZZZZ")
    page.keyboard.press("Enter")
    page.get_by_text("No stock matches “ZZZZZZ”.").wait_for()


@check("the smile is one tab stop whose strikes are announced", screens=[DESK])
def smile_by_keyboard(view):
    # Not by way of the builder, which announces its result a second later.
    view.open("/#v1/chain?symbol=COIN&price=150&leg=long,1,call,150@7")
    page = view.page
    page.locator(".smile circle.mid").first.wait_for()
    page.locator(".smile").focus()
    page.keyboard.press("Home")
    mark = page.locator(".smile circle.mid title").first.inner_html()
    said = page.locator("#announcements").inner_text()
    require(said.startswith(mark.replace(": ", ": mid ")), f"the smile says {said!r} for {mark!r}")
    page.keyboard.press("ArrowRight")
    require(page.locator("#announcements").inner_text() != said, "the arrow key does not move")
    violations = view.violations()
    require(not violations, "; ".join(violations))


@check("newer quotes keep the focus, the selected text and the place of the chain", screens=[DESK])
def kept_rows(view):
    open_chain(view)
    page = view.page

    def change(route):
        answer = route.fetch().json()
        for row in answer["strikes"]:
            for side in ("call", "put"):
                if row[side]["ask"] is not None:
                    row[side]["ask"] += 7
        route.fulfill(json=answer)

    page.route(re.compile("/options/chain"), change)
    page.evaluate("""() => {
        document.querySelectorAll(".trade[title^=Buy]")[20].focus();
        getSelection().selectAllChildren(document.querySelectorAll("th.strike")[5]);
        document.querySelector(".chain-scroll").scrollTop = 30;
    }""")
    state = """() => [
        document.activeElement.getAttribute("aria-label").replace(/ at .*/, ""), getSelection().toString(),
        document.querySelector(".chain-scroll").scrollTop,
    ]"""
    before, ask = page.evaluate(state), page.evaluate("document.activeElement.textContent")
    require(before[1] and before[2] == 30, f"nothing is selected or scrolled: {before}")
    page.get_by_role("button", name="Fetch the quotes again").evaluate("button => button.click()")
    view.wait_until(f"document.activeElement.textContent !== '{ask}'")
    settle_chain(view)
    require(page.evaluate(state) == before, f"the page was at {before}, and is at {page.evaluate(state)}")


@check("the failure of an expiration that was left is not shown", screens=[DESK])
def failure_of_another(view):
    view.expect_fault("status of 503")
    open_chain(view)
    page = view.page
    held = []
    tabs = page.locator(".expirations button")
    left, chosen = (tabs.nth(place).get_attribute("title") for place in (-2, -1))
    page.route(re.compile(f"/options/chain.*{left}"), lambda route: held.append(route))
    tabs.nth(-2).click()
    tabs.nth(-1).click()
    page.locator(f".expirations button[title='{chosen}'][aria-pressed=true]").wait_for()
    view.wait_until("document.querySelector('.chain > .note').textContent === ''")
    held[0].fulfill(status=503, headers={"Retry-After": "60"}, json={"error": "the source is busy"})
    page.wait_for_timeout(300)
    note = page.locator(".chain > .note").inner_text()
    require(note == "", f"the note is {note!r}")
    require(page.locator(".chain .waiting").count() == 0, "the quotes are marked as old")
