"""Risk-based margin by the prices of `options price`: each leg at the price of the underlying, and at the ten prices of the range."""
import json
import subprocess
from datetime import timedelta

from accounts import TODAY, account

RANGES = {"equity": (-.15, .15), "narrowIndex": (-.15, .15), "highCapBroadIndex": (-.08, .06), "broadIndex": (-.1, .1)}


def request(rng):
    """An account with rates and dividends. Of some legs the volatility is given, of others the market value implies it."""
    result = account(rng, rng.randint(1, 8), 10) | {"method": "portfolio"}
    del result["include"]
    result["riskFreeRate"] = rng.choice([0, .01, .03, .05, -.005])
    result["dividendYield"] = rng.choice([0, 0, .01, .04])
    days = rng.sample(range(1, 340), rng.choice([0, 0, 1, 2, 3]))
    result["dividends"] = [{"exDate": (TODAY + timedelta(days=day)).isoformat(),
                            "amount": round(result["currentPrice"] * rng.uniform(.002, .02), 2)} for day in sorted(days)]
    underlying = result["underlying"]
    if rng.random() < .3:
        underlying["exerciseStyle"] = "european" if underlying["exerciseStyle"] == "american" else "american"
    if underlying["class"] == "broadIndex" and rng.random() < .5:
        underlying["portfolioClass"] = "highCapBroadIndex"
    if rng.random() < .2:
        result["portfolio"] = {"range": {"down": -round(rng.uniform(.05, .3), 2), "up": round(rng.uniform(.05, .3), 2)},
                               "points": rng.choice([2, 6, 20]), "minimumPerContract": rng.choice([0, 37.5, 250])}
    for leg in result["legs"]:
        if leg["type"] == "stock":
            continue
        if rng.random() < .2:
            leg["sharesPerContract"] = rng.choice([10, 150])
        # Rates and dividends may put a market value outside the values that a volatility can give.
        if rng.random() < .5 or not implies(result, leg):
            leg["impliedVolatility"] = round(rng.uniform(.05, .9), 3)
    return result


def implies(result, leg):
    """Whether the market value of a leg is far enough above every payoff, at each ex-date and now."""
    spot, strike = result["currentPrice"], leg["strikePrice"]
    least = max(spot - strike, 0) if leg["type"] == "call" else max(strike - spot, 0)
    return least == 0 and leg["marketValue"] > .2


def prices(options, result, volatilities, spots):
    """The price of each leg at each price of the underlying; of shares, that price."""
    lines, places = [], []
    table = [[spot] * len(result["legs"]) for spot in spots]
    for number, leg in enumerate(result["legs"]):
        if leg["type"] == "stock":
            continue
        for row, spot in enumerate(spots):
            places.append((row, number))
            lines.append(json.dumps({
                "type": leg["type"], "strikePrice": leg["strikePrice"], "currentPrice": spot, "volatility": volatilities[number],
                "valuationDate": result["valuationDate"], "expirationDate": leg["expirationDate"],
                "riskFreeRate": result["riskFreeRate"], "dividendYield": result["dividendYield"],
                "dividends": result["dividends"], "exercise": result["underlying"]["exerciseStyle"]}))
    run = subprocess.run([options, "price"], input="\n".join(lines).encode(), capture_output=True, check=True)
    for (row, number), line in zip(places, run.stdout.splitlines(), strict=True):
        table[row][number] = json.loads(line)["price"]
    return table


def check(options, result, answer):
    """Asserts that an answer is what the prices of `options price` give. Returns the greatest difference of a profit, as a fraction
    of the value of all positions."""
    underlying, parameters = result["underlying"], result.get("portfolio", {})
    down, up = RANGES[underlying.get("portfolioClass", underlying["class"])]
    down, up = (parameters.get("range", {}).get(name, value) * underlying["leverageFactor"]
                for name, value in (("down", down), ("up", up)))
    half = parameters.get("points", 10) // 2
    moves = [max(down, -1) * n / half for n in range(half, 0, -1)] + [up * n / half for n in range(1, half + 1)]
    spots = [result["currentPrice"] * (1 + move) for move in moves]
    volatilities = []
    for leg, stated in zip(result["legs"], answer["conventions"]["legs"], strict=True):
        volatilities.append(stated and stated["impliedVolatility"])
        if stated and "impliedVolatility" in leg:
            assert stated == {"impliedVolatility": leg["impliedVolatility"], "source": "given"}
    now, *table = prices(options, result, volatilities, [result["currentPrice"]] + spots)
    held, minimum, size = [], 0, 1
    for leg, price in zip(result["legs"], now):
        sign = 1 if leg["position"] == "long" else -1
        shares = leg["quantity"] * leg.get("sharesPerContract", 1 if leg["type"] == "stock" else 100)
        held.append(sign * shares)
        size += shares * price
        if leg["type"] == "stock":
            continue
        if "impliedVolatility" not in leg:
            assert abs(price - leg["marketValue"]) < 1e-7 * result["currentPrice"], (price, leg)
        contracts = parameters.get("minimumPerContract", 37.5) * shares / 100
        minimum += min(contracts, shares * price) if sign > 0 else contracts
    profits = [sum(n * (then - before) for n, then, before in zip(held, row, now)) for row in table]
    loss = max(0, -min(profits))
    errors = [answer["greatestLoss"] - loss, answer["minimum"] - minimum, answer["requirement"] - max(loss, minimum)]
    for scenario, move, spot, profit in zip(answer["scenarios"], moves, spots, profits, strict=True):
        assert abs(scenario["move"] - move) < 1e-9 and abs(scenario["stockPrice"] - spot) < 1e-8
        errors.append(scenario["profitLoss"] - profit)
    # Answers have 8 decimals.
    return max(max(abs(error) - 6e-9, 0) for error in errors) / size
