"""Schemas of the arguments of tools, from those of the OpenAPI document.

They keep types, bounds, choices and descriptions. Conditions between members and patterns of text are left out, because clients ignore
or refuse them; the engine checks all rules. An absent member and null mean the same, so null is left out, too.
"""

from __future__ import annotations

import copy
import functools
import json
from importlib import resources
from typing import Any

Schema = dict[str, Any]

_CONDITIONS = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "$ref")
_LARGEST = 1.7976931348623157e308


@functools.cache
def _components() -> dict[str, Schema]:
    schemas: dict[str, Schema] = json.loads(resources.files(__package__).joinpath("schemas.json").read_bytes())
    return schemas


def component(name: str, *, without: tuple[str, ...] = ()) -> Schema:
    """The schema of a component. An object has the members of those that it extends."""
    schema = _components()[name]
    members: dict[str, Schema] = {}
    required: list[str] = []
    for part in _parts(schema):
        members |= {member: _short(each) for member, each in part.get("properties", {}).items() if member not in without}
        required += [member for member in part.get("required", ()) if member not in required]
    if not members:
        return _short(schema)
    described = {each: schema[each] for each in ("description",) if each in schema}
    return {"type": "object", **described, "properties": members, "required": required}


def _parts(schema: Schema) -> list[Schema]:
    """A schema after those that it refers to as a whole."""
    extended = [each["$ref"] for each in (schema, *schema.get("allOf", ())) if "$ref" in each]
    named = [_components()[reference.rpartition("/")[2]] for reference in extended]
    return [part for each in named if "properties" in each for part in _parts(each)] + [schema]


def _short(schema: Schema) -> Schema:
    """A schema without conditions and null, whose references begin with #/$defs."""
    schema = copy.copy(schema)
    if "anyOf" in schema:
        choices = [_short(each) for each in schema.pop("anyOf") if each != {"type": "null"}]
        schema = choices[0] | schema if len(choices) == 1 else schema | {"anyOf": choices}
    if isinstance(schema.get("type"), list):
        schema["type"] = next(each for each in schema["type"] if each != "null")
    if "enum" in schema:
        schema["enum"] = [each for each in schema["enum"] if each is not None]
    if "$ref" in schema:
        name = schema.pop("$ref").rpartition("/")[2]
        # Words take no more room than a reference to them.
        named: Schema = {"$ref": f"#/$defs/{name}"}
        if "enum" in _components()[name]:
            named = _short(_components()[name])
        schema = named | schema
    if "properties" in schema:
        schema = {name: each for name, each in schema.items() if name not in _CONDITIONS}
        schema["properties"] = {name: _short(each) for name, each in schema["properties"].items()}
    if "items" in schema:
        schema["items"] = _short(schema["items"])
    return {
        name: each for name, each in schema.items()
        if name != "pattern" and not (name in ("minimum", "maximum") and abs(each) == _LARGEST)}


def tool(arguments: Schema) -> Schema:
    """The schema of the arguments of a tool, with the definitions that it refers to."""
    definitions: dict[str, Schema] = {}
    _collect(arguments, definitions)
    return {**arguments, "additionalProperties": False} | ({"$defs": definitions} if definitions else {})


def _collect(value: Any, definitions: dict[str, Schema]) -> None:
    if isinstance(value, list):
        for each in value:
            _collect(each, definitions)
    elif isinstance(value, dict):
        name = str(value.get("$ref", "")).removeprefix("#/$defs/")
        if name and name not in definitions:
            definitions[name] = component(name)
            _collect(definitions[name], definitions)
        for each in value.values():
            _collect(each, definitions)
