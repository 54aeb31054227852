"""Shapes, types, flags, Series and errors of functions of columns."""

import pickle
import warnings

import numpy as np
import pytest

import options_analytics as oa
from options_analytics import Status

RNG = np.random.default_rng(1)
COUNT = 3_000
S = RNG.uniform(80, 120, COUNT)
K = S * RNG.uniform(0.8, 1.25, COUNT)
T = RNG.uniform(0.02, 2, COUNT)
R = RNG.uniform(0, 0.06, COUNT)
Q = RNG.uniform(0, 0.03, COUNT)
V = RNG.uniform(0.1, 0.6, COUNT)
FLAGS = np.array(["c", "p"])[RNG.integers(0, 2, COUNT)]
PRICES = oa.price(FLAGS, S, K, T, R, V, Q)
VOLATILITIES = oa.implied_volatility(PRICES, S, K, T, R, FLAGS, Q).volatility


def test_numbers_give_a_float_that_equals_the_element():
    for index in range(0, COUNT, 100):
        one = oa.price(str(FLAGS[index]), *(float(x[index]) for x in (S, K, T, R, V, Q)))
        assert type(one) is float and one == PRICES[index]
    assert type(oa.price("c", 100, 100, 1, 0, np.float32(0.5))) is float
    assert type(oa.price("c", np.array(100.0), 100, 1, 0, 0.5)) is float
    found = oa.implied_volatility(PRICES[0], S[0], K[0], T[0], R[0], FLAGS[0], Q[0])
    assert type(found.volatility) is float and found.status is Status.OK
    assert type(oa.greeks("c", 100, 100, 1, 0, 0.5).delta) is float


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_do_not_change_a_bit(threads):
    big = [np.tile(x, 30) for x in (FLAGS, S, K, T, R, V, Q)]
    assert np.array_equal(oa.price(*big, threads=threads), np.tile(PRICES, 30))
    found = oa.greeks(*big, threads=threads)
    assert np.array_equal(found.price, np.tile(PRICES, 30)) and not found.status.any()


@pytest.mark.parametrize("convert", [
    lambda x: x[::-1][::-1], lambda x: np.repeat(x, 2)[::2], lambda x: np.stack([x, x], 1)[:, 1], lambda x: x.reshape(60, 50),
    lambda x: x.reshape(60, 50)[:, ::2], lambda x: x.reshape(60, 50).T, lambda x: x.astype(">f8"), lambda x: x.tolist(),
    lambda x: x.astype(object), lambda x: np.frombuffer(b"1" + x.tobytes(), np.uint8)[1:].view(np.float64)])
def test_layouts(convert):
    columns = [convert(x) for x in (S, K, T, R, V, Q)]
    positions = np.asarray(convert(np.arange(COUNT, dtype=float)), dtype=int)
    assert np.array_equal(oa.price(FLAGS[positions], *columns), PRICES[positions])
    found = oa.implied_volatility(PRICES[positions], *columns[:4], FLAGS[positions], columns[5])
    assert np.array_equal(found.volatility, VOLATILITIES[positions])


def test_broadcasting():
    strikes, times = np.array([90.0, 100.0, 110.0]), np.array([[0.25], [0.5]])
    grid = oa.price("c", 100.0, strikes, times, 0.05, 0.2)
    assert grid.shape == (2, 3)
    assert grid[1, 2] == oa.price("c", 100, 110, 0.5, 0.05, 0.2)
    assert oa.greeks("c", 100.0, strikes, times, 0.05, 0.2).delta.shape == (2, 3)
    assert oa.price("c", 100.0, np.array([]), 1, 0.05, 0.2).shape == (0,)
    assert oa.price([], 100.0, np.array([]), 1, 0.05, 0.2).shape == oa.price(np.array([], "U3"), 1, [], 1, 0, 1).shape == (0,)
    assert oa.price(np.array("put"), 100, 100, 1, 0, 0.2) != oa.price(np.array("p"), 100, 100, 1, 0, 0.2) > 0
    assert oa.price("c", 100.0, np.array([90.0]), 1, 0.05, 0.2).shape == (1,)
    assert oa.price("c", np.array([100.0]), strikes, 1, 0.05, 0.2).shape == (3,)
    for wrong in (np.arange(1.0, 5), np.arange(1.0, 3)):
        with pytest.raises(ValueError, match="broadcast"):
            oa.price("c", strikes, wrong, 1, 0.05, 0.2)


