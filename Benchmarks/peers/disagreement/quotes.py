"""Calls the tools for single options. Each tool is imported where it is called, as in strategies.py."""

from typing import NamedTuple

from .exact import Option
from .strategies import RATE, SPOT, START


class Quote(NamedTuple):
    """An option, with a price or a volatility."""

    flag: str
    strike: float
    days: int
    price: float = 0
    volatility: float = 0
    rate: float = RATE
    dividend_yield: float = 0

    @property
    def type(self):
        return {"c": "call", "p": "put"}[self.flag]

    @property
    def years(self):
        return self.days / 365

    def request(self):
        return {
            "type": self.type, "currentPrice": SPOT, "strikePrice": self.strike, "timeToExpiration": self.years,
            "riskFreeRate": self.rate, "dividendYield": self.dividend_yield,
        }  # fmt: skip

    def exact(self):
        return Option(self.flag, SPOT, self.strike, self.years, self.rate, self.volatility, self.dividend_yield)

    def quantlib(self):
        import QuantLib as ql

        today, process = quantlib_process(SPOT, self.rate, self.dividend_yield, self.volatility or 0.2)
        kind = ql.Option.Call if self.flag == "c" else ql.Option.Put
        option = ql.VanillaOption(ql.PlainVanillaPayoff(kind, self.strike), ql.EuropeanExercise(today + self.days))
        option.setPricingEngine(ql.AnalyticEuropeanEngine(process))
        return option, process

    def mibian(self, **more):
        import mibian

        return mibian.BS([SPOT, self.strike, self.rate * 100, self.days], **more)

    def blackscholes(self):
        import blackscholes

        kind = blackscholes.BlackScholesCall if self.flag == "c" else blackscholes.BlackScholesPut
        return kind(SPOT, self.strike, self.years, self.rate, self.volatility, self.dividend_yield)

    def financepy(self):
        from financepy.utils.global_types import OptionTypes

        kind = OptionTypes.EUROPEAN_CALL if self.flag == "c" else OptionTypes.EUROPEAN_PUT
        return kind.value


def quantlib_process(spot, rate, dividend_yield, volatility):
    """The date of valuation, and the process of the price."""
    import QuantLib as ql

    today = ql.Date(START.day, START.month, START.year)
    ql.Settings.instance().evaluationDate = today
    days = ql.Actual365Fixed()

    def flat(rate):
        return ql.YieldTermStructureHandle(ql.FlatForward(today, rate, days))

    process = ql.BlackScholesMertonProcess(
        ql.QuoteHandle(ql.SimpleQuote(spot)), flat(dividend_yield), flat(rate),
        ql.BlackVolTermStructureHandle(ql.BlackConstantVol(today, ql.NullCalendar(), volatility, days)),
    )  # fmt: skip
    return today, process


def optionlab_volatility(q):
    from optionlab.black_scholes import get_implied_vol

    return get_implied_vol(q.type, q.price, SPOT, q.strike, q.rate, q.years)


def mibian_volatility(q):
    return q.mibian(**{q.type + "Price": q.price}).impliedVolatility / 100


def vollib_volatility(q):
    from vollib.black_scholes.implied_volatility import implied_volatility

    return float(implied_volatility(q.price, SPOT, q.strike, q.years, q.rate, q.flag))


def fast_vollib_volatility(q):
    from fast_vollib import fast_implied_volatility

    found = fast_implied_volatility([q.price], SPOT, q.strike, q.years, q.rate, [q.flag], return_as="numpy")
    return float(found[0])


def financepy_volatility(q):
    from financepy.models.black_scholes_analytic import implied_volatility

    found = implied_volatility(float(SPOT), q.years, float(q.strike), q.rate, 0.0, q.price, q.financepy())
    return "`None`" if found is None else float(found)


def quantlib_volatility(q):
    option, process = q.quantlib()
    return option.impliedVolatility(q.price, process)


VOLATILITY = {
    "optionlab": optionlab_volatility, "mibian": mibian_volatility, "vollib": vollib_volatility,
    "fast-vollib": fast_vollib_volatility, "financepy": financepy_volatility, "QuantLib": quantlib_volatility,
}  # fmt: skip


def optionlab_price(q):
    from optionlab.black_scholes import get_bs_info

    found = get_bs_info(SPOT, q.strike, q.rate, q.volatility, q.years)
    return float(found.call_price if q.flag == "c" else found.put_price)


def mibian_price(q):
    found = q.mibian(volatility=q.volatility * 100)
    return float(found.callPrice if q.flag == "c" else found.putPrice)


def vollib_price(q):
    from vollib.black_scholes import black_scholes

    return float(black_scholes(q.flag, SPOT, q.strike, q.years, q.rate, q.volatility))


def fast_vollib_price(q):
    from fast_vollib import fast_black_scholes

    return float(fast_black_scholes([q.flag], SPOT, q.strike, q.years, q.rate, q.volatility, return_as="numpy")[0])


def financepy_price(q):
    from financepy.models.black_scholes_analytic import european_value

    return float(european_value(float(SPOT), q.years, float(q.strike), q.rate, 0.0, q.volatility, q.financepy()))


def opstrat_price(q):
    from opstrat import black_scholes

    found = black_scholes(t=q.days, r=q.rate * 100, v=q.volatility * 100, K=q.strike, St=SPOT, type=q.flag)
    return float(found["value"]["option value"])


PRICE = {
    "optionlab": optionlab_price, "opstrat": opstrat_price, "mibian": mibian_price, "vollib": vollib_price,
    "fast-vollib": fast_vollib_price, "financepy": financepy_price, "QuantLib": lambda q: q.quantlib()[0].NPV(),
    "blackscholes": lambda q: q.blackscholes().price(),
}  # fmt: skip
