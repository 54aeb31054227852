"""Writes the types of the server's interface, which openapi.json describes, for the type check of the page.

    interface_types.py > server.d.ts

The namespace `Server` has a type for each schema, and `Server.Calls`, which has the parameters, the body and the answer of each operation by
its method and path. Conditions (`if`, `not`, `dependentRequired`) and ranges have no types."""

import json
import re
import textwrap
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "Sources/COptionsServer/openapi.json"
PRIMITIVES = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}


def comment(text, indent):
    """A JSDoc comment; nothing without a text."""
    if not text:
        return ""
    lines = textwrap.wrap(text.replace("*/", "* /"), 130 - len(indent), break_long_words=False, break_on_hyphens=False)
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"


def union(types):
    """The union of types, each once; `None` if one of them says nothing."""
    types = list(dict.fromkeys(types))
    return None if None in types else " | ".join(types)


def intersection(types):
    types = list(dict.fromkeys(types))
    return " & ".join(f"({one})" if " | " in one and len(types) > 1 else one for one in types)


def member_name(name):
    return name if re.fullmatch(r"[A-Za-z_$][\w$]*", name) else json.dumps(name)


def members(schema, indent):
    """The members of an object as a type."""
    properties, required = schema.get("properties", {}), schema.get("required", [])
    inner = indent + "    "
    lines = []
    for name, member in properties.items():
        mark = "" if name in required else "?"
        text = member.get("description") if isinstance(member, dict) else None
        lines.append(f"{comment(text, inner)}{inner}{member_name(name)}{mark}: {type_of(member, inner)};\n")
    if not properties:
        others = [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties", True)]
        values = union([type_of(one, inner) for one in others if one is not False] or ["never"])
        lines.append(f"{inner}[name: string]: {values};\n")
    return "{\n" + "".join(lines) + indent + "}"


def stated(schema, indent):
    """The type that a schema states; `None` if it has conditions only."""
    if not isinstance(schema, dict):
        return None
    parts = []
    if "$ref" in schema:
        parts.append(schema["$ref"].rsplit("/", 1)[1])
    for word in ("anyOf", "oneOf"):
        parts.append(union(stated(one, indent) for one in schema.get(word, [])))
    parts += [stated(one, indent) for one in schema.get("allOf", [])]
    if "const" in schema:
        parts.append(json.dumps(schema["const"]))
    elif "enum" in schema:
        parts.append(union(json.dumps(one) for one in schema["enum"]))
    elif "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        parts.append(union(typed(name, schema, indent) for name in names))
    elif "properties" in schema:
        parts.append(members(schema, indent))
    return intersection(part for part in parts if part) or None


def typed(name, schema, indent):
    """The type of a value of one of the types of JSON."""
    if name == "array":
        item = type_of(schema.get("items", {}), indent)
        return f"({item})[]" if re.search(r" [|&] ", item) and not item.startswith("{") else f"{item}[]"
    if name == "object":
        # The members of another schema are not repeated.
        isExtended = "allOf" in schema or "$ref" in schema
        return None if isExtended and "properties" not in schema else members(schema, indent)
    return PRIMITIVES[name]


def type_of(schema, indent=""):
    return stated(schema, indent) or "unknown"


def content_of(document, part):
    """The JSON schemas of a body or a response, which may be a reference."""
    if "$ref" in part:
        for name in part["$ref"].split("/")[1:]:
            document = document[name]
        part = document
    return [one["schema"] for kind, one in part.get("content", {}).items() if kind == "application/json"]


def operation(document, shared, call, indent):
    """The parameters, the body and the answer of an operation."""
    inner = indent + "    "
    parameters = [document["components"]["parameters"][one["$ref"].rsplit("/", 1)[1]] if "$ref" in one else one
                  for one in [*shared, *call.get("parameters", [])]]  # fmt: skip
    named = {one["name"]: one for one in parameters if one["in"] in ("path", "query")}
    types = members({
        "properties": {name: {"description": one.get("description"), **one["schema"]} for name, one in named.items()},
        "required": [name for name, one in named.items() if one.get("required")],
        "additionalProperties": False,
    }, inner)  # fmt: skip
    body = [type_of(one, inner) for one in content_of(document, call.get("requestBody", {}))]
    answers = [one for status, part in call["responses"].items() if status.startswith("2") for one in content_of(document, part)]
    answer = union(type_of(one, inner) for one in answers) or "null"
    return (f"{{\n{inner}parameters: {types};\n{inner}body: {union(body) or 'undefined'};\n"
            f"{inner}answer: {answer};\n{indent}}}")  # fmt: skip


def main():
    document = json.loads(DOCUMENT.read_text())
    indent = "    "
    print("// Generated by Tests/Page/interface_types.py from openapi.json.\n\ndeclare namespace Server {")
    for name, schema in document["components"]["schemas"].items():
        print(f"{comment(schema.get('description'), indent)}{indent}type {name} = {type_of(schema, indent)};\n")
    print(f"{comment('The operations, by method and path.', indent)}{indent}interface Calls {{")
    inner = indent + "    "
    for path, item in document["paths"].items():
        for method, call in item.items():
            if method in ("get", "put", "post", "delete"):
                types = operation(document, item.get("parameters", []), call, inner)
                print(f"{comment(call.get('summary'), inner)}{inner}\"{method.upper()} {path}\": {types};")
    print(f"{indent}}}\n}}")


if __name__ == "__main__":
    main()
