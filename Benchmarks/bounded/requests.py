"""The requests that `search.py` measures: families of any size, and random requests. Equal arguments give equal bytes."""

import json
import math
import random

MEBIBYTE = 1 << 20


def option(kind, side, strike, premium=1.0, quantity=1, **terms):
    return {"type": kind, "position": side, "strikePrice": strike, "premium": premium, "quantity": quantity, **terms}


def strangle(count, low=50.0, high=150.0, **terms):
    """Options at `count` strikes from `low` to `high`: puts below 100, calls above, bought and sold in turn."""
    legs = []
    for index in range(count):
        strike = round(low + (high - low) * (index + 0.5) / count, 6)
        legs.append(option("put" if strike < 100 else "call", "short" if index % 2 else "long", strike, **terms))
    return legs


def timed(legs, **members):
    return {"currentPrice": 100, "riskFreeRate": 0.03, "timeToExpiration": 0.5, "volatility": 0.25, "legs": legs, **members}


def calendar(count, seed=1, expirations=20, volatility=(0.05, 1.0), **members):
    """Options at random strikes, volatilities and sides, of which half expire first and half later."""
    draw = random.Random(seed)
    legs = []
    for index in range(count):
        time = 0.1 if index % 2 == 0 else 0.1 + (1 + draw.randrange(expirations)) / expirations
        spread = math.exp(draw.uniform(math.log(volatility[0]), math.log(volatility[1])))
        strike = round(100 * math.exp(draw.gauss(0, 0.3)), 4)
        legs.append(
            option(
                draw.choice(("call", "put")), draw.choice(("long", "short")), strike, timeToExpiration=time,
                impliedVolatility=spread))
    return timed(legs, **members)


def wide(count, **members):
    """Options at strikes from 10^-300 to 10^300 with the least positive premium: payoffs of 2,000 bits."""
    legs = []
    for index in range(count):
        exponent = -300 + 600 * index // max(count - 1, 1)
        strike = float(f"{1 + index % 9}.{index % 997:03d}e{exponent}")
        legs.append(option("call", "short" if index % 2 else "long", strike, premium=5e-324))
    return timed(legs, **members)


def american(request, **members):
    return {**request, "exercise": "american", **members}


def dividends(count, last=0.5, total=20.0):
    """Dividends of equal amounts at equal distances up to a time."""
    return [{"timeToExDate": last * (index + 1) / count, "amount": total / count} for index in range(count)]


def hard_dividends(count, last=0.5, seed=1):
    """A special dividend of half the price of 100, and others within hours of it and of a time."""
    draw = random.Random(seed)
    rows = [{"timeToExDate": 0.3 * last, "amount": 50}]
    for index in range(count - 1):
        time = last * (0.3 + draw.random() * 1e-3) if index % 2 else last * (1 - draw.random() * 1e-3)
        rows.append({"timeToExDate": time, "amount": 20 * draw.random() / count}
                    if index % 3 else {"timeToExDate": time, "proportion": 0.2 * draw.random() / count})
    return rows


def levels(count):
    return [(index + 1) / (count + 1) for index in range(count)]


def years(count, last):
    return [last * index / count for index in range(count)]


def grid(spots, shifts, dates, last=0.5):
    return {
        "spotShifts": [-0.5 + index / spots for index in range(spots)],
        "volatilityShifts": [-0.1 + 0.2 * index / shifts for index in range(shifts)],
        "dates": years(dates, last),
    }


def curve(points, low=0, high=400):
    return {"minimum": low, "maximum": high, "points": points}


def book(positions, legs, contracts, scenarios, seed=1):
    draw = random.Random(seed)
    held = strangle(contracts, impliedVolatility=0.3)
    request = timed([], scenarioGrid=scenarios)
    del request["legs"]
    request["positions"] = [
        {"id": number, "legs": [held[draw.randrange(contracts)] for _ in range(legs)]} for number in range(positions)]
    return request


def portfolio(assets, legs, **members):
    """Positions of `legs` options each on correlated underlyings, of which `assets` is the number."""
    held = strangle(legs, impliedVolatility=0.3, timeToExpiration=0.5)
    return {
        "timeToHorizon": 0.04, "riskFreeRate": 0.03,
        "correlations": [[1 if row == column else 0.5 for column in range(assets)] for row in range(assets)],
        "underlyings": [{"currentPrice": 100, "volatility": 0.3, "positions": [{"legs": held}]} for _ in range(assets)],
        **members}


