#!/usr/bin/env python3
"""Runs spark_batch.py on two cores, over lines of which some are invalid, and compares its answers with those of one
process, byte for byte. Requires Java 17, and PySpark in the Python that runs it; `make distributed` installs both.
With --without-spark, requires neither: calls the function that answers a partition as the tasks of Spark do.
Run: python3 check.py [--without-spark] [EXECUTABLE]"""

import argparse
import filecmp
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import spark_batch

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COUNT = 20_000
MARK = b"\xef\xbb\xbf"  # a byte-order mark, which is not blank


def requests():
    """Returns requests, some truncated or with flipped bits (not all valid UTF-8), blank lines and carriage returns."""
    generate = [sys.executable, ROOT / "Benchmarks/peers/generate.py", "--count", str(COUNT), "--damaged", "0.06"]
    lines = subprocess.run(generate, check=True, stdout=subprocess.PIPE).stdout.split(b"\n")[:COUNT]
    for index in range(0, COUNT, 7):
        lines[index] += b"\r"
    for index in range(1, COUNT, 70):
        lines[index] = lines[index].replace(b",", b",\r", 1)  # white space in JSON, a line end in other formats
    for index in range(2, COUNT, 700):
        lines[index] += b"\n\n \t\r\n" + MARK  # two blank lines and one with a mark
    return b"\n".join(lines)  # the last line has no line end


def spark(source, target, executable, folder):
    """Runs spark_batch.py with one partition per MiB, and returns what it prints."""
    python = Path(sys.executable)
    command = [python.with_name("spark-submit"), "--master", "local[2]"]
    command += ["--conf", "spark.sql.files.maxPartitionBytes=1m", "--conf", "spark.ui.enabled=false"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("SPARK_", "PYSPARK_"))}
    environment |= {"PYSPARK_PYTHON": str(python), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_DIRS": str(folder)}
    run = subprocess.run(
        [*command, HERE / "spark_batch.py", source, target, executable],
        cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        sys.exit(f"{run.stdout}\nspark-submit ended with status {run.returncode}")
    return run.stdout


class Accumulator:
    """A sum over the rows of a partition, like an accumulator of Spark."""

    def __init__(self):
        self.value = 0

    def add(self, amount):
        self.value += amount


def without_spark(source, target, executable):
    """Answers the partitions two at a time, writes the parts that Spark would write, and returns what spark_batch.py prints."""
    lines = source.read_bytes().split(b"\n")
    size = len(lines) // 7
    # One partition is empty, one has a single line, and one starts with a mark.
    starts = sorted([0, 1, 1, lines.index(MARK, len(lines) // 2), *range(size, len(lines), size)])
    target.mkdir()

    def task(index, start, end):
        answered, refused = Accumulator(), Accumulator()
        rows = ((bytearray(line),) for line in lines[start:end])
        with (target / f"part-{index:05}").open("wb") as part:
            for block in spark_batch.answer(rows, executable, [], answered, refused):
                part.write(block + b"\n")
        return answered.value, refused.value

    with ThreadPoolExecutor(2) as tasks:
        running = [tasks.submit(task, index, *ends) for index, ends in enumerate(pairwise([*starts, len(lines)]))]
        answered, refused = map(sum, zip(*(each.result() for each in running)))
    return spark_batch.summary(answered, refused)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without-spark", action="store_true", help="call the function that answers a partition")
    parser.add_argument("executable", metavar="EXECUTABLE", nargs="?", type=Path, default=ROOT / ".build/release/options")
    arguments = parser.parse_args()
    executable = arguments.executable.resolve()
    if not arguments.without_spark and not shutil.which("java") and "JAVA_HOME" not in os.environ:
        sys.exit("Spark requires Java 17: apt-get install openjdk-17-jre-headless")
    with TemporaryDirectory() as name:
        folder = Path(name)
        source, target, expected, joined = (folder / part for part in ("requests", "answers", "expected", "joined"))
        source.write_bytes(requests())
        with expected.open("wb") as output:
            status = subprocess.run([executable, "batch", "--quiet", source], stdout=output).returncode
        if status != 1:  # 1: some requests are refused, and all are answered
            sys.exit(f"options batch ended with status {status}")
        start = time.monotonic()
        if arguments.without_spark:
            printed = without_spark(source, target, executable)
        else:
            printed = spark(source, target, executable, folder)
        seconds = time.monotonic() - start
        parts = sorted(target.glob("part-*"))
        with joined.open("wb") as output:
            for part in parts:
                output.write(part.read_bytes())
        if len(parts) < 4:
            sys.exit(f"{len(parts)} partitions: too few to compare")
        if not filecmp.cmp(joined, expected, shallow=False):
            subprocess.run(["cmp", joined, expected])
            sys.exit("the answers differ")
        answers = expected.read_bytes().split(b"\n")[:-1]
        counts = spark_batch.summary(len(answers), sum(answer.startswith(b'{"error"') for answer in answers))
        if counts not in printed:
            sys.exit(f"{printed}\nthe counts differ from {counts}")
        print(f"{len(answers):,} answers from {len(parts)} partitions, the same bytes ({seconds:.1f} s)")


if __name__ == "__main__":
    main()
