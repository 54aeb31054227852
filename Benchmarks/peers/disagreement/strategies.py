"""Calls the tools for strategies. Each tool is imported where it is called, so that the others run without it."""

import contextlib
import io
import math
import os
import warnings
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

os.environ["MPLBACKEND"] = "Agg"  # opstrat draws
SPOT, RATE = 100, 0.04
START = date(2026, 1, 2)


def quietly(ask):
    """Calls a tool. If it raises an exception, the name of the exception is the answer."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            return ask()
        except Exception as problem:
            return f"raises `{type(problem).__name__}`"


def each(asks):
    return [quietly(ask) for ask in asks]


def optionlab(legs, days=30, volatility=0.25, domain=(50, 150), **more):
    from optionlab import run_strategy

    strategy = [
        {"type": leg.type, "action": "buy" if leg.position == "long" else "sell", "strike": leg.strike,
         "premium": leg.premium, "n": abs(leg.shares)} | ({"expiration": leg.days} if leg.days else {})
        for leg in legs
    ]  # fmt: skip
    inputs = {
        "stock_price": SPOT, "volatility": volatility, "interest_rate": RATE, "days_to_target_date": days,
        "discard_nonbusiness_days": False, "min_stock": domain[0], "max_stock": domain[1], "strategy": strategy,
    }  # fmt: skip
    return run_strategy(inputs | more)


def optionlab_ranges(legs, **more):
    return [end for ends in optionlab(legs, **more).profit_ranges for end in ends if 0 < end < math.inf]


def optionlab_extremes(legs, **more):
    found = optionlab(legs, **more)
    return [found.maximum_return_in_the_domain, found.minimum_return_in_the_domain]


def opstrat_chart(legs):
    """The prices and profits of the chart."""
    import matplotlib.pyplot as plt
    import opstrat

    drawn = [
        {"op_type": leg.flag, "strike": leg.strike, "tr_type": leg.position[0].replace("l", "b"),
         "op_pr": leg.premium, "contract": abs(leg.shares)} for leg in legs
    ]  # fmt: skip
    opstrat.multi_plotter(spot=SPOT, op_list=drawn)
    line = next(line for line in plt.gca().lines if line.get_label() == "combined")
    plt.close()
    return line.get_xdata(), line.get_ydata()


def crossings(prices, profits):
    found = [
        a - left * (b - a) / (right - left)
        for a, b, left, right in zip(prices, prices[1:], profits, profits[1:]) if left * right < 0
    ]  # fmt: skip
    return [round(float(price), 6) for price in found]


def optstrat(legs):
    from optstrat import OptionStrategy

    strategy = OptionStrategy("", SPOT)
    for leg in legs:
        getattr(strategy, f"{leg.position}_{leg.type}")(leg.strike, leg.premium, leg.quantity)
    return strategy


def fast_vollib(legs, days=30):
    from fast_vollib.instruments import InstrumentRef, OptionType, SettlementType
    from fast_vollib.observations import ObservationStamp
    from fast_vollib.portfolio import ListedContract, OptionLeg, Position, hypothetical_snapshot

    start = datetime(2026, 1, 2, tzinfo=timezone.utc)
    stamp = ObservationStamp(
        event_time=start, available_time=start, recorded_at=start, source="example", world_id="example"
    )

    def contract(index, leg):
        end = start + timedelta(days=leg.days or days)
        return ListedContract(
            key=str(index), underlier=InstrumentRef(identifier="XYZ"), option_type=OptionType(leg.type),
            strike=Decimal(str(leg.strike)), expiry_date=end.date(), exercise="european",
            settlement=SettlementType.CASH, multiplier=Decimal(100), deliverable="standard_cash_equivalent:100",
            currency="USD", stamp=stamp, expiry_instant=end, expiry_policy="given",
        )  # fmt: skip

    position = Position.from_legs(
        OptionLeg(
            contract=contract(index, leg), quantity=leg.shares // 100, leg_id=str(index),
            allocated_entry=Decimal(str(leg.premium)), allocated_fees=Decimal(0),
        )
        for index, leg in enumerate(legs)
    )  # fmt: skip
    return hypothetical_snapshot(position, valuation_time=start, knowledge_cutoff=start, world_id="example")


def fast_vollib_profile(legs, **more):
    from fast_vollib.pnl import expiry_profile

    return expiry_profile(
        fast_vollib(legs, **more), [float(SPOT)], terminal_assumption="standard_intrinsic_equivalent",
        convention="act_365",
    )  # fmt: skip


def fast_vollib_extremes(legs):
    found = fast_vollib_profile(legs).metrics
    return [float(found.maximum_pnl), float(found.minimum_pnl)]


def fast_vollib_greeks(legs, days, volatility):
    from fast_vollib.instruments import VanillaMarketInputs
    from fast_vollib.pnl import position_greeks

    market = VanillaMarketInputs(underlying=float(SPOT), rate=RATE, volatility=volatility, dividend_yield=0.0)
    return position_greeks(
        fast_vollib(legs, days), market, model="black_scholes_merton", backend="numpy", convention="act_365",
        report_units="annual_unit",
    ).net  # fmt: skip


def fast_vollib_probability(legs, days, volatility):
    from fast_vollib.pnl import LognormalTerminal, probability_of_profit

    law = LognormalTerminal(
        spot=SPOT, drift=RATE, sigma=volatility, T=days / 365, measure="risk_neutral", convention="act_365"
    )
    return probability_of_profit(fast_vollib_profile(legs, days=days), law).probability


def financepy_option(leg, *greeks):
    """The greeks of a position, as the tool returns them."""
    from financepy.market.curves.flat_discount_curve import FlatDiscountCurve
    from financepy.models.black_scholes import BlackScholes
    from financepy.products.equity import EquityVanillaOption
    from financepy.utils import Date, OptionTypes

    today = Date(START.day, START.month, START.year)
    kind = OptionTypes.EUROPEAN_CALL if leg.type == "call" else OptionTypes.EUROPEAN_PUT
    option = EquityVanillaOption(today.add_days(leg.days), float(leg.strike), kind, float(leg.shares))
    market = FlatDiscountCurve(today, RATE), FlatDiscountCurve(today, 0.0), BlackScholes(leg.volatility)
    return [float(getattr(option, greek)(today, float(SPOT), *market)) for greek in greeks]
