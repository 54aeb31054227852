"""The libraries that `bench.py` and `far.py` compare. Prices and greeks are functions of (flag, S, K, t, r, sigma, q)."""

import sys
import warnings
from importlib.metadata import version

import numpy as np

warnings.simplefilter("ignore")


class Peer:
    """Functions of one library; those that it does not have are None. `one_` are of numbers, the others of columns. `order` gives the
    arguments of those of volatilities in their order."""

    def __init__(self, name, one_price=None, one_delta=None, one_volatility=None, price=None, greeks=None, volatility=None,
                 order=None, is_limited=False):
        self.name, self.order = name, order
        self.one_price, self.one_delta, self.one_volatility = one_price, one_delta, one_volatility
        self.price, self.greeks, self.volatility = price, greeks, volatility
        #: Whether columns can have only one flag, rate and yield.
        self.is_limited = is_limited


def yield_before_flag(price, flag, S, K, t, r, q):
    return price, S, K, t, r, q, flag


def flag_before_yield(price, flag, S, K, t, r, q):
    return price, S, K, t, r, flag, q


def ours(oa):
    from options_analytics.vollib.black_scholes_merton import black_scholes_merton
    from options_analytics.vollib.black_scholes_merton.greeks.analytical import delta
    from options_analytics.vollib.black_scholes_merton.implied_volatility import implied_volatility

    out = np.empty((6, 1_000_000))
    return [
        Peer("options_analytics", oa.price, None, oa.implied_volatility, oa.price, oa.greeks,
             lambda *x: oa.implied_volatility(*x).volatility, flag_before_yield),
        Peer("options_analytics_vollib", black_scholes_merton, delta, implied_volatility, order=yield_before_flag),
        Peer("options_analytics_out", greeks=lambda *x: oa.greeks(*x, out=out)),
    ]


def vollib():
    from vollib.black_scholes_merton import black_scholes_merton
    from vollib.black_scholes_merton.greeks.analytical import delta
    from vollib.black_scholes_merton.implied_volatility import implied_volatility

    return Peer("vollib", black_scholes_merton, delta, implied_volatility, order=yield_before_flag)


def pyvolr():
    from pyvolr import bs

    # Without a warning for prices that have no volatility, which the other libraries do not write either.
    def quiet(*x):
        return bs.implied_vol(*x, on_error="ignore")

    return Peer("pyvolr", bs.price, bs.delta, bs.implied_vol, bs.price, bs.greeks, quiet, lambda *x: x)


def opengreeks():
    import opengreeks.black_scholes_merton as og

    arrays = [getattr(og, f"{name}_array") for name in ("black_scholes_merton", "delta", "gamma", "theta", "vega", "rho")]
    return Peer(
        "opengreeks", og.black_scholes_merton, og.delta, og.implied_volatility, og.black_scholes_merton_array,
        lambda *x: [array(*x) for array in arrays], og.implied_volatility_array, yield_before_flag, is_limited=True)


def fast_vollib():
    import fast_vollib as fv

    settings = {"model": "black_scholes_merton"}

    def price(*x):
        return fv.fast_black_scholes_merton(*x, return_as="numpy")

    def volatility(*x):
        return fv.fast_implied_volatility(*x, **settings, return_as="numpy", on_error="ignore")

    return Peer(
        "fast_vollib", price, None, volatility, price, lambda *x: fv.get_all_greeks(*x, **settings, return_as="dict"), volatility,
        flag_before_yield)


def scipy():
    from scipy.special import ndtr

    def price(flag, S, K, t, r, sigma, q):
        sign = np.where(flag == "c", 1.0, -1.0)
        deviation = sigma * np.sqrt(t)
        d1 = (np.log(S / K) + (r - q + 0.5 * sigma * sigma) * t) / deviation
        return sign * (S * np.exp(-q * t) * ndtr(sign * d1) - K * np.exp(-r * t) * ndtr(sign * (d1 - deviation)))

    def greeks(flag, S, K, t, r, sigma, q):
        sign = np.where(flag == "c", 1.0, -1.0)
        root = np.sqrt(t)
        deviation = sigma * root
        d1 = (np.log(S / K) + (r - q + 0.5 * sigma * sigma) * t) / deviation
        carried, discounted = S * np.exp(-q * t), K * np.exp(-r * t)
        n1, n2 = ndtr(sign * d1), ndtr(sign * (d1 - deviation))
        density = carried * np.exp(-0.5 * d1 * d1) * 0.3989422804014327
        theta = -density * sigma / (2 * root) + sign * (q * carried * n1 - r * discounted * n2)
        return (
            sign * (carried * n1 - discounted * n2), sign * np.exp(-q * t) * n1, density / (S * S * deviation), theta,
            density * root, sign * t * discounted * n2)

    return Peer("numpy_scipy", price, None, None, price, greeks)


def installed(oa):
    """This package and those of the others that are installed."""
    found = ours(oa)
    for make in (vollib, pyvolr, opengreeks, fast_vollib, scipy):
        try:
            found.append(make())
        except ImportError as error:
            print(f"not run: {make.__name__}: {error}", file=sys.stderr)
    return found


def versions(peers):
    names = [peer.name.replace("_", "-") for peer in peers if not peer.name.startswith(("options", "numpy"))]
    return ", ".join(f"{name} {version(name)}" for name in [*names, "numpy", "scipy"])
