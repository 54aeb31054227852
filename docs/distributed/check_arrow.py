#!/usr/bin/env python3
"""Runs spark_arrow.py on two cores with large and with small partitions, and compares every byte of its columns with those of one process
and, if EXECUTABLE is given, with the answers of `options batch`. Requires Java 17, and wheel-requirements.txt in the Python that runs it.
Run: python3 check_arrow.py WHEEL [EXECUTABLE]"""

import argparse
import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import check
import spark_arrow

COUNT = 200_000
#: Bytes of a partition and rows of a batch.
SIZES = [("128m", 10_000), ("256k", 777)]


def options():
    """Options with letters, of which some are outside the domain."""
    random = np.random.default_rng(7)
    S = random.uniform(80, 120, COUNT)
    columns = {
        "id": np.arange(COUNT), "flag": np.array(["c", "p", "x"])[random.choice(3, COUNT, p=[0.5, 0.49, 0.01])], "S": S,
        "K": S * random.uniform(0.5, 2, COUNT), "t": random.uniform(-0.01, 2, COUNT), "r": random.uniform(0, 0.06, COUNT),
        "sigma": random.uniform(0.1, 0.6, COUNT), "q": random.uniform(0, 0.03, COUNT)}
    return pa.table(columns)


def requests():
    """The requests of check.py, which are damaged in every way, one a row."""
    rows = check.requests().split(b"\n")
    return pa.table({"id": np.arange(len(rows)), "request": pa.array(rows, pa.binary())})


def session(folder, package):
    """A session of Spark on two cores, whose workers find the package."""
    os.environ |= {
        "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_DIRS": str(folder),
        "PYTHONPATH": os.pathsep.join([package, str(check.HERE)])}
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    return builder.config("spark.sql.warehouse.dir", str(folder / "warehouse")).getOrCreate()


def same(found, expected):
    """Whether two tables have the same columns, byte by byte: NaN equals NaN."""
    for name in expected.column_names:
        ours, theirs = (table[name].combine_chunks() for table in (expected, found))
        if pa.types.is_floating(ours.type):
            ours, theirs = (column.to_numpy(zero_copy_only=False).view(np.uint64) for column in (ours, theirs))
            if not np.array_equal(ours, theirs):
                return False
        elif not ours.equals(theirs):
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", metavar="WHEEL", help="the wheel, or a folder with the package")
    parser.add_argument("executable", metavar="EXECUTABLE", nargs="?", type=Path)
    arguments = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        package = str(Path(arguments.wheel).resolve())
        if package.endswith(".whl"):
            package = str(folder / "package")
            zipfile.ZipFile(arguments.wheel).extractall(package)
        sys.path.insert(0, package)
        spark = session(folder, package)
        for work, table, function in (("greeks", options(), spark_arrow.greeks), ("answers", requests(), spark_arrow.answers)):
            source = folder / f"{work}.parquet"
            pq.write_table(table, source, row_group_size=table.num_rows // 8)
            expected = pa.Table.from_batches(function(table.combine_chunks().to_batches()))
            if work == "answers" and arguments.executable:
                compare(expected, check.requests(), arguments.executable.resolve(), folder)
            for size, rows in SIZES:
                target = folder / f"{work}-{size}"
                spark.conf.set("spark.sql.files.maxPartitionBytes", size)
                spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", rows)
                start = time.monotonic()
                spark_arrow.run(spark, work, str(source), str(target))
                seconds = time.monotonic() - start
                parts = len(list(target.glob("part-*")))
                if not same(pq.read_table(target).sort_by("id"), expected):
                    sys.exit(f"{work}: the results of {parts} partitions differ from those of one process")
                print(f"{table.num_rows:,} rows of {work} from {parts} partitions, the same bytes ({seconds:.1f} s)", flush=True)
        spark.stop()


def compare(expected, requests, executable, folder):
    source = folder / "requests"
    source.write_bytes(requests)
    run = subprocess.run([executable, "batch", "--quiet", "--metrics-only", source], stdout=subprocess.PIPE)
    answers = [answer for answer in expected["answer"].to_pylist() if answer is not None]
    if run.stdout != b"\n".join(answers) + b"\n":
        sys.exit("the answers differ from those of options batch")
    print(f"{len(answers):,} answers, the bytes of options batch")


if __name__ == "__main__":
    main()
