"""Heads: cut from one table, joined again, and shared."""

import torch

from mha.check.forms import batched
from mha.check.subject import Case, Probe, Subject, Tried

PLACES = torch.arange(2 * 3 * 5 * 7).float()  # each number names its place


def _words_stay_words(tried: Tried) -> str | None:
    x = torch.arange(3.0)[:, None].expand(3, 4).contiguous()  # word t holds only t
    (heads,) = tried(x, 2)
    if heads.shape == (2, 3, 2) and all((heads[:, t] == t).all() for t in range(3)):
        return None
    if heads.shape != (2, 3, 2):
        return (
            "Three words of four features in two heads give the shape "
            f"{tuple(heads.shape)}; expected (2, 3, 2)."
        )
    return (
        "Word 0 holds only 0, word 1 only 1, word 2 only 2; head 0 has the rows "
        f"{heads[0].tolist()}."
    )


def _first_columns_first(tried: Tried) -> str | None:
    x = torch.arange(4.0).expand(3, 4).contiguous()  # feature e holds only e
    (heads,) = tried(x, 2)
    found = heads[0, 0].tolist() if heads.dim() == 3 else heads.flatten().tolist()
    if found == [0, 1]:
        return None
    return f"Head 0 gets the features {found}; expected [0, 1]."


def _joined_words_stay_words(tried: Tried) -> str | None:
    x = torch.arange(3.0)[None, :, None].expand(2, 3, 2).contiguous()  # (H, T, D)
    (joined,) = tried(x)
    if joined.shape == (3, 4) and all((joined[t] == t).all() for t in range(3)):
        return None
    return f"Word t holds only t in both heads; joined they are {joined.tolist()}."


def _first_head_first(tried: Tried) -> str | None:
    x = torch.tensor([[0.0, 1.0], [2.0, 3.0]])[:, None].expand(2, 3, 2).contiguous()
    (joined,) = tried(x)
    found = joined[0].tolist()
    if found == [0, 1, 2, 3]:
        return None
    return f"Head 0 has 0 and 1, head 1 has 2 and 3; a joined row is {found}."


def _neighbours_share(tried: Tried) -> str | None:
    x = torch.tensor([10.0, 20.0]).view(2, 1, 1).expand(2, 3, 4).contiguous()
    (heads,) = tried(x, 3)
    found = heads[:, 0, 0].tolist()
    wanted = [10.0] * 3 + [20.0] * 3
    if found == wanted:
        return None
    return f"Two heads, 10 and 20, for three each become {found}; expected {wanted}."


SPLIT = Subject(
    "split_heads",
    "heads-in-one-product",
    ("result",),
    cases=(
        Case("two words in two heads", (torch.arange(8.0).view(2, 4), 2)),
        Case("five words in three heads", (PLACES[:30].view(5, 6), 3)),
        Case("a batch of two texts", (PLACES[:180].view(2, 5, 18), 3)),
        Case("two axes in front", (PLACES.view(1, 2, 5, 21), 3)),
    ),
    probes=(
        Probe("A word stays a word", _words_stay_words),
        Probe("The first head gets the first columns", _first_columns_first),
    ),
    forms=((batched(3),),),
)
MERGE = Subject(
    "merge_heads",
    "heads-in-one-product",
    ("result",),
    cases=(
        Case("two heads of two words", (torch.arange(8.0).view(2, 2, 2),)),
        Case("three heads of five words", (PLACES[:30].view(3, 5, 2),)),
        Case("a batch of two texts", (PLACES[:180].view(2, 3, 5, 6),)),
        Case("two axes in front", (PLACES.view(1, 2, 3, 5, 7),)),
    ),
    probes=(
        Probe("A word stays a word", _joined_words_stay_words),
        Probe("The first head's numbers come first", _first_head_first),
    ),
    forms=((batched(4),),),
)
REPEAT = Subject(
    "repeat_kv",
    "share-keys-and-values",
    ("result",),
    cases=(
        Case("one head for two", (torch.arange(4.0).view(1, 2, 2), 2)),
        Case("two heads for three each", (PLACES[:70].view(2, 5, 7), 3)),
        Case("a batch of two texts", (PLACES.view(2, 3, 5, 7), 2)),
    ),
    probes=(Probe("Neighbours share", _neighbours_share),),
    forms=((batched(4),),),
)
