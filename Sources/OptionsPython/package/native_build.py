"""Builds the native module with `swift build`, adds it to the wheel, and gives the wheel its tag."""

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path(__file__).resolve().parent
REPOSITORY = PACKAGE.parents[2]
BUILD = REPOSITORY / ".build/python-build"
MODULE = "_native.abi3.so"


class NativeBuild(BuildHookInterface):
    def initialize(self, version, build_data):
        simdjson = compiled_simdjson()
        # An ignored file is in the wheel only if it is named here.
        build_data["force_include"][str(native_module(simdjson))] = f"options_analytics/{MODULE}"
        build_data["force_include"][str(request_schemas())] = "options_analytics/mcp/schemas.json"
        build_data["pure_python"] = False
        # glibc of Debian 12, Ubuntu 22.04 and RHEL 9. `make wheel` compares it with the symbols of the module.
        build_data["tag"] = f"cp311-abi3-manylinux_2_34_{platform.machine()}"


def compiled_simdjson():
    """A folder with simdjson.h and libsimdjson.a. Its name depends on the version, because `swift build` does not notice that
    headers in a folder have changed, and those of one version crash with the library of another."""
    requirements = PACKAGE / "simdjson-requirements.txt"
    folder = BUILD / f"simdjson-{hashlib.sha256(requirements.read_bytes()).hexdigest()[:12]}"
    if (folder / "libsimdjson.a").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "pysimdjson", "--require-hashes",
        "--requirement", requirements, "--dest", folder)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        for member in archive.getmembers():
            if member.name.endswith(("/simdjson/simdjson.h", "/simdjson/simdjson.cpp")):
                (folder / Path(member.name).name).write_bytes(archive.extractfile(member).read())
    run("clang++", "-std=c++17", "-O3", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-c", "simdjson.cpp", cwd=folder)
    run("ar", "rcD", "libsimdjson.a", "simdjson.o", cwd=folder)
    return folder


def request_schemas():
    """A file with the schemas of the OpenAPI document that requests refer to, which the tools for agents have."""
    document = json.loads((REPOSITORY / "Sources/COptionsServer/openapi.json").read_bytes())
    every, found = document["components"]["schemas"], {}
    names = ["CalculationRequest", "ScenarioRequest", "PriceRequest", "ImpliedVolatilityRequest", "RiskRequest", "MarginRequest"]
    while names:
        name = names.pop()
        if name not in found:
            found[name] = every[name]
            names += re.findall(r"#/components/schemas/(\w+)", json.dumps(every[name]))
    file = BUILD / "schemas.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(found, separators=(",", ":"), sort_keys=True))
    return file


def native_module(simdjson):
    """The shared library that is the engine, the runtime of Swift and the extension module."""
    headers = Path(sysconfig.get_path("include"))
    if not (headers / "Python.h").exists():
        raise FileNotFoundError(f"{headers}/Python.h: install the headers of Python")
    build = ["swift", "build", "-c", "release", "--disable-default-traits", "--product", "OptionsPython", "--package-path",
             REPOSITORY, "--scratch-path", BUILD / "swift", "--static-swift-stdlib"]
    # `--static-swift-stdlib` alone links only executables statically. The name and the omitted parts make the bytes independent of
    # the folder of the build. Equal functions are linked once, and the names of characters are left out (character_names.c).
    linked = [f"-L{simdjson}", f"--version-script={PACKAGE / 'exported.map'}", "-s", "--icf=all", "--build-id=none", f"-soname={MODULE}",
              "--wrap=_swift_stdlib_getScalarName"]
    # The linker omits functions that nothing calls, if each has a section of its own and public ones are not retained. The compiler keeps
    # objects that exist although these flags have changed: then remove the folder of the build.
    compiled = ["-static-stdlib", "-gnone", "-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"]
    run(*build, *(part for flag in compiled for part in ("-Xswiftc", flag)), "-Xcc", "-g0", "-Xcc", f"-I{headers}",
        "-Xcxx", f"-I{simdjson}", *(part for flag in linked for part in ("-Xlinker", flag)))
    module = BUILD / MODULE
    shutil.copyfile(BUILD / "swift/release/libOptionsPython.so", module)
    run("objcopy", "--remove-section=.swift_modhash", module)
    os.chmod(module, 0o755)
    return module


def run(*command, cwd=None):
    subprocess.run([str(part) for part in command], cwd=cwd, env=os.environ | {"OPTIONS_WHEEL": "1"}, check=True)
