#!/usr/bin/env python3
"""Checks that what the documents name exists: targets, paths, headings, `make` targets, symbols, flags and variables.

    documents.py [FOLDER]    prints each fault as `file:line: what`; the exit status is 1 if there is one

Names are checked where they are marked as code: in backquotes and in code blocks. A name may be gone only directly after
the word "former", in a table column with the header "before", and under the heading "Removed".
`documents_test.py` in this folder shows every fault on a broken document.
"""

import os
import re
import sys
from pathlib import Path

from repository_names import Repository, closing, parts

#: Names that no source of ours declares, and where they come from instead.
OTHERS = {
    "Swift, its standard library and Foundation": """
        Bundle.module Codable Date Double Foundation ISO8601DateFormatter InlineArray Int64 Int128 JSONDecoder ObservableObject
        Result Sendable URLError URLRequest URLSessionConfiguration
    """,
    "packages that we import": "CoreMetrics Errno HTTPResponseEncoder HTTPServerPipelineHandler HummingbirdTesting MetricsSystem",
    "OpenBLAS, SQLite and HiGHS": "HiGHS _init gotoblas_dynamic_quit Prescott SQLite",
    "Python and Spark": "KeyError None RuntimeError TypeError ValueError SparkContext.addFile SparkFiles.get use_unicode",
    "SQL": "CAST",
    "dpkg": "Depends Recommends",
    "systemd": "IPAddressAllow IPAddressDeny",
    "the prefix of the C targets": "COptions",
    "fields of HTTP": "Allow Deprecation Expect Host ETag",
    "the tools that docs/disagreements.md and docs/recognise.md compare with": """
        AboveMaximumException BelowIntrinsicException BlackScholesIronCondorLong Me VolatilityValueException OptionStrategyDefinitions
        OptionStrategyMatcher PnLHorizonError py_vollib py_vollib_vectorized test_delta_long_term_low_volatility
        test_get_break_even_points test_net_premium_received
    """,
}
OTHER_NAMES = {name for names in OTHERS.values() for name in names.split()}
OTHER_FLAGS = {"--deploy-mode": "spark-submit"}
OTHER_VARIABLES = {"LD_DEBUG": "the dynamic linker", "SWIFT_DETERMINISTIC_HASHING": "the runtime of Swift"}
#: So many targets depend on it that the table of targets leaves it out.
UNLISTED = {"_OptionsMath"}

