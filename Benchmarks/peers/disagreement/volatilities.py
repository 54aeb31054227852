"""Cases about implied volatilities."""

import math
from datetime import timedelta

from mpmath import mpf

from .case import Answer, Case
from .exact import Leg, implied_volatility
from .quotes import VOLATILITY, Quote
from .strategies import SPOT, START, each, optionlab


def volatilities(quotes, reasons):
    """Returns the answers of all tools that solve for a volatility."""
    return [
        Answer(tool, lambda solve=solve: each(lambda q=q: solve(q) for q in quotes), *reasons.get(tool, ()))
        for tool, solve in VOLATILITY.items()
    ]


def exact_volatility(quote):
    return implied_volatility(quote.price, quote.flag, SPOT, quote.strike, quote.years, quote.rate)


def high_volatility(engine):
    quotes = [Quote("c", 110, 30, 13.43), Quote("c", 100, 7, 32.25), Quote("c", 100, 7, 55.39)]
    return Case(
        "A volatility above 100 %",
        "Spot 100, rate 4 %; calls 110 in 30 days at 13.43, 100 in 7 days at 32.25 and at 55.39.",
        "implied volatilities", [exact_volatility(q) for q in quotes], [engine.volatility(q) for q in quotes],
        volatilities(quotes, {
            "optionlab": ("error", "it returns the upper bound of its solver, 1.0, as if it were a solution"),
            "mibian": ("error", "it returns the upper bound of its solver, 500 %, as if it were a solution; for the "
                                "first price, it stops when the price agrees to two decimals"),
            "fast-vollib": ("error", "it returns the upper bound of its solver, 10, as if it were a solution"),
            "QuantLib": ("convention", "`maxVol=4` is a parameter; a larger value finds the solutions"),
        }),
        tolerance=1e-5,
    )  # fmt: skip


def no_information(engine):
    quotes = [Quote("c", 40, 30, rate=0.05, volatility=0.3), Quote("c", 50, 90, rate=0.05, volatility=0.1)]
    quotes = [q._replace(price=float(q.exact().price())) for q in quotes]
    silent = "rounding", "one of many solutions, or close to one, without a warning"
    return Case(
        "A price that does not determine a volatility",
        "Spot 100, rate 5 %; calls 40 in 30 days and 50 in 90 days, at their prices for 30 % and 10 % as doubles.",
        "volatilities whose price rounds to this double", [indistinguishable(q) for q in quotes],
        [engine.volatility(q) for q in quotes],
        volatilities(quotes, dict.fromkeys(VOLATILITY, silent) | {"financepy": ("error", "the first is negative")}),
        status=["not_determinable"] * 2,
    )  # fmt: skip


def indistinguishable(quote):
    """Returns the range of volatilities whose price rounds to the same double as at zero volatility."""
    assert float(quote._replace(volatility=1e-6).exact().price()) == quote.price
    next_price = (mpf(quote.price) + mpf(math.nextafter(quote.price, math.inf))) / 2
    return f"all from 0 to {float(exact_volatility(quote._replace(price=next_price))):.4g}"


def impossible_prices(engine):
    quotes = [Quote("c", 80, 30, 19.0), Quote("c", 80, 30, 101.0)]
    bound = "error", "it returns a bound of its solver, without a warning"
    return Case(
        "Prices that no volatility reproduces",
        "Spot 100, rate 4 %; a call 80 in 30 days at 19 (its discounted intrinsic value is 20.26) and at 101.",
        "implied volatilities", ["none", "none"], [engine.volatility(q) for q in quotes],
        volatilities(quotes, {
            "optionlab": bound, "mibian": bound,
            "vollib": ("convention", ""), "financepy": ("convention", ""), "QuantLib": ("convention", ""),
            "fast-vollib": (
                "error", "the first with a warning; the second is a bound of its solver, without a warning",
            ),
        }),
        status=["below_intrinsic", "above_maximum"],
    )  # fmt: skip


def decimals(engine):
    quotes = [Quote("c", 100, 30, 2.5), Quote("c", 100, 30, 3.0)]
    return Case(
        "A quote with one decimal",
        "Spot 100, rate 4 %; calls 100 in 30 days at 2.5 and at 3.",
        "implied volatilities", [exact_volatility(q) for q in quotes], [engine.volatility(q) for q in quotes],
        volatilities(quotes, {
            "mibian": ("error", "it stops when the price agrees to the number of decimals in the quote"),
        }),
        tolerance=1e-5,
    )  # fmt: skip


def days(engine):
    quote = Quote("c", 100, 49, 4.5)
    end = START + timedelta(days=quote.days)
    dated = quote.request() | {"valuationDate": str(START), "expirationDate": str(end), "price": quote.price}
    del dated["timeToExpiration"]
    leg = Leg("call", "long", 100, 4.5)

    def of_optionlab(business):
        found = optionlab([leg], days=0, start_date=START, target_date=end, discard_nonbusiness_days=business)
        return [found.implied_volatility[0], found.data.days_to_target]

    return Case(
        "The number of days to expiration",
        f"Spot 100, rate 4 %; a call 100 at 4.5, from {START} to {end}.",
        "implied volatility, days", [exact_volatility(quote), quote.days],
        [engine.run("implied-volatility", dated)["impliedVolatility"], quote.days],
        [
            Answer("optionlab", lambda: of_optionlab(True), "convention",
                   "34 business days of 252, as documented", "default"),
            Answer("optionlab", lambda: of_optionlab(False), "convention",
                   "it counts the expiration date as an additional day", "`discard_nonbusiness_days=False`"),
            Answer("QuantLib", lambda: [VOLATILITY["QuantLib"](quote), quote.days]),
        ],
        tolerance=1e-5,
    )  # fmt: skip
