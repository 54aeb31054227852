"""Random requests of the commands, most of them valid, and mutations of requests."""

import copy
import json
import math

LARGEST = 1.7976931348623157e308

# Infinity stands for a number beyond the range of a double; `text` writes it.
NUMBERS = [
    0, -0.0, 1, -1, 2, 0.5, 1.5, 1.0, 20, 50, 100, 1e2, 365, 0.95, math.nextafter(1, 0), math.nextafter(-1, -2),
    5e-324, -5e-324, 1e-12, 100_000, 100_001, 1_000_000, 1_000_001, 1_000_000_000, 1_000_000_001, 1e15,
    math.nextafter(1e15, math.inf), math.nextafter(1e15, 0), 1e16, 2**63, 2**64, 1e100, 1e300, LARGEST, -LARGEST,
    math.inf, -math.inf,
]
STRINGS = [
    "", "call", "put", "stock", "Call", "long", "short", "greeks", "probability", "valueCurves", "scenarios",
    "strategyName", "allGreeks", "curveDetails", "market", "european", "american", "100", "2026-11-23", "2026-12-18", "2027-01-15", "2027-02-29", "2028-02-29", "2100-02-29",
    "2000-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-1-15", "0000-01-01", "0001-01-01", "9999-12-31",
    "20261123", "２026-11-23", "2026-11-23T15:30:00Z", "2026-11-23t15:30:00.25z", "2026-11-23T15:30:00-05:00",
    "2026-11-23T15:30:00", "2026-11-23 15:30:00Z", "2026-11-23T24:00:00Z", "2026-11-23T15:60:00Z",
    "2026-11-23T15:30:60Z", "2026-12-31T23:59:60Z", "2026-11-23T15:30:00.Z", "2026-11-23T15:30:00+24:00",
    "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00",
]
OTHERS = [None, True, False, [], {}, [None], [1], [{}], ["greeks"], {"a": 1}]
DATES = ["2026-12-18", "2027-01-15", "2027-04-16"]
TIMES = [0.1, 0.25, 0.5, 1]


def maybe(random, probability):
    return random.random() < probability


def leg(random, expiration):
    type = random.choice(["call", "call", "put", "put", "stock"])
    result = {
        "type": type,
        "position": random.choice(["long", "short"]),
        "premium": round(random.uniform(90, 110) if type == "stock" else random.uniform(0, 12), 2),
        "quantity": random.choice([1, 1, 2, 10, 1.0]),
    }
    if type != "stock":
        result["strikePrice"] = random.choice([80, 90, 95, 100, 105, 110, 120])
    if maybe(random, 0.1):
        result["fee"] = random.choice([0, 0.65, 1.3, 100, None])
    if maybe(random, 0.1):
        result["exercise"] = random.choice(["european", "american", None])
    if maybe(random, 0.2):
        result["sharesPerContract"] = random.choice([1, 10, 100, None])
    if expiration == "dates":
        result["expirationDate"] = random.choice(DATES)
    elif expiration == "date":
        result["expirationDate"] = DATES[1]
    elif expiration == "years":
        result["timeToExpiration"] = random.choice(TIMES)
    elif expiration == "any":
        name = random.choice(["expirationDate", "timeToExpiration", "none"])
        if name != "none":
            result[name] = random.choice(DATES if name == "expirationDate" else TIMES)
    if maybe(random, 0.1):
        result["premium"] = None
    elif maybe(random, 0.1):
        del result["premium"]
    if maybe(random, 0.4):
        result["impliedVolatility"] = random.choice([0, 0.15, 0.2, 0.3, 1])
    return result


def legs(random, expiration):
    return [leg(random, expiration) for _ in range(random.choice([1, 1, 2, 2, 3, 4]))]


def value_dates(random):
    return [
        random.choice([0, 0.05, 0.1, 0.25, "2026-11-30", "2026-12-18", "2027-01-15"])
        for _ in range(random.randint(1, 3))
    ]


