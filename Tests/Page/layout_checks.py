"""Checks of what the layout must leave readable."""

import re

from browser import DESK, PHONE, require
from builder_checks import take_stock
from chain_checks import open_chain
from checks import check
from finder_checks import wait_for_market
from live_checks import LIVE
from trades_checks import TRADES, add_covered_call, clear

# The visible fields that are narrower than what they hold. A copy of a select without a width is as wide as the option chosen.
CUT = """
[...document.querySelectorAll("main input, main select, dialog input")]
    .filter(field => field.checkVisibility() && !["checkbox", "range", "file"].includes(field.type))
    .filter(field => {
        // A date of ten characters, and its button.
        if (field.type === "date") return field.clientWidth < 8.5 * parseFloat(getComputedStyle(field).fontSize);
        if (field.matches("input")) return field.scrollWidth > field.clientWidth;
        const copy = field.cloneNode(true);
        copy.replaceChildren(field.selectedOptions[0].cloneNode(true));
        copy.style.cssText = "width: auto; min-width: 0; position: absolute; visibility: hidden";
        field.after(copy);
        const width = copy.offsetWidth;
        copy.remove();
        return width > field.offsetWidth;
    })
    .map(field => `${field.name || field.id}: ${field.value} (${field.clientWidth} of ${field.scrollWidth} px)`)
"""


def require_whole_fields(view):
    cut = view.page.evaluate(CUT)
    require(not cut, f"fields are cut: {', '.join(cut)}")


@check("fields show the whole of what they hold", screens=[PHONE, DESK])
def fields(view):
    view.open("/")
    take_stock(view, "spy", "SPY")
    page = view.page
    page.get_by_role("button", name="Strategies…").click()
    page.get_by_role("button", name="Iron condor").click()
    page.get_by_role("heading", name="Iron condor", exact=True).wait_for()
    page.get_by_role("button", name="Details").first.click()
    require_whole_fields(view)
    page.get_by_role("button", name="Save as trade").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Condor")
    require_whole_fields(view)


@check("fields of a roll show the whole of what they hold", screens=[PHONE], flags=TRADES)
def roll(view):
    clear(view)
    add_covered_call(view)
    view.open("/#v1/trades")
    view.page.get_by_role("button", name=re.compile("^Roll −2")).click()
    view.page.locator(".outcome", has_text="Roll:").wait_for()
    require_whole_fields(view)


@check("a comparison of two strategies is wholly in view", screens=[PHONE])
def comparison(view):
    view.open("/#v1/builder?price=600&leg=long,1,put,565@1.4&leg=short,1,put,577.5@2.7")
    view.page.get_by_role("button", name="Compare").click()
    table = view.page.get_by_role("region", name="The two strategies")
    table.get_by_role("row", name="Maximum loss").wait_for()
    hidden = table.evaluate("region => region.scrollWidth - region.clientWidth")
    require(hidden <= 0, f"{hidden} px of the comparison are out of view")


@check("fields of the finder show the whole of what they hold", screens=[PHONE, DESK])
def finder(view):
    view.open("/#v1/finder")
    wait_for_market(view)
    require_whole_fields(view)
    view.page.get_by_role("button", name="Protect shares").click()
    require_whole_fields(view)


# On this day, the fifth expiration is chosen.
@check("the chosen expiration of a chain is in view", screens=[PHONE], flags=LIVE)
def expiration(view):
    open_chain(view)
    tabs = view.page.get_by_role("group", name="Expirations")
    chosen = tabs.locator("[aria-pressed=true]")
    places = "tab => [tab, tab.parentElement].map(one => one.getBoundingClientRect()).map(({left, right}) => [left, right])"
    (left, right), (first, last) = chosen.evaluate(places)
    require(first <= left and right <= last, f"the tab from {left} to {right} px is not within {first} to {last} px")
