"""Measures strategies per second of `options batch`, of pipeline.py and, with the same strategies in CSV, of table_pipeline.py, in
alternation.
Run: python3 compare.py OPTIONS STRATEGIES.ndjson LEGS.csv [ROUNDS]
Prints `name: value unit` lines: medians of the rounds, fastest rounds, and medians of the ratios within a round."""

import os
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from statistics import median

PEER_LINES = 20_000


def run(command, cpus, source, target=subprocess.DEVNULL):
    """Returns the time in seconds and the peak resident size in MiB."""
    start = time.perf_counter()
    with open(source, "rb") as stdin:
        process = subprocess.Popen(
            command, stdin=stdin, stdout=target, stderr=subprocess.DEVNULL,
            preexec_fn=lambda: os.sched_setaffinity(0, cpus),
        )  # fmt: skip
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command} ended with {status}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def measure(runs, rounds):
    """Returns the times of all runs, measured in alternation, without the time to start: the median time for empty input."""
    seconds = {name: [] for name in runs}
    starts = {name: [] for name in runs}
    memory = dict.fromkeys(runs, 0)
    for _ in range(rounds):
        for name, (command, cpus, source) in runs.items():
            empty, _ = run(command, cpus, "/dev/null")
            full, size = run(command, cpus, source)
            seconds[name].append(full)
            starts[name].append(empty)
            memory[name] = max(memory[name], size)
    return {name: [time - median(starts[name]) for time in times] for name, times in seconds.items()}, memory


def few_rows(table):
    """The rows of the first strategies of a table, whose identifiers are in its first column."""
    number, last = 0, None
    with open(table, "rb") as rows:
        yield next(rows)
        for row in rows:
            identifier = row.split(b",", 1)[0]
            number += identifier != last
            last = identifier
            if number > PEER_LINES:
                return
            yield row


def main(options, strategies, table, rounds=7):
    everything = sorted(os.sched_getaffinity(0))
    one, two = {everything[-1]}, set(everything[-2:])
    few = strategies + ".few"
    with open(strategies, "rb") as source:
        Path(few).write_bytes(b"".join(islice(source, PEER_LINES)))
    few_table = table + ".few"
    Path(few_table).write_bytes(b"".join(few_rows(table)))
    lines = sum(block.count(b"\n") for block in iter(lambda f=open(strategies, "rb"): f.read(1 << 20), b""))
    pipeline, table_pipeline = (
        [sys.executable, str(Path(__file__).with_name(name))] for name in ("pipeline.py", "table_pipeline.py")
    )
    batch = [options, "batch", "--quiet", "--jobs"]
    runs = {
        "pipeline_curves": (pipeline, one, few),
        "batch_curves": ([*batch, "1"], one, strategies),
        "batch_curves_two_cores": ([*batch, "2"], two, strategies),
        "pipeline_metrics": ([*pipeline, "--metrics-only"], one, few),
        "batch_metrics": ([*batch, "1", "--metrics-only"], one, strategies),
        "batch_metrics_two_cores": ([*batch, "2", "--metrics-only"], two, strategies),
        "pipeline_csv": (table_pipeline, one, few_table),
        "batch_csv": ([*batch, "1"], one, table),
        "batch_csv_two_cores": ([*batch, "2"], two, table),
        "batch_csv_curves": ([*batch, "1", "--format", "ndjson"], one, table),
        "batch_metrics_as_csv": ([*batch, "1", "--format", "csv"], one, strategies),
    }
    if len(two) < 2:
        runs = {name: run for name, run in runs.items() if "two" not in name}
    seconds, memory = measure(runs, int(rounds))

    count = {name: PEER_LINES if "pipeline" in name else lines for name in runs}
    for name in runs:
        print(f"{name}: {count[name] / median(seconds[name]):.0f} strategies/s")
        print(f"{name}_fastest: {count[name] / min(seconds[name]):.0f} strategies/s")

    def ratio(name, peer):
        rates = [count[name] / a / (count[peer] / b) for a, b in zip(seconds[name], seconds[peer])]
        print(f"{name}_over_{peer}: {median(rates):.2f} times")

    ratio("batch_curves", "pipeline_curves")
    ratio("batch_metrics", "pipeline_curves")
    ratio("batch_metrics", "pipeline_metrics")
    ratio("batch_csv", "pipeline_csv")
    ratio("batch_csv", "batch_curves")
    ratio("batch_csv", "batch_metrics_as_csv")
    ratio("batch_csv_curves", "batch_curves")
    if len(two) == 2:
        ratio("batch_curves_two_cores", "batch_curves")
        ratio("batch_metrics_two_cores", "batch_metrics")
        ratio("batch_csv_two_cores", "batch_csv")

    bytes_in = Path(strategies).stat().st_size
    for name, command in (("batch_curves", batch + ["1"]), ("batch_metrics", batch + ["1", "--metrics-only"])):
        with subprocess.Popen([*command, strategies], stdout=subprocess.PIPE) as process:
            bytes_out = sum(len(block) for block in iter(lambda: process.stdout.read(1 << 20), b""))
        print(f"{name}_in: {bytes_in / median(seconds[name]) / 1e6:.0f} MB/s")
        print(f"{name}_out: {bytes_out / median(seconds[name]) / 1e6:.0f} MB/s")
    print(f"batch_memory: {max(size for name, size in memory.items() if 'batch' in name):.0f} MiB peak, {lines} lines")


if __name__ == "__main__":
    if not 4 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
