"""Exact answers: payoffs in fractions, the Black-Scholes-Merton model in 50 digits.
Shares no code with the engine or with a tool that is compared with it."""

from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from mpmath import erfc, exp, inf, log, mp, mpf, npdf, quad, sqrt

mp.dps = 50


class Leg(NamedTuple):
    type: str
    position: str
    strike: float
    premium: float
    quantity: int = 1
    volatility: float | None = None
    days: int | None = None

    @property
    def shares(self):
        """The number of shares, negative for a short position."""
        return 100 * self.quantity * (1 if self.position == "long" else -1)

    @property
    def flag(self):
        return self.type[0]


def fraction(number):
    """The exact value of the decimal as written: 1.1 is eleven tenths."""
    return Fraction(str(number))


def real(number):
    if isinstance(number, mpf):
        return number
    number = fraction(number)
    return mpf(number.numerator) / number.denominator


def payoff(leg, price):
    return max((price - fraction(leg.strike)) * (1 if leg.type == "call" else -1), 0)


def profit(legs, price):
    """The profit of all legs at expiration."""
    return sum(leg.shares * (payoff(leg, price) - fraction(leg.premium)) for leg in legs)


class Metrics(NamedTuple):
    net_cost: Fraction
    maximum: Fraction
    minimum: Fraction
    break_evens: list


def metrics(legs):
    """Computed from the corners of the payoff and its last slope. An interval of zeros contributes both ends."""
    corners = sorted({Fraction(0), *(fraction(leg.strike) for leg in legs)})
    values = [profit(legs, corner) for corner in corners]
    slope = sum(leg.shares for leg in legs if leg.type == "call")
    zeros = {corner for corner, value in zip(corners, values) if value == 0}
    for (a, b), (left, right) in zip(pairwise(corners), pairwise(values)):
        if left * right < 0:
            zeros.add(a - left * (b - a) / (right - left))
    if values[-1] * slope < 0:
        zeros.add(corners[-1] - values[-1] / slope)
    return Metrics(
        sum(leg.shares * fraction(leg.premium) for leg in legs),
        inf if slope > 0 else max(values), -inf if slope < 0 else min(values), sorted(zeros),
    )  # fmt: skip


def normal(x):
    return erfc(-x / sqrt(mpf(2))) / 2


class Option:
    """A European option, per share. `years` is a fraction or a decimal as written."""

    def __init__(self, flag, spot, strike, years, rate, volatility, dividend_yield=0):
        self.sign = 1 if flag == "c" else -1
        self.spot, self.strike, self.rate, self.dividend_yield = map(real, (spot, strike, rate, dividend_yield))
        self.years, self.volatility = real(years), real(volatility)
        self.deviation = self.volatility * sqrt(self.years)
        carry = self.rate - self.dividend_yield
        self.d1 = (log(self.spot / self.strike) + carry * self.years) / self.deviation + self.deviation / 2
        self.d2 = self.d1 - self.deviation
        self.discounted_spot = self.spot * exp(-self.dividend_yield * self.years)
        self.discounted_strike = self.strike * exp(-self.rate * self.years)

    def price(self):
        s = self.sign
        return s * (self.discounted_spot * normal(s * self.d1) - self.discounted_strike * normal(s * self.d2))

    def delta(self):
        return self.sign * normal(self.sign * self.d1) * self.discounted_spot / self.spot

    def gamma(self):
        return npdf(self.d1) * self.discounted_spot / (self.spot**2 * self.deviation)

    def vega(self):
        """Vega per 1.00 of volatility."""
        return self.discounted_spot * npdf(self.d1) * sqrt(self.years)

    def theta(self):
        """Theta per year."""
        s = self.sign
        decay = self.discounted_spot * npdf(self.d1) * self.volatility / (2 * sqrt(self.years))
        interest = self.rate * self.discounted_strike * normal(s * self.d2)
        dividends = self.dividend_yield * self.discounted_spot * normal(s * self.d1)
        return -decay - s * interest + s * dividends

    def dual_delta(self):
        return -self.sign * normal(self.sign * self.d2) * self.discounted_strike / self.strike

    def in_the_money(self):
        return normal(self.sign * self.d2)

    def touching(self):
        """The probability that the price reaches the strike before expiration, undiscounted."""
        drift = self.rate - self.dividend_yield - self.volatility**2 / 2
        distance = log(self.strike / self.spot)
        side = 1 if distance > 0 else -1
        direct = normal(side * (drift * self.years - distance) / self.deviation)
        reflected = normal(side * (-drift * self.years - distance) / self.deviation)
        return direct + exp(2 * drift * distance / self.volatility**2) * reflected


def call_with_dividend(spot, strike, years, rate, volatility, paid, amount, american):
    """A call on a share that pays one dividend after `paid` years: the discounted mean of its value just before the ex-date. Without a
    yield, that is the only time at which early exercise can be worthwhile."""
    spot, strike, paid, amount = map(real, (spot, strike, paid, amount))
    deviation = real(volatility) * sqrt(paid)

    def price(z):
        return spot * exp(real(rate) * paid - deviation**2 / 2 + deviation * z)

    def held(z):
        ex_dividend = price(z) - amount
        return Option("c", ex_dividend, strike, real(years) - paid, rate, volatility).price() if ex_dividend > 0 else mpf(0)

    def gain(z):
        return price(z) - strike - held(z)

    ends = [mpf(-12), (log(amount / spot) + deviation**2 / 2 - real(rate) * paid) / deviation, mpf(0), mpf(12)]
    if american:
        low, high = ends[0], ends[-1]
        while high - low > mpf(10) ** -30:
            middle = (low + high) / 2
            low, high = (low, middle) if gain(middle) > 0 else (middle, high)
        ends.append(low)
    value = quad(lambda z: npdf(z) * (max(held(z), price(z) - strike) if american else held(z)), sorted(ends))
    return exp(-real(rate) * paid) * value


def implied_volatility(price, flag, spot, strike, years, rate):
    """The volatility at the exact value of the price's double, by bisection. `None` if no volatility up to 100 gives the price."""
    target, low, high = mpf(price), mpf("1e-6"), mpf(100)

    def below(volatility):
        return Option(flag, spot, strike, years, rate, volatility).price() < target

    if not below(low) or below(high):
        return None
    while high - low > mpf(10) ** -30:
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return low


def probabilities(legs, spot, years, rate, volatility):
    """The probability of a profit and the mean profit, undiscounted, for a single expiration."""
    found = metrics(legs)
    ends = [Fraction(0), *found.break_evens]
    chance = mpf(0)
    for low, high in zip(ends, [*ends[1:], None]):
        middle = low + 1 if high is None else (low + high) / 2
        if high != low and profit(legs, middle) > 0:
            above = Option("c", spot, low, years, rate, volatility).in_the_money() if low else 1
            beyond = Option("c", spot, high, years, rate, volatility).in_the_money() if high else 0
            chance += above - beyond
    mean = -real(found.net_cost)
    for leg in legs:
        price = Option(leg.flag, spot, leg.strike, years, rate, volatility).price()
        mean += leg.shares * price * exp(real(rate) * real(years))
    return chance, mean


def first_expiration(legs, price, rate):
    """The profit at the first expiration; the model values later legs, each at its own volatility."""
    first = min(leg.days for leg in legs)
    total = mpf(0)
    for leg in legs:
        if leg.days == first:
            value = max((price - real(leg.strike)) * (1 if leg.type == "call" else -1), 0)
        else:
            value = Option(leg.flag, price, leg.strike, Fraction(leg.days - first, 365), rate, leg.volatility).price()
        total += leg.shares * (value - real(leg.premium))
    return total
