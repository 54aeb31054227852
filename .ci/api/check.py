#!/usr/bin/env python3
"""Compares the public Swift API and the OpenAPI document with those of the last release, which are in Fixtures/api.

    check.py LIBRARY…             the exit status is 1 if a change breaks users and the major version is that of the release
    check.py --update LIBRARY…    records the present ones: for a release, or while the version that they have is not released

The Swift API is read from the modules of the debug build. `api_test.py` in this folder shows each refusal.
"""

import json
import lzma
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import openapi

REPOSITORY = Path(__file__).resolve().parents[2]
RECORDED = REPOSITORY / "Fixtures/api"


def slim(node, is_accessor=False):
    """What `swift-api-digester` writes of a declaration, without what it does not compare."""
    node.pop("mangledName", None)
    if is_accessor:
        node.pop("children", None)
        node.pop("implicit", None)
    for accessor in node.get("accessors", []):
        slim(accessor, True)
    for child in [*node.get("children", []), *node.get("conformances", [])]:
        slim(child)


def digest(modules, include):
    """The public declarations of modules, which the folder `include` has."""
    with tempfile.TemporaryDirectory() as folder:
        target = json.loads(output("swiftc", "-print-target-info"))["target"]["triple"]
        maps = [f"-fmodule-map-file={path}" for path in sorted(include.parent.glob("*.build/module.modulemap"))]
        subprocess.run(
            ["swift-api-digester", "-dump-sdk", *sum((["-module", name] for name in modules), []), "-target", target, "-sdk", "/",
             "-I", include, *sum((["-Xcc", each] for each in maps), []), "-avoid-location", "-avoid-tool-args",
             "-abort-on-module-fail", "-o", f"{folder}/api.json"], check=True)
        found = json.loads(Path(folder, "api.json").read_bytes())
    slim(found["ABIRoot"])
    return found


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def swift_breaks(old, new):
    """The breaking changes from one digest to another, as `swift-api-digester` words them."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, found in (("old", old), ("new", new)):
            path = Path(folder, name + ".json")
            path.write_text(json.dumps(found), encoding="utf-8")
            paths += ["-input-paths", path]
        done = subprocess.run(
            ["swift-api-digester", "-diagnose-sdk", "-print-module", *paths], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = [line for line in done.stdout.splitlines() if line and not re.fullmatch(r"/\*.*\*/", line)]
    return lines or ([f"swift-api-digester ended with status {done.returncode}"] if done.returncode else [])


def releases(changelog):
    """The versions in the CHANGELOG, newest first, with whether each has a date."""
    return [(match[1], match[2] != "unreleased") for match in re.finditer(r"^## \[(\d+\.\d+\.\d+)\] - (\S+)", changelog, re.MULTILINE)]


def is_major(recorded, changelog):
    """Whether the version of the CHANGELOG is a later major one than the recorded version."""
    return int(releases(changelog)[0][0].split(".")[0]) > int(recorded.split(".")[0])


def is_released(version, changelog):
    return dict(releases(changelog)).get(version, True)


def main(arguments):
    modules = [name for name in arguments if name != "--update"]
    changelog = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    now = {
        "version": releases(changelog)[0][0],
        "swift": digest(modules, REPOSITORY / ".build/debug/Modules"),
        "openapi": openapi.without_texts(json.loads((REPOSITORY / "Sources/COptionsServer/openapi.json").read_bytes())),
    }
    file = RECORDED / "api.json.xz"
    before = json.loads(lzma.decompress(file.read_bytes())) if file.exists() else None
    found = []
    if before:
        found = swift_breaks(before["swift"], now["swift"]) + openapi.breaks(before["openapi"], now["openapi"])
    for each in found:
        print(each)
    may_break = not found or is_major(before["version"], changelog)
    if "--update" not in arguments:
        if not may_break:
            print(f"{len(found)} changes break users of {before['version']}: see docs/stability.md; before its release, make api-update")
        return 0 if may_break else 1
    if not may_break and is_released(before["version"], changelog):
        print(f"{before['version']} is released, and only a major version may break it")
        return 1
    RECORDED.mkdir(exist_ok=True)
    file.write_bytes(lzma.compress(json.dumps(now, separators=(",", ":"), sort_keys=True).encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"recorded {now['version']} in {file.relative_to(REPOSITORY)}, {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
