"""Runs a notebook without Jupyter: a cell shows the value of its last line.

    python notebook.py NOTEBOOK   writes the outputs anew
"""

import ast
import json
import sys
from pathlib import Path


def outputs(notebook):
    """The outputs of each cell of code, in one namespace."""
    scope = {"__name__": "__main__"}
    return [shown("".join(cell["source"]), scope, number) for number, cell in enumerate(cells(notebook), 1)]


def cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def shown(source, scope, number):
    tree = ast.parse(source, f"cell {number}")
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, f"cell {number}", "exec"), scope)
    value = last and eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), scope)
    if value is None:
        return []
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    if hasattr(value, "_repr_svg_"):
        data = {"image/svg+xml": value._repr_svg_().splitlines(keepends=True)}
    return [{"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}]


def main(path):
    notebook = json.loads(Path(path).read_text())
    for number, (cell, found) in enumerate(zip(cells(notebook), outputs(notebook)), 1):
        cell |= {"execution_count": number, "outputs": found}
    Path(path).write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
