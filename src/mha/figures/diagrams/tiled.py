"""Attention tile by tile: a running maximum, a running sum, and no whole table."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from mha.figures.diagrams import numbers
from mha.figures.diagrams.markup import Diagram, Node, node
from mha.figures.diagrams.numbers import TOKENS
from mha.figures.diagrams.shapes import ROW, cell, moved, text, tile, written

HEAD = 0  # the one that looks ahead: its later scores are larger
BLOCKS = (slice(0, 2), slice(2, 3))  # of keys
WIDTH, LEFT = 40, 50  # px: a cell, and where the table begins


@dataclass(frozen=True)
class Walk:
    """What one block of keys leaves behind, (T, 1) each but the scores."""

    part: slice
    scores: Tensor
    shrink: Tensor
    peak: Tensor
    total: Tensor
    mixed: Tensor


def tiled_attention(followed: int = 1) -> Diagram:
    """Two blocks of keys, one after the other, and what is carried between them.

    Args:
        followed: the row whose arithmetic is written out.
    """
    steps = _walk()
    first, second = (_panel(k, step, followed) for k, step in enumerate(steps))
    sums, last = _first_sums(steps, followed), _last_sums(steps, followed)
    wide = (
        moved(36, 106, *first, *_names()),
        moved(374, 106, *second),
        moved(4, 226, *_lines(sums)),
        moved(374, 226, *_lines(last)),
    )
    tall = (
        moved(40, 106, *first, *_names()),
        moved(2, 226, *_lines(sums)),
        moved(40, 410, *second, *_names()),
        moved(2, 530, *_lines(last)),
    )
    alt = _in_words(steps)
    return Diagram(wide, 688, 290, alt, narrow=Diagram(tall, 358, 600, alt))


def _head(name: str) -> Tensor:
    """One head's queries, keys or values, (T, D) = (3, 1)."""
    return numbers.projected(name)[:, HEAD : HEAD + 1]


def _walk() -> list[Walk]:
    """Block by block, as `keep-less` does: peak, total and mixed values so far."""
    query, key, value = map(_head, ("query", "key", "value"))
    peak = torch.full_like(query, -torch.inf)
    total, mixed = torch.zeros_like(query), torch.zeros_like(value)
    steps = []
    for part in BLOCKS:
        scores = numbers.scores_of(query, key[part])  # (T, block)
        higher = torch.maximum(peak, scores.amax(dim=1, keepdim=True))
        shrink, powers = (peak - higher).exp(), (scores - higher).exp()
        total = total * shrink + powers.sum(dim=1, keepdim=True)
        mixed = mixed * shrink + powers @ value[part]
        peak = higher
        steps.append(Walk(part, scores, shrink, peak, total, mixed))
    return steps


def _panel(k: int, step: Walk, followed: int) -> list[Node]:
    """A block of keys above its tile of scores; right of it what is carried on."""
    key, value = _head("key")[step.part], _head("value")[step.part]
    begin, size = step.part.start, step.scores.shape[1]
    left, kept = LEFT + begin * WIDTH, LEFT + 3 * WIDTH + 8
    lit = [(followed, column) for column in range(size)]
    look = {"width": WIDTH, "below": True}
    running = {"max": step.peak, "sum": step.total, "mixed": step.mixed}
    carried = [
        tile(kept + 44 * n, 0, column.tolist(), title=name, lit=lit[:1], below=True)
        for n, (name, column) in enumerate(running.items())
    ]
    absent = [column for column in range(3) if not begin <= column < begin + size]
    return [
        text(0, -94, f"{k + 1}. the keys of {_words(step)}", "mha-name mha-start"),
        tile(0, 0, _head("query").tolist(), title="q", role="query", **look),
        *(_nothing(column) for column in absent),
        _factor(left, -10 - 2 * ROW, "k", key, TOKENS[step.part]),
        _factor(left, -10 - ROW, "v", value),
        tile(left, 0, step.scores.tolist(), lit=lit, width=WIDTH),
        text(LEFT + 1.5 * WIDTH, 3 * ROW + 15, "score q · k", "mha-name"),
        *carried,
        text(kept + 66, -11, "carried on", "mha-small"),
    ]