def dividend(random):
    when = random.choice([{"exDate": random.choice(["2026-12-11", "2027-03-12", "2025-01-02"])}, {"timeToExDate": 0.05}])
    return when | random.choice([{"amount": random.choice([0, 0.24, 3])}, {"proportion": random.choice([0, 0.01, 0.3])}])


def market(random, expiration):
    """The members that strategies and books share."""
    result = {"currentPrice": round(random.uniform(90, 110), 2)}
    if maybe(random, 0.9 if expiration in ("date", "dates") else 0.3):
        result["valuationDate"] = random.choice(["2026-11-23", "2026-11-23", "2026-11-23T15:30:00-05:00"])
    if maybe(random, 0.8 if expiration == "request" else 0.15):
        result["timeToExpiration"] = random.choice(TIMES)
    if maybe(random, 0.7):
        result["volatility"] = random.choice([0.1, 0.2, 0.5])
    for name in ["riskFreeRate", "dividendYield"]:
        if maybe(random, 0.3):
            result[name] = random.choice([0, 0.04, -0.01, None])
    if maybe(random, 0.15):
        result["exercise"] = random.choice(["european", "american", "american", None])
    if maybe(random, 0.15):
        result["dividends"] = [dividend(random) for _ in range(random.randint(0, 3))]
    if maybe(random, 0.1):
        if maybe(random, 0.9):
            result.pop("volatility", None)
        # The slope of 3 has arbitrage in the wings.
        result["distribution"] = {
            "forward": 100.5, "timeToExpiration": random.choice([0.25, 1]), "level": 0.01,
            "slope": random.choice([0.1, 3]), "correlation": random.choice([-0.4, 0]), "shift": 0.02, "width": 0.1}
    if maybe(random, 0.2):
        result["curveRange"] = {"minimum": random.choice([0, 50, 90]), "maximum": 150, "points": random.randint(2, 9)}
    if maybe(random, 0.2):
        result["valueDates"] = value_dates(random)
    if maybe(random, 0.2):
        result["confidenceLevels"] = [random.choice([0.5, 0.9, 0.95, 0.999])]
    if maybe(random, 0.1) and "curveRange" not in result:
        result["curvePrices"] = [random.choice([0, 50, 90.5, 100]), 110][random.randint(0, 1):]
    if maybe(random, 0.1):
        result["greekUnits"] = random.choice(["mathematical", "market", None])
    if maybe(random, 0.1):
        result["exclude"] = ["curve"]
    if maybe(random, 0.1):
        result["strict"] = random.choice([True, False, None])
    for name, levels in [
        ("priceLevels", [0, 95.5]), ("profitLevels", [-100, 0, 50]), ("touchLevels", [100, 0]),
        ("standardDeviations", [1, 2]),
    ]:
        if maybe(random, 0.1):
            result[name] = levels
    if maybe(random, 0.3):
        grid = {}
        if maybe(random, 0.5):
            grid["spotShifts"] = [-0.1, 0, 0.1]
        if maybe(random, 0.5):
            grid["volatilityShifts"] = [0, random.choice([0.05, -0.5])]
        if maybe(random, 0.5):
            grid["dates"] = value_dates(random)
        result["scenarioGrid"] = grid
    return result


def calculation(random):
    if maybe(random, 0.25):
        return {"currentPrice": round(random.uniform(1, 500), 2), "legs": legs(random, "none")}
    expiration = random.choice(["none", "date", "dates", "years", "request", "request", "any"])
    result = market(random, expiration)
    result["legs"] = legs(random, expiration)
    if maybe(random, 0.7):
        results = ["greeks", "probability", "valueCurves", "scenarios", "strategyName", "value", "allGreeks", "curveDetails",
                   "earlyExercise"]
        result["include"] = random.sample(results, random.randint(1, 3))
    if maybe(random, 0.3):
        result["id"] = random.choice(["a", 7, 1.5, None, [1], "\"quoted\""])
    return result


