"""What WriterExplorer shows where no scripts run."""

from collections.abc import Mapping
from html import escape
from typing import Any

import torch

from mha_book.explorers.base import brief_table
from mha_book.explorers.writer.chances import TEMPERATURES

DECIMALS = 3
SHOWN = 6  # tokens
AT = {"0.5": 0.5, "1": 1.0, "1.5": 1.5}  # temperatures
WITHOUT = (
    "Where scripts may run, the model writes here, and what comes next can be chosen "
    "by hand. This is what it expects after “{}”."
)
NAMES = {" ": "␣ space", "\n": "↵ new line"}


def write_tables(answer: Mapping[str, Any]) -> str:
    """What is likeliest after a text, at three temperatures."""
    text, first = answer["text"], answer["next"][:SHOWN]
    chances = brief_table(
        f"Chances after “{text}”, at three temperatures",
        [NAMES.get(token, token) for token, _ in first],
        AT,
        [_first_chances(answer, temperature) for temperature in AT.values()],
        DECIMALS,
    )
    return f"<p>{escape(WITHOUT.format(text))}</p>{chances}"


def _first_chances(answer: Mapping[str, Any], temperature: float) -> list[float]:
    """The first tokens' chances at a temperature, all others counted."""
    scores = torch.tensor([logit for _, logit in answer["next"]]) / temperature
    if answer["others"]:
        left = answer["others"][TEMPERATURES.index(temperature)]
        scores = torch.cat([scores, torch.tensor([left])])
    return scores.double().softmax(dim=-1)[:SHOWN].tolist()
