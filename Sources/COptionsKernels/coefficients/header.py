"""The format of an array in the header: a comment, and the elements in hexadecimal."""

import re
import textwrap

WIDTH = 120


def array(comment, name, elements, kind="double", attribute=""):
    """Formats one array with its comment."""
    text = [e.hex() if kind == "double" else hex(e) + "LL" if kind == "long" else str(e) for e in elements]
    lines = textwrap.wrap(", ".join(text), WIDTH - 4)
    open_line = "static const %s %s[%d]%s = {" % (kind, name, len(elements), attribute)
    if len(lines) == 1 and len(open_line + lines[0]) + 2 <= WIDTH:
        return note(comment) + open_line + lines[0] + "};\n"
    return note(comment) + open_line + "\n" + "".join("    %s\n" % line for line in lines) + "};\n"


def note(comment):
    """Formats paragraphs as comment lines."""
    return "".join("// %s\n" % line for paragraph in comment for line in textwrap.wrap(paragraph, WIDTH - 3))


def read(path):
    """Reads the arrays of a header, by name."""
    arrays = {}
    for kind, name, elements in re.findall(r"static const (double|int|long) (\w+)[^={]*= \{?([^};]*)\}?;",
                                           open(path).read()):
        convert = float.fromhex if kind == "double" else lambda e: int(e.rstrip("L"), 0)
        arrays[name] = [convert(e.strip()) for e in elements.split(",")]
    return arrays