@pytest.mark.parametrize("convert", [
    np.asarray, list, lambda x: x.astype("S1"), lambda x: np.char.upper(x), lambda x: x.astype("U4"), lambda x: x.astype(object),
    lambda x: x.astype("S3"), lambda x: (x == "p").astype(int), lambda x: (x == "p").astype(np.uint8), lambda x: (x == "p").astype(np.int16),
    lambda x: [bool(y == "p") + 0 for y in x], lambda x: np.repeat(x, 2)[::2],
    lambda x: [y.encode() for y in x], lambda x: x.astype(">U2"), lambda x: [y if n % 2 else y.encode() for n, y in enumerate(x)]])
def test_flags(convert):
    assert np.array_equal(oa.price(convert(FLAGS), S, K, T, R, V, Q), PRICES)


@pytest.mark.parametrize("flag", ["call", "put", "x", "", b"call", -1, 2, 99, "cc", "\u0443"])
def test_refused_flags(flag):
    assert np.isnan(oa.price(flag, 100, 100, 1, 0.05, 0.2))
    assert oa.greeks(flag, 100, 100, 1, 0.05, 0.2).status is Status.INVALID_FLAG
    with pytest.raises(oa.OptionsError, match="flag is outside its domain"):
        oa.price(flag, 100, 100, 1, 0.05, 0.2, on_error="raise")
    found = oa.greeks([flag, flag], 100, 100, 1, 0.05, [0.2, 0.3])
    assert (found.status == Status.INVALID_FLAG).all() and all(np.isnan(values).all() for values in found[:6])
    assert np.isnan(oa.implied_volatility(10, 100, 100, 1, 0.05, flag).volatility)


@pytest.mark.parametrize("flag", [True, 1.0, np.array([True, False]), np.array([0.0]), None, np.array(["2026-01-01"], "M8[D]")])
def test_flags_of_wrong_type(flag):
    with pytest.raises(TypeError):
        oa.price(flag, 100, 100, 1, 0.05, 0.2)


@pytest.mark.parametrize("value", ["100", True, None, [True], ["1"], np.array(["2026-01-01"], "M8[D]"), 1j, {}, np.ma.array([1.0])])
def test_numbers_of_wrong_type(value):
    with pytest.raises(TypeError):
        oa.price("c", value, 100, 1, 0.05, 0.2)


def test_errors_name_input_index_and_value():
    with pytest.raises(oa.OptionsError) as caught:
        oa.price("c", 100, [90.0, -1.0, -2.0], 1, 0.05, 0.2, on_error="raise")
    assert str(caught.value) == "K at index 1 is outside its domain: -1.0"
    assert caught.value.status is Status.INVALID_STRIKE and caught.value.index == 1
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.index == 1
    with pytest.raises(oa.OptionsError, match=r"^K is outside its domain: -1\.0$") as caught:
        oa.price("c", 100, -1.0, 1, 0.05, 0.2, on_error="raise")
    assert caught.value.index is None
    with pytest.raises(oa.OptionsError, match=r"K at index \(1, 0\)"):
        oa.price("c", 100, [[90.0], [-1.0]], 1, 0.05, 0.2, on_error="raise")


@pytest.mark.parametrize("name, status", [
    ("S", Status.INVALID_SPOT), ("K", Status.INVALID_STRIKE), ("t", Status.INVALID_TIME), ("r", Status.INVALID_RATE),
    ("q", Status.INVALID_DIVIDEND_YIELD), ("sigma", Status.INVALID_VOLATILITY)])
@pytest.mark.parametrize("exercise", ["european", "american"])
def test_every_input_has_a_status(name, status, exercise):
    arguments = {"S": 100.0, "K": 100.0, "t": 1.0, "r": 0.05, "sigma": 0.2, "q": 0.01}
    for value in (np.nan, np.inf):
        found = oa.greeks("p", **arguments | {name: value}, exercise=exercise)
        assert found.status is status and np.isnan(found.price)
        found = oa.greeks("p", **arguments | {name: [value, arguments[name]]}, exercise=exercise)
        assert found.status.tolist() == [status, 0]
    if name != "sigma":
        del arguments["sigma"]
        assert oa.implied_volatility(8.0, flag="p", **arguments | {name: np.nan}, exercise=exercise).status is status


def test_prices_without_a_volatility():
    quotes = [5.0, 4.0, 200.0, -1.0, np.nan]
    found = oa.implied_volatility(quotes, 100, 95, 0.5, 0.0, "c")
    assert found.status.tolist() == [
        Status.NOT_DETERMINABLE, Status.BELOW_INTRINSIC, Status.ABOVE_MAXIMUM, Status.INVALID_PRICE, Status.INVALID_PRICE]
    assert np.isnan(found.volatility).all()
    for quote, error in ((4.0, oa.BelowIntrinsicError), (200.0, oa.AboveMaximumError), (-1.0, oa.OptionsError)):
        with pytest.raises(error) as caught:
            oa.implied_volatility(quote, 100, 95, 0.5, 0.0, "c", on_error="raise")
        assert isinstance(caught.value, ValueError)


