"""American options and dividends: this package by columns, and QuantLib's wheel one option after another."""

import math
import sys

import numpy as np
import QuantLib as ql

AMERICAN, DIVIDENDS = 500, 20
#: Days of QuantLib that stand for a year, so that ex-dates at eighths of it are days.
DAYS = 36_500
TODAY = ql.Date(1, 1, 1950)
COUNTER = ql.Actual365Fixed()


class Market:
    """A process whose price, rate, yield and volatility change from option to option. Every option has the same days, which stand for
    its years: expirations are dates."""

    def __init__(self, days):
        self.quotes = [ql.SimpleQuote(value) for value in (100.0, 0.0, 0.0, 0.2)]
        spot, rate, dividend, volatility = map(ql.QuoteHandle, self.quotes)
        self.days = days
        self.process = ql.BlackScholesMertonProcess(
            spot, ql.YieldTermStructureHandle(ql.FlatForward(TODAY, dividend, COUNTER)),
            ql.YieldTermStructureHandle(ql.FlatForward(TODAY, rate, COUNTER)),
            ql.BlackVolTermStructureHandle(ql.BlackConstantVol(TODAY, ql.NullCalendar(), volatility, COUNTER)))
        self.exercise = ql.AmericanExercise(TODAY, TODAY + days)

    def price(self, engine, flag, S, K, t, r, sigma, q):
        scale = t * 365 / self.days
        for quote, value in zip(self.quotes, (S, r * scale, q * scale, sigma * math.sqrt(scale))):
            quote.setValue(value)
        option = ql.VanillaOption(ql.PlainVanillaPayoff(ql.Option.Call if flag == "c" else ql.Option.Put, K), self.exercise)
        option.setPricingEngine(engine)
        return option.NPV()


def runs(oa, fastest, rounds):
    """Times of each part, after a comparison of the prices with those of the last engine of QuantLib."""
    ql.Settings.instance().evaluationDate = TODAY
    parts = ("american", AMERICAN, american(oa), 1e-4), ("american_dividends", DIVIDENDS, dividends(oa), 0.02)
    for name, count, calls, tolerance in parts:
        here, *_, there = calls.values()
        difference = np.abs(here() - np.array(there())).max()
        print(f"{name}_largest_difference: {difference:.2g} per share")
        if not difference < tolerance:
            sys.exit(f"{name}: QuantLib has other prices")
        best = fastest({library: (call, ()) for library, call in calls.items()}, rounds)
        yield name, {library: ns / count for library, ns in best.items()}


def american(oa):
    """Random options with a yield."""
    random = np.random.default_rng(2)
    S = random.uniform(80, 120, AMERICAN)
    flag = np.array(["c", "p"])[random.integers(0, 2, AMERICAN)]
    K, t = S * random.uniform(0.8, 1.25, AMERICAN), random.uniform(0.1, 2, AMERICAN)
    r, sigma, q = random.uniform(0.01, 0.06, AMERICAN), random.uniform(0.1, 0.6, AMERICAN), random.uniform(0, 0.03, AMERICAN)
    options = [tuple(x.item() for x in row) for row in zip(flag, S, K, t, r, sigma, q)]
    market = Market(365)
    fast, accurate = (
        ql.QdFpAmericanEngine(market.process, scheme())
        for scheme in (ql.QdFpAmericanEngine.fastScheme, ql.QdFpAmericanEngine.accurateScheme))
    return {
        "options_analytics": lambda: oa.price(flag, S, K, t, r, sigma, q, exercise="american", threads=1),
        "quantlib_fast": lambda: [market.price(fast, *option) for option in options],
        "quantlib_accurate": lambda: [market.price(accurate, *option) for option in options],
    }


def dividends(oa):
    """Puts on shares with four dividends in a year; QuantLib by finite differences, 100 times 100."""
    eighths = (1, 3, 5, 7)
    market = Market(DAYS)
    schedule = ql.DividendVector([TODAY + DAYS * eighth // 8 for eighth in eighths], [0.5] * 4)
    engine = ql.FdBlackScholesVanillaEngine(market.process, schedule, 100, 100)
    strikes = np.linspace(80, 120, DIVIDENDS)
    settings = {"exercise": "american", "dividends": [(eighth / 8, 0.5) for eighth in eighths], "threads": 1}
    return {
        "options_analytics": lambda: oa.price("p", 100.0, strikes, 1.0, 0.05, 0.2, **settings),
        "quantlib_100x100": lambda: [market.price(engine, "p", 100.0, float(strike), 1.0, 0.05, 0.2, 0.0) for strike in strikes],
    }
