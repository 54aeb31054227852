"""The drop-in for vollib: its functions against vollib itself, its errors, and the examples of vollib under `patch_vollib`."""

import doctest
import importlib
import pickle
import pkgutil

import numpy as np
import pytest

import options_analytics as oa
from options_analytics import vollib as ours
from options_analytics.vollib import GREEKS

vollib = pytest.importorskip("vollib")

RNG = np.random.default_rng(35)
COUNT = 400
FLAGS = np.array(["c", "p"])[RNG.integers(0, 2, COUNT)]
S = RNG.uniform(50, 150, COUNT)
K = S * RNG.uniform(0.7, 1.4, COUNT)
T = RNG.uniform(0.05, 2, COUNT)
R = RNG.uniform(-0.01, 0.08, COUNT)
V = RNG.uniform(0.1, 0.8, COUNT)
Q = RNG.uniform(0, 0.05, COUNT)
MODELS = ("black", "black_scholes", "black_scholes_merton")


def both(name):
    return importlib.import_module(f"options_analytics.vollib.{name}"), importlib.import_module(f"vollib.{name}")


def columns(model):
    return (FLAGS, S, K, T, R, V) + ((Q,) if model == "black_scholes_merton" else ())


def rows(arrays):
    return [tuple(x.item() for x in row) for row in zip(*arrays)]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("part, names", [
    ("", None), (".greeks.analytical", GREEKS), (".greeks.numerical", GREEKS), (".implied_volatility", ["implied_volatility"])])
def test_values(model, part, names):
    mine, theirs = both(model + part)
    arguments = columns(model)
    # vollib's differences are over 1 % of the price, a day, and a point of volatility and rate.
    tolerance = 0.02 if "numerical" in part else 1e-7 if "volatility" in part else 1e-10
    if "volatility" in part:
        prices = getattr(both(model)[0], model)(*arguments)
        last = (R, T, FLAGS) if model == "black" else (T, R, FLAGS) if model == "black_scholes" else (T, R, Q, FLAGS)
        arguments = (prices, S, K, *last)
    for name in names or [model]:
        function = getattr(mine, name)
        found = [function(*row) for row in rows(arguments)]
        expected = np.array([getattr(theirs, name)(*row) for row in rows(arguments)], dtype=float)
        assert all(type(value) is float for value in found)
        np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * np.abs(expected).max(), err_msg=name)
        np.testing.assert_allclose(function(*arguments), found, rtol=1e-12, atol=1e-14, err_msg=name)


def test_names_of_arguments():
    for model in MODELS:
        for part in ("", ".implied_volatility", ".greeks.analytical", ".greeks.numerical"):
            mine, theirs = both(model + part)
            for name in mine.__all__:
                function, known = getattr(mine, name), getattr(theirs, name)
                assert function.__code__.co_varnames[:function.__code__.co_argcount] == known.__code__.co_varnames[
                    :known.__code__.co_argcount]
                assert pickle.loads(pickle.dumps(function)) is function


def test_errors():
    import lets_be_rational.exceptions as theirs
    from vollib.helpers import exceptions as older

    implied = ours.black_scholes.implied_volatility.implied_volatility
    for price, *types in (
        (0.001, oa.BelowIntrinsicError, theirs.BelowIntrinsicException, older.PriceIsBelowIntrinsic),
        (-1.0, oa.OptionsError, theirs.BelowIntrinsicException),
        (200.0, oa.AboveMaximumError, theirs.AboveMaximumException, older.PriceIsAboveMaximum),
        (10.0, oa.OptionsError, theirs.VolatilityValueException),
    ):
        for expected in (*types, ValueError):
            with pytest.raises(expected) as caught:
                implied(price, 110, 100, 0.5, 0.0, "c")
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value) and str(again) == str(caught.value)
    with pytest.raises(KeyError, match="^flag is outside its domain: 'x'$"):
        ours.black.black("x", 100, 100, 1, 0.05, 0.2)
    for function in (ours.black_scholes.black_scholes, ours.black_scholes.greeks.analytical.delta, ours.black.greeks.numerical.rho):
        with pytest.raises(ValueError, match="is outside its domain: -100"):
            function("c", -100, 100, 1, 0.05, 0.2)
        assert np.isnan(function("c", np.nan, 100, 1, 0.05, 0.2))
        assert np.isnan(function("c", np.array([-100.0, 100.0]), 100, 1, 0.05, 0.2)).tolist() == [True, False]
    assert np.isnan(implied(np.nan, 110, 100, 0.5, 0.0, "c"))


def test_swapped_yield_and_flag_are_refused():
    implied = ours.black_scholes_merton.implied_volatility.implied_volatility
    with pytest.raises(TypeError, match="q must be a number"):
        implied(12.0, 110, 100, 0.5, 0.02, "c", 0.01)