def _factor(
    x: float, y: float, letter: str, column: Tensor, names: Sequence[str] = ()
) -> Node:
    """Keys or values of a block, lying above its columns."""
    role = {"k": "key", "v": "value"}[letter]
    return node(
        "g",
        tile(x, y, column.T.tolist(), role=role, column_names=names, width=WIDTH),
        text(x - 8, y + ROW / 2, letter, f"mha-name mha-{role} mha-end"),
    )


def _words(step: Walk) -> str:
    return " and ".join(TOKENS[step.part])


def _names() -> list[Node]:
    """The tokens, left of their queries."""
    return [text(-7, (i + 0.5) * ROW, t, "mha-end") for i, t in enumerate(TOKENS)]


def _lines(words: Sequence[str]) -> list[Node]:
    return [
        text(0, 19 * k, line, "mha-small mha-start") for k, line in enumerate(words)
    ]


def _nothing(column: int) -> Node:
    """A column of the table that is not in memory at this moment."""
    x, look = LEFT + column * WIDTH, {"class_": "mha-empty", "width": WIDTH}
    return node("g", *(cell(x, row * ROW, "", **look) for row in range(3)))


def _first_sums(steps: list[Walk], i: int) -> list[str]:
    """The first block's arithmetic for one row."""
    step = steps[0]
    peak = _at(step.peak, i)
    powers = (step.scores[i] - step.peak[i]).exp().tolist()
    made = [
        f"e^({written(score)} − {peak}) = {written(power)}"
        for score, power in zip(step.scores[i].tolist(), powers, strict=True)
    ]
    values = _head("value")[step.part].flatten().tolist()
    mixed = [f"{written(p)}·{written(v)}" for p, v in zip(powers, values, strict=True)]
    return [
        f"{TOKENS[i]}: max {peak}",
        f"powers {', '.join(made)}",
        f"sum {' + '.join(map(written, powers))} = {_at(step.total, i)}",
        f"mixed {' + '.join(mixed)} = {_at(step.mixed, i)}",
    ]


def _last_sums(steps: list[Walk], i: int) -> list[str]:
    """The last block's arithmetic: what is carried shrinks when the peak grows."""
    old, new = steps
    shrink = written(new.shrink[i].item())
    power = written((new.scores[i, 0] - new.peak[i, 0]).exp().item())
    value = written(_head("value")[new.part][0, 0].item())
    outputs = zip(TOKENS, (new.mixed / new.total).flatten().tolist(), strict=True)
    return [
        f"{TOKENS[i]}: shrink e^({_at(old.peak, i)} − {_at(new.peak, i)}) = {shrink}",
        f"sum {_at(old.total, i)}·{shrink} + {power} = {_at(new.total, i)}",
        f"mixed {_at(old.mixed, i)}·{shrink} + {power}·{value} = {_at(new.mixed, i)}",
        "mixed / sum: " + ", ".join(f"{t} {written(o)}" for t, o in outputs),
    ]


def _at(column: Tensor, i: int) -> str:
    return written(column[i].item())


def _in_words(steps: list[Walk]) -> str:
    old, new = steps
    outputs = ", ".join(map(written, (new.mixed / new.total).flatten().tolist()))
    peaks = [", ".join(map(written, s.peak.flatten().tolist())) for s in steps]
    return (
        f"Queries meet the keys of {_words(old)} first, then those of {_words(new)}; "
        f"never is the whole table of scores there. Carried from tile to tile are each "
        f"row's maximum, first {peaks[0]}, then {peaks[1]}, its sum of powers and its "
        f"mixed values, which shrink when the maximum grows. Mixed by sum is the "
        f"output: {outputs}."
    )
