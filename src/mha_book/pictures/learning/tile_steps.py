"""The numbers of attention in tiles: what each tile holds, and what is carried on."""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.shapes import digits

HEAD = 0  # the one that looks ahead: its later scores are larger
BLOCKS = (slice(0, 2), slice(2, 3))  # of queries, and of keys


@dataclass(frozen=True)
class Carried:
    """What a tile's rows carry on, (rows, 1) each."""

    peak: Tensor
    total: Tensor
    mixed: Tensor

    @property
    def output(self) -> Tensor:
        """The rows' outputs, if every key has been seen."""
        return self.mixed / self.total


@dataclass(frozen=True)
class Tile:
    """A tile of the table of scores.

    Attributes:
        rows, keys: which queries ask, and which keys are asked.
        scores: (rows, keys).
        before, after: what its rows carry on.
    """

    rows: slice
    keys: slice
    scores: Tensor
    before: Carried
    after: Carried

    @property
    def is_last(self) -> bool:
        """Of its rows."""
        return self.keys.stop == len(TOKENS)

    @property
    def name(self) -> str:
        """Who asks, and who is asked."""
        asks, asked = (" and ".join(TOKENS[part]) for part in (self.rows, self.keys))
        return f"asking {asks}; asked {asked}"


def head(name: str) -> Tensor:
    """One head's queries, keys or values, (T, D) = (3, 1)."""
    return numbers.projected(name)[:, HEAD : HEAD + 1]


def walk_tiles() -> Iterator[Tile]:
    """As `keep-less` does: for each block of queries, one block of keys at a time."""
    query, key, value = map(head, ("query", "key", "value"))
    for rows in BLOCKS:
        nothing = torch.zeros_like(query[rows])
        before = Carried(nothing - torch.inf, nothing, nothing)
        for keys in BLOCKS:
            scores = numbers.scores_of(query[rows], key[keys])
            peak = torch.maximum(before.peak, scores.amax(dim=1, keepdim=True))
            shrink, made = (before.peak - peak).exp(), (scores - peak).exp()
            total = before.total * shrink + made.sum(dim=1, keepdim=True)
            after = Carried(peak, total, before.mixed * shrink + made @ value[keys])
            yield Tile(rows, keys, scores, before, after)
            before = after


def sums(tile: Tile) -> list[str]:
    """The arithmetic of the tile's last row, as it is written below it."""
    before, after = (_last(carried) for carried in (tile.before, tile.after))
    scores = tile.scores[-1].tolist()
    made = [*map(digits, (tile.scores[-1] - tile.after.peak[-1]).exp().tolist())]
    values = map(digits, head("value")[tile.keys].flatten().tolist())
    total, mixed = [*made], [f"{e}·{v}" for e, v in zip(made, values, strict=True)]
    first = f"{TOKENS[tile.rows][-1]}: max {after['peak']}"
    if tile.keys.start:
        shrink = digits((tile.before.peak - tile.after.peak).exp()[-1].item())
        first += f", shrink e^({before['peak']} − {after['peak']}) = {shrink}"
        total.insert(0, f"{before['total']}·{shrink}")
        mixed.insert(0, f"{before['mixed']}·{shrink}")
    powers = (
        f"e^({digits(score)} − {after['peak']}) = {e}"
        for score, e in zip(scores, made, strict=True)
    )
    lines = [first, ", ".join(powers), f"sum {' + '.join(total)} = {after['total']}"]
    lines.append(f"mixed {' + '.join(mixed)} = {after['mixed']}")
    whole = f"output {after['mixed']} / {after['total']} = {after['output']}"
    return [*lines, whole] if tile.is_last else lines


def _last(carried: Carried) -> dict[str, str]:
    """The last row's numbers, written."""
    names = ("peak", "total", "mixed", "output")
    return {name: digits(getattr(carried, name)[-1].item()) for name in names}


def in_words(tile: Tile, number: int) -> str:
    """What a reader who cannot see the tile should know."""
    after = tile.after
    scores, peaks, totals, outputs = (
        ", ".join(map(digits, table.flatten().tolist()))
        for table in (tile.scores, after.peak, after.total, after.output)
    )
    last = f" Mixed by sum is their output: {outputs}." if tile.is_last else ""
    return (
        f"Tile {number}, {tile.name}. Only the scores {scores} are there; the rest of "
        f"the table is empty. Carried on are each row’s maximum, {peaks}, its sum of "
        f"exponentials, {totals}, and its mixed values.{last}"
    )
