"""Prints `name: value unit` lines, and for those with a target whether it is met."""

from statistics import median

missed = []
targets = 0


def line(name, value, unit, at_least=None, at_most=None):
    global targets
    digits = 0 if abs(value) >= 1000 else 1 if abs(value) >= 100 else 2
    note = ""
    if at_least is not None or at_most is not None:
        targets += 1
        met = value >= at_least if at_least is not None else value <= at_most
        bound = f"at least {at_least}" if at_least is not None else f"at most {at_most}"
        note = f" ({bound}{'' if met else ', MISSED'})"
        if not met:
            missed.append(name)
    print(f"{name}: {value:.{digits}f} {unit}{note}", flush=True)


def rates(name, values, unit):
    line(name, median(values), unit)
    line(f"{name}_fastest", max(values), unit)


def times(name, values, unit, at_most=None):
    line(name, median(values), unit, at_most=at_most)
    line(f"{name}_fastest", min(values), unit)


def ratio(name, values, peers, **target):
    """The median of the ratios within a round."""
    line(name, median(a / b for a, b in zip(values, peers)), "times", **target)


def summary():
    """Prints the number of targets met. Returns whether all are."""
    print(f"targets_met: {targets - len(missed)} of {targets}")
    for name in missed:
        print(f"missed: {name}")
    return not missed
