"""Which changes of an OpenAPI document break its clients: differences between the document of a release and another one.

A request that was accepted must be accepted, and an answer must hold what it held: members of requests may be added if they are optional,
and members and words of answers may be added. Rules that a schema states by conditions (`if`, `not`, `contains`) are not compared.
"""

import json

METHODS = ("get", "put", "post", "delete", "patch", "head", "options")
#: Bounds of requests: whether a greater number is the wider bound.
BOUNDS = {
    "minimum": False, "exclusiveMinimum": False, "minLength": False, "minItems": False,
    "maximum": True, "exclusiveMaximum": True, "maxLength": True, "maxItems": True,
}
TEXTS = ("description", "summary", "example", "examples", "title", "externalDocs", "tags")


def without_texts(node, names_are_keys=False):
    """A document without what only people read. The names of members and of schemas are kept, whatever they are."""
    if isinstance(node, list):
        return [without_texts(each) for each in node]
    if not isinstance(node, dict):
        return node
    return {
        key: without_texts(value, key in ("properties", "schemas", "responses", "paths", "parameters", "headers"))
        for key, value in node.items() if names_are_keys or key not in TEXTS
    }


class Comparison:
    def __init__(self, old, new):
        self.old, self.new, self.breaks, self.seen = old, new, [], set()

    def note(self, where, what):
        self.breaks.append(f"{where}: {what}")

    @staticmethod
    def resolved(document, node):
        while isinstance(node, dict) and "$ref" in node:
            target = document
            for part in node["$ref"].removeprefix("#/").split("/"):
                target = target[part.replace("~1", "/").replace("~0", "~")]
            node = target
        return node

    def run(self):
        for path, operations in self.old["paths"].items():
            for method in METHODS:
                if method in operations:
                    where, new = f"{method.upper()} {path}", self.new["paths"].get(path, {}).get(method)
                    if new is None:
                        self.note(where, "the endpoint is gone")
                    else:
                        self.operation(where, operations[method], new)
        for name in self.old["components"]["schemas"].keys() - self.new["components"]["schemas"].keys():
            self.note(name, "the schema is gone, whose name generated clients use")
        return sorted(self.breaks)

    def operation(self, where, old, new):
        if old.get("operationId") != new.get("operationId"):
            self.note(where, f"operationId was {old.get('operationId')}, is {new.get('operationId')}")
        before, after = self.parameters(self.old, old), self.parameters(self.new, new)
        for key, parameter in before.items():
            if key not in after:
                self.note(where, f"the parameter {key[1]} is gone")
            else:
                self.schema(f"{where} {key[1]}", parameter.get("schema", {}), after[key].get("schema", {}), True)
        for key, parameter in after.items():
            if parameter.get("required") and not before.get(key, {}).get("required"):
                self.note(where, f"the parameter {key[1]} is required")
        body, other = self.resolved(self.old, old.get("requestBody", {})), self.resolved(self.new, new.get("requestBody", {}))
        if other.get("required") and not body.get("required"):
            self.note(where, "a body is required")
        self.content(f"{where} request", body, other, True)
        for status, response in old.get("responses", {}).items():
            if status not in new.get("responses", {}):
                self.note(where, f"the response {status} is gone")
                continue
            there = self.resolved(self.new, new["responses"][status])
            self.content(f"{where} {status}", self.resolved(self.old, response), there, False)

    def parameters(self, document, operation):
        found = [self.resolved(document, each) for each in operation.get("parameters", [])]
        return {(each["in"], each["name"]): each for each in found}

    def content(self, where, old, new, is_request):
        for media_type, content in old.get("content", {}).items():
            if media_type not in new.get("content", {}):
                self.note(where, f"{media_type} is gone")
            else:
                self.schema(where, content.get("schema", {}), new["content"][media_type].get("schema", {}), is_request)

    def schema(self, where, old, new, is_request):
        names = tuple(each.get("$ref", "").rpartition("/")[2] if isinstance(each, dict) else "" for each in (old, new))
        if names[0] and names[1]:
            if (names, is_request) in self.seen:
                return
            self.seen.add((names, is_request))
            where = names[0]
        old, new = self.resolved(self.old, old), self.resolved(self.new, new)
        if not isinstance(old, dict) or not isinstance(new, dict):
            if old != new:
                self.note(where, f"was {old}, is {new}")
            return
        self.types(where, old, new, is_request)
        self.values(where, old, new, is_request)
        if is_request:
            self.bounds(where, old, new)
        self.members(where, old, new, is_request)
        for key in ("items", "additionalProperties"):
            if key in old and key in new:
                self.schema(f"{where}[]", old[key], new[key], is_request)
            elif is_request and key in new and new[key] is not True:
                self.note(where, f"{key} is restricted")
        for key in ("anyOf", "oneOf"):
            if key in old or key in new:
                self.alternatives(where, old.get(key, [old]), new.get(key, [new]), is_request)
        for index, (one, other) in enumerate(zip(old.get("allOf", []), new.get("allOf", []))):
            self.schema(f"{where} allOf[{index}]", one, other, is_request)

    def types(self, where, old, new, is_request):
        def every(node):
            found = node.get("type")
            found = {found} if isinstance(found, str) else set(found or ())
            return found | ({"integer"} if "number" in found else set())

        before, after = every(old), every(new)
        narrow, wide = (before, after) if is_request else (after, before)
        if wide and not (narrow and narrow <= wide) and not (not narrow and ("anyOf" in old or "anyOf" in new)):
            self.note(where, f"the type was {old.get('type')}, is {new.get('type')}")

    def values(self, where, old, new, is_request):
        def every(node):
            return node.get("enum", [node["const"]] if "const" in node else None)

        before, after = every(old), every(new)
        if is_request and after is not None:
            gone = [value for value in before or [] if value not in after]
            if before is None or gone:
                self.note(where, f"accepts only {json.dumps(after)}")
        elif not is_request and before is not None and after is None and "anyOf" not in new:
            self.note(where, "may have any value")

    def bounds(self, where, old, new):
        for key, is_wider_if_greater in BOUNDS.items():
            if key in new:
                was, now = old.get(key), new[key]
                if was is None or (now < was if is_wider_if_greater else now > was):
                    self.note(where, f"{key} was {was}, is {now}")

    def members(self, where, old, new, is_request):
        before, after = old.get("properties", {}), new.get("properties", {})
        for name, node in before.items():
            if name not in after:
                self.note(where, f"the member {name} is gone")
            else:
                self.schema(f"{where}.{name}", node, after[name], is_request)
        required, now = set(old.get("required", [])), set(new.get("required", []))
        for name in sorted(now - required if is_request else required - now):
            self.note(where, f"{name} is required" if is_request else f"{name} may be absent")

    def alternatives(self, where, old, new, is_request):
        """Each alternative of a request that was accepted has one that accepts it; each of an answer has one that was known."""
        for one in old if is_request else new:
            if not any(self.is_compatible(*((one, other) if is_request else (other, one)), is_request) for other in (new if is_request else old)):
                self.note(where, f"no alternative fits {json.dumps(one)[:80]}")

    def is_compatible(self, old, new, is_request):
        attempt = Comparison(self.old, self.new)
        attempt.seen = set(self.seen)
        attempt.schema("", old, new, is_request)
        return not attempt.breaks


def breaks(old, new):
    """The breaking changes from one document to another, as sentences."""
    return Comparison(old, new).run()
