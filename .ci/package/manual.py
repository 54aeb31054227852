#!/usr/bin/env python3
"""Writes the manual page of a program in roff, from the description that its argument parser prints.

    manual.py PROGRAM NAME VERSION DATE > NAME.1

The page has the sections that the discussion of the program has in capitals, such as EXAMPLES, and a subsection for each subcommand.
"""

import json
import re
import subprocess
import sys
import textwrap


def escaped(text):
    """Text as roff prints it: no request at the start of a line, hyphens that can be copied, no escapes, and ASCII alone."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"[^\x00-\x7f]", lambda match: f"\\[u{ord(match[0]):04X}]", text)
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.splitlines())


def invocation(argument):
    """An argument as it is typed, in bold, with the name of its value in italics."""
    value = f"\\fI{escaped(argument['valueName'])}\\fR"
    if argument["kind"] == "positional":
        return value
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument.get("names", [])]
    typed = ", ".join(f"\\fB{escaped(name)}\\fR" for name in sorted(names, key=len))
    return typed if argument["kind"] == "flag" else f"{typed} {value}"


def usage(argument):
    """An argument in the synopsis: in brackets if it may be absent, with dots if it may be repeated."""
    if argument["kind"] == "positional":
        typed = invocation(argument)
    else:
        preferred = argument["preferredName"]
        typed = f"\\fB{escaped(('-' if preferred['kind'] == 'short' else '--') + preferred['name'])}\\fR"
        if argument["kind"] == "option":
            typed += f"\\ \\fI{escaped(argument['valueName'])}\\fR"
    if argument.get("isOptional"):
        typed = f"[{typed}]"
    return typed + ("\\ ..." if argument.get("isRepeating") else "")


def shown(arguments):
    return [argument for argument in arguments if argument.get("shouldDisplay", True)]


def options(arguments):
    for argument in shown(arguments):
        yield f".TP\n{invocation(argument)}"
        about = argument.get("abstract", "")
        if "defaultValue" in argument:
            about += f" The default is {argument['defaultValue']}."
        yield escaped(about) or "\\&"


def paragraphs(text):
    """Paragraphs of prose, and indented lines as they stand."""
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.splitlines()
        if any(line.startswith("  ") for line in lines):
            yield ".PP\n.nf\n" + escaped(textwrap.dedent(block)) + "\n.fi"
        else:
            yield ".PP\n" + escaped(" ".join(lines))


def discussion(text):
    """The sections of a discussion as (title, text); the title of the first one is empty."""
    parts = re.split(r"^([A-Z][A-Z ]+):\n", text, flags=re.MULTILINE)
    return list(zip(["", *parts[1::2]], parts[0::2]))


def synopsis(words, command):
    yield f".PP\n\\fB{escaped(' '.join(words))}\\fR " + " ".join(map(usage, shown(command.get("arguments", []))))


def page(command, name, version, date):
    (_, about), *sections = discussion(command.get("discussion", ""))
    abstract = command["abstract"]
    subcommands = [each for each in command.get("subcommands", []) if each["commandName"] != "help"]
    yield f'.TH {name.upper()} 1 "{date}" "{name} {version}" "User Commands"'
    yield f".SH NAME\n{name} \\- {escaped(abstract[0].lower() + abstract[1:].rstrip('.'))}"
    yield ".SH SYNOPSIS"
    yield from synopsis([name], command)
    for each in subcommands:
        yield f".PP\n\\fB{escaped(name + ' ' + each['commandName'])}\\fR [\\fIarguments\\fR]"
    yield ".SH DESCRIPTION"
    yield from paragraphs(about or abstract)
    yield ".SH OPTIONS"
    yield from options(command["arguments"])
    if subcommands:
        yield ".SH COMMANDS"
    for each in subcommands:
        yield f".SS {escaped(name + ' ' + each['commandName'])}"
        yield escaped(each["abstract"])
        yield from synopsis([name, each["commandName"]], each)
        if "discussion" in each:
            yield from paragraphs(each["discussion"])
        # Each command has the version and the help, which the page describes once.
        common = [argument["valueName"] for argument in command["arguments"] if argument["valueName"] in ("version", "help")]
        yield from options(argument for argument in each["arguments"] if argument["valueName"] not in common)
    for title, text in sections:
        yield f".SH {title}"
        yield from paragraphs(text)


def main(program, name, version, date):
    printed = subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    text = "\n".join(page(json.loads(printed)["command"], name, version, date))
    # A section or subsection begins a paragraph by itself.
    print(re.sub(r"^(\.S[HS] .*)\n\.PP$", r"\1", text, flags=re.MULTILINE))


if __name__ == "__main__":
    main(*sys.argv[1:])
