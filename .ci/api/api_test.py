#!/usr/bin/env python3
"""Shows that `check.py` refuses every kind of breaking change, and accepts additions.

    python3 .ci/api/api_test.py
"""

import copy
import subprocess
import tempfile
import unittest
from pathlib import Path

import check
import openapi

SWIFT = """
public protocol Priced { var price: Double { get } }
public struct Quote: Equatable, Priced {
    public var price: Double
    public init(price: Double) { self.price = price }
    public func rounded(to digits: Int = 2) -> Double { price }
}
public enum Side { case buy, sell }
"""
#: A change of the source above, and a part of the sentence that refuses it; none if users still compile.
SWIFT_CHANGES = [
    ("func rounded(to", "func roundedPrice(to", "renamed"),
    ("    public func rounded(to digits: Int = 2) -> Double { price }\n", "", "removed"),
    ("-> Double { price }", "-> Int { 0 }", "return type change"),
    ("public var price: Double\n", "public let price: Double\n", "removed"),
    ("Equatable, Priced", "Priced", "has removed conformance to Equatable"),
    ("case buy, sell", "case buy, sell, both", "added as a new enum case"),
    ("{ var price: Double { get } }", "{ var price: Double { get }; func rounded(to digits: Int) -> Double }", "added as a protocol requirement"),
    ("public enum Side", "public enum Order { case limit }\npublic enum Side", None),
    ("public init(price", "public init() { self.price = 0 }\n    public init(price", None),
]
DOCUMENT = {
    "paths": {"/price": {"post": {
        "operationId": "price",
        "parameters": [{"in": "query", "name": "greeks", "schema": {"type": "boolean"}}],
        "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Request"}}}},
        "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}}}},
    }}},
    "components": {"schemas": {
        "Request": {"type": "object", "required": ["spot"], "properties": {
            "spot": {"type": "number", "minimum": 0}, "kind": {"enum": ["call", "put"]}, "rate": {"type": "number"}}},
        "Answer": {"type": "object", "required": ["price"], "properties": {
            "price": {"type": "number"}, "status": {"enum": ["ok"]}, "delta": {"type": ["number", "null"]}}},
    }},
}
REQUEST, ANSWER = (("components", "schemas", name) for name in ("Request", "Answer"))
OPERATION = ("paths", "/price", "post")
#: Where the document changes, the new value (None removes it), and the sentence that refuses it; none if clients still work.
DOCUMENT_CHANGES = [
    (("paths", "/price"), None, "POST /price: the endpoint is gone"),
    ((*OPERATION, "operationId"), "quote", "POST /price: operationId was price, is quote"),
    ((*OPERATION, "parameters"), [], "POST /price: the parameter greeks is gone"),
    ((*OPERATION, "requestBody", "required"), True, "POST /price: a body is required"),
    ((*OPERATION, "responses", "200", "content"), {"text/csv": {}}, "POST /price 200: application/json is gone"),
    ((*REQUEST, "properties", "rate"), None, "Request: the member rate is gone"),
    ((*REQUEST, "required"), ["spot", "kind"], "Request: kind is required"),
    ((*REQUEST, "properties", "kind", "enum"), ["call"], 'Request.kind: accepts only ["call"]'),
    ((*REQUEST, "properties", "spot", "minimum"), 1, "Request.spot: minimum was 0, is 1"),
    ((*REQUEST, "properties", "spot", "type"), "integer", "Request.spot: the type was number, is integer"),
    ((*ANSWER, "properties", "delta"), None, "Answer: the member delta is gone"),
    ((*ANSWER, "properties", "price", "type"), ["number", "null"], "Answer.price: the type was number, is ['number', 'null']"),
    ((*ANSWER, "required"), [], "Answer: price may be absent"),
    ((*ANSWER, "properties", "gamma"), {"type": "number"}, None),
    ((*ANSWER, "properties", "status", "enum"), ["ok", "stale"], None),
    ((*ANSWER, "properties", "delta", "type"), "number", None),
    ((*REQUEST, "properties", "yield"), {"type": "number"}, None),
    ((*REQUEST, "properties", "spot", "type"), ["number", "string"], None),
    ((*OPERATION, "responses", "503"), {}, None),
]
CHANGELOG = "## [Unreleased]\n## [{}] - {}\n## [0.1.0] - 2026-11-21\n"


class APITest(unittest.TestCase):
    def digest(self, source):
        with tempfile.TemporaryDirectory() as folder:
            modules = Path(folder, "Modules")
            modules.mkdir()
            file = Path(folder, "Quotes.swift")
            file.write_text(source, encoding="utf-8")
            subprocess.run(
                ["swiftc", "-emit-module", "-module-name", "Quotes", "-parse-as-library", file, "-o", modules / "Quotes.swiftmodule"],
                check=True, cwd=folder)
            return check.digest(["Quotes"], modules)

    def test_changes_of_the_swift_api(self):
        before = self.digest(SWIFT)
        self.assertEqual(check.swift_breaks(before, before), [])
        for old, new, words in SWIFT_CHANGES:
            with self.subTest(new or old):
                self.assertIn(old, SWIFT)
                found = check.swift_breaks(before, self.digest(SWIFT.replace(old, new)))
                self.assertTrue(words in " ".join(found) if words else not found, found)

    def test_changes_of_the_document(self):
        self.assertEqual(openapi.breaks(DOCUMENT, DOCUMENT), [])
        for path, value, sentence in DOCUMENT_CHANGES:
            with self.subTest(f"{path} = {value}"):
                changed = copy.deepcopy(DOCUMENT)
                node = changed
                for key in path[:-1]:
                    node = node[key]
                if value is None:
                    del node[path[-1]]
                else:
                    node[path[-1]] = value
                self.assertEqual(openapi.breaks(DOCUMENT, changed), [sentence] if sentence else [])

    def test_only_a_major_version_may_break_a_release(self):
        for recorded, newest, date, is_major, is_released in (
            ("1.0.0", "1.1.0", "unreleased", False, True), ("1.0.0", "2.0.0", "unreleased", True, True),
            ("1.0.0", "1.0.0", "unreleased", False, False), ("1.0.0", "1.0.0", "2026-12-01", False, True),
        ):
            with self.subTest(newest):
                changelog = CHANGELOG.format(newest, date)
                self.assertEqual(check.is_major(recorded, changelog), is_major)
                self.assertEqual(check.is_released(recorded, changelog), is_released)


if __name__ == "__main__":
    unittest.main()
