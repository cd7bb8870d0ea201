"""Colours, lines and letters of all that is drawn and shown, as a person has seen them.

A browser works them out from the styles; `records` says how they are written anew.
"""

from pathlib import Path

import pandas as pd
import pytest
import torch

from looks import of_boxes, of_marks
from mha_book import palette, show
from mha_book.pictures.kit.markup import STYLE, node, serialise
from pictures import EVERY, PICTURES, STEPPED
from records import Record

SEEN = Record(Path(__file__).with_name("looks.txt"), width=110)
COLOURS = {"query": palette.QUERY, "key": palette.KEY, "value": palette.VALUE}
THEME = {"text-base": "#222832", "text-muted": "#48566b", "background": "#fefefe"}
# Roles have their colours also where no page names them.
VARIABLES = [f"--pst-color-{part}: {colour};" for part, colour in THEME.items()]
NAMES = COLOURS | dict(zip(("ink", "faint", "ground"), THEME.values(), strict=True))


@pytest.fixture
def put(page):
    """A function that shows some HTML in the page's colours."""

    def shown(html):
        root = f":root {{ {' '.join(VARIABLES)} }}"
        page.set_content(f"<style>{root} body {{ font: 16px serif }}</style>{html}")
        return page

    return shown


@pytest.mark.parametrize("again", [False, True])
def test_each_kind_of_mark_looks_as_was_seen_whatever_follows(put, again):
    """With the styles of all pictures; a later one brings the shared one again."""
    made = [make() for make in PICTURES.values()]
    own = {picture.css: None for picture in made}
    style = node("style", *(STYLE, *own, *[STYLE] * again))
    drawings = [made[0].wide.root(style), *(picture.wide.root() for picture in made)]
    SEEN.holds("marks", of_marks(put(serialise(*drawings)), NAMES))


def test_what_a_cell_shows_looks_as_was_seen(put):
    table = pd.DataFrame({"who": ["a<b"], "n": [7]}, pd.Index(["x"], name="row"))
    roles = ("query", "key", "value", "weight", "score")
    tensors = {f"{role}s": torch.ones(1, 2, 2) for role in roles}
    shown = show(table, words=("how", "are"), loss=1.5, **tensors)
    SEEN.holds("what a cell shows", of_boxes(put(shown._repr_html_()), NAMES))


def test_steps_of_a_drawing_look_as_was_seen(put):
    frames = EVERY[STEPPED[0]]()
    SEEN.holds("steps", of_boxes(put(frames._repr_html_()), NAMES))