CODE = re.compile(r"(`+)(.+?)\1", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FORMER = re.compile(r"\bformer\s+`[^`]+`(?:(?:,|,? and|,? or)\s+`[^`]+`)*")
FOLDERS = r"(?:Sources|Tests|Benchmarks|Fixtures|docs|\.ci)"
FILE = r"(?:[\w+.-]+/)*[\w+.-]*\.(?:swift|c|h|cpp|py|js|mjs|md|sh|docc|modulemap)"
PATH = re.compile(rf"{FOLDERS}(?:/[\w+.*-]+)*/?|{FILE}|(?:[\w+.-]+/)+[\w+.*-]*\*[\w+.*-]*")
PATH_IN_COMMAND = re.compile(rf"(?<![\w/.-]){FOLDERS}(?:/[\w+.*-]+)+/?")
#: An identifier, its members, and the bracket of a call.
NAME = re.compile(r"(?<![\w.$/:#@-])([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)*)(\()?")
#: A name of several words: it looks like a type.
SEVERAL_WORDS = re.compile(r"[a-z]\w*[A-Z]|[A-Z]{2}\w*[a-z]")


def blank(match):
    """As many spaces as the match has characters, so that line numbers stay."""
    return re.sub(r"[^\n]", " ", match[0])


def pieces(lines):
    """Yields the marked parts of a document as (line number, kind, text).

    The kind is `span`, `link`, or `block` and the language of a code block. Spans may continue on the next line.
    """
    language, is_removed, past_column, paragraph, command = None, False, None, [], ""

    def spans():
        text = FORMER.sub(blank, "\n".join(line for _, line in paragraph))
        for kind, matches in (("span", CODE.finditer(text)), ("link", LINK.finditer(CODE.sub(blank, text)))):
            for match in matches:
                yield paragraph[text.count("\n", 0, match.start())][0], kind, match[match.lastindex].replace("\n", " ")
        paragraph.clear()

    for number, line in enumerate(lines, 1):
        if match := re.match(r"\s*```(\w*)", line):
            yield from spans()
            language = match[1] if language is None else None
            continue
        if language is not None:
            command += line
            if command.endswith("\\"):
                command = command[:-1]
                continue
            yield number, "block " + language, command
            command = ""
            continue
        if line.startswith("#"):
            is_removed = "Removed" in line
        cells = line.split("|") if line.lstrip().startswith("|") else None
        if cells is None:
            past_column = None
        elif past_column is None:
            past_column = [cell.strip() for cell in cells].index("before") if "| before |" in line else -1
        if cells and past_column > 0 and len(cells) > past_column:
            cells[past_column] = ""
            line = "|".join(cells)
        if cells or not line.strip() or re.match(r"\s*([-*#]|\d+\.)\s", line):
            yield from spans()
        if not is_removed:
            paragraph.append((number, line))
    yield from spans()


class Check:
    """The check of one document."""

    def __init__(self, names, path):
        self.names, self.path, self.faults = names, path, []
        lines = names.text(path).splitlines()
        if path.name == "CHANGELOG.md":
            # A version that was released stays as it was written.
            released = [index for index, line in enumerate(lines) if re.match(r"## \[[\d.]+\] - \d", line)]
            lines = lines[: released[0]] if released else lines
        for self.line, kind, text in pieces(lines):
            if kind == "link":
                self.link(text)
            elif kind == "block text":
                self.drawing(text)
            else:
                self.make(text)
                self.variables(text)
                self.flags(text, is_command=kind != "span")
                self.paths(text, is_command=kind != "span")
                if kind == "span" and not PATH.fullmatch(text):
                    self.symbols(text)

    def fault(self, what):
        self.faults.append((str(self.path), self.line, what))

    def link(self, target):
        if re.match(r"[a-z]+:", target):
            return
        path, _, heading = target.partition("#")
        there = os.path.normpath(self.path.parent / path) if path else str(self.path)
        if there not in self.names.paths:
            return self.fault(f"there is no {target}")
        headings = re.findall(r"^#+ (.*)$", self.names.text(there), re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", LINK.sub("", text)).strip().lower().replace(" ", "-") for text in headings}
        if heading and heading not in anchors:
            self.fault(f"{there} has no heading #{heading}")

    def drawing(self, text):
        for name in re.findall(r"(?<![\w/.-])_?[A-Z]\w*", text):
            if SEVERAL_WORDS.search(name) and not self.is_type(name):
                self.fault(f"there is no {name}")

    def make(self, text):
        for name, arguments in re.findall(r"(?:^|[\s;&])make ([a-z][a-z0-9-]*)([^|;&#]*)", text):
            if name not in self.names.make_targets:
                self.fault(f"the Makefile has no target {name}")
            for variable in re.findall(r"\b([A-Z][A-Z_]*)=", arguments):
                if not re.search(rf"\b{variable}\b", self.names.makefile):
                    self.fault(f"the Makefile has no variable {variable}")

    def variables(self, text):
        for name in re.findall(r"(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b", text):
            if name not in self.names.words and name not in OTHER_VARIABLES:
                self.fault(f"no source reads {name}")

    def flags(self, text, is_command):
        """Flags of our commands, and flags alone in backquotes, which may belong to a script of ours."""
        if is_command:
            commands = re.split(r"[|;&]\s|\$\(", text)
            text = " ".join(command for command in commands if re.match(r"\s*(\$ )?([\w./]+/)?options(-server)? ", command))
        is_ours = re.search(r"(^|[\s/])options(-server)? ", text)
        if not is_ours and not text.startswith("--"):
            return
        known = self.names.flags | {"--verbose"}
        if not is_ours:
            known = known | self.names.script_flags | OTHER_FLAGS.keys()
        for flag in re.findall(r"(?<![\w-])--[a-z][a-z-]*", text):
            if flag not in known:
                self.fault(f"no command has {flag}")

    def paths(self, text, is_command):
        found = [text] if not is_command and PATH.fullmatch(text) else PATH_IN_COMMAND.findall(text)
        for path in found:
            if not self.names.has(path.rstrip("/.")):
                self.fault(f"there is no {path}")

    def symbols(self, text):
        if text[0] in '{["<' or text in OTHER_NAMES or re.match(r"(curl|make|swift|python3) ", text):
            return
        # DocC separates the parts of a name by slashes, and may end it with a kind.
        if re.fullmatch(r"[A-Z]\w*(/[A-Za-z]\w*(\([\w:]*\))?)+(-[\w.]+)?", text):
            text = re.sub(r"-[\w.]+$", "", text).replace("/", ".")
        position = 0
        while match := NAME.search(text, position):
            position = match.end()
            chain, owner = [match[1], *match[2].split(".")[1:]], None
            if match[1] in OTHER_NAMES or match[1] + match[2] in OTHER_NAMES:
                continue
            if match[3]:
                end, name = closing(text, match.end() - 1), chain.pop()
                if chain and name == "init":
                    name = chain[-1]
                elif chain and name not in self.names.members.get(chain[-1], [name]):
                    self.fault(f"{chain[-1]} has no {name}")
                self.call(name, text[match.end() : end], text[match.start() : end + 1])
            for name in chain:
                self.name(name, owner, is_alone=name == text, is_chain=bool(match[2]))
                owner = name if name in self.names.members else None

    def name(self, name, owner, is_alone, is_chain):
        """A name, after that of the type that has it, if there is one."""
        if owner:
            if name not in self.names.members[owner]:
                self.fault(f"{owner} has no {name}")
        elif name[0].isupper():
            looks_like_type = is_chain or is_alone or SEVERAL_WORDS.search(name)
            if looks_like_type and not name.isupper() and not self.is_type(name):
                self.fault(f"there is no {name}")
        elif re.search("_|[a-z]{2}[A-Z]", name) and not self.is_word(name):
            self.fault(f"there is no {name}")

    def is_type(self, name):
        return any(name in known for known in (self.names.types, self.names.modules, OTHER_NAMES))

    def is_word(self, name):
        """Whether a source has the name, or a string that begins with it, as the lines of benchmarks do."""
        return name in self.names.words or name + "_" in self.names.words or name in self.names.modules

    def call(self, name, arguments, text):
        """`name(_:of:)` is a declaration with exactly these labels; `name(x, of: y)` is a call, which may leave some out."""
        if re.fullmatch(r"[a-z]\w*_\w+", name):
            if name not in self.names.c_functions and name not in self.names.words:
                self.fault(f"there is no {name}")
            return
        if name[0].isupper() and name not in self.names.types:
            return self.fault(f"there is no type {name}")
        declared = self.names.functions.get(name)
        if "…" in arguments:
            self.fault(f"{text} leaves parameters out")
        elif declared is None:
            if name not in self.names.words:
                self.fault(f"there is no {text}")
        elif re.fullmatch(r"(?:\w+:)+", arguments):
            if tuple(arguments[:-1].split(":")) not in declared:
                self.fault(f"{name} takes no ({arguments})")
        else:
            given = [found[1] if (found := re.match(r"\s*(\w+):", part)) else "_" for part in parts(arguments)]
            if not any(is_subsequence(given, list(every)) for every in declared):
                self.fault(f"{name} cannot be called as {text}")


def is_subsequence(some, every):
    """Whether `every` has the elements of `some` in their order."""
    rest = iter(every)
    return all(element in rest for element in some)


def architecture(names):
    """The faults of the table of targets, in which each has a row, with the targets on which it depends."""
    path, rows, is_table = "ARCHITECTURE.md", {}, False
    for number, line in enumerate(names.text(path).splitlines(), 1):
        is_table = line.startswith("| target |") or is_table and line.startswith("|")
        if is_table and (match := re.match(r"\| (`[^|]+) \|([^|]*)\|", line)):
            for name in re.findall(r"`([^`]+)`", match[1]):
                rows[name] = number, set(re.findall(r"`([^`]+)`", match[2]))
    for name, dependencies in names.targets.items():
        if name not in rows:
            yield path, 1, f"the target {name} has no row"
        elif not name.endswith("Tests") and rows[name][1] != dependencies - UNLISTED:
            yield path, rows[name][0], f"{name} depends on {', '.join(sorted(dependencies - UNLISTED)) or 'no target'}"
    for name in rows.keys() - names.targets.keys():
        yield path, rows[name][0], f"there is no target {name}"


def contributing(names):
    """The targets of the Makefile that CONTRIBUTING does not name."""
    text = names.text("CONTRIBUTING.md")
    for name in sorted(names.make_targets):
        if f"`make {name}`" not in text:
            yield "CONTRIBUTING.md", 1, f"the target {name} of the Makefile is not named"


def copies(names):
    """The copy of the licence in the Python package, if it differs."""
    copy = "Sources/OptionsPython/package/LICENSE"
    if names.text(copy) != names.text("LICENSE"):
        yield copy, 1, "this is not the text of LICENSE"


def glossary(names):
    """The rows of docs/glossary.md that are not the words of the page, and words without a row."""
    path = "docs/glossary.md"
    words = re.findall(r'^    \["([^"]*)", "([^"]*)"\],$', names.text("Sources/COptionsPage/page/glossary.js"), re.MULTILINE)
    rows = re.findall(r"^\| ([^|]*) \| ([^|]*) \|$", names.text(path), re.MULTILINE)[1:]
    for word, text in sorted(set(words) ^ set(rows)):
        yield path, 1, f"only one of it and the page explains {word!r} so: {text}"


def versions(names):
    """The versions that are not that of the newest release in the CHANGELOG."""
    if not (newest := re.search(r"^## \[(\d[\d.]*)\]", names.text("CHANGELOG.md"), re.MULTILINE)):
        return
    stated = {
        "Sources/_OptionsProcess/Version.swift": r'text = "([^"]*)"',
        "Sources/COptionsServer/openapi.json": r'"info": \{[^{}]*"version": "([^"]*)"',
    }
    stated |= {path: r'options-analytics", from: "([^"]*)"' for path in names.paths if path.endswith(".md")}
    for path, pattern in sorted(stated.items()):
        text = names.text(path)
        for match in re.finditer(pattern, text):
            if match[1] != newest[1]:
                yield path, text.count("\n", 0, match.start(1)) + 1, f"the version is {match[1]}, but {newest[1]} in CHANGELOG.md"


def faults(root):
    """All faults as (path, line number, what)."""
    names = Repository(root)
    found = [*architecture(names), *contributing(names), *copies(names), *glossary(names), *versions(names)]
    documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
    documents += sorted(path for path in names.paths if re.fullmatch(r"docs/.*\.md|Sources/.*\.docc/.*\.md", path))
    for path in documents:
        found += Check(names, Path(path)).faults
    return found


if __name__ == "__main__":
    found = faults(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent)
    for path, line, what in found:
        print(f"{path}:{line}: {what}")
    sys.exit(1 if found else 0)