def test_one_warning_counts_the_options():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = oa.price("c", 100, [90.0, -1.0, -2.0], 1, 0.05, 0.2, on_error="warn")
    assert [each.category for each in caught] == [oa.DomainWarning]
    assert str(caught[0].message).startswith("2 of 3 ") and caught[0].filename == __file__
    assert np.isnan(found).tolist() == [False, True, True]


def test_out():
    out = np.empty(COUNT)
    assert oa.price(FLAGS, S, K, T, R, V, Q, out=out) is out and np.array_equal(out, PRICES)
    rows = np.empty((6, COUNT))
    found = oa.greeks(FLAGS, S, K, T, R, V, Q, out=rows)
    assert np.array_equal(rows[0], PRICES) and np.shares_memory(found.delta, rows)
    assert oa.greeks(FLAGS, S, K, T, R, V, Q, order=3, out=np.empty((16, COUNT))).ultima.shape == (COUNT,)
    same = V.copy()
    assert oa.price(FLAGS, S, K, T, R, same, Q, out=same) is same and np.array_equal(same, PRICES)
    for wrong in (np.empty(COUNT - 1), np.empty(COUNT, np.float32), np.empty(2 * COUNT)[::2], np.empty((1, COUNT))):
        with pytest.raises(ValueError, match="out"):
            oa.price(FLAGS, S, K, T, R, V, Q, out=wrong)
    with pytest.raises((ValueError, BufferError)):
        wrong = np.empty(COUNT)
        wrong.flags.writeable = False
        oa.price(FLAGS, S, K, T, R, V, Q, out=wrong)
    shifted = np.empty(COUNT + 1)
    with pytest.raises(ValueError, match="overlap"):
        oa.price(FLAGS, S, K, T, R, shifted[1:], Q, out=shifted[:-1])


def test_arguments():
    with pytest.raises(TypeError, match="missing required argument: 'sigma'"):
        oa.price("c", 100, 100, 1, 0.05)
    with pytest.raises(TypeError, match="unexpected keyword argument 'vol'"):
        oa.price("c", 100, 100, 1, 0.05, vol=0.2)
    with pytest.raises(TypeError, match="multiple values for argument 'S'"):
        oa.price("c", 100, 100, 1, 0.05, 0.2, S=100)
    with pytest.raises(TypeError, match="positional"):
        oa.price("c", 100, 100, 1, 0.05, 0.2, 0, "black")
    for name, value in (("model", "heston"), ("on_error", "ignore"), ("threads", -1)):
        with pytest.raises(ValueError, match=name):
            oa.price("c", 100, 100, 1, 0.05, 0.2, **{name: value})
    for name, value in (("units", "daily"), ("order", 2)):
        with pytest.raises(ValueError, match=name):
            oa.greeks("c", 100, 100, 1, 0.05, 0.2, **{name: value})
    with pytest.raises(ValueError, match="q must be 0"):
        oa.price("c", 100, 100, 1, 0.05, 0.2, 0.01, model="black")
    assert oa.price(sigma=0.2, r=0.05, t=1, K=100, S=100, flag="c") == oa.price("c", 100, 100, 1, 0.05, 0.2)


def test_pandas():
    pandas = pytest.importorskip("pandas")
    index = pandas.Index(range(10, 10 + COUNT))
    prices = oa.price(pandas.Series(FLAGS, index=index), pandas.Series(S, index=index), K, T, R, pandas.Series(V, index=index), Q)
    assert type(prices) is pandas.Series and prices.index.equals(index) and np.array_equal(prices, PRICES)
    found = oa.greeks(FLAGS, pandas.Series(S, index=index), K, T, R, V, Q)
    assert type(found.delta) is pandas.Series and found.delta.name == "delta" and found.status.index.equals(index)
    nullable = pandas.Series(S, dtype="Float64").where(pandas.Series(S) > 100)
    kinds = pandas.Series((FLAGS == "p").astype(int), dtype="Int8")
    found = oa.greeks(kinds, nullable, K, T, R, V, Q)
    assert np.array_equal(found.status != 0, S <= 100) and np.array_equal(found.price[S > 100], PRICES[S > 100])
    with pytest.raises(ValueError, match="index"):
        oa.price(FLAGS, pandas.Series(S, index=index), pandas.Series(K), T, R, V, Q)


def test_polars():
    polars = pytest.importorskip("polars")
    prices = oa.price(polars.Series(FLAGS), polars.Series(S), K, T, R, polars.Series(V), Q)
    assert type(prices) is polars.Series and np.array_equal(prices.to_numpy(), PRICES)
    assert type(oa.implied_volatility(prices, polars.Series(S), K, T, R, FLAGS, Q).volatility) is polars.Series
