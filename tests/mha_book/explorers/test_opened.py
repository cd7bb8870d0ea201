"""What Python gives an explorer, held to what a person has read.

Its inputs as a page gets them, its results as PyTorch computes them, and its tables for
readers without scripts; numbers are rounded. Where something is meant to change, run
this file with OPENED=write, and read what `git diff` shows.
"""

import json
import os
import textwrap
from pathlib import Path

import torch
from bs4 import BeautifulSoup

from every_explorer import EXPLORERS, GIVEN, results_of
from mha_book.explorers.base import Explorer

READ = Path(__file__).with_name("opened.txt")
# Scripts, styles and drawings, which others hold; what ipywidgets says of itself.
APART = {"_esm", "_css", "pictures", "layout", "tabbable", "tooltip", "keys"}
WRAP = textwrap.TextWrapper(
    100, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
)


def rounded(value: object) -> object:
    """Numbers with three decimals; tensors as lists."""
    if isinstance(value, torch.Tensor):
        return rounded(value.tolist())
    if isinstance(value, dict):
        return {str(key): rounded(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(part) for part in value]
    if isinstance(value, float):
        return round(value, 3) + 0.0  # no negative zero
    return value if isinstance(value, (int, str, type(None))) else str(value)


def named(values: dict[str, object], word: str) -> list[str]:
    """A paragraph for each."""
    own = [n for n in sorted(values) if n not in APART and not n.startswith("_")]
    texts = [json.dumps(rounded(values[n]), ensure_ascii=False) for n in own]
    return [WRAP.fill(f"{word} {n} = {t}") for n, t in zip(own, texts, strict=True)]


def tables(explorer: Explorer) -> list[str]:
    """The tables, a line for each row."""
    html = BeautifulSoup(explorer.static_tables(), "html.parser")
    parts = html.select("caption, tr, p, pre")
    return [f"shows {part.get_text(' | ')}" for part in parts]


def as_text() -> str:
    lines = []
    for kind in EXPLORERS:
        explorer = kind(*GIVEN.get(kind, []))
        state = explorer.get_state()
        if lines:
            state.pop("palette")  # the same in all
        lines += [f"# {kind.__name__}", *named(state, "input")]
        lines += [*named(results_of(explorer), "result"), *tables(explorer), ""]
    return "\n".join(lines)


def test_what_is_given_is_what_was_read():
    found = as_text()
    if os.environ.get("OPENED") == "write":
        READ.write_text(found, encoding="utf-8")
    assert found.splitlines() == READ.read_text(encoding="utf-8").splitlines()
