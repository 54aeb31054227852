"""Measures prices, greeks and implied volatilities of this package and of other libraries, and strategies in Arrow and in JSON, in
alternation on one core.
Run: python3 bench.py WHEEL [ROUNDS]   (in an environment with requirements.txt; opengreeks needs Python 3.12)
Prints `name: value unit` lines: the fastest of the rounds, by calls of numbers and by columns of a million options with letters as
flags, and ratios of them. Ends with status 1 if a library has other results than this package."""

import itertools
import os
import sys
import time
import timeit

import numpy as np

import package
import peers
import quantlib_options
import strategies

COUNT = 1_000_000
OPTION = ("c", 100.0, 105.0, 0.5, 0.03, 0.25, 0.01)


def columns():
    random = np.random.default_rng(1)
    S = random.uniform(80, 120, COUNT)
    flag = np.array(["c", "p"])[random.integers(0, 2, COUNT)]
    K, t = S * random.uniform(0.8, 1.25, COUNT), random.uniform(0.02, 2, COUNT)
    r, sigma, q = random.uniform(0, 0.06, COUNT), random.uniform(0.1, 0.6, COUNT), random.uniform(0, 0.03, COUNT)
    return flag, S, K, t, r, sigma, q


def limited(flag, S, K, t, r, sigma, q):
    """The columns of a library whose functions take one flag, rate and yield for all options: calls."""
    return "c", S, K, t, 0.03, sigma, 0.01


def fastest(runs, rounds):
    """The nanoseconds of the fastest of many samples of each call, which is a function and its arguments.

    A sample takes two milliseconds or one call, and a round takes samples of each call in turn for a tenth of a second. Time is that of
    the processor, to which other programs add little."""
    best = dict.fromkeys(runs, float("inf"))
    timers = {}
    for name, (function, arguments) in runs.items():
        # Arguments are local variables, as in a loop of a program.
        names = "".join(f"x{index}, " for index in range(len(arguments)))
        scope = {"function": function, "arguments": arguments}
        timer = timeit.Timer(f"function({names})", f"{names or '_'} = arguments", time.process_time, scope)
        once = timer.timeit(1)
        calls = max(1, int(0.002 / once))
        timers[name] = timer, calls, max(1, int(0.1 / (once * calls)))
    for _ in range(rounds):
        for name, (timer, calls, samples) in timers.items():
            best[name] = min(best[name], min(timer.repeat(samples, calls)) / calls * 1e9)
    return best


def expect(name, values, reference, tolerance=1e-6):
    if not np.allclose(np.asarray(values, dtype=float), reference, rtol=tolerance, atol=tolerance * 1e-2):
        sys.exit(f"{name} has other results")


def one_option(found, rounds):
    greeks = found[0].greeks(*OPTION)
    expected = {"price": greeks.price, "delta": greeks.delta, "volatility": OPTION[5]}
    for work in ("price", "delta", "volatility"):
        runs = {}
        for peer in found:
            if function := getattr(peer, f"one_{work}"):
                arguments = OPTION if work != "volatility" else peer.order(*quoted(found[0], *OPTION))
                runs[peer.name] = function, arguments
                if peer is not found[0]:
                    expect(f"{peer.name} {work}", function(*arguments), expected[work])
        yield f"one_{work}", fastest(runs, rounds)


def million_options(found, rounds):
    every = columns()
    one = limited(*every)
    for work in ("price", "greeks", "volatility"):
        runs = {}
        for peer in found:
            if function := getattr(peer, work):
                options = one if peer.is_limited else every
                arguments = options if work != "volatility" else peer.order(*quoted(found[0], *options))
                runs[peer.name] = function, arguments
                check(found[0], peer, work, options, function(*arguments))
        yield f"million_{work}", {name: ns / COUNT for name, ns in fastest(runs, rounds).items()}


def quoted(package, flag, S, K, t, r, sigma, q):
    return package.price(flag, S, K, t, r, sigma, q), flag, S, K, t, r, q


def check(package, peer, work, options, found):
    """Compares prices, and the prices at volatilities, which not every price determines."""
    prices = package.price(*options)
    if work == "price":
        expect(f"{peer.name} price", found, prices)
    elif work == "volatility" and peer is not package:
        flag, S, K, t, r, _, q = options
        is_quoted = (prices > 1e-3) & (np.nan_to_num(found) > 0)
        again = package.price(flag, S, K, t, r, np.nan_to_num(found), q)
        expect(f"{peer.name} volatility", again[is_quoted], prices[is_quoted], 1e-4)


#: Times that are divided by each other.
RATIOS = [
    ("one_price", "options_analytics", "opengreeks"), ("one_price", "options_analytics_vollib", "opengreeks"),
    ("one_volatility", "options_analytics", "opengreeks"), ("one_volatility", "options_analytics", "pyvolr"),
    ("million_price", "numpy_scipy", "options_analytics"), ("million_greeks", "pyvolr", "options_analytics"),
    ("million_greeks", "pyvolr", "options_analytics_out"), ("million_volatility", "pyvolr", "options_analytics"),
    ("american", "quantlib_fast", "options_analytics"), ("american_dividends", "quantlib_100x100", "options_analytics"),
    ("strategies", "json", "arrow_text"), ("strategies", "json", "arrow_numbers"),
]


def main(wheel, rounds=5):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    oa = package.load(wheel)
    found = peers.installed(oa)
    print(f"Python {sys.version.split()[0]}, {peers.versions(found)}; kernels: {oa.instruction_set()}", file=sys.stderr)
    times = {}
    rounds = int(rounds)
    parts = (
        one_option(found, rounds), million_options(found, rounds), quantlib_options.runs(oa, fastest, rounds),
        strategies.runs(oa, fastest, rounds))
    for work, best in itertools.chain(*parts):
        times[work] = best
        for name, value in best.items():
            print(f"{work}_{name}: {value:.4g} ns", flush=True)
    for work, slow, fast in RATIOS:
        if slow in times[work] and fast in times[work]:
            print(f"{work}_{slow}_over_{fast}: {times[work][slow] / times[work][fast]:.3g} times")


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
