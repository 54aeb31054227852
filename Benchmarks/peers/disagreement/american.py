"""Cases about early exercise and dividends at ex-dates."""

import json
from datetime import timedelta
from pathlib import Path

from .case import Answer, Case
from .exact import call_with_dividend
from .quotes import quantlib_process
from .strategies import START

REFERENCE = Path(__file__).resolve().parents[3] / "Fixtures/reference/american.json"
BOUND = 1e-6  # of the price; docs/accuracy.md has the bounds in parts of the strike
APPROXIMATION = "convention", "an approximation, as documented"


def quantlib(terms, engine, *arguments, american=True):
    """The price by an engine of QuantLib."""
    import QuantLib as ql

    today, process = quantlib_process(terms["spot"], terms["rate"], 0, terms["volatility"])
    end = today + terms["days"]
    kind = ql.Option.Call if terms["type"] == "call" else ql.Option.Put
    exercise = ql.AmericanExercise(today, end) if american else ql.EuropeanExercise(end)
    option = ql.VanillaOption(ql.PlainVanillaPayoff(kind, terms["strike"]), exercise)
    option.setPricingEngine(getattr(ql, engine)(process, *arguments))
    return [option.NPV()]


def financepy(terms, method):
    from financepy.market.curves.flat_discount_curve import FlatDiscountCurve
    from financepy.models.black_scholes import BlackScholes
    from financepy.products.equity import EquityAmericanOption
    from financepy.utils import Date, OptionTypes
    from financepy.utils.global_types import BlackScholesTypes

    today = Date(START.day, START.month, START.year)
    kind = OptionTypes.AMERICAN_CALL if terms["type"] == "call" else OptionTypes.AMERICAN_PUT
    option = EquityAmericanOption(today.add_days(terms["days"]), float(terms["strike"]), kind)
    curves = FlatDiscountCurve(today, terms["rate"]), FlatDiscountCurve(today, 0.0)
    model = BlackScholes(terms["volatility"], BlackScholesTypes[method])
    return [float(option.value(today, float(terms["spot"]), *curves, model))]


def request(terms):
    return {
        "type": terms["type"], "exercise": "american", "currentPrice": terms["spot"], "strikePrice": terms["strike"],
        "timeToExpiration": terms["days"] / 365, "riskFreeRate": terms["rate"], "volatility": terms["volatility"],
    }  # fmt: skip


def put(engine):
    terms = {"type": "put", "spot": 90.33234, "strike": 100.0, "days": 365, "rate": 0.05, "volatility": 0.35}
    exact = next(
        float(row["price"]) for row in json.loads(REFERENCE.read_text())["cases"]
        if (row["type"], row["S"], row["T"], row["r"], row["q"], row["sigma"]) == ("put", 90.33234, 1, 0.05, 0, 0.35)
    )  # fmt: skip

    def scheme():
        import QuantLib as ql

        return ql.QdFpAmericanEngine.accurateScheme()

    def tree(name, steps, how):
        return Answer("QuantLib", lambda: quantlib(terms, name, "crr", steps), *APPROXIMATION, how=how)

    return Case(
        "An American put",
        "Spot 90.33234, strike 100, a year, rate 5 %, volatility 35 %. The exact price solves the equation of the boundary of exercise in 30 "
        "digits (`Fixtures/reference/american.py`).",
        "price", [exact], [engine.run("price", request(terms))["price"]],
        [
            Answer("QuantLib", lambda: quantlib(terms, "QdFpAmericanEngine", scheme()), how="QdFp, accurate"),
            tree("BinomialVanillaEngine", 801, "binomial tree of 801 steps"),
            Answer("QuantLib", lambda: quantlib(terms, "FdBlackScholesVanillaEngine"), *APPROXIMATION, how="finite differences, defaults"),
            Answer("QuantLib", lambda: quantlib(terms, "BaroneAdesiWhaleyApproximationEngine"), *APPROXIMATION, how="Barone-Adesi and Whaley"),
            Answer("QuantLib", lambda: quantlib(terms, "BjerksundStenslandApproximationEngine"), *APPROXIMATION, how="Bjerksund and Stensland"),
            *(
                Answer("financepy", lambda method=method: financepy(terms, method), *APPROXIMATION, how=f"`{method}`")
                for method in ("DEFAULT", "BARONE_ADESI", "FINITE_DIFFERENCE", "PSOR")
            ),
        ],
        bound=BOUND,
    )  # fmt: skip


def dividend(engine):
    terms = {"type": "call", "spot": 100.0, "strike": 95.0, "days": 365, "rate": 0.05, "volatility": 0.25}
    day, amount = 219, 4.0
    exact = [
        call_with_dividend(terms["spot"], terms["strike"], 1, terms["rate"], terms["volatility"], day / 365, amount, american)
        for american in (True, False)
    ]  # fmt: skip
    row = {"exDate": str(START + timedelta(day)), "amount": amount}
    with_dividend = request(terms) | {"valuationDate": str(START), "expirationDate": str(START + timedelta(365)), "dividends": [row]}
    del with_dividend["timeToExpiration"]
    ours = [engine.run("price", with_dividend | {"exercise": name})["price"] for name in ("american", "european")]

    def differences(*model):
        def ask():
            import QuantLib as ql

            today, _ = quantlib_process(terms["spot"], terms["rate"], 0, terms["volatility"])
            found = [getattr(ql.FdBlackScholesVanillaEngine, name) for name in model]
            schedule = ql.DividendVector([today + day], [amount])
            more = (schedule, 1000, 1000, 0, ql.FdmSchemeDesc.Douglas(), False, -1.0, *found)
            return [quantlib(terms, "FdBlackScholesVanillaEngine", *more, american=american)[0] for american in (True, False)]

        return ask

    return Case(
        "A dividend",
        "Spot 100, strike 95, a year, rate 5 %, volatility 25 %; a dividend of 4 after 219 days; calls. The exact prices are integrals in 50 "
        "digits: without another dividend or a yield, a call is exercised early only just before the ex-date.",
        "American, European", exact, ours,
        [
            Answer("QuantLib", differences(), *APPROXIMATION, how="finite differences, 1,000 times 1,000"),
            Answer("QuantLib", differences("Escrowed"), "convention", "another model: the price less the dividend's present value is lognormal",
                   how="the same, escrowed"),
        ],
        bound=BOUND,
    )  # fmt: skip
