#!/usr/bin/env python3
"""Runs spark_batch.py on two cores, over lines of which some are invalid, and compares its answers with those of one
process, byte for byte. Requires Java 17, and PySpark in the Python that runs it; `make distributed` installs both.
Run: python3 check.py [EXECUTABLE]"""

import filecmp
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COUNT = 20_000


def requests():
    """Returns requests, some truncated or with flipped bits (not all valid UTF-8), blank lines and carriage returns."""
    generate = [sys.executable, ROOT / "Benchmarks/peers/generate.py", "--count", str(COUNT), "--damaged", "0.06"]
    lines = subprocess.run(generate, check=True, stdout=subprocess.PIPE).stdout.split(b"\n")[:COUNT]
    for index in range(0, COUNT, 7):
        lines[index] += b"\r"
    for index in range(1, COUNT, 70):
        lines[index] = lines[index].replace(b",", b",\r", 1)  # white space in JSON, a line end in other formats
    for index in range(2, COUNT, 700):
        lines[index] += b"\n\n \t\r\n\xef\xbb\xbf"  # two blank lines, and a byte-order mark, which is not blank
    return b"\n".join(lines)  # the last line has no line end


def spark(source, target, executable, folder):
    """Runs spark_batch.py with one partition per MiB."""
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


def main():
    executable = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/release/options").resolve()
    if not shutil.which("java") and "JAVA_HOME" not in os.environ:
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
        spark(source, target, executable, folder)
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
        answers = expected.read_bytes().count(b"\n")
        print(f"{answers:,} answers from {len(parts)} partitions, the same bytes ({seconds:.0f} s)")


if __name__ == "__main__":
    main()