def test_frame():
    pandas = pytest.importorskip("pandas")
    # The example in the documentation of py_vollib_vectorized 0.1.1, whose theta is a difference over a day.
    frame = pandas.DataFrame({"Flag": ["c", "p"], "S": 95, "K": [100, 90], "T": 0.2, "R": 0.2, "IV": 0.2}, index=[7, 3])
    names = {
        "flag_col": "Flag", "underlying_price_col": "S", "strike_col": "K", "annualized_tte_col": "T", "riskfree_rate_col": "R"}
    found = ours.price_dataframe(frame, **names, sigma_col="IV")
    assert [*found] == ["Price", "delta", "gamma", "theta", "rho", "vega"] and [*found.index] == [7, 3]
    expected = [[2.895588, 0.467506, 0.046795, -0.045900, 0.083035, 0.168926], [0.611094, -0.136447, 0.025739, -0.005335, -0.027151, 0.092838]]
    np.testing.assert_allclose(found, expected, rtol=0.02)
    np.testing.assert_allclose(found["Price"], [2.895588, 0.611094], atol=1e-6)

    quoted = frame.drop(columns="IV").assign(Quote=found["Price"])
    again = ours.price_dataframe(quoted, **names, price_col="Quote")
    assert [*again] == ["IV", "delta", "gamma", "theta", "rho", "vega"]
    np.testing.assert_allclose(again["IV"], 0.2, rtol=1e-12)
    assert ours.price_dataframe(quoted, **names, price_col="Quote", inplace=True) is None
    assert [*quoted] == ["Flag", "S", "K", "T", "R", "Quote", *again]
    with pytest.warns(UserWarning, match="sigma_col"):
        assert "Price" not in ours.price_dataframe(frame.assign(Quote=1.0), **names, sigma_col="IV", price_col="Quote")
    with pytest.warns(oa.DomainWarning):
        assert ours.price_dataframe(frame.assign(Quote=[-1.0, 1.0]), **names, price_col="Quote")["IV"].isna().tolist() == [True, False]
    for wrong in ({}, {"sigma_col": "Vol"}, {"sigma_col": "IV", "dividend_col": "R"}, {"sigma_col": "IV", "model": "black_scholes_merton"}):
        with pytest.raises(ValueError):
            ours.price_dataframe(frame, **names, **wrong)
    merton = ours.price_dataframe(frame, **names, sigma_col="IV", dividend_col="R", model="black_scholes_merton")
    np.testing.assert_allclose(merton["Price"], ours.price_dataframe(frame, **names, sigma_col="IV", model="black")["Price"], rtol=1e-14)


def test_all_greeks():
    pandas = pytest.importorskip("pandas")
    found = ours.get_all_greeks(["c", "p"], 95, [100, 90], 0.2, 0.2, 0.2, return_as="dict")
    assert [*found] == ["delta", "gamma", "theta", "rho", "vega"]
    np.testing.assert_allclose(found["delta"], [0.46750566, -0.1364465], atol=1e-4)
    assert ours.get_all_greeks("c", 95, 100, 0.2, 0.2, 0.2, return_as="json").startswith('{"delta": [0.46')
    frame = ours.get_all_greeks("c", 95, 100, 0.2, 0.2, 0.2, 0.1, model="black_scholes_merton")
    assert type(frame) is pandas.DataFrame and frame.shape == (1, 5)
    for wrong in ({"q": 0.1}, {"model": "black_scholes_merton"}, {"model": "heston"}):
        with pytest.raises(ValueError):
            ours.get_all_greeks("c", 95, 100, 0.2, 0.2, 0.2, **wrong)


#: The examples of vollib 1.0.11 that fail under the patch; they fail without it, too.
FAILING = {
    "vollib.black.black": "expects 17 digits, of which the last three differ",
    "vollib.ref_python.black_scholes.implied_volatility.implied_volatility": "expects the 12 digits that `print` wrote in Python 2",
}


def test_examples_of_vollib_under_the_patch():
    modules = [importlib.import_module(each.name) for each in pkgutil.walk_packages(vollib.__path__, "vollib.")]
    # Found before the patch: afterwards, the functions of this package are not those whose examples doctest would look for.
    examples = [(module, example) for module in modules for example in doctest.DocTestFinder().find(module) if example.examples]
    original = vollib.black_scholes.black_scholes
    undo = ours.patch_vollib()
    try:
        # vollib expects numbers as NumPy 1 writes them: True, not np.True_.
        assert vollib.black_scholes.black_scholes is ours.black_scholes.black_scholes
        failed, attempted = {}, 0
        for module, example in examples:
            example.globs = dict(vars(module))
            with np.printoptions(legacy="1.25"):
                result = doctest.DocTestRunner(verbose=False).run(example, out=failed.setdefault(example.name, []).append)
            attempted += result.attempted
    finally:
        undo()
    assert vollib.black_scholes.black_scholes is original
    assert attempted > 800
    failed = {name: "".join(report) for name, report in failed.items() if report}
    assert failed.keys() == FAILING.keys(), "".join(failed.values())
    assert all(report.count("Failed example") == 1 for report in failed.values())
