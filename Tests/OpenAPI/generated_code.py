"""Code that other generators make from the OpenAPI document, and how it is called and read.

`openapi-python-client` makes a client, which does not compare what it reads with its types; `faults` does. `datamodel-code-generator`
makes models, which validate.
"""

import importlib
import inspect
import json
import pkgutil
import re
import shlex
import subprocess
import sys
import types
import typing
from datetime import date, datetime
from enum import Enum
from types import SimpleNamespace

import attrs
import httpx

JSON = "application/json"


class GeneratedCode:
    """The client and the models of a document: the packages that the commands write into a folder."""

    def __init__(self, document, commands, folder):
        folder.mkdir(parents=True)
        (folder / "openapi.json").write_text(json.dumps(document))
        for command in commands:
            result = subprocess.run(shlex.split(command), cwd=folder, capture_output=True, text=True)
            if result.returncode:
                sys.exit(f"{command}: status {result.returncode}\n{result.stdout}{result.stderr}"[:4000])
        # Another generation has the same names.
        for name in [name for name in sys.modules if name.partition(".")[0] in ("options_client", "options_models")]:
            del sys.modules[name]
        sys.path.insert(0, str(folder))
        importlib.invalidate_caches()
        self.package = importlib.import_module("options_client")
        self.types = importlib.import_module("options_client.types")
        self.models = vars(importlib.import_module("options_models"))
        api = importlib.import_module("options_client.api")
        self.calls = {
            plain(name.rpartition(".")[2]): importlib.import_module(name)
            for _, name, is_package in pkgutil.walk_packages(api.__path__, api.__name__ + ".") if not is_package
        }  # fmt: skip
        self.names = vars(importlib.import_module("options_client.models")) | {"Unset": self.types.Unset}
        sys.path.remove(str(folder))

    def numbered(self):
        """The classes whose names a generator had to number, because the document has no name for their schemas."""
        classes = {name for name, value in {**self.names, **self.models}.items() if isinstance(value, type)}
        return sorted(name for name in classes if name[-1].isdigit())

    # Calls

    def client(self, origin):
        return self.package.Client(base_url=origin, raise_on_unexpected_status=True, timeout=httpx.Timeout(60))

    def call(self, client, operation, values, body=None):
        """The response to a call with values of parameters by their names, and a body."""
        call = self.calls[plain(operation.name)].sync_detailed
        hints = self.hints(call)
        names = {plain(name): name for name in inspect.signature(call).parameters}
        given = {**{names[plain(name)]: value for name, value in values.items()}, **({} if body is None else {"body": body})}
        return call(client=client, **{name: self.built(value, hints[name]) for name, value in given.items()})

    def hints(self, owner):
        return typing.get_type_hints(owner, localns=self.names)

    def built(self, value, hint):
        """The value of a type of the client from a JSON value; ValueError if the type has no such value."""
        if typing.get_origin(hint) in (typing.Union, types.UnionType):
            for choice in typing.get_args(hint):
                try:
                    return self.built(value, choice)
                except (ValueError, KeyError, TypeError):
                    continue
        elif typing.get_origin(hint) is list and isinstance(value, list):
            return [self.built(element, *typing.get_args(hint)) for element in value]
        elif hasattr(hint, "from_dict") and isinstance(value, dict):
            built = hint.from_dict(value)
            if self.faults(built, hint) or not is_same(value, written(built)):
                raise ValueError(f"{value} is not {hint}")
            return built
        elif hint is date:
            return date.fromisoformat(value)
        elif isinstance(hint, type) and issubclass(hint, (Enum, str, int, float)):
            return hint(value)
        raise ValueError(f"{value} is not {hint}")

    # Answers

    def reading_faults(self, operation, status, body):
        """What is wrong with an answer, read by the client and by the models; empty if nothing is."""
        return self.client_faults(operation, status, body) + self.model_faults(operation, status, body)

    def client_faults(self, operation, status, body):
        call = self.calls[plain(operation.name)]
        response = httpx.Response(int(status), content=body, headers={"Content-Type": JSON})
        try:
            parsed = call._parse_response(client=SimpleNamespace(raise_on_unexpected_status=True), response=response)
        except Exception as error:  # Whatever generated code raises.
            return [f"the client cannot read it: {error!r}"]
        faults = self.faults(parsed, self.hints(call._parse_response)["return"])
        if not faults and not is_same(json.loads(body), written(parsed)):
            faults = [f"the client reads other members: {written(parsed)}"]
        return faults

    def model_faults(self, operation, status, body):
        reference = operation.responses[status]["content"][JSON]["schema"].get("$ref", "")
        model = self.models.get(reference.rpartition("/")[2])
        if model is None:
            return ["the schema of the answer has no name"]
        try:
            model.model_validate_json(body, strict=True)
        except ValueError as error:
            return [f"the model refuses it: {error}"]
        return []

    def faults(self, value, hint, path="$"):
        """Where a value of the client does not have the type that the client declares."""
        if hint is typing.Any:
            return []
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            found = [self.faults(value, choice, path) for choice in arguments]
            # The faults of the closest choice.
            return [] if [] in found else max(found, key=lambda faults: len(faults[0].partition(":")[0]))
        if origin is typing.Literal and value in arguments:
            return []
        if origin is list and isinstance(value, list):
            return [each for n, element in enumerate(value) for each in self.faults(element, arguments[0], f"{path}[{n}]")]
        if origin is dict and isinstance(value, dict):
            return [each for name, element in value.items() for each in self.faults(element, arguments[1], f"{path}.{name}")]
        if attrs.has(hint) and isinstance(value, hint):
            hints = self.hints(hint)
            return [each for name in hints for each in self.faults(getattr(value, name), hints[name], f"{path}.{name}")]
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if hint is float and is_number or isinstance(hint, type) and isinstance(value, hint) and (hint is not int or is_number):
            return []
        return [f"{path}: {value!r:.200} is not {hint}"]


def plain(name):
    """A name in small letters and digits: each generator has other rules for capitals and underscores."""
    return re.sub("[^a-z0-9]", "", name.lower())


def written(value):
    """The JSON value of a value of the client."""
    if isinstance(value, list):
        return [written(element) for element in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


def is_same(value, other):
    """Whether two JSON values are equal, except for the way in which instants are written."""
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(is_same(value[name], other[name]) for name in value)
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(is_same, value, other))
    if isinstance(value, str) and isinstance(other, str) and value != other:
        try:
            return datetime.fromisoformat(value) == datetime.fromisoformat(other)
        except ValueError:
            return False
    return value == other
