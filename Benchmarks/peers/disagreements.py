"""Compares popular open-source tools and this engine with exact arithmetic.
Run: python3 disagreements.py OPTIONS   (in an environment with disagreements-requirements.txt, or a part of it)
Prints Markdown. Lists tools that are not installed as not run. The exit status is 1 if this engine is not exact."""

import sys
from importlib import import_module
from importlib.metadata import version

from disagreement import american, models, payoffs, volatilities
from disagreement.case import EXACT, same, shown
from disagreement.engine import Engine
from disagreement.strategies import quietly

TOOLS = "optionlab opstrat optstrat mibian vollib fast-vollib financepy QuantLib blackscholes".split()
CASES = [
    payoffs.far_break_even, payoffs.unlimited_loss, volatilities.high_volatility, models.short_leg, payoffs.calendar,
    models.negative_mean, models.probability, models.smile, models.touching, payoffs.best_is_a_loss,
    payoffs.touching_zero, payoffs.noise, volatilities.no_information, volatilities.impossible_prices,
    volatilities.decimals, volatilities.days, models.far_prices, models.yields, models.parity, models.signs,
    american.put, american.dividend,
]  # fmt: skip
KINDS = ["agrees", "convention", "rounding", "error"]


def installed():
    """The versions of the tools that can be imported."""
    found = {}
    for tool in TOOLS:
        module = quietly(lambda tool=tool: import_module(tool.replace("-", "_")))
        if not isinstance(module, str):
            found[tool] = version(tool)
    return found


def judged(case, versions):
    """Yields the name, answer, classification and reason for each installed tool."""
    for answer in case.answers:
        if answer.tool not in versions:
            continue
        values = quietly(answer.ask)
        values = [values] if isinstance(values, str) else values
        kind = "agrees" if same(values, case.exact, case.tolerance) else answer.kind or "error"
        name = f"{answer.tool} ({answer.how})" if answer.how else answer.tool
        yield name, values, kind, answer.why if kind != "agrees" else ""


def row(*cells):
    print("| " + " | ".join(cells) + " |")


def main(executable):
    engine, versions = Engine(executable), installed()
    cases = [make(engine) for make in CASES]
    answers = [list(judged(case, versions)) for case in cases]

    print("Tools run: " + ", ".join(f"{tool} {number}" for tool, number in versions.items()) + ".")
    if missing := [tool for tool in TOOLS if tool not in versions]:
        print("Not run (not installed): " + ", ".join(missing) + ".")
    print()
    row("", "this engine", "agrees", "by convention", "by rounding", "by error")
    row(*["---"] * 6)
    wrong = []
    for number, (case, found) in enumerate(zip(cases, answers), 1):
        exact = same(case.engine, case.exact, case.bound)
        if not exact or case.status and case.engine != case.status:
            wrong.append(f"{case.title}: {case.engine} is not {case.status or case.exact}")
        columns = [", ".join(name for name, _, kind, _ in found if kind == wanted) for wanted in KINDS]
        row(f"{number}. {case.title}", ("exact" if case.bound == EXACT else "within 10⁻⁶") if exact else "**not exact**", *columns)

    for number, (case, found) in enumerate(zip(cases, answers), 1):
        print(f"\n### {number}. {case.title}\n\n{case.question}\n")
        row("", case.asked, "")
        row("---", "---", "---")
        row("exact", ", ".join(map(shown, case.exact)), "")
        row("this engine", ", ".join(map(shown, case.engine)), "")
        for name, values, kind, why in found:
            row(name, ", ".join(map(shown, values)), f"{kind}: {why}" if why else kind)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
