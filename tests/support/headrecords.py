"""Records for HeadBrowser's tests: two models that differ in all that they can."""

from random import Random

import torch

from mha_book.explorers import Record

BIRD = ["the", "bird", "saw", "the", "cat"]  # a word twice
FISH = ["a", "fish", "swims"]


def weights(layers: int, heads: int, length: int, seed: int, *, causal: bool = False):
    """Random weights, (L, H, T, T); as sharp or as flat as trained ones."""
    generator = torch.Generator().manual_seed(seed)
    scores = 3 * torch.randn(layers, heads, length, length, generator=generator)
    if causal:
        scores.masked_fill_(torch.ones(length, length).triu(1).bool(), -torch.inf)
    return scores.double().softmax(dim=-1)


def records() -> list[Record]:
    """Three epochs of a small model, and one state of a larger one."""
    blind = weights(3, 2, 3, seed=11)
    blind[1, :, 2] = 0  # the last word attends to nothing
    return [
        Record("small", BIRD, weights(2, 5, 5, seed=1, causal=True), epoch=1),
        Record("small", BIRD, weights(2, 5, 5, seed=2, causal=True), epoch=4),
        Record("small", BIRD, weights(2, 5, 5, seed=3, causal=True), epoch=9),
        Record("small", ["go"], torch.ones(1, 1, 1, 1), epoch=9),
        Record("large", FISH, blind),
        Record("large", BIRD, weights(3, 2, 5, seed=7)),
    ]


def any_record(draw: Random) -> Record:
    """One of any size, that may look ahead or not."""
    sizes = draw.randint(1, 3), draw.randint(1, 5), draw.randint(1, 23)
    causal = draw.random() < 0.5
    made = weights(*sizes, seed=draw.randrange(2**32), causal=causal)
    return Record("any", [f"w{k}" for k in range(sizes[-1])], made)


# Five words, and heads that look to one place each; what is left lies on `itself`.
SPECIAL = ["[CLS]", "one", "two", "three", "[SEP]"]


def looking(places: list[int]) -> torch.Tensor:
    """A head, (T, T), that gives each query's key everything."""
    return torch.eye(5, dtype=torch.float64)[places]


PATTERNS = {
    "mostly the previous token": 0.7 * looking([0, 0, 1, 2, 3]) + 0.3 * torch.eye(5),
    "mostly itself": looking([0, 1, 2, 3, 4]),
    "mostly the next token": looking([1, 2, 3, 4, 0]),
    "mostly [CLS]": looking([0, 0, 0, 0, 0]),
    "mostly [SEP]": looking([4, 4, 4, 4, 4]),
    "spread evenly": torch.tensor([0.3, 0.2, 0.2, 0.15, 0.15]).double().expand(5, 5),
    "mixed": looking([2, 4, 0, 1, 2]),
    "nothing to attend to": torch.zeros(5, 5, dtype=torch.float64),
}


def patterns() -> list[Record]:
    """One layer that has a head of each pattern, with the special tokens and without.

    Without them the first word is told as such; and heads that see no later key are
    even where each row is, over the keys up to its own.
    """
    heads = torch.stack(list(PATTERNS.values()))[None]  # (1, H, T, T)
    even = torch.ones(5, 5).tril().double()
    backward = torch.stack([even / even.sum(dim=-1, keepdim=True), looking([0] * 5)])
    return [
        Record("special", SPECIAL, heads),
        Record("plain", BIRD, backward[None]),
    ]
