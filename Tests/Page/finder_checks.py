"""Checks of the finder."""

import re

from browser import DESK, NARROW, PHONE, PHONE_DARK, require
from checks import check

FIND = re.compile("/api/rest/options/find$")


def search(view):
    view.page.get_by_role("button", name="Search", exact=True).click()


def wait_for_market(view):
    view.wait_until("(document.querySelector('.finder input[name=mean]')?.placeholder ?? '') !== ''")


@check("the finder answers an outlook, and an answer opens in the builder")
def outlook(view):
    view.open("/#v1/finder")
    page = view.page
    wait_for_market(view)
    require(page.get_by_role("combobox", name="Stock").input_value() == "SPY", "the finder begins with another stock")
    page.get_by_role("button", name="Stays calm").click()
    require(page.get_by_label("Volatility %").input_value() != "", "a calm stock has no lower volatility")
    search(view)
    page.locator("table.found tbody tr").first.wait_for()
    violations = view.violations()
    require(not violations, "; ".join(violations))
    region = page.get_by_role("region", name="Strategies that were found")
    require(region.evaluate("one => one.scrollWidth <= one.clientWidth"), "the table does not fit")
    losses = page.evaluate("[...document.querySelectorAll('td[data-title=\"Maximum loss\"] data')].map(one => Number(one.value))")
    require(min(losses) >= -500, f"a loss of {min(losses)} is beyond the budget")
    best = page.locator("table.found .link").first
    title = best.inner_text()
    best.click()
    page.get_by_role("region", name="Result").get_by_role("heading", level=2).wait_for()
    name = page.get_by_role("region", name="Result").get_by_role("heading", level=2).inner_text()
    require(title.lower().startswith(name.lower()), f"{title} opens as {name}")
    page.go_back()
    page.locator("table.found").wait_for()


@check("a search that begins before the market is there waits for it", screens=[DESK])
def early(view):
    page = view.page
    held = []
    page.route(re.compile("/options/chain"), lambda route: held.append(route))
    page.goto("/#v1/finder", wait_until="load")
    search(view)
    page.wait_for_timeout(500)
    for route in held:
        route.continue_()
    page.unroute(re.compile("/options/chain"))
    page.locator("table.found tbody tr").first.wait_for()


@check("a front is drawn, and its points are chosen by keys", screens=[PHONE_DARK, DESK])
def front(view):
    view.open("/#v1/finder?symbol=COIN&price=150&leg=long,1,call,150@5")
    page = view.page
    page.get_by_role("button", name="Protect shares").click()
    view.wait_until("document.querySelector('.finder [name=expiration]').value !== ''")
    search(view)
    page.locator(".front circle.point").first.wait_for()
    page.locator("table.found tr.held").wait_for()
    page.locator(".front").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("tr.chosen").wait_for()
    violations = view.violations()
    require(not violations, "; ".join(violations))
    chosen = page.locator("tr.chosen .link").inner_text()
    page.locator(".taken").get_by_text(chosen).wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("builder"))
    require("long,200,stock" in page.url, f"the shares are not in {page.url}")


@check("errors of the form and of the server stand at their fields", screens=[PHONE, DESK])
def errors(view):
    view.open("/#v1/finder")
    page = view.page
    wait_for_market(view)
    page.get_by_label("Lose at most $").fill("1,000")
    search(view)
    page.locator(".field:has([name=maxLoss]) .error").wait_for()
    require(page.evaluate("document.activeElement.name") == "maxLoss", "the field has no focus")
    page.get_by_label("Lose at most $").fill("-5")
    view.expect_fault("400")
    search(view)
    text = page.locator(".field:has([name=maxLoss]) .error")
    view.wait_until("/maxLoss must be/.test(document.querySelector('.field:has([name=maxLoss]) .error')?.textContent)")
    require("-5" in text.inner_text(), "the value is not named")
    page.get_by_role("button", name="Reaches a price").click()
    search(view)
    page.locator(".field:has([name=target]) .error").wait_for()


