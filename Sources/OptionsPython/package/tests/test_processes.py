"""Processes, threads and the lock of the interpreter."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import options_analytics as oa

COUNT = 200_000
STRIKES = np.linspace(50, 150, COUNT)
REQUEST = {"currentPrice": 100, "legs": [{"type": "put", "position": "long", "strikePrice": 95, "premium": 2, "quantity": 1}]}


def work(_=None):
    prices = oa.price("c", 100, STRIKES, 0.5, 0.05, 0.2)
    return float(prices.sum()), oa.calculate(REQUEST)["metrics"]["breakEvenPoints"], oa.batch([REQUEST] * 50, threads=2).answered


EXPECTED = work()


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_start_methods(method):
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(work, range(4)) == [EXPECTED] * 4


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forks_during_calls_of_other_threads():
    stop = threading.Event()

    def loop():
        while not stop.is_set():
            work()

    threads = [threading.Thread(target=loop) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            child = os.fork()
            if child == 0:
                signal.alarm(60)
                os._exit(0 if work() == EXPECTED else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_threads():
    results = []
    threads = [threading.Thread(target=lambda: results.append(work())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [EXPECTED] * 8


LINES = b"\n".join([b'{"currentPrice":100,"legs":[{"type":"put","position":"long","strikePrice":95,"premium":2,"quantity":1}]}'] * 50_000)
LONG_CALLS = {
    "price": lambda: oa.price("p", 100, STRIKES[:20_000], 1, 0.05, 0.2, exercise="american", threads=1),
    "greeks": lambda: oa.greeks("p", 100, STRIKES[:20_000], 1, 0.05, 0.2, exercise="american", threads=1),
    "implied_volatility": lambda: oa.implied_volatility(12, 100, STRIKES[:5_000] / 2 + 50, 1, 0.05, "p", exercise="american", threads=1),
    "early_exercise": lambda: oa.early_exercise("p", 100, STRIKES[:10_000], 1, 0.05, 0.2, threads=1),
    "batch": lambda: oa.batch(LINES, threads=1, curve=True),
}


@pytest.mark.parametrize("name", LONG_CALLS)
def test_the_lock_is_released(name):
    """Another thread runs while a long call does: it counts more than it does while a call holds the lock."""
    ticks, stop = [0], threading.Event()

    def tick():
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before, start = ticks[0], time.perf_counter()
    LONG_CALLS[name]()
    elapsed, counted = time.perf_counter() - start, ticks[0] - before
    stop.set()
    thread.join()
    # While a call holds the lock, it counts once at most.
    assert elapsed < 0.02 or counted >= 3


def test_import_starts_no_thread_and_needs_numpy_alone():
    code = """
import os, sys
import numpy
before = len(os.listdir("/proc/self/task"))
import options_analytics as oa
assert len(os.listdir("/proc/self/task")) == before
assert not {"pandas", "polars", "pyarrow"} & set(sys.modules)
assert oa.price("c", 100, 100, 1, 0, 0.2) > 0
assert len(os.listdir("/proc/self/task")) == before
"""
    subprocess.run([sys.executable, "-X", "dev", "-W", "error", "-c", code], check=True)


def test_interpreters_that_end_during_calls():
    code = """
import threading, options_analytics as oa, numpy as np
for _ in range(3):
    threading.Thread(target=lambda: [oa.price("p", 100, np.linspace(50, 150, 20_000), 1, .05, .2, exercise="american") for _ in range(9)], daemon=True).start()
"""
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_references_do_not_leak():
    def calls():
        oa.greeks(["c", "p", "x"], 100, STRIKES[:3], 1, 0.05, 0.2)
        oa.price("c", 100, STRIKES[:3], 1, 0.05, 0.2, out=np.empty(3))
        oa.implied_volatility(10.0, 100, 95, 1, 0.05, "c")
        oa.price("c", 100, [95, 96], 1, 0.05, 0.2, exercise="american", dividends=[(0.5, 1)])
        for wrong in (lambda: oa.price("c"), lambda: oa.price("c", "x", 1, 1, 1, 1), lambda: oa.calculate(b"{")):
            with pytest.raises((TypeError, ValueError)):
                wrong()

    for _ in range(3):
        calls()
    # None and other immortal objects have no count from 3.12 on.
    objects = (np.ndarray, oa.Status.OK, oa.Greeks, oa.OptionsError)
    before = [sys.getrefcount(each) for each in objects]
    for _ in range(200):
        calls()
    assert max(after - each for each, after in zip(before, (sys.getrefcount(each) for each in objects))) < 50
