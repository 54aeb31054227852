"""What tools have in common: their arguments and errors."""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ._schemas import Schema, component

Arguments = dict[str, Any]


class ToolError(Exception):
    """Arguments that have no result: the message names the member, and `path` is its path."""

    def __init__(self, message: str, path: str = "", code: str = "") -> None:
        super().__init__(message)
        self.path, self.code = path, code


class Drawn(NamedTuple):
    """An answer with a document in SVG."""

    answer: Any
    svg: str


class Tool(NamedTuple):
    name: str
    description: str
    schema: Callable[[], Schema]
    run: Callable[[Arguments], Any]


def only(schema: Schema, *names: str) -> Schema:
    """The schema of an object with only the members of these names."""
    return schema | {
        "properties": {name: schema["properties"][name] for name in names},
        "required": [name for name in schema["required"] if name in names]}


def legs(most: int) -> Schema:
    """The schema of a list of at most this many legs without prices."""
    leg = only(
        component("LegTerms"), "type", "position", "strikePrice", "quantity", "sharesPerContract", "expirationDate", "timeToExpiration")
    return {"type": "array", "minItems": 1, "maxItems": most, "items": leg}


def with_switches(schema: Schema, **switches: str) -> Schema:
    """A schema with further members that are true or false, and their descriptions."""
    added = {name: {"type": "boolean", "description": text} for name, text in switches.items()}
    return schema | {"properties": schema["properties"] | added}


def switch(arguments: Arguments, name: str) -> bool:
    """Removes a member that is true or false."""
    value = arguments.pop(name, None)
    if value not in (True, False, None):
        raise ToolError(f"{name} must be true or false, got {json.dumps(value)}", name, "wrong_type")
    return bool(value)


def number(values: Arguments, name: str, path: str = "") -> float:
    value = 0 if values.get(name) is None else values[name]
    place = f"{path}.{name}" if path else name
    try:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
            return float(value)
    except OverflowError:  # An integer beyond the range of a double.
        pass
    raise ToolError(f"{place} must be a number in the range of a double", place, "wrong_type")


def items(arguments: Arguments, name: str, path: str = "") -> list[Any]:
    place = f"{path}.{name}" if path else name
    found = arguments.get(name)
    if not isinstance(found, list) or not found or not all(isinstance(each, dict) for each in found):
        raise ToolError(f"{place} must be a list of objects, and not empty", place, "wrong_type")
    if len(found) > 1000:
        raise ToolError(f"{place} must have at most 1000 elements, got {len(found)}", place, "not_allowed")
    return found


def refuse_unknown(values: Arguments, known: tuple[str, ...], prefix: str = "") -> None:
    for name in values:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise ToolError(f"{prefix}{name} is not a known member{hint}", f"{prefix}{name}", "unknown_member")
