"""Compares prices far out of the money, and the volatilities that they imply, with 80 digits.
Run: python3 far.py WHEEL   (in an environment with requirements.txt; opengreeks needs Python 3.12)
Prints two tables in Markdown: the larger relative error of a call and a put at each price. The exit status is 1 if this package's
exceeds 1e-12 for a price or 1e-14 for a volatility."""

import sys

import numpy as np
from mpmath import mp, mpf

import package
import peers

mp.dps = 80
S, T, R, Q = 100.0, 0.25, 0.03, 0.01
#: No library starts its search here; some start at 0.2, and find that at once.
SIGMA = 0.35
EXPONENTS = (2, 5, 8, 12, 16, 20, 30, 50, 80, 120, 160, 200, 250, 290)
BOUNDS = {"price": 1e-12, "volatility": 1e-14}


def exact(flag, K):
    """The price in the model of Black, Scholes and Merton."""
    sign, deviation = (1 if flag == "c" else -1), mpf(SIGMA) * mp.sqrt(mpf(T))
    forward = mpf(S) * mp.exp((mpf(R) - mpf(Q)) * mpf(T))
    d1 = mp.log(forward / mpf(K)) / deviation + deviation / 2
    probabilities = [mp.erfc(-sign * d / mp.sqrt(2)) / 2 for d in (d1, d1 - deviation)]
    return sign * mp.exp(-mpf(R) * mpf(T)) * (forward * probabilities[0] - mpf(K) * probabilities[1])


def strike(flag, price):
    """The strike, as a double, of the option that is worth about `price`."""
    low, high = (S, 1e6) if flag == "c" else (1e-4, S)
    for _ in range(100):
        middle = (low * high) ** 0.5
        if (exact(flag, middle) > price) == (flag == "c"):
            low = middle
        else:
            high = middle
    return middle


def error(found, expected):
    """The relative error as text, or what a wrong result is instead."""
    try:
        # The result of a number is a number, an array of one, or a tuple that begins with it.
        value = mpf(float(np.ravel(found())[0]))
    except Exception as reason:  # The libraries raise what they like.
        return type(reason).__name__
    if not mp.isfinite(value):
        return "NaN"
    return abs(value / expected - 1) if value > 0 else "0" if value == 0 else "negative"


def shown(errors):
    """The larger of the errors of call and put; what is no number comes first."""
    texts = [each for each in errors if isinstance(each, str)]
    return texts[0] if texts else mp.nstr(max(errors), 2, min_fixed=0, max_fixed=0) if max(errors) else "0"


def main(wheel):
    oa = package.load(wheel)
    found = [peer for peer in peers.installed(oa) if peer.one_price and peer.name != "options_analytics_vollib"]
    options = {exponent: [(flag, strike(flag, mpf(10) ** -exponent)) for flag in "cp"] for exponent in EXPONENTS}
    wrong = []
    for work, bound in BOUNDS.items():
        named = [peer for peer in found if getattr(peer, f"one_{work}")]
        names = [peer.name.replace("options_analytics", "this engine") for peer in named]
        print(f"| {work} of an option worth | " + " | ".join(names) + " |")
        print("|---" * (len(named) + 1) + "|")
        for exponent, pair in options.items():
            cells = []
            for peer in named:
                errors = [error_of(peer, work, flag, K) for flag, K in pair]
                cells.append(shown(errors))
                if peer is found[0] and any(isinstance(each, str) or each > bound for each in errors):
                    wrong.append(f"{work} at 1e-{exponent}: {cells[-1]}")
            print(f"| 1e-{exponent} | " + " | ".join(cells) + " |")
        print()
    if wrong:
        sys.exit("\n".join(wrong))


def error_of(peer, work, flag, K):
    if work == "price":
        return error(lambda: peer.one_price(flag, S, K, T, R, SIGMA, Q), exact(flag, K))
    arguments = peer.order(float(exact(flag, K)), flag, S, K, T, R, Q)
    return error(lambda: peer.one_volatility(*arguments), mpf(SIGMA))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
