#!/usr/bin/env python3
"""Writes dividend_distribution.json: prices of an underlying after discrete dividends, over the whole domain.

python3 Fixtures/reference/dividend_distribution.py [--check]

The method is backward: the probability that the price ends below K, the mean of the price there, the density at K and
the probability of a price of 0, as functions of the price just after an ex-date, follow from those after the next one
by Gauss-Legendre integrals over the logarithm of the price. After the last ex-date they have closed forms. Panels are
narrower than the deviations of both intervals. Prices below 1e-14 of an amount just paid count as 0. The values of two
resolutions must agree within 5e-13; the table has twelve decimals.

Random cases that need more than 4,000 nodes are left out. Takes about a minute.
"""

import json
import math

import numpy as np
from scipy.special import ndtr
from tables import write

ABSCISSAE, WEIGHTS = np.polynomial.legendre.leggauss(16)


def payments(dividends, horizon):
    """The payments of (time, kind, size) that count, by time: S becomes max(S * factor - amount, 0)."""
    found = {}
    for time, kind, size in dividends:
        if 0 < time <= horizon:
            factor, amount = found.get(time, (1.0, 0.0))
            found[time] = (factor * (1 - size), amount) if kind == "proportion" else (factor, amount + size)
    return sorted((time, *payment) for time, payment in found.items())


def density(z):
    return np.exp(-z * z / 2) / math.sqrt(2 * math.pi)


def values(spot, sigma, rate, dividend_yield, horizon, dividends, strikes, resolution):
    """P(S < K), E[S; S < K] / spot, the density times K sigma sqrt(T), and P(S = 0), for each K."""
    # In units of the spot, so that the logarithms are small.
    dividends = [(time, kind, size if kind == "proportion" else size / spot) for time, kind, size in dividends]
    strikes, spot = np.array(strikes) / spot, 1.0
    events, end = payments(dividends, horizon), (1.0, 0.0)
    if events and events[-1][0] == horizon:
        end = events.pop()[1:]
    drift = rate - dividend_yield - sigma * sigma / 2
    times = [0.0, *(time for time, _, _ in events), horizon]
    deviations = [sigma * math.sqrt(b - a) for a, b in zip(times, times[1:])]
    drifts = [drift * (b - a) for a, b in zip(times, times[1:])]

    # Logarithms of the price just after each ex-date, as nodes of panels.
    grids, low = [], math.log(spot)
    for index, (time, factor, amount) in enumerate(events):
        variance = sigma * sigma * time
        high = math.log(spot) + drift * time + 9.5 * math.sqrt(variance) + variance
        least = factor * math.exp(low + drifts[index] - 9.5 * deviations[index]) - amount
        floor = math.log(amount) - 32 if amount > 0 else -math.inf
        low = max(math.log(least), floor) if least > 0 else floor
        high = math.log(factor * math.exp(high) - amount)
        panel = 0.8 * min(deviations[index], sigma * math.sqrt(horizon - time), 0.6) / resolution
        ends = np.linspace(low, high, max(4, math.ceil((high - low) / panel)) + 1)
        half = (ends[1:] - ends[:-1])[:, None] / 2
        grids.append(((ends[:-1, None] + half * (ABSCISSAE + 1)).ravel(), (half * WEIGHTS).ravel()))

    if sum(len(y) for y, _ in grids) > 4000 * max(1, len(grids)) * resolution:
        return None

    def terminal(y):
        factor, amount = end
        deviation, mean = deviations[-1], y[:, None] + drifts[-1]
        z = (np.log((strikes + amount) / factor) - mean) / deviation
        zero = (math.log(amount / factor) - mean) / deviation if amount > 0 else np.full_like(mean, -np.inf)
        below = ndtr(z)
        share = np.exp(mean + deviation * deviation / 2) * (ndtr(z - deviation) - ndtr(zero - deviation))
        return np.stack([
            below, factor * share - amount * (below - ndtr(zero)),
            density(z) / deviation * sigma * math.sqrt(horizon) * strikes / (strikes + amount),
            np.broadcast_to(ndtr(zero), z.shape)])

    if not events:
        return terminal(np.array([math.log(spot)]))[:, 0]
    after = terminal(grids[-1][0])
    for index in reversed(range(len(events))):
        _, factor, amount = events[index]
        y, weights = grids[index]
        price = np.exp(y)
        logarithm, slope = np.log((price + amount) / factor), price / (price + amount)
        starts = np.array([math.log(spot)]) if index == 0 else grids[index - 1][0]
        before = np.empty((4, len(starts), len(strikes)))
        for first in range(0, len(starts), 500):
            rows = slice(first, first + 500)
            z = (logarithm - starts[rows, None] - drifts[index]) / deviations[index]
            kernel = density(z) / deviations[index] * (slope * weights)
            before[:, rows] = np.einsum("ij,cjk->cik", kernel, after)
            if amount > 0:
                absorbed = ndtr((math.log(amount / factor) - starts[rows] - drifts[index]) / deviations[index])
                before[0, rows] += absorbed[:, None]
                before[3, rows] += absorbed[:, None]
        after = before
    return after[:, 0]


