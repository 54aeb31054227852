#!/usr/bin/env python3
"""Shows that `documents.py` accepts a document without faults, and finds every kind of fault in a broken one.

    python3 .ci/documents_test.py
"""

import tempfile
import unittest
from pathlib import Path

import documents

FILES = {
    "Package.swift": """
        let package = Package(targets: [
            .target(name: "Pricing", dependencies: ["CKernels", .product(name: "Logging", package: "swift-log")]),
            .target(name: "CKernels"), .executableTarget(name: "options", dependencies: ["Pricing"]),
        ])
        """,
    "Makefile": "BENCHES := kernels request\nSECONDS := 60\n\nrun test: build\nbuild:\n\n$(BENCHES): %: build\n",
    "Sources/Pricing/Smile.swift": """
        public struct Smile {
            public enum Form { case flat, raw(points: Int) }
            public init(_ chain: [Double], form: Form = .flat, limit: Int = 1) {}
            public func strike(_ kind: Int, delta: Double = 0) -> Double { 0 }
        }
        """,
    "Sources/CKernels/include/CKernels.h": "void kernel_sum(double *values);",
    "Sources/options/Main.swift": """
        struct Main { @Flag(help: "(…)") var metricsOnly = false }
        let path = environment["OPTIONS_DATA"]
        """,
    "CONTRIBUTING.md": "`make run`, `make test`, `make build`, `make kernels`, `make request`",
    "CHANGELOG.md": "## [Unreleased]\n### Removed\n- `OldName`\n## [0.1.0] - 2026-01-01\n- `OlderName`\n",
    "docs/other.md": "# Other things\n",
}
TARGETS = """
| target | depends on | contents |
|---|---|---|
| `Pricing` | `CKernels` | prices |
| `CKernels` | | kernels |
| `options` | `Pricing` | the command |
"""
GOOD = """
`Smile`, `Smile(chain, limit: 2)`, `Smile.strike(_:delta:)`, `strike(kind)`, `Smile.Form.raw(points:)`, `kernel_sum`,
`Pricing`, the former `SmileModel` and `kernel_add`, `Sources/Pricing`, `Smile.swift`, `Sources/*/Smile.swift`,
`make kernels SECONDS=5`, `options --metrics-only`, `OPTIONS_DATA`, [other](docs/other.md#other-things), `metricsOnly < 0`

| before | now |
|---|---|
| `SmileModel` | `Smile` |

```sh
make run && swift run --any-flag
echo {} | options --metrics-only Sources/options/Main.swift
```
"""
#: A line of a document, and the fault in it.
BROKEN = {
    "`Pricing(chain)`": "there is no type Pricing",
    "`SmileModel`": "there is no SmileModel",
    "`Smile.curve`": "Smile has no curve",
    "`Smile(chain…)`": "Smile(chain…) leaves parameters out",
    "`Smile.init(_:limit:)`": "Smile takes no (_:limit:)",
    "`Smile.metricsOnly(_:)`": "Smile has no metricsOnly",
    "`Smile(chain, weight: 2)`": "Smile cannot be called as Smile(chain, weight: 2)",
    "`strike(_:)`": "strike takes no (_:)",
    "`volatility(at:)`": "there is no volatility(at:)",
    "`kernel_product`": "there is no kernel_product",
    "`kernel_product(values)`": "there is no kernel_product",
    "`fooBar`": "there is no fooBar",
    "the former `OldName` was `NewName`": "there is no NewName",
    "`Sources/Pricing/Smiles.swift`": "there is no Sources/Pricing/Smiles.swift",
    "`Smiles.swift`": "there is no Smiles.swift",
    "[other](docs/others.md)": "there is no docs/others.md",
    "[other](docs/other.md#things)": "docs/other.md has no heading #things",
    "`make bench`": "the Makefile has no target bench",
    "`make run LINES=5`": "the Makefile has no variable LINES",
    "`options --metrics`": "no command has --metrics",
    "`--quiet`": "no command has --quiet",
    "`OPTIONS_FOLDER`": "no source reads OPTIONS_FOLDER",
    "```sh\nmake bench\n```": "the Makefile has no target bench",
    "```sh\n$ options calculate \\\n  --quiet\n```": "no command has --quiet",
    "```sh\ncat Tests/all.txt\n```": "there is no Tests/all.txt",
    "```text\nPricing ──▶ SmileModel\n```": "there is no SmileModel",
}
#: The table of targets, and the fault in it.
BROKEN_TARGETS = {
    TARGETS.replace("| `options` | `Pricing` | the command |\n", ""): "the target options has no row",
    TARGETS.replace("`Pricing` | the", "`CKernels` | the"): "options depends on Pricing",
    TARGETS + "| `curves` | | curves |\n": "there is no target curves",
}