def histories(underlyings, prices):
    """Shares on underlyings whose correlations are estimated."""
    draw = random.Random(1)
    return {
        "timeToHorizon": 0.04, "scenarios": 100,
        "underlyings": [
            {"currentPrice": 100, "history": [draw.randrange(1, 10) for _ in range(prices)],
             "positions": [{"legs": [{"type": "stock", "position": "long", "quantity": 1}]}]}
            for _ in range(underlyings)]}


def padded(text):
    """A request whose current price has `text` zeros after the point."""
    return json.dumps(timed(strangle(4))).replace('"currentPrice": 100', f'"currentPrice": 100.{"0" * text}1')


# name: (command, greatest size, request of a size). Each family maximises the cost of one kind of work for its size.
FAMILIES = {
    "legs": ("calculate", 10_000, lambda n: timed(strangle(n))),
    "legs of one strike": ("calculate", 10_000, lambda n: timed([option("call", "long", 100)] * n)),
    "strategy name": ("calculate", 10_000, lambda n: timed(strangle(n), include=["strategyName"])),
    "greeks": ("calculate", 10_000, lambda n: timed(strangle(n, impliedVolatility=0.3), include=["greeks"])),
    "greeks in the tails": ("calculate", 10_000, lambda n: timed(
        [option("call", "long", 1e30 + i * 1e20, impliedVolatility=3.0) for i in range(n)], include=["greeks"])),
    "all greeks": ("calculate", 10_000, lambda n: timed(strangle(n, impliedVolatility=0.3), include=["allGreeks"])),
    "all greeks in the tails": ("calculate", 10_000, lambda n: timed(
        [option("call", "long", 1e30 + i * 1e20, impliedVolatility=3.0) for i in range(n)], include=["allGreeks"])),
    "curve details of 10,000 legs": ("calculate", 10_000, lambda n: timed(
        strangle(10_000, impliedVolatility=0.3), include=["curveDetails"], curveRange=curve(max(n, 2)))),
    "curve details, 10,000 points": ("calculate", 10_000, lambda n: timed(
        strangle(n, impliedVolatility=0.3), include=["curveDetails"], curveRange=curve(10_000))),
    "curve details, points": ("calculate", 100_000, lambda n: timed(
        strangle(4, impliedVolatility=0.3), include=["curveDetails"], exclude=["curve"], curveRange=curve(max(n, 2)))),
    "curve details in the tails": ("calculate", 10_000, lambda n: timed(
        [option("call", "long", 1e30 + i * 1e20, impliedVolatility=3.0) for i in range(n)], include=["curveDetails"])),
    "implied volatilities": ("calculate", 10_000, lambda n: timed(
        [option("call", "long", 60 + 80 * i / n, premium=max(100 - (60 + 80 * i / n), 0) + 5) for i in range(n)],
        include=["greeks"])),
    "probability": ("calculate", 10_000, lambda n: timed(strangle(n, impliedVolatility=0.3), include=["probability"])),
    "probability, 1,000 levels": ("calculate", 10_000, lambda n: timed(
        strangle(n, impliedVolatility=0.3), include=["probability"], confidenceLevels=levels(1000))),
    "levels of 10,000 legs": ("calculate", 1_000, lambda n: timed(
        strangle(10_000, impliedVolatility=0.3), include=["probability"], confidenceLevels=levels(n))),
    "wide integers": ("calculate", 10_000, lambda n: wide(n)),
    "wide integers, probability": ("calculate", 10_000, lambda n: wide(n, include=["probability"])),
    "wide integers, points": ("calculate", 100_000, lambda n: wide(4, curveRange=curve(max(n, 2), 0, 1e15))),
    "wide integers, 10,000 legs, points": ("calculate", 100_000, lambda n: wide(
        10_000, curveRange=curve(max(n, 2), 1e-300, 1e15))),
    "points": ("calculate", 100_000, lambda n: timed(strangle(4), curveRange=curve(max(n, 2)))),
    "points, 10,000 legs": ("calculate", 100_000, lambda n: timed(strangle(10_000), curveRange=curve(max(n, 2)))),
    "default curve around 10^-300": ("calculate", 10_000, lambda n: {**timed(strangle(n)), "currentPrice": 1e-300}),
    "value curves, 10 dates of 100,000 points": ("calculate", 10_000, lambda n: timed(
        strangle(n, impliedVolatility=0.3), include=["valueCurves"], valueDates=years(10, 0.5), curveRange=curve(90_000))),
    "value curves, 1,000 dates": ("calculate", 10_000, lambda n: timed(
        strangle(n, impliedVolatility=0.3), include=["valueCurves"], valueDates=years(1000, 0.5),
        curveRange=curve(max(2, 900 - n)))),
    "scenarios, 1,000,000": ("calculate", 10_000, lambda n: timed(
        strangle(n, impliedVolatility=0.3), include=["scenarios"], scenarioGrid=grid(1000, 10, 100))),
    "scenarios of 10,000 legs": ("calculate", 1_000, lambda n: timed(
        strangle(10_000, impliedVolatility=0.3), include=["scenarios"], scenarioGrid=grid(n, 10, 100))),
    "scenarios in the tails": ("calculate", 10_000, lambda n: timed(
        [option("call", "long", 1e30 + i * 1e20, impliedVolatility=3.0) for i in range(n)], include=["scenarios"],
        scenarioGrid=grid(100, 10, 10))),
    "scenarios, one leg": ("scenario", 1_000, lambda n: timed(
        strangle(1, impliedVolatility=0.3), scenarioGrid=grid(n, 10, 100))),
    "calendar": ("calculate", 10_000, lambda n: calendar(n)),
    "calendar, each leg an expiration": ("calculate", 10_000, lambda n: calendar(n, expirations=n)),
    "calendar, low volatilities": ("calculate", 10_000, lambda n: calendar(n, volatility=(1e-6, 1e-2))),
    "calendar, volatilities below the kernels": ("calculate", 10_000, lambda n: calendar(n, volatility=(1e-14, 1e-10))),
    "calendar, any volatilities": ("calculate", 10_000, lambda n: calendar(n, volatility=(1e-12, 1e6))),
    "calendar, probability": ("calculate", 10_000, lambda n: calendar(n, include=["probability"])),
    "calendar, probability, low volatilities": ("calculate", 10_000, lambda n: calendar(
        n, volatility=(1e-6, 1e-2), include=["probability"])),
    "calendar, probability, low volatilities, sure price": ("calculate", 10_000, lambda n: {**calendar(
        n, volatility=(1e-6, 1e-2), include=["probability"]), "volatility": 1e-3}),
    "calendar, probability, wide price": ("calculate", 10_000, lambda n: {**calendar(
        n, volatility=(1e-6, 1e-2), include=["probability"]), "volatility": 50}),
    "calendar of two legs, levels": ("calculate", 1_000, lambda n: calendar(
        2, include=["probability"], confidenceLevels=levels(n))),
    "calendar, 1,000 levels": ("calculate", 10_000, lambda n: calendar(
        n, include=["probability"], confidenceLevels=levels(1000))),
    "calendar of 10,000 legs, levels": ("calculate", 1_000, lambda n: calendar(
        10_000, include=["probability"], confidenceLevels=levels(n))),
    "calendar, points": ("calculate", 100_000, lambda n: calendar(10_000, curveRange=curve(max(n, 2)))),
    "calendar, 10,000 points": ("calculate", 10_000, lambda n: calendar(n, curveRange=curve(10_000))),
    "calendar, everything": ("calculate", 10_000, lambda n: calendar(
        n, include=["greeks", "probability", "valueCurves", "scenarios", "strategyName"])),
    "calendar of wide integers": ("calculate", 10_000, lambda n: {
        **wide(n), "legs": [{**leg, "timeToExpiration": 0.1 + i % 2, "impliedVolatility": 0.1 + (i % 7) / 10}
                            for i, leg in enumerate(wide(n)["legs"])]}),
    "calendar, far strikes": ("calculate", 10_000, lambda n: {
        **wide(n), "legs": [{**leg, "premium": 1, "timeToExpiration": 0.1 + i % 2, "impliedVolatility": 3.0}
                            for i, leg in enumerate(wide(n)["legs"])]}),
    "American, greeks": ("calculate", 10_000, lambda n: american(
        timed(strangle(n, impliedVolatility=0.3), include=["greeks"]))),
    "American, all greeks": ("calculate", 10_000, lambda n: american(
        timed(strangle(n, impliedVolatility=0.3), include=["allGreeks", "earlyExercise"]))),
    "American, two boundaries": ("calculate", 10_000, lambda n: american(
        timed(strangle(n, impliedVolatility=0.3), include=["allGreeks", "earlyExercise"]), riskFreeRate=-0.03,
        dividendYield=-0.06)),
    "American, unusual": ("calculate", 10_000, lambda n: american(
        timed(strangle(n, impliedVolatility=0.003), include=["allGreeks", "earlyExercise"]), timeToExpiration=50,
        dividendYield=0.9, riskFreeRate=1)),
    "American, volatilities": ("calculate", 10_000, lambda n: american(timed(
        [option("put", "long", 60 + 80 * i / n, premium=max(60 + 80 * i / n - 100, 0) + 5) for i in range(n)],
        include=["greeks"]))),
    "American, value curves": ("calculate", 10_000, lambda n: american(
        timed(strangle(n, impliedVolatility=0.3), include=["valueCurves"]))),
    "American, scenarios": ("calculate", 1_000, lambda n: american(
        timed(strangle(4, impliedVolatility=0.3), include=["scenarios"], scenarioGrid=grid(n, 10, 10)))),
    "American, curve details": ("calculate", 100_000, lambda n: american(
        timed(strangle(4, impliedVolatility=0.3), include=["curveDetails"], curveRange=curve(max(n, 2))))),
    "American, calendar": ("calculate", 10_000, lambda n: american(calendar(n, volatility=(0.1, 0.6), include=["probability"]))),
    "dividends, greeks": ("calculate", 10_000, lambda n: american(
        timed(strangle(n, impliedVolatility=0.3), include=["greeks"], dividends=dividends(4)))),
    "dividends, number": ("calculate", 100, lambda n: american(timed(
        strangle(10, impliedVolatility=0.3), include=["allGreeks", "earlyExercise"], dividends=dividends(n)))),
    "dividends, hard": ("calculate", 10_000, lambda n: american(timed(
        strangle(n, impliedVolatility=0.3), include=["greeks"], dividends=hard_dividends(100)))),
    "dividends, hard, high volatilities": ("calculate", 10_000, lambda n: american(timed(
        strangle(n, impliedVolatility=3), include=["greeks"], dividends=hard_dividends(100, last=5),
        timeToExpiration=5))),
    "dividends, European": ("calculate", 10_000, lambda n: timed(
        strangle(n, impliedVolatility=0.3), include=["allGreeks"], dividends=hard_dividends(100))),
    "dividends, volatilities": ("calculate", 10_000, lambda n: american(timed(
        [option("put", "long", 60 + 80 * i / n, premium=max(80 + 80 * i / n - 100, 0) + 9) for i in range(n)],
        include=["greeks"], dividends=dividends(12)))),
    "dividends, value curves": ("calculate", 10_000, lambda n: american(timed(
        strangle(n, impliedVolatility=0.3), include=["valueCurves"], dividends=dividends(12)))),
    "dividends, scenarios": ("calculate", 1_000, lambda n: american(timed(
        strangle(4, impliedVolatility=0.3), include=["scenarios"], scenarioGrid=grid(n, 10, 10), dividends=dividends(12)))),
    "dividends, curve details": ("calculate", 100_000, lambda n: american(timed(
        strangle(4, impliedVolatility=0.3), include=["curveDetails"], curveRange=curve(max(n, 2)), dividends=dividends(12)))),
    "dividends, calendar": ("calculate", 10_000, lambda n: american(calendar(
        n, volatility=(0.1, 0.6), include=["probability"], dividends=dividends(4, last=1)))),
    "dividends, probability": ("calculate", 10_000, lambda n: timed(
        strangle(n, impliedVolatility=0.3), include=["probability"], confidenceLevels=levels(1000),
        dividends=hard_dividends(100))),
    "book, positions of one leg": ("scenario", 10_000, lambda n: book(n, 1, 10, grid(10, 10, 10))),
    "book, positions of 10 legs": ("scenario", 10_000, lambda n: book(n, 10, 1000, grid(10, 10, 10))),
    "book, contracts": ("scenario", 10_000, lambda n: book(n, 1, n, grid(10, 10, 50))),
    "book, scenarios": ("scenario", 1_000, lambda n: book(10, 100, 100, grid(n, 10, 100))),
    "book, legs": ("scenario", 1_000, lambda n: book(n, 100, 300, grid(11, 5, 3))),
    "book of 1,000 contracts, scenarios": ("scenario", 50, lambda n: book(1000, 10, 1000, grid(n, 10, 20))),
    "risk, scenarios of shares": ("risk", 10_000_000, lambda n: {
        **portfolio(1, 1, scenarios=max(n, 100)), "underlyings": [{
            "currentPrice": 100, "volatility": 0.3,
            "positions": [{"legs": [{"type": "stock", "position": "long", "quantity": 1}]}]}]}),
    "risk, scenarios of options": ("risk", 10_000_000, lambda n: portfolio(1, 4, scenarios=max(n, 100))),
    "risk, options": ("risk", 10_000, lambda n: portfolio(1, n)),
    "risk, underlyings": ("risk", 1_000, lambda n: portfolio(n, 1, scenarios=1000)),
    "risk, scenarios of 64 underlyings": ("risk", 1_000_000, lambda n: portfolio(64, 1, scenarios=max(n, 100))),
    "risk, scenarios of 500 underlyings": ("risk", 100_000, lambda n: portfolio(500, 1, scenarios=max(n, 100))),
    "risk, levels": ("risk", 1_000, lambda n: portfolio(4, 4, scenarios=50_000, confidenceLevels=levels(n))),
    "risk, positions": ("risk", 10_000, lambda n: {**portfolio(1, 1, scenarios=1000), "underlyings": [{
        "currentPrice": 100, "volatility": 0.3, "positions": [{"legs": strangle(1, timeToExpiration=0.5)}] * n}]}),
    "risk, normals": ("risk", 100_000, lambda n: portfolio(1, 1, scenarios=max(n, 100), include=["normals"])),
    "risk, histories": ("risk", 64, lambda n: histories(n, 10_000)),
    "risk, histories of many underlyings": ("risk", 1_000, lambda n: histories(n, 1_000)),
    "risk, beyond the kernels": ("risk", 1_000_000, lambda n: portfolio(1, 4, scenarios=max(n, 100), riskFreeRate=3)),
    "risk, prices beyond the kernels": ("risk", 1_000_000, lambda n: {**portfolio(1, 4, scenarios=max(n, 100)), "underlyings": [{
        "currentPrice": 1e-12, "volatility": 0.3,
        "positions": [{"legs": strangle(4, impliedVolatility=0.3, timeToExpiration=0.5)}]}]}),
    "risk, American": ("risk", 1_000_000, lambda n: american(portfolio(1, 1, scenarios=max(n, 100)))),
    "risk, American options": ("risk", 10_000, lambda n: american(portfolio(1, n, scenarios=1000))),
    "risk, American, unusual": ("risk", 1_000_000, lambda n: american(portfolio(
        1, 1, scenarios=max(n, 100), riskFreeRate=1, underlyings=[{
            "currentPrice": 100, "volatility": 0.3, "dividendYield": 0.9,
            "positions": [{"legs": strangle(1, impliedVolatility=0.003, timeToExpiration=50)}]}]))),
    "risk, dividends": ("risk", 1_000_000, lambda n: american(portfolio(1, 1, scenarios=max(n, 100), underlyings=[{
        "currentPrice": 100, "volatility": 0.3, "dividends": [
            {"timeToExDate": 0.05 + 0.4 * index / 12, "amount": 0.5} for index in range(12)],
        "positions": [{"legs": strangle(1, impliedVolatility=0.3, timeToExpiration=0.5)}]}]))),
    "bytes, digits of a number": ("calculate", 16 * MEBIBYTE - 1000, padded),
    "bytes, unknown members": ("calculate", 1_300_000, lambda n: timed(strangle(4), other=[[1]] * n)),
    "bytes, unknown strings": ("calculate", 2_500_000, lambda n: timed(strangle(4), other=["a"] * n)),
    "bytes, an error's text": ("calculate", 15 * MEBIBYTE, lambda n: {"currentPrice": "é" * (n // 6), "legs": []}),
    "bytes, spaces": ("calculate", 16 * MEBIBYTE - 1000, lambda n: json.dumps(timed(strangle(4))) + " " * n),
    "bytes, a book of legs": ("scenario", 15_000, lambda n: book(n, 10, 1000, grid(1, 1, 1))),
    "bytes, legs beyond the limit": ("calculate", 140_000, lambda n: timed(strangle(n))),
    "bytes, legs of long terms": ("calculate", 10_000, lambda n: timed(
        [{**leg, "other": "x" * 1000} for leg in strangle(n, impliedVolatility=0.3)], include=["greeks"])),
}


def random_request(seed):
    """A random request. The logarithms of its sizes are uniform up to the limits of the contract."""
    draw = random.Random(seed)

    def size(greatest, least=1):
        return min(greatest, max(least, round(math.exp(draw.uniform(math.log(least), math.log(greatest))))))

    scales = [(30, 300), (1e-3, 1e3), (1e-300, 1e300), (99.99, 100.01)]
    low, high = draw.choice(scales)
    expirations = draw.choice((1, 1, 2, 20, 10_000))
    slowest, fastest = draw.choice(((0.1, 0.6), (1e-6, 1e-2), (1e-14, 1e-8), (1, 1e4), (1e-12, 1e6)))
    digits = draw.choice((2, 4, 9, 17))

    def log_uniform(least, greatest):
        return float(format(math.exp(draw.uniform(math.log(least), math.log(greatest))), f".{digits}g"))

    def leg():
        terms = {}
        if expirations > 1:
            terms["timeToExpiration"] = 0.1 + draw.randrange(expirations) / expirations
        if not draw.random() < 0.02:
            terms["impliedVolatility"] = log_uniform(slowest, fastest)
        premium = draw.choice((0, 1, 2.5, 5e-324 if high > 1e299 else 0.01))
        quantity = draw.choice((1, 1, 2, 1_000_000_000))
        return option(
            draw.choice(("call", "put")), draw.choice(("long", "short")), log_uniform(low, high), premium, quantity, **terms)

    request = timed([])
    request["volatility"] = draw.choice((0.2, 0.2, 1e-4, 20))
    included = [
        "greeks", "probability", "valueCurves", "scenarios", "strategyName", "value", "allGreeks", "curveDetails",
        "earlyExercise"]
    request["include"] = [name for name in included if draw.random() < 0.4] or ["greeks"]
    if draw.random() < 0.3:
        request["exercise"] = "american"
    if draw.random() < 0.2:
        request["dividends"] = draw.choice((dividends, hard_dividends))(size(100), draw.choice((0.1, 0.5)))
    if draw.random() < 0.1:
        request["riskFreeRate"], request["dividendYield"] = -0.03, -0.06
    if draw.random() < 0.4:
        request["confidenceLevels"] = levels(size(1000))
    if draw.random() < 0.4:
        request["curveRange"] = curve(size(100_000, 2), *draw.choice(((0, 200), (90, 110), (1e-300, 1e15))))
    if draw.random() < 0.4:
        request["valueDates"] = years(size(1000), 0.1)
    if draw.random() < 0.6:
        request["scenarioGrid"] = grid(size(1000), size(40), size(25), 0.1)
    if draw.random() < 0.2:
        contracts = [leg() for _ in range(size(2000))]
        del request["legs"]
        request["positions"] = [
            {"legs": [draw.choice(contracts) for _ in range(draw.randint(1, 8))]} for _ in range(size(10_000))]
        return "scenario", request
    request["legs"] = [leg() for _ in range(size(10_000))]
    return draw.choice(("calculate", "calculate", "scenario")), request


def encoded(request):
    return (request if isinstance(request, str) else json.dumps(request)).encode()
