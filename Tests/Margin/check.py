"""Checks answers of `options margin` to random accounts, in fractions: groups are permitted, use each contract once and add up;
certificates obey every inequality; the bound is at most the requirement, and a proof by certificate reaches it.

Prints how many requirements were proven, and the time of a process.

    python3 Tests/Margin/check.py .build/programs/options --count 100 --legs 20
"""
import argparse
import json
import math
import random
import subprocess
import sys
import time
from collections import Counter
from datetime import date
from fractions import Fraction as F

from rules import Account, number

TODAY = date(2026, 1, 2)
DATES = [date(2026, 2, 20), date(2026, 3, 20), date(2026, 6, 18), date(2026, 12, 18)]
STEPS = {24: 1, 58: 2.5, 95: 5, 180: 5, 410: 10, 1060: 25}


def black_scholes(call, spot, strike, years, volatility):
    normal = lambda x: .5 * math.erfc(-x / math.sqrt(2))
    d = (math.log(spot / strike) + volatility ** 2 / 2 * years) / volatility / math.sqrt(years)
    price = spot * normal(d) - strike * normal(d - volatility * math.sqrt(years))
    return price if call else price - spot + strike


def account(rng, legs, largest):
    """Strikes around the price, one to four dates, premiums and market values near the Black-Scholes value."""
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


def check(request, answer, measure):
    """Asserts that a requirement is what it claims to be."""
    held = Account(request, measure)
    options = {o.leg: o for o in held.options}
    left = {o.leg: o.count for o in held.options} | {leg: count for leg, count, _ in held.shares}
    entries = {leg: entry for leg, _, entry in held.shares}
    total = F(0)
    for group in answer["groups"]:
        counts = {part["index"]: part["quantity"] for part in group["legs"]}
        for leg, count in counts.items():
            left[leg] -= count
        shares = sum((n * held.share(entries[leg]) for leg, n in counts.items() if leg in entries), F(0))
        parts = [(options[leg], n) for leg, n in counts.items() if leg in options]
        # The engine names the protecting option first.
        parts.sort(key=lambda part: part[0].short)
        amount = shares + (held.amount(group["rule"], parts) if parts else 0)
        taken = sum(n for leg, n in counts.items() if leg in entries)
        if parts and taken:
            assert taken == parts[0][1] * parts[0][0].size, group
        assert abs(amount - number(group["amount"])) < F(1, 10 ** 7), (group, float(amount))
        total += amount
    assert not any(left.values()), left
    requirement, bound = number(answer["requirement"]), number(answer["lowerBound"])
    assert abs(total - requirement) < F(1, 10 ** 7)
    certified = held.check_certificate(answer["certificate"])
    assert certified == number(answer["certificate"]["bound"])
    assert certified <= bound + F(1, 10 ** 8) and bound <= requirement
    if answer["proof"] is not None:
        assert answer["optimal"] and bound == requirement
    return answer["proof"], float((requirement - bound) / requirement) if requirement else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("options")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--legs", type=int, default=20)
    parser.add_argument("--quantity", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    proofs, gaps, seconds = Counter(), [], []
    for index in range(arguments.count):
        request = account(rng, arguments.legs, arguments.quantity)
        start = time.perf_counter()
        run = subprocess.run([arguments.options, "margin"], input=json.dumps(request).encode(), capture_output=True)
        seconds.append(time.perf_counter() - start)
        if run.returncode:
            sys.exit(f"account {index}: {run.stderr.decode()}")
        answer = json.loads(run.stdout, parse_float=str)
        for measure in ("initial", "maintenance"):
            try:
                proof, gap = check(request, answer[measure], measure)
            except AssertionError:
                print(json.dumps(request))
                print(run.stdout.decode())
                raise
            proofs[proof or "none"] += 1
            gaps.append(gap)
    seconds.sort()
    at = lambda share: seconds[min(len(seconds) - 1, int(share * len(seconds)))]
    print(f"{arguments.count} accounts of {arguments.legs} legs; proofs: {dict(proofs)}; largest gap {max(gaps):.3%}; "
          f"seconds: median {at(.5):.3f}, 95 of 100 within {at(.95):.3f}, largest {seconds[-1]:.3f}")


if __name__ == "__main__":
    main()