def scenario(random):
    if maybe(random, 0.5):
        return calculation(random)
    expiration = random.choice(["date", "dates", "years", "request", "request", "any"])
    result = market(random, expiration)
    result["positions"] = []
    for _ in range(random.randint(1, 3)):
        position = {"legs": legs(random, expiration)}
        if maybe(random, 0.5):
            position["id"] = random.choice(["a", 7, None, {}])
        result["positions"].append(position)
    return result


def split(random):
    """A request of `recognise`."""
    result = {"legs": legs(random, random.choice(["dates", "dates", "years", "none", "any", "request"]))}
    for name, values in [
        ("timeToExpiration", [*TIMES, None]), ("valuationDate", ["2026-11-23", "2026-11-23T15:30:00-05:00", None]),
        ("strict", [True, False, None]),
    ]:
        if maybe(random, 0.3):
            result[name] = random.choice(values)
    return result


def splits_at_limits():
    """Requests of `recognise` with as many legs as allowed, and more."""
    shares = {"type": "stock", "position": "long", "quantity": 1}
    for count in [0, 1, 200, 201]:
        yield {"legs": [shares] * count}


def portfolio(random):
    """A request of `risk`, most of them with 100 scenarios."""
    result = {"scenarios": random.choice([100, 100, 100, 101.0, 10_000, None])}
    if maybe(random, 0.8):
        result["valuationDate"] = random.choice(["2026-11-23", "2026-11-23T15:30:00-05:00"])
    result |= random.choice([
        {"horizonDays": 10}, {"horizonDays": 40.5}, {"timeToHorizon": 0.04}, {"timeToHorizon": 0.04, "horizonDays": None},
        {"horizonDate": "2026-12-04"}, {"horizonDate": "2026-12-04"}, {"horizonDays": 10}, {"horizonDate": "2026-11-20"},
        {"horizonDays": 1, "timeToHorizon": 1}, {},
    ])
    count = random.choice([1, 1, 2, 3])
    result["underlyings"] = []
    for _ in range(count):
        expiration = random.choice(["years", "years", "years", "dates", "dates", "dates", "none", "any"])
        underlying = {
            "currentPrice": round(random.uniform(90, 110), 2), "volatility": random.choice([0.2, 0.5, 0.2, None]),
            "positions": [{"legs": legs(random, expiration)} for _ in range(random.randint(1, 2))],
        }
        if maybe(random, 0.9 if underlying["volatility"] is None else 0.3):
            underlying["history"] = [random.choice([99, 100, 101.5]) for _ in range(random.choice([3, 4, 4, 4]))]
        if maybe(random, 0.2):
            underlying["dividends"] = [dividend(random) for _ in range(random.randint(0, 2))]
        if maybe(random, 0.3):
            underlying["id"] = random.choice(["a", 7, None, {}])
        if maybe(random, 0.2):
            underlying["dividendYield"] = random.choice([0, 0.02, None])
        result["underlyings"].append(underlying)
    size = count if maybe(random, 0.9) else count + 1
    if maybe(random, 0.7):
        rho = random.choice([0, 0.5, 1, -0.4, -1])
        result["correlations"] = [[1 if row == column else rho for column in range(size)] for row in range(size)]
        if maybe(random, 0.2):
            result["correlations"][0][-1] = random.choice([0.9, 0.1])
    for name, values in [
        ("riskFreeRate", [0, 0.04, None]), ("exercise", ["european", "american", None]), ("periodsPerYear", [12, 252, None]),
        ("confidenceLevels", [[0.5], [0.95, 0.999]]), ("seed", [0, 1, 2**53 - 1, 2**53, None]),
        ("include", [["normals"], ["normals", "normals"]]), ("strict", [True, False, None]),
    ]:
        if maybe(random, 0.2):
            result[name] = random.choice(values)
    return result


