#!/usr/bin/env python3
"""Writes limits.json: European options at the limits of doubles, computed from the textbook formulas at 900 digits."""

import itertools

from mpmath import erfc, exp, log, mp, mpf, pi, sqrt

from tables import write_rows

mp.dps = 900
LARGEST = mpf(1.7976931348623157e308) + mpf(2) ** 969  # the largest number that rounds to a finite double
FAR = mpf(10) ** 6  # beyond this, the normal distribution is 0 or 1 in doubles


def tail(x):
    """N(x) of the standard normal distribution."""
    if abs(x) > FAR:
        return mpf(0) if x < 0 else mpf(1)
    return erfc(-x / sqrt(mpf(2))) / 2


def density(x):
    return mpf(0) if abs(x) > FAR else exp(-x * x / 2) / sqrt(2 * pi)


def values(put, S, K, T, r, q, sigma):
    """Every value, with the sum of the magnitudes of its terms as Tests/Accuracy defines it, and the condition number."""
    S, K, T, r, q, sigma = (mpf(v) for v in (S, K, T, r, q, sigma))
    sign = -1 if put else 1
    root, b = sqrt(T), r - q
    s = sigma * root
    log_ratio = log(S / K)
    x = log_ratio + b * T
    d1, d2 = x / s + s / 2, x / s - s / 2
    bound = (abs(log_ratio) + abs(b * T)) / s + s / 2
    growth, discount = exp(-q * T), exp(-r * T)
    phi = growth * density(d1)
    n1, n2 = tail(sign * d1), tail(sign * d2)
    price = sign * (S * growth * n1 - K * discount * n2)
    delta, dual = sign * growth * n1, -sign * discount * n2
    gamma, vega = phi / (S * s), S * phi * root
    decay = vega * sigma / (2 * T)
    theta = -decay + q * S * delta + r * K * dual
    slope, slope_bound = b / s - d2 / (2 * T), abs(b) / s + bound / (2 * T)
    product = d1 * d2
    result = {
        "price": (price, price),
        "delta": (delta, delta),
        "gamma": (gamma, gamma),
        "theta": (theta, decay + abs(q * S * delta) + abs(r * K * dual)),
        "vega": (vega, vega),
        "rho": (-T * K * dual, T * K * dual),
        "epsilon": (-T * S * delta, T * S * delta),
        "vanna": (-phi / sigma * d2, phi / sigma * bound),
        "vomma": (vega * product / sigma, vega * bound**2 / sigma),
        "charm": (q * delta - phi * slope, abs(q * delta) + phi * slope_bound),
        "speed": (-gamma / S * (d1 / s + 1), gamma / S * (bound / s + 1)),
        "zomma": (gamma * (product - 1) / sigma, gamma * (bound**2 + 1) / sigma),
        "color": (
            gamma * (q + 1 / (2 * T) + d1 * slope),
            gamma * (abs(q) + 1 / (2 * T) + bound * slope_bound),
        ),
        "ultima": (
            vega / sigma**2 * (product * (product - 1) - d1**2 - d2**2),
            vega / sigma**2 * (bound**4 + 3 * bound**2),
        ),
        "veta": (
            vega * (q - 1 / (2 * T) + d1 * slope),
            vega * (abs(q) + 1 / (2 * T) + bound * slope_bound),
        ),
        "dual_delta": (dual, dual),
        "dual_gamma": (discount * density(d2) / (K * s), discount * density(d2) / (K * s)),
    }
    conditioning = 1 + d1**2 + d2**2 + (1 + abs(d1)) / s
    return result, conditioning, price


def nearest(value):
    if abs(value) >= LARGEST:
        return "inf" if value > 0 else "-inf"
    # float() of an mpf rounds subnormal numbers twice; a decimal string is rounded once.
    return repr(float(mp.nstr(value, 40, min_fixed=0, max_fixed=0)))


