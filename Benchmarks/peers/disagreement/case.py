"""A case: a question, the exact answer, this engine's answer, and the answers of the tools."""

import math
from typing import NamedTuple


EXACT = 1e-10  # relative; the engine rounds money to 8 and break-evens to 10 decimal places


class Answer(NamedTuple):
    """A tool's answer, and the cause of its difference: a documented convention, rounding, or an error."""

    tool: str
    ask: object
    kind: str = ""
    why: str = ""
    how: str = ""  # the function or option used, if there are several


class Case(NamedTuple):
    title: str
    question: str
    asked: str
    exact: list
    engine: list
    answers: list
    tolerance: float = 1e-6
    status: list | None = None  # the engine's status if there is no number
    bound: float = EXACT  # this engine's relative error


def same(values, exact, tolerance):
    """Compares two answers. If the exact answer is not a number, any text matches it, and so does NaN."""

    def equal(a, b):
        if isinstance(b, str):
            return isinstance(a, str) or math.isnan(a)
        if isinstance(a, str):
            return False
        if math.isinf(a) or math.isinf(b):
            return a == b
        return abs(a - b) <= tolerance * max(abs(a), abs(b))

    return len(values) == len(exact) and all(map(equal, values, exact))


def shown(value):
    if isinstance(value, str):
        return value
    return "unlimited" if math.isinf(value) else f"{float(value):.10g}"
