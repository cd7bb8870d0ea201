"""Every explorer of the book, what one must be given to start, what is read from it."""

import json
from functools import partial

import torch

from headrecords import records
from mha_book import explorers
from mha_book.explorers import Answer, HeadBrowser, SentenceExplorer, WriterExplorer
from mha_book.explorers.base import Explorer
from small_writer import LETTERS, decoder

PUBLIC = [getattr(explorers, name) for name in explorers.__all__]
EXPLORERS = [kind for kind in PUBLIC if issubclass(kind, Explorer)]
# One starts with no numbers of its own: it shows what a model computed. Another reads a
# sentence, and a short one has few numbers. A third needs a model that writes.
GIVEN = {
    HeadBrowser: [records()],
    SentenceExplorer: ["Hi!"],
    WriterExplorer: [decoder(), LETTERS],
}
# Two answers of a model that is not at hand: the first goes on.
STORED = [
    Answer(text, torch.arange(9.0), "t{}".format) for text in ("Hello", "Hellot8")
]
# What opens otherwise, by its name in records.
OTHERS = {"WriterExplorer, stored": lambda: WriterExplorer(stored=STORED)}
OPENED = {kind.__name__: partial(kind, *GIVEN.get(kind, [])) for kind in EXPLORERS}
OPENED |= OTHERS
# A mark has no last digit that may differ, as numbers of a record have: what torch
# computes is rounded to sums of halves.
COMPUTED = ("records", "answer", "answers")
PARTS = 32


def coarse_state(name: str) -> dict:
    """An explorer's traits as it opens, alike to the last digit on all machines."""
    state = json.loads(json.dumps(OPENED[name]().get_state(), default=str))
    return state | {part: coarse(state[part]) for part in COMPUTED if part in state}


def coarse(value):
    """The same with sums of halves for its numbers."""
    if isinstance(value, float):
        return round(value * PARTS) / PARTS
    if isinstance(value, dict):
        return {name: coarse(part) for name, part in value.items()}
    return [coarse(part) for part in value] if isinstance(value, list) else value


def results_of(explorer: Explorer) -> dict[str, object]:
    """What a reader reads from it in Python: its properties and their values."""
    kind = next(kind for kind in type(explorer).__mro__ if kind in EXPLORERS)
    names = [
        name for name, member in vars(kind).items() if isinstance(member, property)
    ]
    return {name: getattr(explorer, name) for name in names}
