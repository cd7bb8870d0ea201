"""The reader's model writes, with its boxes and without: it must be the same text."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn

from mha.check.guard import Stumble, call
from mha.check.subjects.cache import CACHE
from mha_book.capstone.copying import BASE
from mha_book.capstone.found import Found, Space, judged, one_thread

SIZE = (11, 12, 3, 16, 2)  # as in `copying`
IDS = torch.tensor([[3, 1, 4, 1, 5, 9, 2], [2, 7, 1, 8, 2, 8, 1]])
PIECES, NEW = (3, 1, 3), 5  # ids that are read at once, and ids that are written


@one_thread()
def writes(space: Space) -> Found:
    """Judge the file's `Cache`, then run `generate` with it and without."""
    box = judged(space, CACHE)
    if not box.ok:
        return box
    try:
        with torch.random.fork_rng(devices=[]), torch.no_grad():
            against = call(lambda: _against(space), seconds=30)
    except Stumble as stumble:
        return Found(False, stumble.told)
    told = "It writes the same with boxes, and reads each word once."
    return Found(not against, against or told)


def _against(space: Any) -> str:
    """What is found against model, boxes and `generate`; "" where that is nothing."""
    torch.manual_seed(0)
    model = space["Decoder"](*SIZE, rope_base=BASE).eval()
    for numbers in model.parameters():
        numbers.normal_(std=0.5)  # at its start a model has hardly an opinion
    looks = (_in_pieces, _likeliest, _with_boxes)
    return next(filter(None, (look(space, model) for look in looks)), "")


def _boxes(space: Any) -> list[Any]:
    return [space["Cache"]() for _ in range(SIZE[-1])]


def _in_pieces(space: Any, model: nn.Module) -> str:
    """Whether a text that is read in pieces gives the logits of one call."""
    boxes, whole = _boxes(space), model(IDS)[0]
    parts = [model(part, cache=boxes)[0] for part in IDS.split(PIECES, dim=1)]
    apart = (torch.cat(parts, dim=1) - whole).abs().amax(dim=(0, 2))  # (T,)
    if apart.max() < 1e-3:
        return ""
    first = int((apart > 1e-3).int().argmax())
    return (
        f"A text of 7 ids is read at once, and in pieces of 3, 1 and 3 with boxes. At "
        f"position {first} a logit differs by {apart[first]:.4g}; expected the same."
    )


def _likeliest(space: Any, model: nn.Module) -> str:
    """Whether `generate` adds the likeliest token, and leaves what was there."""
    written = space["generate"](model, IDS, NEW, temperature=0)
    expected = IDS
    for _ in range(NEW):
        chosen = model(expected)[0][:, -1].argmax(dim=-1, keepdim=True)
        expected = torch.cat([expected, chosen], dim=1)
    return _differs("At a temperature of 0", written, expected)


def _with_boxes(space: Any, model: nn.Module) -> str:
    """Whether it writes the same with boxes, and reads each word once."""
    plain = space["generate"](model, IDS, NEW, temperature=0)
    with _counting(model) as read:
        kept = space["generate"](model, IDS, NEW, temperature=0, cache=_boxes(space))
    if found := _differs("With boxes", kept, plain):
        return found
    most = IDS.shape[1] + NEW  # the last one need not be read
    return (
        f"With boxes the model is given {sum(read)} words to read a text of 7 and "
        f"write {NEW} more; expected at most {most}, each word once."
        if sum(read) > most
        else ""
    )


def _differs(where: str, found: Tensor, expected: Tensor) -> str:
    if found.shape == expected.shape and torch.equal(found, expected):
        return ""
    return (
        f"{where}, `generate` returns {found.tolist()}; expected {expected.tolist()}."
    )


@contextmanager
def _counting(model: nn.Module) -> Iterator[list[int]]:
    """How many words each call of a model is given."""
    read: list[int] = []
    hook = model.register_forward_pre_hook(
        lambda module, given: read.append(given[0].shape[-1])
    )
    try:
        yield read
    finally:
        hook.remove()
