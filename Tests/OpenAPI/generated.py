#!/usr/bin/env python3
"""Calls every JSON endpoint by a client, and reads every answer by models, that other tools generate from the OpenAPI document.

    generated.py --server OPTIONS_SERVER

1. The commands of docs/server.md generate a client and models from the document; its example runs. No class needs a number for a name, and no
   constant is a sentence.
2. The client calls every operation with the examples of the document, on a server of the simulated market. LEFT_OUT names those
   without a JSON form. An operation that is not called is a failure.
3. Client and models read every answer, and every refusal that market_check.py provokes, without a fault: all members, with their types.
4. The check can fail: from a document in which one member has another type, client and models read no answer with this member.

Prints the numbers of answers by status, and every failure; the exit status is 1 if there is one.
"""

import argparse
import contextlib
import copy
import io
import json
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))

from generated_code import JSON, GeneratedCode  # noqa: E402
from market_check import METHODS, NEEDED, TOKEN, MarketCheck, Operation  # noqa: E402
from support.program import command_line  # noqa: E402
from support.server import Server  # noqa: E402

DOCUMENT = ROOT / "Sources/COptionsServer/openapi.json"
GUIDE = ROOT / "docs/server.md"
# In a session, so that quotes are those of a session.
START = "2026-11-20T15:00:00Z"
LINES = "application/x-ndjson"
LEFT_OUT = {
    "drawChart": "SVG",
    "metrics": "text",
    "jobEvents": "events",
    "marketStream": "events",
    "quotesStream": "events",
    "optionChainStream": "events",
}


class GeneratedCheck(MarketCheck):
    """The refusals of market_check.py, and calls of the generated client; every answer is read by the generated code."""

    def __init__(self, document, code):
        super().__init__(document, self.note)
        self.code = code
        self.failures = 0
        self.called = set()
        self.prices = []
        self.operations = [
            Operation(document, method, path)
            for path, operations in document["paths"].items() for method in METHODS if method in operations
        ]  # fmt: skip
        without = {operation.name for operation in self.operations if JSON not in operation.responses[operation.success]["content"]}
        self.expect(without == LEFT_OUT.keys(), "the operations without a JSON form are not LEFT_OUT", without ^ LEFT_OUT.keys())
        self.operations = [operation for operation in self.operations if operation.name not in without]

    def note(self, condition, what, *details):
        if not condition:
            self.failures += 1
            if self.failures <= 20:
                print(f"FAILED: {what}", *(str(detail)[:1500] for detail in details), sep="\n    ")
        return condition

    def compare(self, operation, status, answer, what):
        """Reads an answer, in place of its comparison with the document, which `make openapi` makes."""
        self.counts[status] += 1
        name = f"{operation.name}: {what}"
        if self.expect(answer.status == int(status), f"{name}: the status is not {status}", answer.status, answer.body):
            if "content" in operation.responses[status]:
                faults = self.code.reading_faults(operation, status, answer.body)
                self.expect(not faults, f"{name}: the answer {status} is not read", *faults[:3])

    # Calls

    def call_all(self, server):
        """Calls every operation with its examples. Those that change data come first, so that the others have data to read."""
        client = self.code.client(server.origin)
        order = ["PUT", "POST", "GET", "DELETE"]
        for operation in sorted(self.operations, key=lambda operation: order.index(operation.method)):
            values = {
                parameter["name"]: self.known.get(parameter["name"], parameter.get("example"))
                for parameter in operation.parameters if parameter.get("required") or parameter["name"] in NEEDED.get(operation.name, [])
            }  # fmt: skip
            if not self.expect(None not in values.values(), f"{operation.name}: a required parameter has no example", values):
                continue
            for body in bodies(operation):
                self.call(client, operation, values, body)
        missing = {operation.name for operation in self.operations} - self.called
        self.expect(not missing, "the client called no operation of these names", *missing)

    def call(self, client, operation, values, body):
        try:
            response = self.code.call(client, operation, values, body)
        except Exception as error:  # Whatever generated code raises.
            self.expect(False, f"{operation.name}: the client cannot call it", repr(error), body)
            return
        if self.expect(response.status_code == int(operation.success), f"{operation.name}: another status", response):
            self.called.add(operation.name)
            self.counts[operation.success] += 1
            faults = self.code.reading_faults(operation, operation.success, response.content)
            self.expect(not faults, f"{operation.name}: the answer is not read", *faults[:3])
            if operation.name == "stockPrice":
                self.prices.append((operation, response.content))

    # Refusals

    def check_refusals(self, server):
        self.check_parameters(server)
        for operation in self.operations:
            method, target = operation.method, operation.target(self.known)
            self.compare(operation, "403", server.ask(method, target, Host="another.example"), "another host")
            if operation.body_schema is not None:
                kind = server.ask(method, target, b"<a/>", **{"Content-Type": "text/xml"})
                self.compare(operation, "415", kind, "another media type")
                # What is no array counts as lines, and a wrong line has an answer.
                if LINES not in operation.operation["requestBody"]["content"]:
                    self.compare(operation, "400", server.ask(method, target, b"{"), "a body that is no JSON")

    # The check itself

    def check_wrong_type(self, commands, folder):
        """The code of a document in which the price of a stock is text refuses the answers with a price."""
        wrong = copy.deepcopy(self.document)
        wrong["components"]["schemas"]["StockPrice"]["properties"]["price"] = {"type": "string"}
        code = GeneratedCode(wrong, commands, folder)
        for operation, body in self.prices:
            for faults in [code.client_faults(operation, operation.success, body), code.model_faults(operation, operation.success, body)]:
                self.expect(any("price" in fault for fault in faults), "a member of another type is read", *faults)
        self.expect(self.prices, "no price was answered")


