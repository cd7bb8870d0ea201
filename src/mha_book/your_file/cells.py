"""A chapter's cells, read in milliseconds: Jupytext takes seconds for the path."""

import re
from collections.abc import Iterator

import yaml

# Code between fences, below its options: lines like ":tags: [a]", or YAML in dashes.
CODE = re.compile(
    r"^```\{code-cell\}[^\n]*\n"
    r"(?:---\n(?P<yaml>.*?)^---\n|(?P<short>(?::[^\n]*\n)*))"
    r"(?P<code>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
FRONT = re.compile(r"\A---\n.*?^---\n", re.DOTALL | re.MULTILINE)
BREAK = re.compile(r"^\+\+\+[^\n]*\n", re.MULTILINE)  # between two cells of words


def code_cells(text: str) -> Iterator[tuple[str, list[str]]]:
    """The code and the tags of each cell of code."""
    for found in CODE.finditer(text):
        short = re.sub(r"^:", "", found["short"] or "", flags=re.MULTILINE)
        options = yaml.safe_load(found["yaml"] or short) or {}
        yield found["code"].strip("\n"), options.get("tags", [])


def words(text: str) -> str:
    """All that stands outside of cells of code."""
    return BREAK.sub("", CODE.sub("", FRONT.sub("", text)))