def portfolios_at_limits():
    """Requests of `risk` whose lists and numbers are as large as allowed, and larger."""
    shares = {"type": "stock", "position": "long", "quantity": 1}
    underlying = {"currentPrice": 100, "volatility": 0.2, "positions": [{"legs": [shares]}]}
    base = {"timeToHorizon": 0.1, "scenarios": 100}
    for scenarios in [99, 100, 10_000_000, 10_000_001]:
        yield base | {"underlyings": [underlying], "scenarios": scenarios}
    yield base | {"underlyings": [underlying | {"positions": [{"legs": [shares]}] * 2}], "scenarios": 6_000_000}
    for count in [0, 1, 1000, 1001]:
        yield base | {"underlyings": [underlying], "confidenceLevels": [0.5] * count}
        yield base | {"underlyings": [underlying], "include": ["normals"] * count}
    for count in [1000, 1001]:
        yield base | {"underlyings": [underlying] * count, "correlations": [[1]]}
        yield base | {"underlyings": [underlying], "correlations": [[1]] * count}
        yield base | {"underlyings": [underlying], "correlations": [[1] * count]}
    for count in [0, 1, 65]:
        identity = [[1 if row == column else 0 for column in range(count)] for row in range(count)]
        yield base | {"underlyings": [underlying] * count, "correlations": identity}
    for count in [2, 3, 10_000, 10_001]:
        prices = [1 + index % 2 for index in range(count)]
        yield base | {"underlyings": [{"currentPrice": 1, "history": prices, "positions": [{"legs": [shares]}]}]}
    yield base | {"underlyings": [
        {"currentPrice": 1, "history": [1, 2] * count, "positions": [{"legs": [shares]}]} for count in [2, 3]]}
    for count in [0, 1, 10_000, 10_001]:
        yield base | {"underlyings": [underlying | {"positions": [{"legs": [shares]}] * count}]}
    yield base | {"underlyings": [{"currentPrice": 1, "history": [1, 1, 1], "positions": [{"legs": [shares]}]}]}
    yield base | {"underlyings": [underlying | {"dividends": [{"timeToExDate": 0.05, "amount": 1}]}]}
    yield base | {"underlyings": [underlying], "include": ["normals"], "scenarios": 100_001}
    yield base | {"underlyings": [underlying] * 65, "correlations": [[1] * 65] * 65}
    yield base | {"underlyings": [underlying] * 3, "correlations": [[1, 0.9, -0.9], [0.9, 1, 0.9], [-0.9, 0.9, 1]]}


def account(random):
    """A request of `margin`."""
    result = {
        "accountType": random.choice(["margin", "margin", "margin", "cash"]), "valuationDate": "2026-11-23",
        "currentPrice": round(random.uniform(90, 110), 2), "legs": [],
    }
    for _ in range(random.choice([1, 1, 2, 3, 4, 6, 12])):
        type = random.choice(["call", "call", "put", "put", "stock"])
        leg = {
            "type": type, "position": random.choice(["long", "short"]), "quantity": random.choice([1, 1, 2, 3]),
            "premium": round(random.uniform(90, 110) if type == "stock" else random.uniform(0.5, 12), 2),
        }
        if type == "stock":
            leg["quantity"] *= 50
        else:
            leg |= {"strikePrice": random.choice([90, 95, 100, 105, 110]), "expirationDate": random.choice(DATES)}
        for name, values in [
            ("marketValue", [0, 3.25, None]), ("impliedVolatility", [0.2, 0.5, None]), ("sharesPerContract", [10, 100, None]),
        ]:
            if maybe(random, 0.1):
                leg[name] = random.choice(values)
        result["legs"].append(leg)
    if maybe(random, 0.3):
        result["underlying"] = random.choice([
            None, {}, {"class": "broadIndex", "exerciseStyle": "european", "settlement": "cash"}, {"leverageFactor": 3},
            {"class": "narrowIndex", "settlement": "physical", "portfolioClass": "highCapBroadIndex"}, {"settlement": "cash"},
        ])
    for name, values in [
        ("method", ["strategy", "portfolio", "portfolio", None]), ("include", [["certificate"], ["certificate"] * 2]),
        ("riskFreeRate", [0.04, None]), ("dividendYield", [0.01, None]), ("id", ["a", 7, None, {}]),
        ("dividends", [[], [dividend(random)]]), ("strict", [True, False, None]),
        ("portfolio", [None, {}, {"points": 2}, {"range": {"down": -0.2, "up": 0.3}, "minimumPerContract": 0}]),
    ]:
        if maybe(random, 0.2):
            result[name] = random.choice(values)
    return result