def cases():
    """Cases of interest, then random ones over the domain."""
    amounts = [(0.05 * n, "amount", 1.2) for n in range(1, 20)]
    yield 0.3, 0.05, 0.01, 1.0, [(0.1, "amount", 5.0), (0.35, "amount", 5.0), (0.6, "amount", 5.0)]
    yield 0.3, 0.05, 0.0, 0.5, [(0.5, "amount", 10.0)]
    yield 0.25, 0.04, 0.01, 0.75, [(0.2, "proportion", 0.02), (0.2, "amount", 3.0), (0.75, "proportion", 0.1)]
    yield 0.8, 0.05, 0.01, 2.0, [(0.5, "amount", 30.0), (1.0, "amount", 30.0), (1.5, "amount", 20.0)]
    yield 3.0, 0.05, 0.01, 5.0, [(0.5, "amount", 30.0), (1.5, "amount", 30.0), (4.0, "amount", 25.0)]
    yield 0.02, -0.02, 0.2, 5.0, [(4.9, "amount", 34.0)]
    yield 0.2, 0.03, 0.0, 1.0, amounts
    yield 0.4, 0.03, 0.02, 1.0, [(time, kind, size * 1.5) for time, kind, size in amounts]
    random = np.random.default_rng(33)
    count = 0
    while count < 40:
        sigma = math.exp(random.uniform(math.log(0.02), math.log(3)))
        horizon = math.exp(random.uniform(math.log(1 / 8766), math.log(5)))
        rate, dividend_yield = random.uniform(-0.02, 0.2), random.choice([0.0, random.uniform(0, 0.2)])
        number, total = random.integers(1, 7), random.choice([0.9, 0.5, 0.1, 0.02]) * random.uniform(0.2, 1)
        times = np.sort(random.uniform(0.02, 1, number)) * horizon
        at_end, proportional = random.random() < 0.2, random.random(number) < 0.25
        shares = random.dirichlet(np.ones(number)) * total
        if np.diff([0.0, *times, horizon]).min() < 0.05 * horizon:
            continue
        if at_end:
            times[-1] = horizon
        count += 1
        yield sigma, rate, dividend_yield, horizon, [
            (float(time), "proportion", float(share)) if of_price else (float(time), "amount", 100 * float(share))
            for time, share, of_price in zip(times, shares, proportional)]


def main():
    rows = []
    for sigma, rate, dividend_yield, horizon, dividends in cases():
        forward = 100.0 * math.exp((rate - dividend_yield) * horizon)
        for _, factor, amount in payments(dividends, horizon):
            forward = max(forward * factor - amount, 2.0)
        deviation = sigma * math.sqrt(horizon)
        distances = (-3, -1.5, -0.5, 0, 0.5, 1.5, 3)
        strikes = [float(f"{forward * math.exp(z * deviation - deviation**2 / 2):.6g}") for z in distances]
        market = 100.0, sigma, rate, dividend_yield, horizon, dividends, strikes
        coarse, fine = values(*market, 1.0), values(*market, 1.4)
        if coarse is None or fine is None:
            continue
        difference = np.abs(coarse - fine).max()
        if difference > 5e-13 * max(1, fine[1].max()):
            raise SystemExit(f"{market}: two resolutions differ by {difference}")
        below, mean, scaled, zero = ([float(f"{value:.12f}") for value in row] for row in fine)
        rows.append({
            "spot": 100.0, "volatility": sigma, "riskFreeRate": rate, "dividendYield": dividend_yield,
            "timeToExpiration": horizon,
            "dividends": [{"timeToExDate": time, kind: size} for time, kind, size in dividends],
            "strikes": strikes, "below": below, "meanBelow": mean, "scaledDensity": scaled, "zero": zero[0]})
    conventions = "meanBelow is E[S; S < K] / spot, scaledDensity the density at K times K volatility sqrt(timeToExpiration), zero P(S = 0)"
    lines = ",\n".join(json.dumps(row) for row in rows)
    write(__file__, f'{{"conventions": "{conventions}", "cases": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()
