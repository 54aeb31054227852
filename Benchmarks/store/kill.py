"""Kills a process that writes to the store at random moments, and checks after each kill that all acknowledged imports are stored.

    kill.py STORE_BENCHMARK [--kills 100] [--seed 1]
"""

import argparse
import random
import subprocess
import tempfile
import threading


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("executable")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    generator = random.Random(arguments.seed)
    last = None
    with tempfile.TemporaryDirectory() as folder:
        for kill in range(arguments.kills):
            process = subprocess.Popen([arguments.executable, "write", folder], stdout=subprocess.PIPE, text=True)
            threading.Timer(generator.uniform(0.02, 0.6), process.kill).start()
            lines = process.stdout.read().splitlines()
            if process.wait() != -9:
                raise SystemExit(f"kill {kill}: the writer ended with {process.returncode}")
            # The last line may be incomplete.
            complete = [line for line in lines if len(line.split()) == 2]
            last = complete[-1].split() if complete else last
            if last and subprocess.run([arguments.executable, "check", folder, *last]).returncode:
                raise SystemExit(f"kill {kill}: an acknowledged import ({last}) is not stored, or an import is stored partially")
    print(f"{arguments.kills} kills, nothing lost; the last import was {last}")


main()
