"""The notebook of the documentation runs, and shows what it showed when it was written."""

import json

import pytest

import notebook
from references import REPOSITORY

PATH = REPOSITORY / "docs/python.ipynb"


def test_notebook():
    for package in ("polars", "pandas"):
        pytest.importorskip(package)
    document = json.loads(PATH.read_text())
    for cell, found in zip(notebook.cells(document), notebook.outputs(document), strict=True):
        assert cell["outputs"] == found, "".join(cell["source"])
