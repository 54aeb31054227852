"""Cases about prices, greeks and probabilities of the model."""

import math

from .case import Answer, Case
from .exact import Leg, Option, probabilities
from .quotes import PRICE, Quote
from .strategies import (
    RATE, SPOT, each, fast_vollib_greeks, fast_vollib_probability, financepy_option, optionlab,
)  # fmt: skip
from .volatilities import exact_volatility


def short_leg(engine):
    leg = Leg("call", "short", 105, 3, 10, 0.25, 182)
    option = Option("c", SPOT, 105, 182 / 365, RATE, 0.25)
    names = "delta", "gamma", "vega"
    exact = [leg.shares * getattr(option, name)() for name in names]

    def ask_optionlab():
        found = optionlab([leg], days=182)
        return [found.delta[0], found.gamma[0], found.vega[0] * 100]

    return Case(
        "The greeks of a short leg",
        "Spot 100, rate 4 %, volatility 25 %; 10 short calls 105 on 100 shares, 182 days.",
        "delta, gamma, vega (per 1.00)", exact, engine.greeks([leg], *names),
        [
            Answer(
                "optionlab", ask_optionlab, "error",
                "delta, theta and rho have the sign of the position, gamma and vega do not; none is multiplied by `n`",
            ),
            Answer(
                "financepy", lambda: financepy_option(leg, *names), "error",
                "`num_options=-1000` multiplies the value of the option, but none of its greeks",
            ),
            Answer("fast-vollib", lambda: [fast_vollib_greeks([leg], 182, 0.25)[name] for name in names]),
        ],
    )  # fmt: skip


def smile(engine):
    legs = [Leg("put", "long", 95, 2.35, 10, None, 60), Leg("put", "short", 85, 1.26, 10, None, 60)]
    own = [exact_volatility(Quote("p", leg.strike, 60, leg.premium)) for leg in legs]
    options = [Option("p", SPOT, leg.strike, 60 / 365, RATE, sigma) for leg, sigma in zip(legs, own)]

    def of_optionlab():
        found = optionlab(legs, days=60)
        return [sum(delta * abs(leg.shares) for delta, leg in zip(found.delta, legs))]

    def of_blackscholes():
        from blackscholes import BlackScholesBearSpread

        return [1000 * BlackScholesBearSpread(SPOT, 95, 85, 60 / 365, RATE, 0.25).delta()]

    return Case(
        "One volatility for all legs",
        "Spot 100, rate 4 %, 60 days; 10 long puts 95 at 2.35, 10 short puts 85 at 1.26. The prices imply "
        f"{float(own[0]) * 100:.1f} and {float(own[1]) * 100:.1f} %; tools with one volatility are given 25 %.",
        "delta of the position", [sum(leg.shares * option.delta() for leg, option in zip(legs, options))],
        engine.greeks(legs, "delta"),
        [
            Answer("optionlab", of_optionlab, "convention",
                   "it applies its input `volatility` to every leg and only reports the implied volatilities"),
            Answer("blackscholes", of_blackscholes, "convention", "its spreads have one parameter `sigma`"),
            Answer("fast-vollib", lambda: [fast_vollib_greeks(legs, 60, list(map(float, own)))["delta"]]),
        ],
    )  # fmt: skip


def negative_mean(engine):
    legs = [Leg("call", "long", 100, 5, 1, 0.25, 30)]

    def of_optionlab():
        found = optionlab(legs)
        p = found.probability_of_profit
        return [p * found.expected_profit_if_profitable + (1 - p) * found.expected_loss_if_unprofitable]

    return Case(
        "A negative expected profit",
        "Spot 100, rate 4 %, volatility 25 %; 1 long call 100 bought at 5, 30 days.",
        "expected profit, not discounted", [probabilities(legs, SPOT, 30 / 365, RATE, 0.25)[1]],
        engine.probability(legs, "expectedProfitLoss", volatility=0.25),
        [Answer("optionlab", of_optionlab, how="its mean gain and mean loss, weighted by their probabilities")],
    )  # fmt: skip


def probability(engine):
    leg = Leg("call", "long", 100, 4.72, 1, None, 30)
    volatility = exact_volatility(Quote("c", 100, 30, 4.72))
    return Case(
        "The volatility used for a probability",
        "Spot 100, rate 4 %; 1 long call 100 at 4.72, 30 days. "
        f"The price implies {float(volatility) * 100:.1f} %; the historical volatility is assumed to be 25 %.",
        "probability of a profit", [probabilities([leg], SPOT, 30 / 365, RATE, volatility)[0]],
        engine.probability([leg], "ofProfit"),
        [
            Answer(
                "optionlab", lambda: [optionlab([leg]).probability_of_profit], "convention",
                "it uses its required input `volatility` (here 0.25), not the volatility implied by the price",
            ),
            Answer("fast-vollib", lambda: [fast_vollib_probability([leg], 30, float(volatility))]),
        ],
    )  # fmt: skip


