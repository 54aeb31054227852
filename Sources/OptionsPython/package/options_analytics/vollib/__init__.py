"""The functions of vollib, with its names, argument orders, units and errors.

Either write `options_analytics.vollib` in place of `vollib` in imports, or call `patch_vollib`.

The modules are `black`, `black_scholes` and `black_scholes_merton`, each with `implied_volatility`, `greeks.analytical` and
`greeks.numerical`. Theta is per calendar day (a 365th of a year), vega and rho per percentage point. All greeks are exact
derivatives, in `numerical` too, where vollib takes differences.

Numbers give a float. An option without a result raises an `OptionsError`, which is also of the type that vollib raises; if an
argument is NaN, the result is NaN. Arrays and Series are accepted as well, and options without a result are NaN in them.
"""

from __future__ import annotations

import sys
from types import ModuleType

from . import _functions
from ._frames import get_all_greeks, price_dataframe
from ._functions import GREEKS, Function
from ._patch import patch_vollib

__all__ = ["black", "black_scholes", "black_scholes_merton", "get_all_greeks", "patch_vollib", "price_dataframe"]


def _module(name: str, summary: str, functions: dict[str, Function] = {}, **modules: ModuleType) -> ModuleType:
    """A module of this package that has no file."""
    module = sys.modules[f"{__name__}.{name}"] = ModuleType(f"{__name__}.{name}", summary)
    for each, function in functions.items():
        function.__name__ = function.__qualname__ = each
        function.__module__ = module.__name__
        function.__doc__ = f"{summary.removesuffix('.')}: {each.replace('_', ' ')}, as vollib.{name}.{each}."
    vars(module).update(functions, **modules, __all__=[*functions])
    return module


def _model(name: str, title: str, price: Function, volatility: Function, greeks: dict[str, Function]) -> ModuleType:
    # The names of the functions come from the modules that are made first.
    analytical = _module(f"{name}.greeks.analytical", f"Greeks of {title}.", greeks)
    numerical = _module(f"{name}.greeks.numerical", f"Greeks of {title}.")
    vars(numerical).update(greeks, __all__=[*greeks])
    return _module(
        name, f"Options of {title}.", {name: price},
        implied_volatility=_module(f"{name}.implied_volatility", f"Volatilities of {title}.", {"implied_volatility": volatility}),
        greeks=_module(f"{name}.greeks", f"Greeks of {title}.", analytical=analytical, numerical=numerical))


black = _model(
    "black", "Black's model", _functions.black, _functions.black_volatility,
    {name: _functions.black_greek(name) for name in GREEKS})
black_scholes = _model(
    "black_scholes", "the model of Black and Scholes", _functions.black_scholes, _functions.black_scholes_volatility,
    {name: _functions.black_scholes_greek(name) for name in GREEKS})
black_scholes_merton = _model(
    "black_scholes_merton", "the model of Black, Scholes and Merton", _functions.black_scholes_merton,
    _functions.black_scholes_merton_volatility, {name: _functions.black_scholes_merton_greek(name) for name in GREEKS})