def accounts_at_limits():
    """Requests of `margin` whose lists and numbers are as large as allowed, and larger."""
    base = {"accountType": "margin", "valuationDate": "2026-11-23", "currentPrice": 100}
    put = {
        "type": "put", "position": "short", "strikePrice": 90, "premium": 2, "quantity": 1, "expirationDate": "2026-12-18",
    }
    for count in [0, 1, 100, 101, 1000, 1001]:
        yield base | {"legs": [put] * count}
    for count in [0, 1, 1000, 1001]:
        yield base | {"legs": [put], "include": ["certificate"] * count}
    for points in [0, 1, 2, 3, 2.0, 1000, 1001, 1002]:
        yield base | {"legs": [put], "method": "portfolio", "portfolio": {"points": points}}
    for down, up in [(-1, 0), (-1.5, 0), (0, 0), (0.1, 0), (0, -0.1)]:
        yield base | {"legs": [put], "method": "portfolio", "portfolio": {"range": {"down": down, "up": up}}}
    for quantity in [1_000_000_000, 1_000_000_001]:
        yield base | {"legs": [put | {"quantity": quantity}]}
    for premium in [1e-300, 1e300, LARGEST, 12.3456789012345]:
        yield base | {"legs": [put | {"premium": premium}]}
        yield base | {"legs": [put | {"premium": premium}], "method": "portfolio"}


