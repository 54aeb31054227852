"""Checks of failures, which are simulated between the browser and the server."""

import re

from browser import ALL_SCREENS, DESK, PHONE, require
from builder_checks import break_evens, settle, take_stock
from checks import check

CALCULATE = re.compile("/options/calculate$")


@check("an error is shown at the field that it names, and the last result stays", screens=ALL_SCREENS)
def field_error(view):
    view.expect_fault("status of 400")
    view.open("/")
    settle(view)
    page = view.page
    strike = page.get_by_label("Strike", exact=True)
    strike.fill("-5")
    page.get_by_text("The strike must be a number greater than 0.").wait_for()
    require(strike.get_attribute("aria-invalid") == "true", "the field is not marked")
    require(break_evens(view) == [174.25], "the last result is not kept")
    require("cannot be computed" in page.locator(".stale-note").inner_text(), "the last result is not marked")
    violations = view.violations()
    require(not violations, "; ".join(violations))
    page.get_by_label("Quantity").fill("1.5")
    strike.fill("165")
    page.get_by_text("The quantity must be a whole number from 1 to 1,000,000,000.").wait_for()
    page.get_by_label("Quantity").fill("2")
    page.locator(".stale-note").wait_for(state="hidden")
    require(page.locator("[aria-invalid]").count() == 0, "a mark of an error stays")
    page.get_by_label("Current price").fill("1,000")
    page.get_by_text("Write numbers with a decimal point and without commas").first.wait_for()
    page.get_by_label("Current price").fill("a lot")
    page.get_by_text("The current price must be a number greater than 0.").wait_for()
    page.get_by_label("Premium", exact=True).fill("")
    page.get_by_text("Enter the premium.").first.wait_for()


@check("if the server is busy, the page counts down its Retry-After and repeats the request", screens=[PHONE, DESK])
def busy(view):
    view.expect_fault("status of 503")
    view.open("/")
    settle(view)
    page = view.page
    answers = []

    def refuse(route):
        answers.append(route.request.url)
        if len(answers) == 1:
            route.fulfill(status=503, headers={"Retry-After": "3"}, json={"error": "the server is busy; try again in a second"})
        else:
            route.continue_()

    page.route(CALCULATE, refuse)
    page.get_by_label("Premium", exact=True).fill("5")
    page.locator(".stale-note", has_text="the server is busy; try again in a second").wait_for()
    # On a slow host, some seconds may have passed.
    page.get_by_text(re.compile("Next try in [0-3] s.")).wait_for()
    require(break_evens(view) == [174.25], "the last result is not kept")
    page.locator(".stale-note").wait_for(state="hidden")
    require(break_evens(view) == [170], f"the break-even is {break_evens(view)}")


@check("the page reports that it is offline, and recovers", screens=[PHONE, DESK])
def offline(view):
    view.expect_fault("ERR_")
    view.open("/")
    settle(view)
    page = view.page
    page.route(CALCULATE, lambda route: route.abort("connectionrefused"))
    page.get_by_label("Premium", exact=True).fill("5")
    page.get_by_text("Offline: the server cannot be reached.").wait_for()
    require(break_evens(view) == [174.25], "the last result is not kept")
    page.unroute(CALCULATE)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_text("Offline: the server cannot be reached.").wait_for(state="hidden")
    page.locator(".stale-note").wait_for(state="hidden")
    require(break_evens(view) == [170], f"the break-even is {break_evens(view)}")


@check("results of the model name the missing input", screens=[DESK])
def model(view):
    view.expect_fault("status of 400")
    # Below both strikes, no volatility of the underlying follows from the legs.
    view.open("/#v1/builder?price=80&valuation=2026-01-02&leg=long,1,call,95@1.5,2026-03-20&leg=short,1,call,100@1.2,2026-03-20")
    settle(view)
    page = view.page
    page.get_by_role("heading", name="Bull call spread", exact=True).wait_for()
    require("volatility" in page.locator(".chances .note").inner_text(), "the reason is not shown")
    require(page.locator("table.scenario").count() == 1, "the values before expiration are not shown")
    page.get_by_label("Volatility %").fill("30")
    page.get_by_text("Chance of loss").wait_for()


@check("the page reports a link of another version", screens=[PHONE])
def version(view):
    view.open("/#v9/builder?price=1")
    view.page.get_by_text("This link has the version “v9”").wait_for()
    view.open("/#v1/builder?price=100&wrong=1&leg=long,1,call,95@1.5")
    view.page.reload()
    view.page.get_by_text("This link has parts that this page cannot read: wrong=1.").wait_for()


@check("the page asks for the token, and keeps it for the session", screens=[PHONE, DESK], flags=("--token", "a-long-secret-token"))
def token(view):
    view.expect_fault("status of 401")
    view.open("/")
    page = view.page
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    for _ in range(3):
        page.keyboard.press("Escape")
        page.wait_for_timeout(50)
    require(dialog.count() == 1 and page.get_by_text("The server refuses this token.").count() == 0, "Esc answers the question for the token")
    dialog.get_by_label("Token").fill("wrong")
    page.keyboard.press("Enter")
    dialog.get_by_text("The server refuses this token.").wait_for()
    violations = view.violations()
    require(not violations, "; ".join(violations))
    dialog.get_by_label("Token").fill("a-long-secret-token")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Long call", exact=True).wait_for()
    take_stock(view)
    page.reload()
    page.get_by_role("heading", name="Long call", exact=True).wait_for()
    require(page.get_by_role("dialog").count() == 0, "the page asks for the token again")
    require("secret" not in page.url, "the token is in the address")
    require(page.evaluate("Object.keys(localStorage).sort().join()") == "options-live,options-visited", "the token outlives the session")


@check("a view that was not shown before opens without a connection", screens=[PHONE])
def view_without_connection(view):
    view.expect_fault("ERR_")
    # The page loads the other views soon after the first one, and this waits for them.
    view.open("/")
    view.context.set_offline(True)
    view.page.get_by_role("link", name="Watch list").click()
    view.page.get_by_role("heading", name="Watch list").wait_for()
    view.page.get_by_text("Offline: the server cannot be reached.").wait_for()
