"""Metrics of tables of legs, compared with those of requests."""

import json
import random

import pytest

import options_analytics as oa
from options_analytics import StrategyStatus

pyarrow = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")

NAMES = ("call", "put", "stock")


def random_strategies(count, seed=1):
    """Strategies as lists of legs (type, quantity, strike, premium), with ids that are no row numbers."""
    generator = random.Random(seed)
    return {
        10 + 3 * number: [
            (generator.choice(NAMES), generator.choice([-3, -1, 1, 2]), generator.randint(50, 150) / 2, generator.randint(0, 2000) / 100)
            for _ in range(generator.randint(1, 5))]
        for number in range(count)}


STRATEGIES = random_strategies(2500)


def answers():
    requests = []
    for legs in STRATEGIES.values():
        requests.append({"currentPrice": 100, "legs": [
            {"type": kind, "position": "long" if quantity > 0 else "short", "quantity": abs(quantity), "premium": premium}
            | ({} if kind == "stock" else {"strikePrice": strike})
            for kind, quantity, strike, premium in legs]})
    return [json.loads(line)["metrics"] for line in oa.batch(requests).lines.splitlines()]


EXPECTED = [
    {"strategy": number, "net_cost": metrics["netCost"], "max_profit": metrics["maxProfit"], "max_loss": metrics["maxLoss"],
     "break_even_points": metrics["breakEvenPoints"], "status": 0}
    for number, metrics in zip(STRATEGIES, answers())]
ROWS = [(number, *leg) for number, legs in STRATEGIES.items() for leg in legs]
LEGS = polars.DataFrame(ROWS, schema=["strategy", "type", "quantity", "strike", "premium"], orient="row")
TABLE = LEGS.to_arrow()
STRUCTS = pyarrow.table({
    "strategy": list(STRATEGIES),
    "legs": [[dict(zip(("type", "quantity", "strike", "premium"), leg)) for leg in legs] for legs in STRATEGIES.values()]})


def rows(legs, **options):
    return pyarrow.table(oa.strategies(legs, **options)).to_pylist()


def with_type(name, convert):
    return TABLE.set_column(TABLE.column_names.index(name), name, convert(TABLE[name]))


def numbers(type):
    return lambda column: pyarrow.chunked_array([pyarrow.array([NAMES.index(str(name)) for name in column.to_pylist()], type)])