class DocumentsTest(unittest.TestCase):
    def faults(self, readme=GOOD, architecture=TARGETS, **changed):
        with tempfile.TemporaryDirectory() as root:
            for name, text in {**FILES, "README.md": readme, "ARCHITECTURE.md": architecture, **changed}.items():
                path = Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return documents.faults(root)

    def test_good_documents_have_no_fault(self):
        self.assertEqual(self.faults(), [])

    def test_each_fault_is_found_at_its_line(self):
        for text, what in BROKEN.items():
            with self.subTest(text):
                found = self.faults(readme="# Heading\n\nA paragraph.\n\n" + text)
                self.assertEqual([(path, fault) for path, _, fault in found], [("README.md", what)])
                # A block is reported at its line, or at the last of its command.
                self.assertIn(found[0][1], (5, 6, 7))

    def test_a_span_that_begins_on_a_later_line_has_the_number_of_that_line(self):
        self.assertEqual(self.faults(readme="one\ntwo `GoneName`\nthree"), [("README.md", 2, "there is no GoneName")])

    def test_targets_without_a_row_and_rows_without_a_target_are_found(self):
        for table, what in BROKEN_TARGETS.items():
            with self.subTest(what):
                self.assertEqual([fault for _, _, fault in self.faults(architecture=table)], [what])

    def test_a_target_of_the_makefile_that_contributing_does_not_name_is_found(self):
        found = self.faults(**{"CONTRIBUTING.md": FILES["CONTRIBUTING.md"].replace(", `make request`", "")})
        self.assertEqual([what for _, _, what in found], ["the target request of the Makefile is not named"])

    def test_words_that_differ_from_those_of_the_page_are_found(self):
        page = 'export const glossary = [\n    ["Leg", "One part."],\n    ["Spot", "A price."],\n];\n'
        rows = "| word | meaning |\n|---|---|\n| Leg | One part. |\n| Spot | A value. |\n"
        paths = {"Sources/COptionsPage/page/glossary.js": page, "docs/glossary.md": rows}
        self.assertEqual([path for path, _, _ in self.faults(**paths)], ["docs/glossary.md", "docs/glossary.md"])
        self.assertEqual(self.faults(**paths | {"docs/glossary.md": rows.replace("value", "price")}), [])

    def test_a_version_that_differs_from_the_changelog_is_found(self):
        stated = {
            "Sources/_OptionsProcess/Version.swift": 'enum Version {\n static let text = "0.2.0"\n}',
            "Sources/COptionsServer/openapi.json": '{"info": {"title": "", "version": "0.2.0"}}',
            "docs/other.md": '# Other things\n.package(url: "options-analytics", from: "0.2.0")',
        }
        for path, text in stated.items():
            with self.subTest(path):
                self.assertEqual(self.faults(**{path: text.replace("0.2.0", "0.1.0")}), [])
                found = self.faults(**{path: text})
                self.assertEqual([(place, what) for place, _, what in found], [(path, "the version is 0.2.0, but 0.1.0 in CHANGELOG.md")])

    def test_a_copy_of_the_licence_that_differs_is_found(self):
        self.assertEqual([what for _, _, what in self.faults(LICENSE="text")], ["this is not the text of LICENSE"])


if __name__ == "__main__":
    unittest.main()