def search(random):
    """A request of `find` for a small chain."""
    times = random.choice(["years", "years", "dates", "dates", "request"])
    expirations = random.choice([1, 1, 2])
    result = {"currentPrice": 100, "options": []}
    if times == "request":
        result["timeToExpiration"] = 0.1
        expirations = 1
    if times == "dates" or maybe(random, 0.3):
        result["valuationDate"] = "2026-11-23"
    for expiration in range(expirations):
        for strike in random.sample([90, 95, 100, 105, 110], random.choice([1, 2, 3])):
            for type in random.sample(["call", "put"], random.choice([1, 2])):
                value = max(0, 100 - strike if type == "call" else strike - 100) + random.uniform(0.5, 3) + expiration
                quote = {"type": type, "strikePrice": strike, "bid": round(value, 2), "ask": round(value + 0.1, 2)}
                if times == "years":
                    quote["timeToExpiration"] = TIMES[expiration]
                elif times == "dates":
                    quote["expirationDate"] = DATES[expiration]
                for name, values in [
                    ("bid", [0, None]), ("ask", [0, None, 0.01]), ("impliedVolatility", [0.2, 0.3, None]), ("volume", [0, 7, None]),
                    ("openInterest", [0, 100, None]),
                ]:
                    if maybe(random, 0.15):
                        quote[name] = random.choice(values)
                result["options"].append(quote)
    if maybe(random, 0.6):
        result["belief"] = random.choice([
            {"volatility": 0.2}, {"targetPrice": 104}, {"targetRange": {"minimum": 95, "maximum": 105}}, {"drift": 0.1, "targetPrice": 90},
            {"targetPrice": 101, "targetDate": "2026-12-01"}, {"distribution": "market"}, None,
        ])
    if maybe(random, 0.6):
        result["search"] = {"legs": random.choice([{"maximum": 2}, {"minimum": 2, "maximum": 3}, None])}
        for name, values in [
            ("expirations", [1, 2, 2]), ("quantity", [1, 2, 2.0]), ("shares", [True, False]), ("equivalents", ["best", "all"]),
            ("strategies", [["long call", "bull call spread"], ["iron condor"]]), ("perStrategy", [True, False]),
            ("contracts", [1, 10_000]), ("priceRange", [{"minimum": 50, "maximum": 200}, None]),
        ]:
            if maybe(random, 0.25):
                result["search"][name] = random.choice(values)
    if maybe(random, 0.5):
        result["filters"] = {}
        for name, values in [
            ("openInterest", [0, 50]), ("volume", [1]), ("spread", [0.2]), ("legDelta", [{"minimum": 0.1, "maximum": 0.6}]),
            ("strikePrice", [{"maximum": 105}]), ("maxLoss", [500]), ("netCost", [{"minimum": -100, "maximum": 300}]),
            ("probabilityOfProfit", [{"minimum": 0.3}]), ("expectedProfit", [{"minimum": -50}]), ("profitAtTarget", [{"minimum": 0}]),
            ("capital", [{"maximum": 1000}]), ("netDelta", [{"minimum": -60, "maximum": 60}]), ("netTheta", [{"minimum": -1e4}]),
            ("netVega", [{"maximum": 100}]), ("definedRisk", [True]), ("noNaked", [True, False]),
        ]:
            if maybe(random, 0.1):
                result["filters"][name] = random.choice([*values, None])
    objectives = [
        "expectedProfit", "expectedProfitPerCapital", "probabilityOfProfit", "maxProfit", "maxProfitPerCapital", "profitAtTarget",
        "profitAtTargetPerCapital", "expectedProfitPerShortfall", "maxLoss",
    ]
    if maybe(random, 0.75):
        result["objective"] = random.choice(objectives)
    else:
        result["front"] = random.sample(objectives, random.choice([1, 2, 3, 3, 4]))
    if maybe(random, 0.2):
        result["holdings"] = [random.choice([
            {"type": "stock", "position": "long", "quantity": 100}, leg(random, times),
        ])]
    if maybe(random, 0.15):
        result |= {"include": ["margin"], "accountType": random.choice(["margin", "cash"])}
    for name, values in [
        ("riskFreeRate", [0, 0.04, None]), ("dividendYield", [0, 0.02, None]), ("exercise", ["european", "american", None]), ("id", ["a", 7]),
        ("dividends", [[], [dividend(random)]]), ("fee", [0, 0.65, None]), ("limit", [1, 5, 20, 1001, None]), ("timeLimit", [10, None]),
        ("confidenceLevel", [0.5, 0.99]), ("greekUnits", ["market", None]), ("strict", [True, False, None]),
        ("underlying", [None, {}, {"class": "broadIndex"}]),
    ]:
        if maybe(random, 0.15):
            result[name] = random.choice(values)
    return result


def searches_at_limits():
    """Requests of `find` whose lists and numbers are as large as allowed, and larger."""
    quote = {"type": "call", "strikePrice": 100, "bid": 2, "ask": 2.1}
    base = {"currentPrice": 100, "timeToExpiration": 0.1, "options": [quote], "objective": "expectedProfit"}
    one_leg = {"search": {"legs": {"maximum": 1}}}
    for count in [0, 1, 4000, 4001]:
        yield base | one_leg | {"options": [quote | {"strikePrice": 50 + number / 50} for number in range(count)]}
    yield base | {"options": [quote | {"strikePrice": 50 + number / 50} for number in range(1000)]}
    for count in [0, 1, 20, 21]:
        yield base | {"holdings": [{"type": "stock", "position": "long", "quantity": 1}] * count}
    for count in [0, 1, 1000, 1001]:
        yield base | {"include": ["margin"] * count}
        yield base | {"search": {"strategies": ["long call"] * count}}
        yield base | {"front": ["maxLoss"] * count}
    for limit in [0, 1, 20, 21, 1000, 1001, 10_000, 10_001]:
        yield base | {"limit": limit}
        yield base | {"limit": limit, "search": {"perStrategy": True}}
        yield base | {"limit": limit, "objective": None, "front": ["maxLoss", "maxProfit"]}
    for contracts in [0, 1, 10_000, 10_001]:
        yield base | {"search": {"contracts": contracts}}
    for legs in [{"minimum": 0}, {"maximum": 5}, {"minimum": 3, "maximum": 2}, {"minimum": 4}]:
        yield base | {"search": {"legs": legs}}
    times = [0.1, 0.2, 0.3, 0.4, 0.5]
    yield base | {"options": [quote | {"timeToExpiration": time} for time in times], "search": {"expirations": 2}}
    yield base | {"options": [quote | {"timeToExpiration": time} for time in times[:2]], "search": {"expirations": 2},
                  "objective": "expectedProfitPerCapital", "dividendYield": 0.02}
    for price in [5e-324, 1e-308, 1e-300, 1e15, 1.1e15]:
        extreme = quote | {"strikePrice": price, "bid": price, "ask": price, "impliedVolatility": 0.2}
        yield base | {"currentPrice": price, "options": [extreme]}
        yield base | {"currentPrice": price, "options": [extreme | {"timeToExpiration": time} for time in times[:2]], "search": {"expirations": 2}}
    yield base | {"options": [quote, quote]}
    yield base | {"timeToExpiration": None}
    yield base | {"fee": 1e16}
    held = {"type": "put", "position": "long", "strikePrice": 100, "quantity": 1, "timeToExpiration": 0.3}
    yield base | {"holdings": [held]}