TABLES = {
    "polars": LEGS,
    "polars categories": LEGS.with_columns(polars.col("type").cast(polars.Categorical)),
    "polars enumeration": LEGS.with_columns(polars.col("type").cast(polars.Enum(NAMES))),
    "polars in chunks": polars.concat([LEGS[:100], LEGS[100:101], LEGS[101:]], rechunk=False),
    "text": with_type("type", lambda column: column.cast(pyarrow.string())),
    "large text": with_type("type", lambda column: column.cast(pyarrow.large_string())),
    "dictionary": with_type("type", lambda column: column.cast(pyarrow.string()).dictionary_encode()),
    "upper case": with_type("type", lambda column: pyarrow.compute.utf8_upper(column.cast(pyarrow.string()))),
    "int8": with_type("type", numbers(pyarrow.int8())),
    "uint32": with_type("type", numbers(pyarrow.uint32())),
    "int8 quantities": with_type("quantity", lambda column: column.cast(pyarrow.int8())),
    "int32 ids": with_type("strategy", lambda column: column.cast(pyarrow.int32())),
    "float32 strikes": with_type("strike", lambda column: column.cast(pyarrow.float32())),
    "many batches": pyarrow.Table.from_batches(TABLE.to_batches(max_chunksize=7)),
    "sliced": pyarrow.concat_tables([TABLE.slice(5, 3), TABLE]).slice(3),
    "other columns": TABLE.append_column("note", [["x"] * len(TABLE)]),
    "reader": pyarrow.RecordBatchReader.from_batches(TABLE.schema, TABLE.to_batches(max_chunksize=100)),
    "lists": STRUCTS,
    "large lists": STRUCTS.set_column(1, "legs", STRUCTS["legs"].cast(pyarrow.large_list(STRUCTS.schema.field("legs").type.value_type))),
    "lists of polars": polars.from_arrow(STRUCTS),
    "sliced lists": pyarrow.concat_tables([STRUCTS.slice(7, 9), STRUCTS]).slice(9),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_have_the_metrics_of_requests(name):
    assert rows(TABLES[name]) == EXPECTED


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads(threads):
    assert rows(LEGS, threads=threads) == EXPECTED


def test_consumers():
    found = oa.strategies(LEGS)
    assert polars.DataFrame(found).to_dicts() == EXPECTED
    # A table can be read again.
    assert pyarrow.table(found).to_pylist() == EXPECTED
    pandas = pytest.importorskip("pandas")
    frame = TABLE.to_pandas()
    if hasattr(frame, "__arrow_c_stream__"):
        assert rows(frame) == EXPECTED
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert pandas.DataFrame.from_arrow(oa.strategies(LEGS))["net_cost"].tolist() == [row["net_cost"] for row in EXPECTED]


def test_lists_without_ids_have_row_numbers():
    found = rows(pyarrow.Table.from_batches(STRUCTS.select(["legs"]).to_batches(max_chunksize=600)))
    assert [row["strategy"] for row in found] == list(range(len(EXPECTED)))
    assert [row["net_cost"] for row in found] == [row["net_cost"] for row in EXPECTED]
    fixed = pyarrow.array([[leg[0]] for leg in STRUCTS["legs"].to_pylist()], pyarrow.list_(STRUCTS.schema.field("legs").type.value_type, 1))
    assert len(rows(pyarrow.table({"legs": fixed}))) == len(EXPECTED)


def test_shares_per_contract():
    table = pyarrow.table({"strategy": [1, 2], "type": ["call", "stock"], "quantity": [1, 100], "strike": [100.0, None],
                           "premium": [5.0, 90.0], "shares_per_contract": [10, 2]})
    assert [row["net_cost"] for row in rows(table)] == [50, 18_000]


def test_unlimited_and_refused_are_told_apart():
    good = {"type": "call", "quantity": 1, "strike": 100.0, "premium": 5.0}
    broken = [
        ({"type": "swap"}, StrategyStatus.INVALID_TYPE), ({"type": None}, StrategyStatus.INVALID_TYPE),
        ({"type": "calls"}, StrategyStatus.INVALID_TYPE), ({"type": "a type of many letters"}, StrategyStatus.INVALID_TYPE),
        ({"quantity": 0}, StrategyStatus.INVALID_QUANTITY), ({"quantity": None}, StrategyStatus.INVALID_QUANTITY),
        ({"quantity": 2**40}, StrategyStatus.INVALID_QUANTITY), ({"quantity": -(2**63)}, StrategyStatus.INVALID_QUANTITY),
        ({"strike": -1.0}, StrategyStatus.INVALID_STRIKE), ({"strike": None}, StrategyStatus.INVALID_STRIKE),
        ({"strike": float("nan")}, StrategyStatus.INVALID_STRIKE), ({"premium": -1.0}, StrategyStatus.INVALID_PREMIUM),
        ({"premium": None}, StrategyStatus.INVALID_PREMIUM), ({"premium": float("inf")}, StrategyStatus.INVALID_PREMIUM),
        ({"premium": 1e300, "quantity": 10**9}, StrategyStatus.NOT_REPRESENTABLE)]
    legs = [good | {"strategy": 0}] + [good | change | {"strategy": 1 + n} for n, (change, _) in enumerate(broken)]
    table = pyarrow.Table.from_pylist(legs)
    lists = pyarrow.table({"legs": pyarrow.array([[leg] for leg in legs] + [[], None, [None]])})
    for found in (rows(table), rows(polars.from_arrow(table)), rows(lists)):
        assert found[0]["status"] == 0 and found[0]["max_profit"] is None and found[0]["max_loss"] == -500
        for row, (_, status) in zip(found[1:], broken):
            assert row["status"] == status
            assert (row["net_cost"], row["max_profit"], row["max_loss"], row["break_even_points"]) == (None, None, None, [])
    assert [row["status"] for row in rows(lists)[-3:]] == [
        StrategyStatus.INVALID_LEG_COUNT, StrategyStatus.INVALID_LEG_COUNT, StrategyStatus.INVALID_TYPE]
    many = pyarrow.table({"strategy": [1] * 10_001, "type": ["call"] * 10_001, "quantity": [1] * 10_001, "strike": [1.0] * 10_001,
                          "premium": [1.0] * 10_001})
    assert rows(many)[0]["status"] == StrategyStatus.INVALID_LEG_COUNT
    numbered = with_type("type", lambda column: pyarrow.chunked_array([pyarrow.array([3, -1] * len(TABLE), pyarrow.int8())[: len(TABLE)]]))
    assert {row["status"] for row in rows(numbered)} == {StrategyStatus.INVALID_TYPE}


def test_empty_tables():
    for table in (LEGS[:0], TABLE[:0], STRUCTS[:0], pyarrow.Table.from_batches([], TABLE.schema)):
        found = pyarrow.table(oa.strategies(table))
        assert len(found) == 0 and found.column_names == list(EXPECTED[0])


def test_columns_of_other_types():
    for table, message in (
        (TABLE.drop_columns(["strike"]), "no column 'strike'"),
        (TABLE.drop_columns(["strategy"]), "no column 'strategy'"),
        (with_type("quantity", lambda column: column.cast(pyarrow.float64())), "'quantity' must hold integers"),
        (with_type("type", lambda column: pyarrow.chunked_array([pyarrow.array([1.0] * len(TABLE))])), "'type' must hold text"),
        (pyarrow.table({"legs": [[1]]}), "'legs' must hold lists of structs"),
    ):
        with pytest.raises(TypeError, match=message):
            oa.strategies(table)
    for wrong in ({}, [1], None):
        with pytest.raises(TypeError, match="table"):
            oa.strategies(wrong)


def test_a_producer_that_fails():
    def batches():
        yield TABLE.to_batches()[0]
        raise RuntimeError("the source is gone")

    reader = pyarrow.RecordBatchReader.from_batches(TABLE.schema, batches())
    with pytest.raises(Exception, match="the source is gone"):
        pyarrow.table(oa.strategies(reader))


def test_streams_that_are_not_read_are_released():
    for _ in range(100):
        oa.strategies(LEGS)
        reader = pyarrow.RecordBatchReader.from_stream(oa.strategies(TABLES["many batches"]))
        reader.read_next_batch()
        del reader
