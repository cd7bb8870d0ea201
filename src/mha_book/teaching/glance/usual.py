"""Four tests of a layer, and how many of the ten silent faults each of them finds."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

from mha.check.fault import listing
from mha_book.teaching.glance.faults import SILENT
from mha_book.teaching.table import MarkedTable

B, T, E, H = 3, 4, 8, 2
WORD, SENTENCE, SUMS, OTHERS = TESTS = (
    "Change the last word: no earlier output may move.",
    "Change one sentence: no other may move.",
    "Add up each row of weights: its sum is 1.",
    "Compare the numbers with those of another library.",
)
Layer = Callable[[Tensor], tuple[Tensor, Tensor]]


def usual_tests() -> MarkedTable:
    """Write each test, and how many of the faults it finds."""
    found = [test for place in SILENT for test in found_by(*place)]
    rows = [(test, f"{found.count(test)} of {len(SILENT)}") for test in TESTS]
    return MarkedTable(("test", "finds"), rows)


def found_by(subject: str, name: str) -> set[str]:
    """Give those of the tests that find a fault: the layer is run with it."""
    parts = {one: listing(one, one).solution() for one, _ in SILENT}
    about = listing(subject, subject)
    wrong = parts | {subject: about.with_faults(about.fault_called(name))}
    generator = torch.Generator().manual_seed(0)
    x, other = torch.randn(2, B, T, E, generator=generator)
    matrices = torch.randn(4, E, E, generator=generator)
    if subject == "loss_of":  # it has no words and no weights of its own
        losses = [
            one["loss_of"](_guesses, (x[..., 0] > 0).long()) for one in (parts, wrong)
        ]
        return set() if torch.equal(*losses) else {OTHERS}
    right, layer = (_layer(one, subject, matrices) for one in (parts, wrong))
    return set(_failed(layer, right, x, other))


def _guesses(ids: Tensor) -> tuple[Tensor, None]:
    """A model that takes what it has just read for the likelier."""
    return torch.eye(2)[ids], None


def _layer(parts: dict[str, Any], subject: str, matrices: Tensor) -> Layer:
    """Put a layer together, with the mask that hides the future."""
    *three, last = matrices

    def layer(x: Tensor) -> tuple[Tensor, Tensor]:
        mask = parts["causal_mask"](x.shape[-2])
        if subject == "multi_head":
            return parts["multi_head"](x, *matrices, H, mask)
        heads = (parts["split_heads"](x @ each, H) for each in three)
        found, weights = parts["attend"](*heads, mask)
        return parts["merge_heads"](found) @ last, weights

    return layer


def _failed(layer: Layer, right: Layer, x: Tensor, other: Tensor) -> Iterator[str]:
    output, weights = layer(x)
    words, sentence = x.clone(), x.clone()
    words[:, -1], sentence[0] = other[:, -1], other[0]
    pairs = {
        WORD: (layer(words)[0][:, :-1], output[:, :-1]),
        SENTENCE: (layer(sentence)[0][1:], output[1:]),
        SUMS: (weights.sum(dim=-1), torch.ones(weights.shape[:-1])),
        OTHERS: (right(x)[0], output),
    }
    for test, (one, two) in pairs.items():
        if not torch.allclose(one, two, atol=1e-4, equal_nan=True):
            yield test