def touching(engine):
    quote = Quote("c", 110, 180, volatility=0.25, rate=0.08, dividend_yield=0.05)
    call, put = quote.exact(), quote._replace(flag="p").exact()

    def of_optionlab():
        from optionlab.black_scholes import get_bs_info

        found = get_bs_info(SPOT, quote.strike, quote.rate, quote.volatility, quote.years, quote.dividend_yield)
        return list(map(float, (found.call_prob_of_touch, found.call_itm_prob, found.put_itm_prob)))

    return Case(
        "Probabilities of touching and of ending in the money",
        "Spot 100, strike 110, 180 days, rate 8 %, yield 5 %, volatility 25 %.",
        "of touching; of ending in the money: call, put", [call.touching(), call.in_the_money(), put.in_the_money()],
        engine.touching(quote),
        [Answer("optionlab", of_optionlab, "error",
                "its probability of touching is the discounted value of 1 paid at the touch (it agrees at a rate of "
                "0); its probabilities of ending in the money are discounted at the dividend yield, so that call and "
                "put do not add up to 1")],
    )  # fmt: skip


def yields(engine):
    quote = Quote("p", 95, 180, volatility=0.25, rate=0.05, dividend_yield=0.03)
    option = quote.exact()

    def of_mibian(model):
        import mibian

        found = getattr(mibian, model)([SPOT, 95, 5, 3, 180], volatility=25)
        return [found.putTheta * 365, found.vega * 100]

    def of_financepy():
        from financepy.models.black_scholes_analytic import theta, vega

        terms = float(SPOT), quote.years, 95.0, 0.05, 0.03, 0.25, quote.financepy()
        return [theta(*terms), vega(*terms)]

    return Case(
        "Theta with a dividend yield, and the unit of vega",
        "Spot 100, put 95, 180 days, rate 5 %, yield 3 %, volatility 25 %.",
        "theta (per year), vega (per 1.00)", [option.theta(), option.vega()], engine.price(quote, "theta", "vega"),
        [
            Answer("mibian", lambda: of_mibian("Me"), how="`Me`"),
            Answer("mibian", lambda: of_mibian("GK"), "error",
                   "its Garman-Kohlhagen theta discounts the strike at the foreign rate, and its vega is per 1.00 "
                   "while that of its other models is per point", "`GK`"),
            Answer("QuantLib", lambda: [quote.quantlib()[0].theta(), quote.quantlib()[0].vega()]),
            Answer("financepy", of_financepy),
            Answer("blackscholes", lambda: [quote.blackscholes().theta(), quote.blackscholes().vega()]),
        ],
    )  # fmt: skip


def parity(engine):
    call, put = (Quote(flag, 95, 180, volatility=0.25, rate=0.05) for flag in "cp")
    discounted = 95 * math.exp(-0.05 * 180 / 365)

    def of_mibian():
        import mibian

        c, p = (float(q.exact().price()) for q in (call, put))
        return [SPOT + mibian.BS([SPOT, 95, 5, 180], callPrice=c, putPrice=p).putCallParity]

    return Case(
        "Put-call parity",
        "Spot 100, strike 95, 180 days, rate 5 %, volatility 25 %; the exact prices of call and put.",
        "call - put + discounted strike, which equals the spot", [SPOT],
        [engine.price(call, "price")[0] - engine.price(put, "price")[0] + discounted],
        [Answer("mibian", of_mibian, "error",
                "its prices use continuous compounding, its `putCallParity` annual compounding",
                "100 + `putCallParity`")],
        tolerance=1e-12,
    )  # fmt: skip


def prices(quotes, reasons):
    return [
        Answer(tool, lambda price=price: each(lambda q=q: price(q) for q in quotes), *reasons.get(tool, ()))
        for tool, price in PRICE.items()
    ]


def far_prices(engine):
    options = [("c", 105, 0.25), ("p", 50, 0.3), ("c", 200, 0.3)]
    quotes = [Quote(flag, strike, 30, volatility=volatility) for flag, strike, volatility in options]
    cancel = "rounding", "the error is below 1e-14, but cancellation makes a price negative"
    return Case(
        "Prices far out of the money",
        "Spot 100, rate 4 %, 30 days; a call 105 at 25 % (not far), a put 50 at 30 %, a call 200 at 30 %.",
        "prices", [q.exact().price() for q in quotes], [engine.price(q, "price")[0] for q in quotes],
        prices(quotes, {
            "fast-vollib": cancel, "QuantLib": cancel, "blackscholes": cancel,
            "financepy": ("convention", "its normal distribution is accurate to six decimals, as documented"),
        }),
    )  # fmt: skip


def signs(engine):
    call = Quote("c", 100, 91, volatility=0.3)
    legs = [("p", 80, 1), ("p", 90, -1), ("c", 110, -1), ("c", 120, 1)]
    condor = [Quote(flag, strike, 91, volatility=0.3) for flag, strike, _ in legs]

    def of_blackscholes():
        from blackscholes import BlackScholesIronCondorLong

        condor = BlackScholesIronCondorLong(SPOT, 80, 90, 110, 120, call.years, RATE, 0.3)
        return [call.blackscholes().dual_delta(), condor.price()]

    return Case(
        "Signs",
        "Spot 100, rate 4 %, volatility 30 %, 91 days; a call 100, and put(80) - put(90) - call(110) + call(120).",
        "dual delta of the call, price of the condor",
        [call.exact().dual_delta(), sum(q.exact().price() * n for q, (_, _, n) in zip(condor, legs))],
        [*engine.price(call, "dualDelta", all_greeks=True),
         sum(engine.price(q, "price")[0] * n for q, (_, _, n) in zip(condor, legs))],
        [Answer("blackscholes", of_blackscholes, "error",
                "dual delta, documented as the derivative with respect to the strike, is positive; "
                "`BlackScholesIronCondorLong`, documented as this sum, has the opposite sign")],
    )  # fmt: skip
