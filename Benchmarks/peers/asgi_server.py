"""POST /api/rest/options/calculate as a bare ASGI application: no framework, only Python's standard library.
This is the peer of `options-server` in benchmarks. It answers requests that name no date or model, and it rounds in binary,
so a last digit may differ from the contract's.
Run: uvicorn asgi_server:app --no-access-log"""

import json
from math import ceil, floor, isfinite, log10, sqrt

NUMBERS = float, int  # compared by type, because a bool is not a number here
STEPS = [(sqrt(2), 1), (sqrt(5), 2), (sqrt(12.5), 2.5), (sqrt(50), 5), (10, 10)]  # (border, step)

encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def is_amount(value):
    return type(value) in NUMBERS and isfinite(value) and value >= 0


def is_count(value, most):
    return type(value) in NUMBERS and 1 <= value <= most and value % 1 == 0


def read_leg(leg, name):
    """Returns the shares (negative for a short position), the sign, the strike (0 for a stock) and the premium."""
    if type(leg) is not dict:
        raise ValueError(f"{name} must be a JSON object")
    kind, position, strike = leg.get("type"), leg.get("position"), leg.get("strikePrice")
    premium, quantity, shares = leg.get("premium"), leg.get("quantity"), leg.get("sharesPerContract")
    if kind not in ("call", "put", "stock"):
        raise ValueError(f'{name}.type must be "call", "put" or "stock"')
    if position not in ("long", "short"):
        raise ValueError(f'{name}.position must be "long" or "short"')
    if kind == "stock":
        if strike is not None:
            raise ValueError(f'{name}.strikePrice must not be given for type "stock"')
        strike = 0
    elif not is_amount(strike) or strike == 0:
        raise ValueError(f"{name}.strikePrice must be a number greater than 0")
    if not is_amount(premium):
        raise ValueError(f"{name}.premium must be a number, 0 or greater")
    if not is_count(quantity, 1_000_000_000):
        raise ValueError(f"{name}.quantity must be an integer from 1 to 1000000000")
    if shares is None:
        shares = 1 if kind == "stock" else 100
    elif not is_count(shares, 1_000_000):
        raise ValueError(f"{name}.sharesPerContract must be an integer from 1 to 1000000")
    held = quantity * shares
    return held if position == "long" else -held, -1 if kind == "put" else 1, strike, premium


def read(body):
    try:
        request = json.loads(body)
    except ValueError as error:
        raise ValueError(f"the request is not valid JSON: {error}") from None
    if type(request) is not dict:
        raise ValueError("the request must be a JSON object")
    price, legs = request.get("currentPrice"), request.get("legs")
    if not is_amount(price) or price == 0:
        raise ValueError("currentPrice must be a number greater than 0")
    if type(legs) is not list or not 1 <= len(legs) <= 10_000:
        raise ValueError("legs must hold 1 to 10000 legs")
    return price, [read_leg(leg, f"legs[{index}]") for index, leg in enumerate(legs)]


def profits_at(prices, legs, cost):
    totals = [-cost] * len(prices)
    for shares, sign, strike, _ in legs:
        if sign > 0:
            totals = [
                total + shares * (price - strike) if price > strike else total for total, price in zip(totals, prices)
            ]
        else:
            totals = [
                total + shares * (strike - price) if price < strike else total for total, price in zip(totals, prices)
            ]
    return [round(total, 8) + 0.0 for total in totals]  # never -0


def break_evens_between(knots, profits, end_slope):
    """The prices with zero profit, ascending. An interval of such prices contributes its ends."""
    found = set()
    for index, (knot, profit) in enumerate(zip(knots, profits)):
        last = index == len(knots) - 1
        if profit == 0:
            follows = end_slope == 0 if last else profits[index + 1] == 0
            precedes = index > 0 and profits[index - 1] == 0
            if not (follows and precedes):
                found.add(knot)
        elif last:
            if profit * end_slope < 0:
                found.add(knot - profit / end_slope)
        elif profit * profits[index + 1] < 0:
            found.add(knot + (knots[index + 1] - knot) * (profit / (profit - profits[index + 1])))
    return sorted({round(price, 10) for price in found})


def grid_range(price, marks):
    """The grid of multiples of a round step over 0.7 to 1.3 times the price and over the marks plus a margin: the first and the
    last multiple, and the factor and the divisor whose quotient is the step."""
    low, high = price * 7 / 10, price * 13 / 10
    if marks:
        margin = (max(high, *marks) - min(low, *marks)) / 20
        low, high = max(min(low, min(marks) - margin), 0), max(high, max(marks) + margin)
    target = (high - low) / 100
    exponent = floor(log10(target))
    digit = next(step for border, step in STEPS if target / 10**exponent < border)
    # A product and a quotient of whole numbers: each price is the double nearest to its decimal.
    factor, divisor = digit * 10 ** max(exponent, 0), 10 ** max(-exponent, 0)
    return floor(low * divisor / factor + 1e-9), ceil(high * divisor / factor - 1e-9), factor, divisor


def grid(price, marks):
    first, last, factor, divisor = grid_range(price, marks)
    return [index * factor / divisor for index in range(first, last + 1)]


def calculate(body):
    price, legs = read(body)
    cost = sum(shares * premium for shares, _, _, premium in legs)
    end_slope = sum(shares for shares, sign, _, _ in legs if sign > 0)
    knots = sorted({0, *(strike for _, _, strike, _ in legs)})
    extremes = profits_at(knots, legs, cost)
    break_evens = break_evens_between(knots, extremes, end_slope)
    marks = [strike for _, _, strike, _ in legs if strike] + break_evens
    prices = sorted({*grid(price, marks), *marks, price})
    zero = set(break_evens)  # a break-even is rounded, so the profit there may not be exactly 0
    curve = [
        {"stockPrice": price, "profitLoss": 0 if price in zero else profit}
        for price, profit in zip(prices, profits_at(prices, legs, cost))
    ]
    metrics = {
        "netCost": round(cost, 8),
        "maxProfit": None if end_slope > 0 else max(extremes),
        "maxLoss": None if end_slope < 0 else min(extremes),
        "breakEvenPoints": break_evens,
    }
    return encode({"curve": curve, "metrics": metrics}).encode()


async def answer(scope, receive):
    if scope["path"] == "/health/live":
        return 200, b'{"status":"ok"}'
    if scope["path"] != "/api/rest/options/calculate" or scope["method"] != "POST":
        return 404, b'{"error":"there is nothing here"}'
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    try:
        return 200, calculate(body)
    except (ValueError, OverflowError) as error:
        return 400, encode({"error": str(error)}).encode()


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    status, body = await answer(scope, receive)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