@check("answers arrive as they improve, and Stop closes the request", screens=[DESK])
def stopped(view):
    page = view.page
    # A stream that does not end: the answer of the server is cut after its first event.
    page.add_init_script("""
        const real = window.fetch;
        window.fetch = (path, options) => {
            if (!String(path).endsWith("/options/find")) return real(path, options);
            const progress = {progress: {covered: 0.25, best: [{title: "iron condor 1/2/3/4", objectives: {expectedProfit: 12.5}}]}};
            const body = new ReadableStream({
                start(controller) {
                    controller.enqueue(new TextEncoder().encode(`event: progress\\ndata: ${JSON.stringify(progress)}\\n\\n`));
                    options.signal.addEventListener("abort", () => { window.hasClosed = true; controller.error(options.signal.reason); });
                },
            });
            return Promise.resolve(new Response(body, {headers: {"Content-Type": "text/event-stream"}}));
        };
    """)
    view.open("/#v1/finder")
    wait_for_market(view)
    page.get_by_role("button", name="Search", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_text("iron condor 1/2/3/4").wait_for()
    page.get_by_text("25 %").first.wait_for()
    require(page.evaluate("document.activeElement.textContent") == "Stop", "Stop has no focus")
    page.keyboard.press("Enter")
    page.get_by_text("Stopped.").wait_for()
    require(page.evaluate("window.hasClosed"), "the request is still open")
    require(page.evaluate("document.activeElement.textContent") == "Search", "the focus is lost")


@check("a link restores the form of a search, and its edits are in the address", screens=[PHONE, DESK])
def link(view):
    page = view.page
    view.open("/#v1/finder")
    wait_for_market(view)
    require("find=" not in page.url, f"an untouched form is in {page.url}")
    page.get_by_text("The best strategies appear here").wait_for()
    page.get_by_role("button", name="Stays calm").click()
    page.get_by_label("Lose at most $").fill("300")
    page.get_by_label("No options deep in the money").uncheck()
    expiration = page.evaluate("document.querySelector('[name=expiration]').options[2].value")
    page.get_by_label("Expiration").select_option(expiration)
    page.get_by_label("Legs expire on").select_option("two")
    view.wait_until("location.hash.includes('across:two')")
    require(page.get_by_label("Also search").input_value() == "1", "two dates have one expiration")
    require(f"find=ticker:SPY+expiration:{expiration}+" in page.url, f"the form is not in {page.url}")
    address = page.url.split("#")[1]
    page.get_by_role("link", name="Builder", exact=True).click()
    require("find=" not in page.url, "the address of the builder has the search")
    second = view.context.new_page()
    second.goto(f"/#{address}", wait_until="networkidle")
    second.locator(f"[name=expiration] option[value='{expiration}']:checked").wait_for(state="attached")
    for name, wanted in (("maxLoss", "300"), ("across", "two"), ("also", "1")):
        found = second.locator(f".finder [name={name}]").input_value()
        require(found == wanted, f"{name} is {found}")
    require(not second.get_by_label("No options deep in the money").is_checked(), "a box is checked")
    pressed = second.locator(".finder [data-choice=calm]").get_attribute("aria-pressed")
    require(pressed == "true", "the outlook is not restored")
    second.locator(".finder [name=mean][placeholder]:not([placeholder=''])").wait_for()
    require(second.get_by_label("Volatility %").input_value() != "", "the proposal of the outlook is missing")
    second.close()
    page.go_back()
    require(page.get_by_label("Lose at most $").input_value() == "300", "the form is lost on the way back")


@check("calendars and diagonals are found, and open in the builder with both dates", screens=[DESK])
def two_dates(view):
    view.open("/#v1/finder?find=ticker:SPY+across:two+also:1+legs:2+chance:20")
    page = view.page
    wait_for_market(view)
    objectives = "[...document.querySelectorAll('[name=objective] option:not([hidden])')].map(one => one.value).join()"
    require(page.evaluate(objectives) == "expectedProfitPerCapital,expectedProfit", f"the objectives are {page.evaluate(objectives)}")
    require(not page.get_by_label("Weigh against").is_visible(), "a front of two dates is offered")
    search(view)
    page.locator("table.found tbody tr").first.wait_for()
    violations = view.violations()
    require(not violations, "; ".join(violations))
    best = page.locator("table.found .link").first
    require(re.search("calendar|diagonal", best.inner_text()), f"the best is {best.inner_text()}")
    best.click()
    page.wait_for_url(re.compile("builder"))
    dates = set(re.findall(r",(\d{4}-\d\d-\d\d),(?:ask|bid)", page.url))
    require(len(dates) == 2, f"the expirations are {dates}")


@check("no choice of the finder is cut", screens=[DESK, PHONE, NARROW])
def uncut(view):
    view.open("/#v1/finder")
    wait_for_market(view)
    cut = view.page.evaluate("""
        [...document.querySelectorAll('.finder select')].flatMap(select => {
            const style = getComputedStyle(select);
            const pen = document.createElement('canvas').getContext('2d');
            pen.font = style.font;
            // The arrow needs about 24 pixels.
            const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 24;
            return [...select.options].filter(one => pen.measureText(one.text).width > room).map(one => one.text);
        })
    """)
    require(not cut, f"these are cut: {cut}")
