#!/usr/bin/env python3
"""Writes the software bill of materials of a file of a release, in SPDX 2.3 as JSON.

    BUILD=.build/distributed sbom.py FILE VERSION SECONDS > FILE.spdx.json    SECONDS since 1970 are the time of the document

What the programs contain comes from the package graph, and what they link from `ldd` and `dpkg`; the wheel says itself what it needs.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile
from datetime import UTC, datetime
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
BUILD = REPOSITORY / os.environ["BUILD"]
PROGRAMS = ("options", "options-server")


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY).stdout


def licence(folder):
    """The SPDX expression of the licence in a folder, by words of its text."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("LICENSE*"))]
    for words, expression in (
        ("Runtime Library Exception", "Apache-2.0 WITH Swift-exception"), ("Apache License", "Apache-2.0"),
        ("Permission is hereby granted, free of charge", "MIT"),
    ):
        if any(words in text for text in texts):
            return expression
    return "NOASSERTION"


def package(kind, name, version, location="NOASSERTION", license="NOASSERTION", purl=None):
    found = {
        "SPDXID": re.sub(r"[^A-Za-z0-9.-]", "-", f"SPDXRef-{kind}-{name}"), "name": name, "versionInfo": version,
        "downloadLocation": location, "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": license,
        "copyrightText": "NOASSERTION",
    }
    if purl:
        found["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
    return found


def swift_runtime():
    version = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    return package("swift", "swift-runtime", version, "https://www.swift.org/download/", "Apache-2.0 WITH Swift-exception")


def swift_packages():
    """The packages of the graph, and the names of those on which each depends."""
    graph = json.loads(output("swift", "package", "--scratch-path", BUILD, "show-dependencies", "--format", "json"))
    packages, edges = {}, {}

    def visit(node):
        for child in node["dependencies"]:
            name = child["identity"]
            location = child["url"].removesuffix(".git")
            packages[name] = package(
                "swift", name, child["version"], f"git+{location}@{child['version']}", licence(Path(child["path"])),
                f"pkg:swift/{location.removeprefix('https://')}@{child['version']}")
            edges[name] = sorted(each["identity"] for each in child["dependencies"])
            visit(child)

    visit(graph)
    return packages, edges


def debian_packages(programs):
    """The Debian packages of the shared libraries that the programs link."""
    paths = set()
    for program in programs:
        paths.update(re.findall(r"=> (/\S+)", output("ldd", program)))
    names = set()
    for path in paths:
        # dpkg may know a library by its path before /lib became a link to /usr/lib.
        found = subprocess.run(["dpkg", "-S", path, "/usr" + path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        names.update(line.partition(": ")[0] for line in found.splitlines())
    rows = output("dpkg-query", "-W", "-f", "${Package} ${Version} ${Architecture}\n", *sorted(names)).split("\n")
    return [
        package("deb", name, version, purl=f"pkg:deb/debian/{name}@{version}?arch={architecture}")
        for name, version, architecture in (row.split() for row in rows if row)
    ]


def wheel_packages(wheel):
    """The packages that the wheel requires, without its extras; and simdjson, which is compiled into it."""
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))).decode()
    for name, version in re.findall(r"^Requires-Dist: ([\w-]+)([^;\n]*)$", metadata, re.MULTILINE):
        yield "DEPENDS_ON", package("python", name, version.strip() or "NOASSERTION", purl=f"pkg:pypi/{name}")
    source = (REPOSITORY / "Sources/OptionsPython/package/simdjson-requirements.txt").read_text(encoding="utf-8")
    version = re.search(r"simdjson (\d[\d.]*\d)", source)[1]
    yield "CONTAINS", package("cpp", "simdjson", version, license="Apache-2.0", purl=f"pkg:github/simdjson/simdjson@v{version}")


def document(file, version, seconds):
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    main = package("file", file.name, version, license="Apache-2.0") | {
        "checksums": [{"algorithm": "SHA256", "checksumValue": digest}], "primaryPackagePurpose": "INSTALL"}
    relations = [("DESCRIBES", {"SPDXID": "SPDXRef-DOCUMENT"}, main), ("CONTAINS", main, swift_runtime())]
    if file.suffix == ".whl":
        relations += [(relation, main, found) for relation, found in wheel_packages(file)]
    else:
        packages, edges = swift_packages()
        for name in sorted(packages):
            relations.append(("CONTAINS", main, packages[name]))
            relations += [("DEPENDS_ON", packages[name], packages[other]) for other in edges[name]]
        linked = debian_packages([BUILD / "release" / name for name in PROGRAMS])
        relations += [("DYNAMIC_LINK", main, found) for found in linked]
    packages = {found["SPDXID"]: found for _, _, found in relations}
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": file.name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{file.name}-{digest}",
        "creationInfo": {
            "created": datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: sbom.py"]},
        "packages": list(packages.values()),
        "relationships": [
            {"spdxElementId": one["SPDXID"], "relationshipType": relation, "relatedSpdxElement": other["SPDXID"]}
            for relation, one, other in relations
        ],
    }


if __name__ == "__main__":
    path, version, seconds = sys.argv[1:]
    print(json.dumps(document(Path(path), version, int(seconds)), indent=1))
