"""Checks of the chances of the market."""

import json
import re

from browser import DESK, PHONE_DARK, require
from builder_checks import figure, figure_of_model, settle
from checks import check


@check("chances are those of the market, with those at one volatility beside them", screens=[DESK, PHONE_DARK], is_first_visit=True)
def of_market(view):
    requests = []
    view.page.on("request", lambda request: request.url.endswith("/calculate") and requests.append(json.loads(request.post_data)))
    view.open("/")
    page = view.page
    market_line = page.locator(".chances dl > div", has_text="by the market")
    market_line.wait_for()
    settle(view)
    ours = [request for request in requests if "distribution" in request][-1]
    flat = [request for request in requests if "volatility" in request][-1]
    date = ours["legs"][0]["expirationDate"]
    chain = view.server.get(f"/api/rest/stocks/SPY/options/chain?expirationDate={date}")
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
    require(market_line.count() == 0, "the market has chances at another volatility")
