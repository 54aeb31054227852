"""The annotations, as mypy reads them, and the docstrings."""

import doctest
import inspect
import subprocess
import sys

import pytest

import options_analytics as oa

PROGRAM = '''
import numpy as np
import pandas as pd
import options_analytics as oa

reveal_type(oa.price("c", 100, 100.0, 1, 0.05, 0.2))
reveal_type(oa.price("c", 100.0, np.array([90.0, 100.0]), 1, 0.05, 0.2, q=0.01))
reveal_type(oa.price(["c", "p"], 100, [90, 100], 1, 0.05, 0.2, exercise="american", dividends=[(0.5, 1.0)], threads=2))
reveal_type(oa.price("c", pd.Series([100.0]), 100, 1, 0.05, 0.2))
reveal_type(oa.greeks("c", 100, 100, 1, 0.05, 0.2).delta)
reveal_type(oa.greeks("c", 100, [100], 1, 0.05, 0.2, units="market", on_error="raise").status)
reveal_type(oa.greeks("c", 100, 100, 1, 0.05, 0.2, order=3).ultima)
reveal_type(oa.implied_volatility(10, 100, 100, 1, 0.05, "c").status)
reveal_type(oa.implied_volatility([10.0], 100, 100, 1, 0.05, "c").volatility)
reveal_type(oa.calculate({"currentPrice": 1}))
reveal_type(oa.calculate(b"{}", curve=False))
reveal_type(oa.margin("{}"))
reveal_type(oa.find(b"{}", threads=2))
reveal_type(oa.batch([b"{}"]).answered)
reveal_type(oa.instruction_set())
'''
REVEALED = [
    "float", "ndarray", "ndarray", "Series", "float", "ndarray", "float", "Status", "ndarray", "dict[str, Any]", "bytes", "str",
    "bytes", "int", "Literal"]
WRONG = '''
import options_analytics as oa
oa.price("c", 100, 100, 1, 0.05)
oa.price("c", 100, 100, 1, 0.05, 0.2, model="heston")
oa.price("c", 100, 100, 1, 0.05, 0.2, on_error="ignore")
oa.greeks("c", 100, 100, 1, 0.05, 0.2, order=2)
oa.calculate(1)
'''


def mypy(program, path):
    pytest.importorskip("mypy")
    path.write_text(program)
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", path], cwd=path.parent, capture_output=True, text=True)
    return done.stdout


def test_types(tmp_path):
    pytest.importorskip("pandas")
    output = mypy(PROGRAM.replace("import pandas", "import pandas  # type: ignore\nimport pandas"), tmp_path / "program.py")
    revealed = [line.split("Revealed type is ")[1] for line in output.splitlines() if "Revealed type" in line]
    errors = [line for line in output.splitlines() if "error:" in line and "import-untyped" not in line]
    assert not errors and len(revealed) == len(REVEALED), output
    for found, expected in zip(revealed, REVEALED):
        assert expected in found or (expected == "Series" and "Any" in found), output


def test_wrong_types(tmp_path):
    output = mypy(WRONG, tmp_path / "wrong.py")
    assert {line.split(":")[1] for line in output.splitlines() if "error:" in line} == {str(number) for number in range(3, 8)}, output


def test_the_package_itself(tmp_path):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--package", "options_analytics"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", [name for name in oa.__all__ if inspect.isroutine(getattr(oa, name))])
def test_docstrings(name):
    function = getattr(oa, name)
    assert inspect.signature(function) is not None
    assert function.__doc__
    if inspect.signature(function).parameters:
        for section in ("Parameters\n", "Returns\n", "Raises\n") if name != "batch" else ("Parameters\n", "Returns\n"):
            assert section in function.__doc__, section
    for test in doctest.DocTestFinder(recurse=False).find(function, name, globs=vars(oa).copy()):
        assert doctest.DocTestRunner().run(test).failed == 0
