"""Prices, greeks and implied volatilities against tables that were computed elsewhere."""

import numpy as np
import pytest

import options_analytics as oa
from references import GREEKS, HIGHER, cases, columns, flags


def test_european_prices():
    rows = cases("european_prices")
    S, K, t, r, sigma, q, expected = columns(rows, "S", "K", "T", "r", "sigma", "q", "high_precision_value")
    prices = oa.price(flags(rows), S, K, t, r, sigma, q)
    np.testing.assert_allclose(prices, expected, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("order, names", [(1, GREEKS), (3, GREEKS + tuple(HIGHER))])
def test_greeks(order, names):
    rows = cases("bsm_mpmath")
    S, K, t, r, sigma, q = columns(rows, "S", "K", "T", "r", "sigma", "q")
    found = oa.greeks(flags(rows), S, K, t, r, sigma, q, order=order)
    assert not found.status.any()
    for name in names:
        key = HIGHER.get(name, name)
        known = [index for index, row in enumerate(rows) if key in row["expected"]]
        expected = np.array([rows[index]["expected"][key] for index in known])
        np.testing.assert_allclose(getattr(found, name)[known], expected, rtol=1e-9, atol=1e-12, err_msg=name)


def test_units():
    one = oa.greeks("c", 100, 100, 0.5, 0.05, 0.2)
    market = oa.greeks("c", 100, 100, 0.5, 0.05, 0.2, units="market")
    assert market.theta == one.theta / 365 and market.vega == one.vega / 100 and market.rho == one.rho / 100
    assert market[:3] == one[:3]
    many = oa.greeks(["c"] * 3, 100, 100, 0.5, 0.05, 0.2, units="market")
    np.testing.assert_allclose(many.vega, market.vega, rtol=1e-13)


@pytest.mark.parametrize("model", ["black", "bachelier"])
def test_models_on_forwards(model):
    rows = [row for row in cases("black76" if model == "black" else "bachelier") if "F" in row]
    F, K, t, r, sigma = columns(rows, "F", "K", "T", "r", "sigma")
    found = oa.greeks(flags(rows), F, K, t, r, sigma, model=model)
    for name in GREEKS:
        expected = np.array([row["values"][name] for row in rows])
        scale = np.array([row["sensitivities"][name] for row in rows])
        assert np.all(np.abs(getattr(found, name) - expected) <= 1e-13 * scale + 1e-300), name


def test_implied_volatilities():
    rows = [row for row in cases("implied_vol") if row["group"] == "extreme_dimensional"]
    price, S, K, t, r, q, sigma, condition = columns(
        rows, "exact_price", "S", "K", "T", "r", "q_yield", "sigma", "condition_number")
    found = oa.implied_volatility(price, S, K, t, r, flags(rows), q)
    determined = found.status == oa.Status.OK
    assert determined.sum() > len(rows) / 2
    error = np.abs(found.volatility / sigma - 1)[determined]
    assert np.all(error <= 1e-15 * np.maximum(1, condition[determined]) * 8)


def test_american_prices():
    rows = [row for row in cases("american") if row["group"] == "ordinary"]
    S, K, t, r, sigma, q, expected = columns(rows, "S", "K", "T", "r", "sigma", "q", "price")
    prices = oa.price(flags(rows), S, K, t, r, sigma, q, exercise="american")
    np.testing.assert_allclose(prices, expected, atol=2e-7 * np.maximum(S, K).max(), rtol=0)
    found = oa.implied_volatility(prices, S, K, t, r, flags(rows), q, exercise="american")
    determined = found.status == oa.Status.OK
    again = oa.price(flags(rows), S, K, t, r, found.volatility, q, exercise="american")
    np.testing.assert_allclose(again[determined], prices[determined], atol=1e-4)


def test_mixed_exercise():
    styles = np.array([0, 1, 0, 1])
    found = oa.price("p", 90, 100, 1, 0.05, 0.2, exercise=styles)
    assert found[0] == found[2] == oa.price("p", 90, 100, 1, 0.05, 0.2)
    assert found[1] == found[3] == oa.price("p", 90, 100, 1, 0.05, 0.2, exercise="american") > found[0]
    assert (oa.price("p", 90, 100, 1, 0.05, 0.2, exercise=styles.astype(bool)) == found).all()
    for wrong in ("bermudan", [0, 2], ["american"], 0.5):
        with pytest.raises(ValueError):
            oa.price("p", 90, 100, 1, 0.05, 0.2, exercise=wrong)
    with pytest.raises(ValueError, match="American"):
        oa.price("p", 90, 100, 1, 0.05, 20, model="bachelier", exercise="american")


def test_dividends():
    for row in cases("dividend_prices"):
        amounts = [(each["time"], each["amount"]) for each in row["dividends"] if "amount" in each]
        proportions = [(each["time"], each["proportion"]) for each in row["dividends"] if "proportion" in each]
        found = oa.price(
            row["type"][0], row["currentPrice"], row["strikePrice"], row["timeToExpiration"], row["riskFreeRate"],
            row["volatility"], row["dividendYield"], exercise=row["exercise"], dividends=amounts,
            proportional_dividends=proportions)
        assert found == pytest.approx(row["price"], abs=2e-4 + row["accuracy"])


def test_dividends_are_pairs():
    schedule = np.array([[0.25, 1.0], [0.5, 1.0]])
    expected = oa.price("c", 100, [90, 100], 1, 0.05, 0.2, dividends=schedule)
    assert (oa.price("c", 100, [90, 100], 1, 0.05, 0.2, dividends=[(0.25, 1), (0.5, 1)]) == expected).all()
    assert (oa.price("c", 100, [90, 100], 1, 0.05, 0.2, dividends=np.asfortranarray(schedule)) == expected).all()
    assert oa.price("c", 100, 90, 1, 0.05, 0.2, dividends=[]) == oa.price("c", 100, 90, 1, 0.05, 0.2)
    for wrong in ([1.0], [(1, 2, 3)], [(0.5, -1)], [(float("nan"), 1)]):
        with pytest.raises(ValueError):
            oa.price("c", 100, 90, 1, 0.05, 0.2, dividends=wrong)
    with pytest.raises(ValueError, match="dividends"):
        oa.price("c", 100, 90, 1, 0.05, 0.2, model="black", dividends=[(0.5, 1)])


def test_early_exercise():
    arguments = ("p", 100, np.array([90.0, 100, 110, 130]), 1, 0.05, 0.2)
    found = oa.early_exercise(*arguments)
    american, european = oa.price(*arguments, exercise="american"), oa.price(*arguments)
    np.testing.assert_allclose(found.premium, american - european, atol=1e-9)
    assert found.is_optimal_now.tolist() == [False, False, False, True] and np.isnan(found.second_boundary).all()
    # At the boundary, the option is worth its payoff.
    at_boundary = oa.price("p", found.boundary, arguments[2], 1, 0.05, 0.2, exercise="american")
    np.testing.assert_allclose(at_boundary, arguments[2] - found.boundary, atol=1e-4)
    one = oa.early_exercise("p", 100, 130, 1, 0.05, 0.2)
    assert one.is_optimal_now is True and type(one.premium) is float and one.status is oa.Status.OK
    call = oa.early_exercise("c", 100, [90, 95], 1, 0.05, 0.2, dividends=[(0.75, 5), (0.25, 5), (2, 5)])
    assert call.ex_date_boundaries.shape == (2, 3)
    assert np.isfinite(call.ex_date_boundaries[:, :2]).all() and np.isnan(call.ex_date_boundaries[:, 2]).all()
    assert oa.early_exercise("c", 100, 90, 1, 0.05, 0.2).premium == 0
    assert oa.early_exercise("c", 100, -1, 1, 0.05, 0.2).status is oa.Status.INVALID_STRIKE
    assert oa.early_exercise("x", 100, 90, 1, 0.05, 0.2).status is oa.Status.INVALID_FLAG
    with pytest.raises(oa.OptionsError, match="K at index 1 is outside its domain: -1"):
        oa.early_exercise("c", 100, [90, -1], 1, 0.05, 0.2, on_error="raise")
    assert oa.early_exercise("p", 19, 20, 1, 0.05, 0.2, model="black").premium > 0


def test_instruction_set():
    with open("/proc/cpuinfo") as file:
        supported = next((line for line in file if line.startswith("flags")), "").split()
    expected = "avx512" if {"avx512f", "avx512dq", "avx512vl"} <= set(supported) else "avx2" if "avx2" in supported else "baseline"
    assert oa.instruction_set() == expected