def bodies(operation):
    """The example bodies of an operation, or `[None]`. The lines of newline-delimited JSON are elements of an array."""
    if operation.body_schema is None:
        return [None]
    lines = operation.operation["requestBody"]["content"].get(LINES, {}).get("examples", {})
    arrays = [[json.loads(line) for line in example["value"].splitlines()] for example in lines.values()]
    # A line without a required member is no value of the type, and its error is an answer to another example.
    return operation.bodies + [[element for element in array if not lacks_member(operation, element)] for array in arrays]


def lacks_member(operation, element):
    return any("is a required property" in error for error in operation.errors(operation.body_schema["items"], element))


def sentences(part):
    """The constants of the document that are sentences, of which generators make names."""
    if isinstance(part, list):
        return [each for element in part for each in sentences(element)]
    if not isinstance(part, dict):
        return []
    own = [part["const"]] if str(part.get("const", "")).count(" ") > 1 else []
    return own + [each for name, value in part.items() if name not in ("example", "examples") for each in sentences(value)]


def guide_blocks():
    """The blocks of the section of the guide about generated clients: the commands, and the example."""
    section = GUIDE.read_text().split("\n### A client in another language\n")[1].split("\n## ")[0]
    shell, example = re.findall(r"^```(?:sh|python)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return [line for line in shell.splitlines() if not line.startswith(("pip ", "curl "))], example


def run_example(example, server, expect):
    """Runs the example of the guide. The comments after `print` are what it prints."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(example.replace("http://127.0.0.1:8080", server.origin), str(GUIDE), "exec"), {})
    promised = re.findall(r"^print\(.*\)  # (.*)$", example, re.MULTILINE)
    expect(promised and output.getvalue().splitlines() == promised, "the example of the guide prints something else", output.getvalue())


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--server", type=command_line, required=True, help="the executable options-server")
    arguments = arguments.parse_args()
    document = json.loads(DOCUMENT.read_text())
    commands, example = guide_blocks()
    with tempfile.TemporaryDirectory(prefix="generated-") as temporary:
        folder = Path(temporary)
        code = GeneratedCode(document, commands, folder / "right")
        check = GeneratedCheck(document, code)
        check.expect(not code.numbered(), "schemas have no names, so that generators number their classes", *code.numbered())
        check.expect(not sentences(document), "constants are sentences", *sentences(document))
        with Server(arguments.server, "--simulated-start", START) as server:
            server.wait_until_ready()
            run_example(example, server, check.expect)
            check.know(server)
            check.call_all(server)
            check.check_refusals(server)
        with Server(arguments.server, "--token", TOKEN) as server:
            check.check_tokens(server)
        check.check_wrong_type(commands, folder / "wrong")
    print(f"{len(check.called)} operations were called by the generated client. Answers that it and the generated models read, by status:")
    print(", ".join(f"{status}: {count}" for status, count in sorted(check.counts.items())))
    print(f"failures: {check.failures}")
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())