def option(random, name):
    """A line of `price` or of `implied-volatility`; `name` is the member that differs."""
    result = {
        "type": random.choice(["call", "put"]),
        "currentPrice": round(random.uniform(80, 120), 2),
        "strikePrice": random.choice([50, 90, 100, 110, 200]),
        name: random.choice([0, 0.2, 1, 5, 60]),
    }
    form = random.choice(["years", "years", "dates", "dates", "both", "none"])
    if form in ("years", "both"):
        result["timeToExpiration"] = random.choice(TIMES)
    if form in ("dates", "both"):
        result["expirationDate"] = random.choice(DATES)
    if form == "dates" or maybe(random, 0.2):
        result["valuationDate"] = "2026-11-23"
    for rate in ["riskFreeRate", "dividendYield"]:
        if maybe(random, 0.3):
            result[rate] = random.choice([0, 0.04, -0.01, None])
    if maybe(random, 0.2):
        result["forwardPrice"] = result.pop("currentPrice")
    if maybe(random, 0.2):
        result["model"] = random.choice(["bachelier", "bachelier", "black-scholes-merton", None])
    if name == "volatility" and maybe(random, 0.2):
        result["delta"] = random.choice([0.25, 0.5, -0.25, -0.9])
        del result["strikePrice"]
    if maybe(random, 0.1):
        result["greekUnits"] = random.choice(["mathematical", "market", None])
    if maybe(random, 0.1):
        result["id"] = random.choice([7, "A-1", True])
    return result


def containers(value):
    """All arrays and objects in a value, the outermost first."""
    found = []
    if isinstance(value, (list, dict)):
        found.append(value)
        for element in value.values() if isinstance(value, dict) else value:
            found += containers(element)
    return found


def mutated(random, request, names):
    """A copy of a request with one to three changes. `names` are the names of members to add."""
    request = copy.deepcopy(request)
    if maybe(random, 0.01):
        return random.choice(OTHERS + NUMBERS[:5] + STRINGS[:3])
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        container = random.choice(containers(request) or [[]])
        if isinstance(container, dict):
            keys = list(container) if container and maybe(random, 0.8) else names
            key = random.choice(keys)
        elif container:
            key = random.randrange(len(container))
        else:
            continue
        change = random.random()
        if change < 0.15:
            if isinstance(container, list) or key in container:
                del container[key]
        elif change < 0.25:
            if isinstance(container, list):
                container.append(copy.deepcopy(container[key]))
            else:
                container[key] = None
        else:
            container[key] = copy.deepcopy(random.choice(random.choice([NUMBERS, NUMBERS, STRINGS, STRINGS, OTHERS])))
    return request


