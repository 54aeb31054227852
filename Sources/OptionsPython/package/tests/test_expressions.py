"""Expressions of polars against the functions of columns."""

import pickle

import numpy as np
import pytest

import options_analytics as oa

pl = pytest.importorskip("polars")
expressions = pytest.importorskip("options_analytics.polars")

RNG = np.random.default_rng(3)
COUNT = 250_000
FRAME = pl.DataFrame({
    "flag": np.array(["c", "p"])[RNG.integers(0, 2, COUNT)], "spot": RNG.uniform(80, 120, COUNT), "K": RNG.uniform(70, 130, COUNT),
    "years": RNG.uniform(0.02, 2, COUNT), "rate": RNG.uniform(0, 0.06, COUNT), "vol": RNG.uniform(0.1, 0.6, COUNT),
    "yield": RNG.uniform(0, 0.03, COUNT)})
COLUMNS = [FRAME[name].to_numpy() for name in ("flag", "spot", "K", "years", "rate", "vol", "yield")]
PRICE = pl.col("K").options.price("flag", "spot", "years", "rate", "vol", "yield")
SMALL = FRAME.head(40)


@pytest.mark.parametrize("collect", [
    lambda e: FRAME.select(e), lambda e: FRAME.lazy().select(e).collect(), lambda e: FRAME.lazy().select(e).collect(engine="streaming")])
def test_same_values(collect):
    expected = oa.price(*COLUMNS)
    found = collect(PRICE)
    assert found.columns == ["K"] and np.array_equal(found["K"].to_numpy(), expected)
    found = collect(pl.col("K").options.greeks("flag", "spot", "years", "rate", "vol", "yield").alias("g")).unnest("g")
    greeks = oa.greeks(*COLUMNS)
    assert found.columns == list(greeks._fields)
    assert all(np.array_equal(found[name].to_numpy(), getattr(greeks, name)) for name in greeks._fields)
    quoted = pl.col("K").options.implied_volatility(PRICE, "spot", "years", "rate", "flag", "yield")
    volatilities = oa.implied_volatility(expected, *COLUMNS[1:5], COLUMNS[0], COLUMNS[6])
    found = collect(quoted)["K"]
    assert np.array_equal(found.is_null().to_numpy(), volatilities.status != 0) and found.null_count() > 0
    assert np.array_equal(found.to_numpy(), volatilities.volatility, equal_nan=True)


def test_schema():
    for order, type_of_result in ((1, oa.Greeks), (3, oa.AllGreeks)):
        lazy = SMALL.lazy().select(pl.col("K").options.greeks("flag", "spot", "years", "rate", "vol", order=order))
        assert [field.name for field in lazy.collect_schema()["K"].fields] == list(type_of_result._fields)
        assert lazy.collect().schema == lazy.collect_schema()
    assert SMALL.lazy().select(PRICE).collect_schema() == {"K": pl.Float64()}
    assert SMALL.clear().select(PRICE, g=pl.col("K").options.greeks("c", 1, 1, 0, 0.2)).shape == (0, 2)


def test_numbers_names_and_expressions():
    flag, S, K, t, r, sigma, q = (column[:40] for column in COLUMNS)
    expected = oa.price("p", 100, K, t * 2, 0.03, sigma)
    found = SMALL.select(pl.col("K").options.price("p", 100, pl.col("years") * 2, 0.03, pl.col("vol")).alias("price"))
    assert np.array_equal(found["price"].to_numpy(), expected)
    found = SMALL.select(expressions.price("flag", "spot", 100.0, "years", "rate", "vol"))["K"]
    assert np.array_equal(found.to_numpy(), oa.price(flag, S, 100.0, t, r, sigma))
    # The letters are flags, so a column with such a name is an expression.
    found = SMALL.rename({"flag": "c"}).select(pl.col("K").options.price(pl.col("c"), "spot", "years", "rate", "vol"))["K"]
    assert np.array_equal(found.to_numpy(), oa.price(flag, S, K, t, r, sigma))
    # Names of columns do not meet those of parameters.
    found = SMALL.select(price=pl.col("K"), S="spot").select(pl.col("price").options.price("c", "S", 1, 0.03, 0.2))
    assert found.columns == ["price"] and np.array_equal(found["price"].to_numpy(), oa.price("c", S, K, 1, 0.03, 0.2))
    with pytest.raises(Exception, match="one column"):
        SMALL.select(pl.col("K", "spot").options.price("c", 100, 1, 0.03, 0.2))


