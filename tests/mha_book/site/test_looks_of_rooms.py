"""How a trace, an exhibit, a sheet and a card look, as a person has seen them.

Their styles say what differs, what is right and what was left out: a border's colour
there is a word.
"""

from pathlib import Path

import pytest
import torch
from torch import nn

from mha import trace
from mha.tracing.page import page_of
from mha_book.explorers.base import style
from mha_book.explorers.learning.explorer import LearningExplorer
from mha_book.explorers.link import link_all
from mha_book.museum.draw import draw, in_style
from mha_book.museum.rooms import exhibits_in
from mha_book.site.scripts import CARDS, KINDS
from mha_book.teaching.cards.shown import RecallCards
from mha_book.teaching.glance import silent_faults
from mha_book.teaching.sheets.document import sheets, solutions
from page_looks import in_lines, looks_of
from records import Record

SEEN = Record(Path(__file__).with_name("looks_of_rooms.txt"))
# All that folds; and the first card has been turned.
OPENED = """for (const fold of document.querySelectorAll('details')) fold.open = true;
document.querySelector('.mha-buttons button')?.click()"""
GUARD = "default-src 'none'"  # it would keep out the script that looks
# What a style is for; marks of other drawings have a test of their own.
PARTS = "html, body, body *:not(svg *, script, style), .mha-sight *, .mha-chart *"


def traced(factor: float):
    layer = nn.Linear(2, 2, bias=False).requires_grad_(False)
    layer.weight.copy_(torch.eye(2) * factor)
    return trace(lambda x: layer(x).relu_() * (x > 0), torch.tensor([[-1.0, 2.0]]))


def asked_cards() -> str:
    """Cards of which the page's script has made a round."""
    script = link_all({"start": CARDS / "recall.js"}, "mhaRecall")
    looks = f"<style>{style(*KINDS.values())}</style>"
    return f"{looks}{RecallCards()._repr_html_()}<script>{script}</script>"


def losses() -> str:
    """The chart of a loss with what another run became, and what is usual."""
    faces = ("usual", "other", "chosen")
    lines = "".join(f'<path class="mha-{face}" d="M0,0"/>' for face in faces)
    chart = f'<svg class="mha-chart">{lines}</svg>'
    looks = f"<style>{LearningExplorer()._css}</style>"
    return f'{looks}<div class="mha-explorer">{chart}</div>'


FOLDED = "exhibits, folded"
SHOWN = {
    "trace": lambda: page_of(traced(1), traced(3)).replace(GUARD, "default-src *"),
    "exhibits": lambda: in_style("".join(map(draw, exhibits_in("who is who")))),
    FOLDED: lambda: SHOWN["exhibits"](),
    "sheet": lambda: sheets(["hide-the-future"], 3),
    "solutions": lambda: solutions(["batched-products"], 3),
    "table of code": lambda: silent_faults()._repr_html_(),
    "cards": lambda: RecallCards()._repr_html_(),
    "cards, asked": asked_cards,
    "losses": losses,
}


@pytest.mark.parametrize("name", SHOWN)
def test_it_looks_as_was_seen(page, name):
    page.set_content(SHOWN[name]())
    if name != FOLDED:
        page.evaluate(OPENED)
    SEEN.holds(name, in_lines(looks_of(page, PARTS), set()))


def test_nothing_else_was_seen():
    SEEN.has_only(set(SHOWN))
