"""Checks of the chances of the market, of the commission, and of a stock whose chain has too few strikes."""

import json
import re

from browser import DESK, DESK_DARK, PHONE, PHONE_DARK, require
from builder_checks import figure, figure_of_model, settle, take_stock, value
from checks import check


@check("chances are those of the market, with those at one volatility beside them", screens=[DESK, PHONE_DARK], is_first_visit=True)
def of_market(view):
    requests, answers = [], {}
    view.page.on("request", lambda request: request.url.endswith("/calculate") and requests.append(json.loads(request.post_data)))
    view.page.on("response", lambda response: answers.update({response.url: response}))
    view.open("/")
    page = view.page
    market_line = page.locator(".chances dl > div", has_text="by the market")
    market_line.wait_for()
    settle(view)
    ours = [request for request in requests if "distribution" in request][-1]
    flat = [request for request in requests if "volatility" in request][-1]
    date = ours["legs"][0]["expirationDate"]
    # In market hours a later answer has other quotes.
    chain = answers[f"{view.server.origin}/api/rest/stocks/SPY/options/chain?expirationDate={date}"].json()
    require(ours["distribution"] == chain["distribution"], "the distribution is not that of the chain")
    expected = view.server.must("POST", "/api/rest/options/calculate", ours)["probability"]
    require(figure(view, "Chance of profit") == expected["ofProfit"], "the chance is not that of the market")
    # At mid prices, nothing but interest and early exercise is won or lost.
    worth = abs(view.server.must("POST", "/api/rest/options/calculate", flat)["metrics"]["maxLoss"])
    require(abs(figure(view, "Expected value")) < 0.01 * worth, f"the expected value is {figure(view, 'Expected value')} of {worth}")
    of_model = view.server.must("POST", "/api/rest/options/calculate", flat)["probability"]
    require(figure_of_model(view, "Expected value") == of_model["expectedProfitLoss"], "the model has another expected value")
    page.locator(".chances").get_by_text("At mid prices, the expected value is then about 0").wait_for()
    page.locator(".headline", has_text="Chance of profit · by the market").wait_for()
    page.locator(".legend", has_text="distribution by the market").wait_for()
    violations = view.violations()
    require(not violations, "; ".join(violations))
    page.get_by_label(re.compile("^Volatility")).last.focus()
    page.keyboard.press("ArrowRight")
    page.locator(".legend li.distribution", has_text=re.compile("^distribution$")).wait_for()
    market_line.wait_for(state="detached")


@check("the commission of the settings is in new strategies, their costs, the finder and a trade", screens=[PHONE, DESK_DARK])
def commission(view):
    view.open("/#v1/settings")
    page = view.page
    field = page.get_by_label("Commission per contract $")
    for text, words in (("abc", "must be a number"), ("-1", "must be a number"), ("1,5", "decimal point")):
        field.fill(text)
        field.press("Tab")
        page.get_by_text(words).first.wait_for()
    field.fill("0.65")
    field.press("Tab")
    view.open("/")
    take_stock(view)
    require(page.get_by_label("Commission $").input_value() == "0.65", "a new strategy has another commission")
    page.get_by_label("Quantity").fill("3")
    page.get_by_label("Premium", exact=True).fill("2")
    settle(view)
    page.locator(".headline .fees", has_text="with $1.95 commission").wait_for()
    # The commission is that of the quantity, and shown before the answer to the premium.
    page.locator(".headline .net-cost[value='601.95']").wait_for()
    require("commission=0.65" in page.url, "the address has no commission")
    page.get_by_role("button", name="Save as trade").click()
    require(page.get_by_label("Fee of").input_value() == "1.95", "the fee of a trade has no commission")
    page.keyboard.press("Escape")
    with page.expect_request(re.compile("/options/find$")) as found:
        page.get_by_role("link", name="Finder").click()
        view.wait_until("document.querySelector('.finder input[name=mean]')?.placeholder !== ''")
        page.get_by_role("button", name="Search", exact=True).click()
    require(json.loads(found.value.post_data)["fee"] == 0.65, "the finder has no commission")
    page.get_by_text("With a commission of $0.65 a contract.").wait_for()
    # A link has its own.
    page.goto("/#v1/builder?price=100&leg=long,1,call,100@2")
    page.reload()
    page.locator(".headline").wait_for()
    require(value(view, ".headline .net-cost") == 200, "a link has the commission of the settings")


@check("a chain with too few strikes for the strategy says so, and what is wrong otherwise is not hidden", screens=[DESK])
def too_few_strikes(view):
    view.open("/#v1/builder?symbol=COIN&price=147&valuation=2026-11-27&volatility=50"
              "&leg=long,1,call,140@9,2027-01-15&leg=short,1,call,150@5,2027-01-15")  # fmt: skip
    page = view.page
    page.locator(".headline").wait_for()
    settle(view)

    def cut(route):
        chain = route.fetch().json()
        middle = len(chain["strikes"]) // 2
        chain["strikes"] = chain["strikes"][middle:middle + 1]
        route.fulfill(json=chain)

    page.route(re.compile("/stocks/KO/options/chain"), cut)
    page.get_by_role("combobox", name="Stock").fill("KO")
    page.get_by_role("option", name="KO").first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("The chain has too few strikes for this strategy. It begins with one call.").wait_for()
    page.wait_for_url(re.compile("symbol=KO&"))
