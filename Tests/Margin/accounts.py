"""Random accounts as requests of `options margin`: strikes around the price, premiums and market values near the Black-Scholes value."""
import math
from datetime import date

TODAY = date(2026, 1, 2)
DATES = [date(2026, 2, 20), date(2026, 3, 20), date(2026, 6, 18), date(2026, 12, 18)]
STEPS = {24: 1, 58: 2.5, 95: 5, 180: 5, 410: 10, 1060: 25}


def black_scholes(call, spot, strike, years, volatility):
    normal = lambda x: .5 * math.erfc(-x / math.sqrt(2))
    d = (math.log(spot / strike) + volatility ** 2 / 2 * years) / volatility / math.sqrt(years)
    price = spot * normal(d) - strike * normal(d - volatility * math.sqrt(years))
    return price if call else price - spot + strike


def account(rng, legs, largest):
    """An account of as many legs, of up to `largest` contracts each, on one to four dates."""
    kind = rng.choice(["equity"] * 4 + ["narrowIndex", "broadIndex", "broadIndex"])
    leverage = rng.choice([1] * 8 + [2, 3]) if kind == "equity" else 1
    style = "american" if kind == "equity" else rng.choice(["american", "european"])
    base = rng.choice(list(STEPS))
    spot = round(base * rng.uniform(.93, 1.07), 2)
    dates = sorted(rng.sample(DATES, rng.choice([1, 1, 2, 2, 3] if legs < 50 else [1, 2, 3, 4])))
    volatility = rng.uniform(.18, .6)
    rows = []
    if kind == "equity" and rng.random() < .4:
        count = rng.choice([100, 100, 150, 200, 300] if largest < 5 else [500, 1050, 1200])
        rows.append({"type": "stock", "position": rng.choice(["long", "long", "short"]), "quantity": count,
                     "premium": round(base * rng.uniform(.9, 1.1), 2)})
    reach = max(4, legs // (3 * len(dates)))
    middle = round(base / STEPS[base]) * STEPS[base]
    strikes = [round(middle + STEPS[base] * n, 2) for n in range(-reach, reach + 1)]
    series = [(call, k, expiry) for call in (True, False) for k in strikes if k > 0 for expiry in dates]
    for call, strike, expiry in rng.sample(series, min(len(series), legs - len(rows))):
        years = (expiry - TODAY).days / 365
        price = lambda s, t: max(.01, round(black_scholes(call, s, strike, t, volatility), 2))
        rows.append({"type": "call" if call else "put", "position": "short" if rng.random() < .53 else "long",
                     "strikePrice": strike, "premium": price(base, years + .05), "marketValue": price(spot, years),
                     "quantity": rng.randint(1, largest), "expirationDate": expiry.isoformat()})
    return {"accountType": "margin", "valuationDate": TODAY.isoformat(), "currentPrice": spot,
            "underlying": {"class": kind, "leverageFactor": leverage, "exerciseStyle": style}, "legs": rows,
            "include": ["certificate"]}


def contracts(request):
    """The contracts and the lots of shares that they may need."""
    count = sum(leg["quantity"] for leg in request["legs"] if leg["type"] != "stock")
    shares = sum(leg["quantity"] for leg in request["legs"] if leg["type"] == "stock")
    return count + min(count, shares // 100)


def small(rng, fewest, most):
    """An account of as many contracts and lots of shares."""
    while True:
        request = account(rng, rng.randint(2, 10), rng.choice([1, 1, 2, 3, 4]))
        if fewest <= contracts(request) <= most:
            return request
