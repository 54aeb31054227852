"""Teaches Schemathesis newline-delimited JSON: a body is a list of lines, which `contentSchema` describes."""

import json

import schemathesis

NDJSON = "application/x-ndjson"


@schemathesis.hook
def before_load_schema(context, raw_schema):
    for path in raw_schema["paths"].values():
        for operation in path.values():
            for owner in [operation.get("requestBody", {}), *operation["responses"].values()]:
                content = owner.get("content", {}).get(NDJSON)
                if content is None:
                    continue
                content["schema"] = content["schema"]["contentSchema"]
                for example in content["examples"].values():
                    example["value"] = lines(example["value"])


def lines(text):
    return [json.loads(line) for line in text.split("\n") if line.strip()]


@schemathesis.serializer(NDJSON)
def serialize(context, value):
    if isinstance(value, bytes):
        return value
    elements = value if isinstance(value, list) else [value]
    return "".join(json.dumps(element) + "\n" for element in elements).encode()


@schemathesis.deserializer(NDJSON)
def deserialize(context, response):
    return lines(response.text)
