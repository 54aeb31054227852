"""One disagreement: the question, the exact answer, this engine's, and those of the tools."""

import math
from typing import NamedTuple


class Answer(NamedTuple):
    """What a tool says, and why that is something else: a convention that it documents, rounding, or an error."""

    tool: str
    ask: object
    kind: str = ""
    why: str = ""
    how: str = ""  # it is asked, where there are several ways


class Case(NamedTuple):
    title: str
    question: str
    asked: str
    exact: list
    engine: list
    answers: list
    tolerance: float = 1e-6
    status: list | None = None  # what the engine says where there is no number


def same(values, exact, tolerance):
    """Where the exact answer is that there is no number, any text is that, and so is NaN."""

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