def row(group, put, S, K, T, r, q, sigma):
    result, conditioning, price = values(put, S, K, T, r, q, sigma)
    return {
        "group": group,
        "type": "put" if put else "call",
        **{name: repr(float(v)) for name, v in zip(("S", "K", "T", "r", "q", "sigma"), (S, K, T, r, q, sigma))},
        "conditioning": nearest(min(conditioning, mpf(10) ** 300)),
        "ln_price": "-inf" if price <= 0 or log(price) < -1e300 else nearest(log(price)),
        "expected": {name: nearest(value) for name, (value, _) in result.items()},
        "magnitude": {name: nearest(abs(magnitude)) for name, (_, magnitude) in result.items()},
    }


def cases():
    kinds = (False, True)
    # Out of the money, from ordinary prices to prices that underflow.
    for put, sigma, distance in itertools.product(kinds, (0.01, 0.2, 2.0), range(4, 41, 4)):
        move = mpf(sigma) * distance
        if move < 60:
            yield row("far", put, 100.0, float(100 * exp(-move if put else move)), 1.0, 0.02, 0.01, sigma)
    for put, sigma in itertools.product(kinds, (0.0485, 0.0487, 0.0489, 0.0491, 0.0493, 0.0495)):
        yield row("far", put, 100.0, 650.0 if not put else 100 / 6.5, 1.0, 0.0, 0.0, sigma)
    # Amounts and times of every magnitude.
    sizes = (5e-324, 1e-310, 1e-300, 1e-100, 1.0, 1e100, 1e300, 1.7e308)
    for put, size, ratio in itertools.product(kinds, sizes, (0.5, 1.0, 3.0)):
        if 5e-324 <= size * ratio < 1.7e308:
            yield row("money", put, size, size * ratio, 0.5, 0.03, 0.01, 0.3)
    for put, S, K in itertools.product(kinds, (5e-324, 1e-300, 1.0, 1e300, 1.7e308), (5e-324, 1e-300, 1.0, 1e300)):
        if S != K:
            for sigma in (0.3, 20.0, 60.0):
                yield row("apart", put, S, K, 1.0, 0.01, 0.02, sigma)
    for put, T in itertools.product(kinds, (5e-324, 1e-300, 1e-100, 1e-20, 1e3, 1e5)):
        for ratio in (0.9, 1.0, 1.25):
            yield row("time", put, 100.0, 100.0 * ratio, T, 1e-3, -1e-3, 0.2 / T**0.5)
    # Volatilities of every magnitude.
    for put, sigma, K in itertools.product(kinds, (1e-300, 1e-100, 1e-12, 10.0, 1e3, 1e300), (95.0, 100.0, 120.0)):
        yield row("volatility", put, 100.0, K, 0.5, 0.0, 0.0, sigma)
    # Rates of either sign and any magnitude, with forwards near the strike.
    for put, r, q in itertools.product(kinds, (-0.5, -0.05, 1.9, 2.5, 30.0), (-0.5, -0.05, 1.9, 2.5, 30.0)):
        yield row("rates", put, 100.0, 90.0, 1.5, r, q, 0.4)
    for put, r, T in itertools.product(kinds, (6.0, 60.0, -6.0, 600.0), (0.125, 1.1, 10.3)):
        if abs(r * T) < 700:
            yield row("equal rates", put, 100.0, 110.0, T, r, r, 0.35)


document = {
    "source": "Generated by limits.py with mpmath at 900 digits from the Black-Scholes-Merton formulas",
    "units": "as in bsm_mpmath.json; numbers are strings, because JSON has no infinity and readers may drop subnormals",
    "conventions": "expected = nearest double, inf where that is too large; magnitude = sum of the magnitudes of the terms "
    "of the formula, as in Tests/Accuracy; conditioning = 1 + d1^2 + d2^2 + (1 + |d1|) / (sigma sqrt T)",
}
write_rows(__file__, document, cases())
