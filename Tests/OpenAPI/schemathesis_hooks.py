"""Adds newline-delimited JSON to Schemathesis: a body is a list of lines, which `contentSchema` describes."""

import json

import schemathesis

NDJSON = "application/x-ndjson"


@schemathesis.hook
def before_load_schema(context, raw_schema):
    # Schemathesis cannot generate requests from that many conditions. check.py checks them.
    schemas = raw_schema["components"]["schemas"]
    for schema in [schemas["CalculationRequest"], schemas["ScenarioRequest"], *schemas["ScenarioRequest"]["anyOf"]]:
        schema["allOf"] = [part for part in schema["allOf"] if "if" not in part]
    for name in ["RiskRequest", "MarginRequest", "FindBelief", "FindTerms"]:
        del schemas[name]["allOf"]
    schemas["FindRequest"]["allOf"].pop()
    for path in raw_schema["paths"].values():
        for operation in path.values():
            for owner in [operation.get("requestBody", {}), *operation["responses"].values()]:
                content = owner.get("content", {}).get(NDJSON)
                if content is not None:
                    content["schema"] = content["schema"]["contentSchema"]


@schemathesis.serializer(NDJSON)
def serialize(context, value):
    if isinstance(value, bytes):
        return value
    elements = value if isinstance(value, list) else [value]
    return "".join(json.dumps(element) + "\n" for element in elements).encode()


@schemathesis.deserializer(NDJSON)
def deserialize(context, response):
    return [json.loads(line) for line in response.text.split("\n") if line.strip()]
