#!/usr/bin/env python3
"""Times requests through the executable (spark_batch.py) and through the Python package (spark_arrow.py), in turn in one session of Spark, and
options through the package. Prints `name: value unit` lines, the fastest of three rounds.
Run: PYTHONPATH=PACKAGE spark-submit --master 'local[2]' rates.py EXECUTABLE [COUNT]"""

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import spark_arrow
import spark_batch
from pyspark.sql import SparkSession
from pyspark.sql.functions import col

ROOT = Path(__file__).resolve().parents[2]


class Ignored:
    def add(self, amount):
        pass


def options(spark, count):
    return spark.range(count, numPartitions=4).selectExpr(
        "id", "if(id % 2 = 0, 'c', 'p') flag", "100D S", "50D + id % 100 K", "0.1D + id % 20 * 0.1D t", "0.03D r",
        "0.1D + id % 50 * 0.01D sigma", "0.01D q")


def nothing(batches):
    yield from batches


def main(executable, count=1_200_000):
    count = int(count)
    executable = str(Path(executable).resolve())
    spark = SparkSession.builder.appName("rates").config("spark.sql.execution.arrow.maxRecordsPerBatch", 100_000).getOrCreate()
    with TemporaryDirectory() as name:
        folder = Path(name)
        text, requests, chain = (str(folder / each) for each in ("requests", "requests.parquet", "options.parquet"))
        with open(text, "wb") as file:
            generate = [sys.executable, ROOT / "Benchmarks/peers/generate.py", "--count", str(count), "--damaged", "0.06"]
            subprocess.run(generate, check=True, stdout=file)
        lines = spark.read.text(text, lineSep="\n").select(col("value").cast("binary"))
        lines.selectExpr("monotonically_increasing_id() id", "value request").write.parquet(requests)
        options(spark, count).write.parquet(chain)

        def through_executable():
            flags, ignored = ["--metrics-only"], Ignored()
            return lines.rdd.mapPartitions(
                lambda rows: (block.count(b"\n") + 1 for block in spark_batch.answer(rows, executable, flags, ignored, ignored))).sum()

        def through_package():
            return spark.read.parquet(requests).mapInArrow(spark_arrow.answers, spark_arrow.ANSWERS).selectExpr(
                "count(answer)", "sum(length(answer))").collect()[0][0]

        def values():
            return spark.read.parquet(chain).mapInArrow(spark_arrow.greeks, spark_arrow.GREEKS).selectExpr(
                "count(price)", "sum(price + delta + gamma + theta + vega + rho)").collect()[0][0]

        def transport():
            frame = spark.read.parquet(chain)
            return frame.mapInArrow(nothing, frame.schema).selectExpr("count(S)", "sum(S + K + t + r + sigma + q)").collect()[0][0]

        runs = {
            "requests_executable": through_executable, "requests_package": through_package, "greeks_package": values,
            "options_unchanged": transport}
        best, counts = dict.fromkeys(runs, float("inf")), {}
        for _ in range(3):
            for name, run in runs.items():
                start = time.perf_counter()
                counts[name] = run()
                best[name] = min(best[name], time.perf_counter() - start)
        for name, seconds in best.items():
            print(f"{name}: {counts[name] / seconds / 1e6:.3g} million/s, {seconds:.2f} s for {counts[name]:,}")
        print(f"requests_package_over_executable: {best['requests_executable'] / best['requests_package']:.3g} times")
    spark.stop()


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
