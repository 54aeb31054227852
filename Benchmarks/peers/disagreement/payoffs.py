"""Cases about the profit of a strategy at the first expiration."""

from mpmath import findroot, mpf

from .case import Answer, Case
from .exact import Leg, first_expiration, metrics
from .strategies import (
    RATE, crossings, fast_vollib_extremes, fast_vollib_profile, opstrat_chart, optionlab, optionlab_extremes,
    optionlab_ranges, optstrat,
)  # fmt: skip


ONE_CENT = "its documented profit ranges begin at a profit of one cent"


def far_break_even(engine):
    legs = [Leg("call", "long", 100, 4, 10), Leg("call", "short", 110, 0.5, 11)]
    exact = metrics(legs).break_evens

    def chart():
        found = crossings(*opstrat_chart(legs))
        return [*found, *["-"] * (len(exact) - len(found))]

    return Case(
        "A break-even far outside the chart",
        "Spot 100; 10 long calls 100 at 4, 11 short calls 110 at 0.5.",
        "break-evens", exact, engine.metrics(legs)["breakEvenPoints"],
        [
            Answer(
                "optionlab", lambda: optionlab_ranges(legs), "convention",
                ONE_CENT + ", whether or not that price is on its grid",
            ),
            Answer("opstrat", chart, "convention", "it returns only a chart, which ends at 121 (`spot_range=20`)"),
            Answer("fast-vollib", lambda: list(map(float, fast_vollib_profile(legs).metrics.breakevens))),
        ],
        tolerance=1e-12,
    )  # fmt: skip


def unlimited_loss(engine):
    legs = [Leg("call", "long", 100, 3), Leg("call", "short", 110, 1, 2)]
    exact = metrics(legs)
    return Case(
        "An unlimited ratio spread",
        "Spot 100; 1 long call 100 at 3, 2 short calls 110 at 1; grids from 50 to 150.",
        "largest profit, largest loss", [exact.maximum, exact.minimum], engine.extremes(legs),
        [
            Answer(
                "optionlab", lambda: optionlab_extremes(legs), "convention",
                "`minimum_return_in_the_domain` is the loss at 150, as its name says; "
                "no result shows that the loss is unlimited",
            ),
            Answer("optstrat", lambda: list(optstrat(legs).max_profit_and_loss())),
            Answer("fast-vollib", lambda: fast_vollib_extremes(legs)),
        ],
        tolerance=1e-12,
    )  # fmt: skip


def calendar(engine):
    legs = [Leg("call", "short", 100, 2.5, 1, 0.25, 30), Leg("call", "long", 100, 4.5, 1, 0.25, 90)]
    ends = [(mpf(90), mpf(100)), (mpf(100), mpf(115))]
    zeros = [findroot(lambda price: first_expiration(legs, price, RATE), pair, solver="anderson") for pair in ends]

    def of_optionlab():
        found = optionlab(legs, domain=(1, 300))
        return [found.maximum_return_in_the_domain, *found.profit_ranges[0]]

    def chart():
        prices, profits = opstrat_chart(legs)
        return [max(profits), *(crossings(prices, profits) or ["none", "none"])]

    return Case(
        "A calendar's far leg at the first expiration",
        "Spot 100, rate 4 %, volatility 25 %; 1 short call 100 at 2.5 in 30 days, 1 long call 100 at 4.5 in 90 days.",
        "largest profit and break-evens after 30 days", [first_expiration(legs, mpf(100), RATE), *zeros],
        [engine.extremes(legs, riskFreeRate=RATE)[0], *engine.metrics(legs, riskFreeRate=RATE)["breakEvenPoints"]],
        [
            Answer("optionlab", of_optionlab, "convention", ONE_CENT),
            Answer(
                "opstrat", chart, "convention",
                "it has no input for an expiration; it values the far leg at its payoff",
            ),
            Answer(
                "optstrat", lambda: [optstrat(legs).max_profit_and_loss()[0], "-", "-"], "convention",
                "it supports one expiration for all legs, as documented",
            ),
            Answer(
                "fast-vollib", lambda: list(map(float, fast_vollib_profile(legs).metrics.breakevens)), "convention",
                "it refuses: its metrics support one expiration; a separate function gives values at a date",
            ),
        ],
        tolerance=1e-9,
    )  # fmt: skip


def best_is_a_loss(engine):
    legs = [Leg("call", "long", 100, 12), Leg("call", "short", 110, 1)]
    exact = metrics(legs)
    return Case(
        "A best outcome that is a loss",
        "Spot 100; 1 long call 100 at 12, 1 short call 110 at 1.",
        "largest profit, largest loss", [exact.maximum, exact.minimum], engine.extremes(legs),
        [
            Answer("optionlab", lambda: optionlab_extremes(legs)),
            Answer("optstrat", lambda: list(optstrat(legs).max_profit_and_loss())),
            Answer(
                "fast-vollib", lambda: [float(fast_vollib_profile(legs).metrics.maximum_profit),
                                        float(fast_vollib_profile(legs).metrics.minimum_pnl)],
                "convention", "`maximum_profit` is never below 0; its `maximum_pnl` is -100",
            ),
        ],
        tolerance=1e-12,
    )  # fmt: skip


def touching_zero(engine):
    legs = [Leg("call", "long", 90, 12), Leg("call", "short", 100, 5, 2), Leg("call", "long", 110, 8)]
    exact = metrics(legs)
    return Case(
        "A break-even at which the profit only touches zero",
        "Spot 100; a butterfly whose cost equals its width: calls 90 at 12, two short 100 at 5, 110 at 8.",
        "break-even", exact.break_evens, engine.metrics(legs)["breakEvenPoints"],
        [
            Answer("optionlab", lambda: optionlab_ranges(legs) or ["none"], "convention", ONE_CENT),
            Answer("fast-vollib", lambda: list(map(float, fast_vollib_profile(legs).metrics.breakevens))),
        ],
        tolerance=0,
    )  # fmt: skip


def noise(engine):
    legs = [Leg("call", "long", 100, 1.1), Leg("call", "short", 105, 3.3), Leg("call", "long", 110, 2.2)]
    exact = metrics(legs)
    why = "rounding", "binary fractions: 1.1 + 2.2 is not 3.3"
    return Case(
        "Premiums that cancel",
        "Spot 100; long calls 100 at 1.1 and 110 at 2.2, a short call 105 at 3.3.",
        "net cost, largest loss", [exact.net_cost, exact.minimum],
        [engine.metrics(legs)["netCost"], engine.extremes(legs)[1]],
        [
            Answer("optionlab", lambda: [-optionlab(legs).strategy_cost, optionlab_extremes(legs)[1]], *why),
            Answer("optstrat", lambda: [optstrat(legs).net_cost(), optstrat(legs).max_profit_and_loss()[1]], *why),
            Answer("fast-vollib", lambda: [-float(fast_vollib_profile(legs).cumulative_cash) + 0.0,
                                           fast_vollib_extremes(legs)[1] + 0.0]),
        ],
        tolerance=0,
    )  # fmt: skip
