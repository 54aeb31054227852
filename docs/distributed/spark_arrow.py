#!/usr/bin/env python3
"""Values options, or answers strategy requests, with the Python package under Apache Spark: Parquet in and out, partition by partition.
The same row has the same bytes in every partition. The package must be installed where the workers run.
Run: spark-submit --master 'local[2]' spark_arrow.py {greeks|answers} INPUT OUTPUT
`greeks` reads the columns id, flag (c or p), S, K, t, r, sigma and q, and `answers` id and request (JSON)."""

import argparse

GREEKS = "id long, price double, delta double, gamma double, theta double, vega double, rho double, status int"
ANSWERS = "id long, answer binary"


def greeks(batches):
    """Yields the values of the options of each batch of rows. `status` is 0, or the reason why an option has no values."""
    import options_analytics as oa
    import pyarrow as pa
    import pyarrow.compute as pc

    letters = pa.array(["c", "p"])
    for batch in batches:
        flags = pc.fill_null(pc.index_in(batch["flag"], letters), 255).cast(pa.uint8())
        columns = [batch[name].to_numpy(zero_copy_only=False) for name in ("S", "K", "t", "r", "sigma", "q")]
        # Spark runs a task for each core.
        *values, status = oa.greeks(flags.to_numpy(), *columns, threads=1)
        names = [field.split()[0] for field in GREEKS.split(", ")]
        yield pa.record_batch([batch["id"], *map(pa.array, values), pa.array(status).cast(pa.int32())], names)


def answers(batches):
    """Yields the answers to the requests of each batch of rows; a blank request has none."""
    import options_analytics as oa
    import pyarrow as pa

    for batch in batches:
        requests = batch["request"].to_pylist()
        is_blank = [request is None or not request.strip(b" \t\r\n") for request in requests]
        # A blank line has no answer. After it, a byte-order mark does not count as the start of the input.
        lines = [b" ", *(request.replace(b"\n", b" ") for request, blank in zip(requests, is_blank) if not blank)]
        answered = iter(oa.batch(b"\n".join(lines), threads=1).lines.split(b"\n"))
        found = pa.array([None if blank else next(answered) for blank in is_blank], pa.binary())
        if next(answered):
            raise RuntimeError("there are more answers than requests")
        yield pa.record_batch([batch["id"], found], ["id", "answer"])


def run(spark, work, source, target):
    function, schema = (greeks, GREEKS) if work == "greeks" else (answers, ANSWERS)
    spark.read.parquet(source).mapInArrow(function, schema).write.parquet(target)


def main():
    from pyspark.sql import SparkSession

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", choices=["greeks", "answers"])
    parser.add_argument("input", metavar="INPUT", help="a file or a folder of Parquet, readable by the workers")
    parser.add_argument("output", metavar="OUTPUT", help="a new folder, writable by the workers")
    arguments = parser.parse_args()
    spark = SparkSession.builder.appName("options_analytics").getOrCreate()
    run(spark, arguments.work, arguments.input, arguments.output)
    spark.stop()


if __name__ == "__main__":
    main()