def at_limits():
    """Requests of `calculate` whose lists are as long as allowed, and one element longer."""
    leg = {"type": "call", "position": "long", "strikePrice": 100, "premium": 1, "quantity": 1}
    base = {"currentPrice": 100, "timeToExpiration": 0.5, "volatility": 0.2, "legs": [leg]}
    for count in [10_000, 10_001]:
        yield {"currentPrice": 100, "legs": [leg] * count}
    for count in [0, 1, 1000, 1001]:
        yield base | {"include": ["strategyName"] * count}
        yield base | {"include": ["probability"], "confidenceLevels": [0.5] * count}
        yield base | {"include": ["valueCurves"], "valueDates": [0.25] * count}
        yield base | {"include": ["scenarios"], "scenarioGrid": {"spotShifts": [0] * count}}
        yield base | {"include": ["scenarios"], "scenarioGrid": {"volatilityShifts": [0] * count}}
        yield base | {"include": ["scenarios"], "scenarioGrid": {"dates": [0] * count}}


def unstated_texts():
    """Texts of requests of `calculate` that break a rule which no schema states."""
    leg = {"type": "call", "position": "long", "strikePrice": 100, "premium": 5, "quantity": 1}
    base = {"currentPrice": 100, "legs": [leg]}
    years = base | {"timeToExpiration": 0.5, "volatility": 0.2}
    calendar = base | {"legs": [leg | {"timeToExpiration": 1}, leg | {"timeToExpiration": 2}]}
    requests = [
        years | {
            "include": ["scenarios"],
            "scenarioGrid": {"spotShifts": [0] * 1000, "volatilityShifts": [0] * 1000, "dates": [0]}},
        years | {"include": ["scenarios"], "scenarioGrid": {"spotShifts": [0] * 1000, "volatilityShifts": [0] * 1000}},
        years | {
            "include": ["valueCurves"], "valueDates": [0] * 11,
            "curveRange": {"minimum": 0, "maximum": 9, "points": 100_000}},
        years | {"curveRange": {"minimum": 9, "maximum": 9, "points": 2}},
        years | {"curveRange": {"minimum": 0, "maximum": 9, "points": 1}},
        years | {"curveRange": {"minimum": 0, "maximum": 9, "points": 2}, "curvePrices": [1]},
        years | {"strict": True, "riskFreerate": 0.01},
        base | {"valuationDate": "2026-11-23T15:30:60Z"},
        base | {"valuationDate": "0001-01-01T00:00:00+01:00"},
        base | {"legs": [leg | {"expirationDate": "2026-12-18"}, leg | {"expirationDate": "2027-01-15"}]},
        base | {"legs": [leg | {"expirationDate": "2026-12-18"}], "valuationDate": "2026-12-18"},
        calendar | {"dividendYield": 11},
        calendar | {"riskFreeRate": -1000, "volatility": 0.2},
        base | {"timeToExpiration": 0.5, "include": ["greeks"], "legs": [leg | {"strikePrice": 50}]},
        base | {
            "timeToExpiration": 0.5, "include": ["probability"],
            "legs": [
                leg | {"strikePrice": 110, "impliedVolatility": 0.2},
                leg | {"strikePrice": 120, "impliedVolatility": 0.3},
            ]},
        years | {"include": ["greeks"], "riskFreeRate": -1e300},
    ]
    yield from (json.dumps(request) for request in requests)
    yield json.dumps(base)[:-1] + ', "a": ' + "[" * 512 + "]" * 512 + "}"
    yield '{"currentPrice": NaN}'


def books_at_limits():
    """Books as large as allowed, and larger."""
    leg = {"type": "call", "position": "long", "strikePrice": 100, "premium": 5, "quantity": 1}
    grid = {"spotShifts": [0], "volatilityShifts": [0], "dates": [0]}
    base = {"currentPrice": 100, "timeToExpiration": 0.5, "volatility": 0.2, "scenarioGrid": grid}
    for count in [0, 1, 10_000, 10_001]:
        yield base | {"positions": [{"legs": [leg]}] * count}
    yield base | {"positions": [{"legs": []}]}
