#!/usr/bin/env python3
"""Answers strategy requests, one per line, with `options batch` under Apache Spark. The concatenated parts of OUTPUT
are the bytes that a single process writes. The program sends the executable to the workers.
Run: spark-submit --master 'local[2]' spark_batch.py [--metrics-only] INPUT OUTPUT OPTIONS"""

import argparse
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

BLOCK = 1 << 18  # bytes, approximately: the amount held in memory, instead of the whole partition


def feed(process, rows):
    """Writes the lines to the process and returns how many of them are requests."""
    count = 0
    with process.stdin as lines:
        # A blank line has no answer. After it, a byte-order mark no longer counts as the start of the input.
        lines.write(b"   \n")
        for row in rows:
            line = row[0]
            count += bool(line.strip(b" \t\r"))
            lines.write(line)
            lines.write(b"\n")
    return count


def answer(rows, executable, flags, answered, refused):
    """Yields the answers to one partition, in blocks of lines without the last line feed, which Spark adds."""
    command = [executable, "batch", "--quiet", "--jobs", "1", *flags, "-"]
    # Another thread writes to the process while this one reads; with one thread, both sides could block.
    with (
        subprocess.Popen(command, bufsize=BLOCK, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process,
        ThreadPoolExecutor(1) as feeder,
    ):
        try:
            feeding = feeder.submit(feed, process, rows)
            count = 0
            while lines := process.stdout.readlines(BLOCK):
                count += len(lines)
                answered.add(len(lines))
                refused.add(sum(line.endswith(b'"}\n') for line in lines))  # {"error":…}; other answers end in ]}}
                yield b"".join(lines)[:-1]
            if process.wait() not in (0, 1):  # 1: some requests were refused
                raise subprocess.CalledProcessError(process.returncode, command)
            if count != feeding.result():
                raise RuntimeError(f"{count} answers to {feeding.result()} requests")
        except BaseException:
            process.kill()
            raise


def summary(answered, refused):
    return f"{answered:,} answers, {refused:,} of them refusals"


def main():
    # Imported here, because check.py also calls `answer` where PySpark is not installed.
    from pyspark import SparkFiles
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import col

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--metrics-only", action="store_true", help="leave the curve out of each answer")
    parser.add_argument("input", metavar="INPUT", help="a file of requests, one per line, readable by the workers")
    parser.add_argument("output", metavar="OUTPUT", help="a new folder, writable by the workers")
    parser.add_argument("options", metavar="OPTIONS", help="the executable")
    arguments = parser.parse_args()
    flags = ["--metrics-only"] if arguments.metrics_only else []
    name = os.path.basename(arguments.options)

    spark = SparkSession.builder.appName("options batch").getOrCreate()
    context = spark.sparkContext
    context.addFile(arguments.options)
    answered, refused = context.accumulator(0), context.accumulator(0)
    # Only a line feed ends a line, and a line may contain any bytes; textFile would replace invalid UTF-8.
    lines = spark.read.text(arguments.input, lineSep="\n").select(col("value").cast("binary"))
    blocks = lines.rdd.mapPartitions(lambda rows: answer(rows, SparkFiles.get(name), flags, answered, refused))
    blocks.saveAsTextFile(arguments.output)
    print(summary(answered.value, refused.value))
    spark.stop()


if __name__ == "__main__":
    main()
