"""The programs in Python of the README run as they are printed."""

import re

from references import REPOSITORY

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_readme(capsys):
    blocks = BLOCK.findall((REPOSITORY / "README.md").read_text(encoding="utf-8"))
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})
    # A put in the money is worth more than 10, and a call at 170 for 6.80 breaks even at 176.80.
    price, points = re.search(r"^([\d.]+) (\[.*\])$", capsys.readouterr().out, re.MULTILINE).groups()
    assert float(price) > 10 and points == "[176.8]"
