#!/usr/bin/env python3
"""Checks answers of `options margin` to random accounts, with rules and searches of its own in fractions.

    check.py OPTIONS [--only exhaustive|program|portfolio|times …] [--count N] [--seed 1]

Of every answer by rules: the groups are permitted, use each contract once and add up; the certificate obeys every inequality; its bound
is at most the requirement, and a proof by certificate reaches it. In addition:

exhaustive  requirements of 2,000 accounts of up to 14 contracts and lots of shares, and of a tenth as many of 15 to 20, which the
            engine does not search exhaustively, are the least over all groupings
program     those of 200 accounts of 20 legs are the least by an integer program, which HiGHS (highspy) solves
portfolio   risk-based margin of 500 accounts is that of the prices of `options price`
times       100 accounts of 20 legs, and 100 of 100 legs within the strict limits, by CBC and by HiGHS (the library in highsbox): the
            requirements are least, and the seconds of the processes are printed

--count is the number of accounts of each check. Prints the figures; a difference ends the program with status 1.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from fractions import Fraction as F

import highsbox

import accounts
import exhaustive
import revaluation
from program import Program
from rules import Account, number

COUNTS = {"exhaustive": 2000, "program": 200, "portfolio": 500, "times": 100}
MEASURES = ("initial", "maintenance")


def answered(command, request, environment=None, **reading):
    run = subprocess.run(command, input=json.dumps(request).encode(), capture_output=True, env=environment)
    if run.returncode:
        sys.exit(f"{json.dumps(request)}\n{run.stderr.decode()}")
    return json.loads(run.stdout, **reading)


def check(request, answer, measure):
    """Asserts that a requirement is what it claims to be."""
    held = Account(request, measure)
    options = {o.leg: o for o in held.options}
    left = {o.leg: o.count for o in held.options} | {leg: count for leg, count, _ in held.shares}
    entries = {leg: entry for leg, _, entry in held.shares}
    total = F(0)
    for group in answer["groups"]:
        counts = {part["index"]: part["quantity"] for part in group["legs"]}
        for leg, count in counts.items():
            left[leg] -= count
        shares = sum((n * held.share(entries[leg]) for leg, n in counts.items() if leg in entries), F(0))
        parts = [(options[leg], n) for leg, n in counts.items() if leg in options]
        # The engine names the protecting option first.
        parts.sort(key=lambda part: part[0].short)
        amount = shares + (held.amount(group["rule"], parts) if parts else 0)
        taken = sum(n for leg, n in counts.items() if leg in entries)
        if parts and taken:
            assert taken == parts[0][1] * parts[0][0].size, group
        assert abs(amount - number(group["amount"])) < F(1, 10 ** 7), (group, float(amount))
        total += amount
    assert not any(left.values()), left
    requirement, bound = number(answer["requirement"]), number(answer["lowerBound"])
    assert abs(total - requirement) < F(1, 10 ** 7)
    certified = held.check_certificate(answer["certificate"])
    assert certified == number(answer["certificate"]["bound"])
    assert certified <= bound + F(1, 10 ** 8) and bound <= requirement
    assert answer["optimal"] == (answer["proof"] is not None)
    if answer["optimal"]:
        assert bound == requirement


def check_least(answer, least):
    """Asserts that a requirement is the least, or that the least lies in the interval that the answer states."""
    requirement, bound = number(answer["requirement"]), number(answer["lowerBound"])
    if answer["optimal"]:
        assert requirement == least, (requirement, least)
    assert bound <= least <= requirement, (bound, least, requirement)


class Checks:
    def __init__(self, options, seed, count):
        self.options, self.seed, self.count = options, seed, count

    def accounts(self, name, make, count=None):
        rng = random.Random(f"{name} {self.seed}")
        return [make(rng) for _ in range(count or self.count or COUNTS[name])]

    def answers(self, requests, *arguments, environment=None):
        """The answers, and the seconds of each process."""
        answers, seconds = [], []
        for request in requests:
            start = time.perf_counter()
            answers.append(answered([self.options, "margin", *arguments], request, environment, parse_float=str))
            seconds.append(time.perf_counter() - start)
        return answers, seconds

    def requirements(self, requests, answers, least):
        """Checks both requirements of each answer, and returns their proofs."""
        for request, answer in zip(requests, answers, strict=True):
            for measure in MEASURES:
                try:
                    check(request, answer[measure], measure)
                    check_least(answer[measure], least(Account(request, measure)))
                except AssertionError:
                    print(json.dumps(request), json.dumps(answer), sep="\n")
                    raise
        return Counter(answer[measure]["proof"] or "none" for answer in answers for measure in MEASURES)

    def exhaustive(self):
        requests = self.accounts("exhaustive", lambda rng: accounts.small(rng, 2, 14))
        proofs = self.requirements(requests, self.answers(requests)[0], exhaustive.least)
        assert set(proofs) == {"exhaustive"}
        print(f"exhaustive: {len(requests)} accounts of up to 14 contracts, {proofs.total()} requirements: all are the least")
        requests = self.accounts("exhaustive", lambda rng: accounts.small(rng, 15, 20), -(-len(requests) // 10))
        proofs = self.requirements(requests, self.answers(requests)[0], exhaustive.least)
        print(f"exhaustive: {len(requests)} accounts of 15 to 20 contracts, {described(proofs)}: all are the least")

    def program(self):
        requests = self.accounts("program", lambda rng: accounts.account(rng, 20, 10))
        proofs = self.requirements(requests, self.answers(requests)[0], by_program)
        print(f"program: {len(requests)} accounts of 20 legs, {described(proofs)}: all are the least by highspy")

    def portfolio(self):
        requests = self.accounts("portfolio", revaluation.request)
        errors = [revaluation.check(self.options, request, answered([self.options, "margin"], request))
                  for request in requests]
        assert max(errors) < 1e-10, max(errors)
        print(f"portfolio: {len(requests)} accounts: profits, loss and minimum are those of options price within "
              f"{max(errors):.0e} of the value of the positions, and the rounding to 8 decimals")

    def times(self):
        measured = []
        with tempfile.TemporaryDirectory() as folder:
            # The engine loads HiGHS by the name that systems install.
            os.symlink(f"{highsbox.highs_lib_dir()}/libhighs.so", f"{folder}/libhighs.so.1")
            os.symlink(f"{highsbox.highs_lib_dir()}/libopenblas.so", f"{folder}/libopenblas.so")
            for solver, targets in (("CBC", (95, 60)), ("HiGHS", (95, 90))):
                environment = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH"}
                if solver == "HiGHS":
                    environment["LD_LIBRARY_PATH"] = folder
                measured.append(self.time(solver, environment, 20, .3, targets[0]))
                measured.append(self.time(solver, environment, 100, 10, targets[1], "--limits", "strict"))
        for requests, answers in measured:
            self.requirements(requests, answers, by_program)
        print("times: all of these are the least, or the least by highspy lies between bound and requirement")

    def time(self, solver, environment, legs, limit, target, *arguments):
        requests = self.accounts("times", lambda rng: accounts.account(rng, legs, 10))
        answers, seconds = self.answers(requests, *arguments, environment=environment)
        used = {answer["conventions"]["solver"] for answer in answers} - {None}
        if not all(name.startswith(solver) for name in used):
            sys.exit(f"{solver} cannot be measured, because {used} is loaded")
        proven, gaps = 0, [0]
        for answer, second in zip(answers, seconds):
            if second <= limit and all(answer[measure]["optimal"] for measure in MEASURES):
                proven += 1
            else:
                gaps += [1 - number(answer[m]["lowerBound"]) / number(answer[m]["requirement"]) for m in MEASURES]
        ordered = sorted(seconds)
        at = lambda share: ordered[math.ceil(share * len(ordered)) - 1]
        print(f"times: {legs} legs with {solver}: {proven} of {len(requests)} proven within {limit} s (target: {target} of 100), "
              f"the others within {float(max(gaps)):.3%} of the bound; seconds: median {at(.5):.3f}, "
              f"95 of 100 within {at(.95):.3f}, largest {ordered[-1]:.3f}", flush=True)
        return requests, answers


def by_program(account):
    return Program(account).least()


def described(proofs):
    return f"{proofs.total()} requirements ({', '.join(f'{n} {proof}' for proof, n in proofs.most_common())})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("options")
    parser.add_argument("--only", nargs="+", choices=COUNTS, default=list(COUNTS))
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    checks = Checks(arguments.options, arguments.seed, arguments.count)
    for name in arguments.only:
        getattr(checks, name)()


if __name__ == "__main__":
    main()
