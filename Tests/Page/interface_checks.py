"""Checks of the list of endpoints, and of the explanations of terms."""

from browser import DESK, DESK_DARK, PHONE, PHONE_DARK, require
from checks import check


@check("endpoints are listed, and their examples run", screens=[PHONE_DARK, DESK])
def endpoints(view):
    view.open("/#v1/api")
    page = view.page
    page.get_by_text("endpoints").first.wait_for()
    for operation in ("POST /api/rest/options/calculate", "POST /api/rest/options/batch", "GET /api/rest/stocks/{ticker}/price",
                      "GET /api/rest/stream"):  # fmt: skip
        part = page.locator(f"[data-operation='{operation}']")
        part.locator("summary").focus()
        page.keyboard.press("Enter")
        part.get_by_role("button", name="Run", exact=True).click()
        part.get_by_text("Answered in").wait_for()
    violations = view.violations()
    require(not violations, "; ".join(violations))
    view.expect_fault("status of 404")
    price = page.locator("[data-operation='GET /api/rest/stocks/{ticker}/price']")
    price.get_by_role("textbox", name="ticker").fill("NOPE9")
    price.get_by_role("button", name="Run", exact=True).click()
    price.get_by_text("Refused with the status 404.").wait_for()
    page.get_by_label("Filter").fill("dividends of a stock")
    require(page.locator(".endpoint:visible").count() == 1, "the filter shows others")


@check("a term is explained where it stands, and in the help", screens=[PHONE, DESK_DARK])
def terms(view):
    view.open("/#v1/builder?price=150&valuation=2026-11-28&volatility=40&leg=long,1,call,150@5,2026-12-18")
    page = view.page
    term = page.locator(".chances dt", has_text="Chance of loss")
    term.click()
    page.locator(".explanation", has_text="would lose at expiration").wait_for()
    require("would lose" in term.get_attribute("title"), "the term has no title")
    violations = view.violations()
    require(not violations, "; ".join(violations))
    page.keyboard.press("Escape")
    page.locator(".explanation").wait_for(state="hidden")
    page.locator("body").press("?")
    page.locator(".glossary dt", has_text="Chance of loss").wait_for()
    require(page.locator(".glossary dt", has_text="Theta a day").count() == 1, "a greek is not explained")
    violations = view.violations()
    require(not violations, "; ".join(violations))
