"""The names that exist in a repository: files, targets, Swift and C declarations, flags, variables and `make` targets."""

import os
import re
from pathlib import Path

READ_SUFFIXES = {".swift", ".c", ".h", ".cpp", ".py", ".js", ".mjs", ".sh", ".json", ".html", ".modulemap", ""}


def closing(text, start):
    """The index of the bracket that closes the one at `start`."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] in "([{") - (text[index] in ")]}")
        if depth == 0:
            return index
    return len(text)


def parts(text):
    """The parts between the commas that are in no brackets."""
    depth, begin = 0, 0
    for index, character in enumerate(text):
        is_arrow = character == ">" and text[index - 1] == "-"
        depth += (character in "([{<") - (character in ")]}>" and not is_arrow)
        if character == "," and depth == 0:
            yield text[begin:index]
            begin = index + 1
    if text[begin:].strip():
        yield text[begin:]


def labels(parameters):
    """The labels of a declaration: those of `_ price: Double, at date: Date` are `_` and `at`."""
    found = []
    for part in parts(re.sub(r"@\w+(\([^)]*\))?", "", parameters)):
        names = part.split(":")[0].split()
        found.append(names[0] if names and ":" in part else "_")
    return tuple(found)


class Repository:
    FUNCTION = re.compile(r"\b(?:func\s+(\w+)|(init|subscript)[?!]?|case\s+(\w+))\s*(?:<[^({]*>)?\s*\(")
    TYPE = re.compile(r"\b(?:struct|class|enum|actor|protocol|typealias|associatedtype)\s+([A-Z_]\w*)")
    EXTENSION = re.compile(r"\bextension\s+(?:\w+\.)*(\w+)")
    TARGET = re.compile(r'\.(?:target|executableTarget|testTarget|systemLibrary)\(\s*name: "([^"]+)"')

    def __init__(self, root):
        self.root = Path(root)
        #: All paths, folders included, and those with a given last part.
        self.paths, self.by_name = set(), {}
        #: The types; the words in the files that declare or extend a type; the lists of labels of each function.
        self.types, self.members, self.functions = set(), {}, {}
        self.c_functions, self.words = set(), set()
        #: The targets, products and traits of all packages.
        self.modules = set()
        #: The flags of our commands, and those of our scripts.
        self.flags, self.script_flags = {"--help", "--version", "--generate-completion-script"}, set()
        for folder, folders, files in os.walk(self.root):
            folders[:] = [name for name in folders if name not in (".build", ".git", "node_modules", "__pycache__")]
            for name in files:
                path = Path(folder, name).relative_to(self.root)
                self.add(str(path))
                self.read(path)
        package = re.sub(r"//[^\n]*", "", self.text("Package.swift"))
        #: The targets of Package.swift, with those that each depends on.
        self.targets = {match[1]: self.dependencies(package, match.start()) for match in self.TARGET.finditer(package)}
        self.makefile = self.text("Makefile")
        self.make_targets = self.read_makefile()

    def text(self, path):
        path = self.root / path
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""

    def add(self, path):
        while path not in self.paths:
            self.paths.add(path)
            folder, _, name = path.rpartition("/")
            self.by_name.setdefault(name, []).append(path)
            if not folder:
                break
            path = folder

    def has(self, path):
        """Whether there is such a path, from the root or from any folder; `*` stands for a part of a name."""
        if "*" in path:
            pattern = re.compile("(.*/)?" + re.escape(path).replace(r"\*", "[^/]*"))
            return any(pattern.fullmatch(there) for there in self.paths)
        ends = self.by_name.get(path.rpartition("/")[2], [])
        return any(there == path or there.endswith("/" + path) for there in ends)

    def dependencies(self, package, start):
        declaration = package[start : closing(package, package.index("(", start))]
        if found := re.search(r"dependencies: \[", declaration):
            names = declaration[found.end() : closing(declaration, found.end() - 1)]
            return set(re.findall(r'"([^"]+)"', re.sub(r"(?:\.product|server)\([^)]*\)", "", names)))
        return set()

    def read(self, path):
        is_table = path.suffix == ".json" and path.parts[0] == "Fixtures"
        if path.suffix not in READ_SUFFIXES or is_table or path.parts[0] == ".ci":
            return
        text = self.text(path)
        self.words.update(re.findall(r"[A-Za-z_]\w*", text))
        if path.name == "Package.swift":
            self.modules.update(re.findall(r'name: "([^"]+)"', text))
        elif path.suffix == ".swift":
            self.read_swift(path, re.sub(r"//[^\n]*", "", text))
        elif path.suffix in (".h", ".c", ".cpp"):
            self.c_functions.update(re.findall(r"\b([a-z]\w*_\w+)\s*\(", text))
        elif path.suffix == ".py":
            if path.parts[0] == "Sources":
                self.types.update(re.findall(r"^class ([A-Z]\w*)", text, re.MULTILINE))
            self.script_flags.update(re.findall(r"""["'](--[a-z][a-z-]*)""", text))

    def read_swift(self, path, text):
        here = set(self.TYPE.findall(text))
        self.types |= here
        here.update(self.EXTENSION.findall(text))
        words = set(re.findall(r"\w+", text))
        for name in here:
            self.members.setdefault(name, set()).update(words)
        for match in self.FUNCTION.finditer(text):
            declared = labels(text[match.end() : closing(text, match.end() - 1)])
            for name in here if match[2] else [match[1] or match[3]]:
                self.functions.setdefault(name, set()).add(declared)
        if path.parts[0] == "Sources" and "options" in path.parts[1].lower():
            self.read_flags(text)

    def read_flags(self, text):
        """The flags that ArgumentParser makes of declarations, and those of the settings of the server."""
        names = re.findall(r'\.customLong\("([a-z-]+)"\)', text)
        for match in re.finditer(r"@(?:Flag|Option)\b(\()?", text):
            rest = text[closing(text, match.end() - 1) + 1 if match[1] else match.end() :]
            if found := re.match(r"\s*(?:private )?var (\w+)", rest):
                names.append(found[1])
        for cases in re.findall(r"\bEnumerableFlag\s*\{[^}]*?\bcase ([\w, ]+)", text):
            names += cases.split(", ")
        self.flags.update("--" + re.sub("[A-Z]", lambda match: "-" + match[0].lower(), name) for name in names)
        self.flags.update(re.findall(r'"(--[a-z][a-z-]*)", "[A-Z_]+"', text))

    def read_makefile(self):
        """The targets that the Makefile names, also through variables; a pattern alone names none."""
        makefile = self.makefile.replace("\\\n", " ")
        values = dict(re.findall(r"^(\w+)\s*:?=\s*(.*)$", makefile, re.MULTILINE))
        found = set()
        for names in re.findall(r"^([^\s#:=][^:=#]*):(?!=)", makefile, re.MULTILINE):
            for _ in range(3):
                names = re.sub(r"\$\((\w+)\)", lambda match: values.get(match[1], ""), names)
            found.update(name for name in names.split() if re.fullmatch(r"[a-z][a-z0-9-]*", name))
        return found