@pytest.mark.parametrize("convert", [
    lambda flag: flag.cast(pl.Categorical), lambda flag: flag.cast(pl.Enum(["p", "c"])), lambda flag: flag.str.to_uppercase(),
    lambda flag: (flag == "p").cast(pl.UInt8), lambda flag: (flag == "p").cast(pl.Int64)])
def test_flags(convert):
    assert SMALL.with_columns(convert(pl.col("flag"))).select(PRICE).equals(SMALL.select(PRICE))


def test_missing_values_are_null():
    for name, value in (("flag", None), ("flag", "call"), ("spot", None), ("K", None), ("vol", float("nan")), ("vol", -1.0)):
        gap = SMALL.with_columns(pl.when(pl.int_range(pl.len()) == 3).then(pl.lit(value)).otherwise(pl.col(name)).alias(name))
        greeks = pl.col("K").options.greeks("flag", "spot", "years", "rate", "vol").alias("g")
        found = gap.select(PRICE.alias("price"), greeks)
        assert found["price"].is_null().arg_true().to_list() == [3]
        assert found["g"].struct.field("delta").is_null().arg_true().to_list() == [3]
        assert (found["g"].struct.field("status") != 0).arg_true().to_list() == [3]
    whole = SMALL.with_columns(pl.col("K").round().cast(pl.Int32), pl.col("vol").cast(pl.Float32))
    assert whole.select(PRICE)["K"].null_count() == 0


def test_settings():
    flag, S, K, t, r, sigma, q = (column[:40] for column in COLUMNS)
    settings = {"exercise": "american", "dividends": [(0.01, 1.5)]}
    found = SMALL.select(pl.col("K").options.price("flag", "spot", "years", "rate", "vol", **settings))["K"]
    assert np.array_equal(found.to_numpy(), oa.price(flag, S, K, t, r, sigma, **settings))
    exercise = pl.col("flag") == "p"
    found = SMALL.select(pl.col("K").options.price("flag", "spot", "years", "rate", "vol", exercise=exercise.cast(pl.UInt8)))["K"]
    assert np.array_equal(found.to_numpy(), oa.price(flag, S, K, t, r, sigma, exercise=(flag == "p").astype(int)))
    found = SMALL.select(pl.col("K").options.greeks("flag", "spot", "years", "rate", "vol", units="market", model="black"))["K"]
    assert np.array_equal(found.struct.field("vega").to_numpy(), oa.greeks(flag, S, K, t, r, sigma, units="market", model="black").vega)


def test_errors():
    negative = SMALL.with_columns(K=pl.when(pl.int_range(pl.len()) == 3).then(-1.0).otherwise("K"))
    with pytest.raises(Exception, match="K at index 3 is outside its domain: -1.0"):
        negative.select(pl.col("K").options.price("c", 100, 1, 0.03, 0.2, on_error="raise"))
    with pytest.warns(oa.DomainWarning, match="1 of 40"):
        negative.select(pl.col("K").options.price("c", 100, 1, 0.03, 0.2, on_error="warn"))
    with pytest.raises(ValueError, match="on_error"):
        pl.col("K").options.price("c", 100, 1, 0.03, 0.2, on_error="nan")
    with pytest.raises(Exception, match="vol"):
        SMALL.select(pl.col("K").options.price("c", 100, 1, 0.03, 0.2, vol=0.2))
    with pytest.raises(pl.exceptions.ColumnNotFoundError):
        SMALL.select(pl.col("K").options.price("c", "price", 1, 0.03, 0.2))


def test_groups():
    ranked = FRAME.head(1000).with_columns(group=pl.int_range(pl.len()) % 3)
    assert ranked.select(PRICE.over("group")).equals(ranked.select(PRICE))
    sums = ranked.group_by("group", maintain_order=True).agg(PRICE.sum())
    expected = ranked.with_columns(PRICE).group_by("group", maintain_order=True).agg(pl.col("K").sum())
    assert sums["K"].to_list() == pytest.approx(expected["K"].to_list())


def test_copies():
    pytest.importorskip("cloudpickle")  # polars needs it for expressions with functions.
    assert SMALL.select(pickle.loads(pickle.dumps(PRICE))).equals(SMALL.select(PRICE))
