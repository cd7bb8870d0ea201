"""What Python gives an explorer, held to what a person has read.

Its inputs as a page gets them, its results as PyTorch computes them, and its tables for
readers without scripts; numbers are rounded. How the record is written anew stands in
`records.py`.
"""

import json
from pathlib import Path

import pytest
import torch
from bs4 import BeautifulSoup

from every_explorer import EXPLORERS, GIVEN, results_of
from mha_book.explorers.base import Explorer
from records import Record

READ = Record(Path(__file__).with_name("opened.txt"))
# Scripts, styles, drawings, a model's parts and a stored run, which others hold; what
# ipywidgets says of itself.
APART = {
    "_esm",
    "_css",
    "pictures",
    "listing",
    "parts",
    "recorded",
    "script",
    "layout",
    "tabbable",
    "tooltip",
    "keys",
}


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
    return [f"{word} {n} = {text}" for n, text in zip(own, texts, strict=True)]


def tables(explorer: Explorer) -> list[str]:
    """The tables, a line for each row; of its cells each head with what it heads."""
    html = BeautifulSoup(explorer.static_tables(), "html.parser")
    for cell in html.select("th"):
        cell.append(f" ({cell.get('scope')})")
    parts = html.select("caption, tr, p, pre")
    return [f"shows {part.get_text(' | ')}" for part in parts]


@pytest.mark.parametrize("kind", EXPLORERS)
def test_what_is_given_is_what_was_read(kind):
    explorer = kind(*GIVEN.get(kind, []))
    state = explorer.get_state()
    if kind is not EXPLORERS[0]:
        state.pop("palette")  # the same in all
    state.pop("answer", None)  # a real model's weights, all of them
    fixed = {name for name, trait in explorer.traits().items() if trait.read_only}
    inputs = {name: value for name, value in state.items() if name not in fixed}
    given = {name: value for name, value in state.items() if name in fixed}
    lines = [*named(inputs, "input"), *named(given, "fixed")]
    lines += named(results_of(explorer), "result")
    READ.holds(kind.__name__, [*lines, *tables(explorer)])
