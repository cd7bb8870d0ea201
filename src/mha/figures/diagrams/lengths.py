"""Accuracy at each place, inside the training length and beyond it."""

from collections.abc import Mapping, Sequence
from statistics import mean

from mha.figures.diagrams.markup import Diagram, Node, node
from mha.figures.diagrams.shapes import line, text

APART = 17  # px between names at the lines' ends
MOST = 4  # lines that dashes and hues tell apart


def accuracy_by_place(rows: Mapping[str, Sequence[float]], trained: int) -> Diagram:
    """Lines of accuracy against place, the places seen in training shaded.

    Args:
        rows: for each encoding its accuracy, 0 to 1, at place 0, 1, …
        trained: how many places training had.

    Raises:
        ValueError: there are no rows or more than four, they differ in length, or
            training's length is not within them.
    """
    counts = {len(row) for row in rows.values()}
    if not 1 <= len(rows) <= MOST or len(counts) > 1:
        raise ValueError(
            f"{len(rows)} rows with {sorted(counts)} places; expected 1 to {MOST} rows "
            "of one length"
        )
    if not 1 <= trained <= max(counts):
        raise ValueError(f"trained on {trained} places, but there are {max(counts)}")
    alt = _in_words(rows, trained)
    wide = _chart(rows, trained, 500, 250)
    tall = _chart(rows, trained, 220, 220)
    return Diagram(wide, 660, 330, alt, narrow=Diagram(tall, 358, 300, alt))


def _chart(
    rows: Mapping[str, Sequence[float]], trained: int, width: float, height: float
) -> tuple[Node, ...]:
    """Axes, the shaded training length, and a line for each row with its name."""
    last = max(len(next(iter(rows.values()))) - 1, 1)
    left, top = 44.0, 34.0

    def at(place: float, accuracy: float) -> tuple[float, float]:
        return (
            round(left + width * place / last, 2),
            round(top + height * (1 - accuracy), 2),
        )

    edge = min(trained - 0.5, last)
    shade = node(
        *("rect",),
        x=left,
        y=top,
        width=at(edge, 0)[0] - left,
        height=height,
        class_="mha-shade",
    )
    parts = [shade, text(left + 6, top - 12, "trained", "mha-small mha-start")]
    parts += [
        text((at(edge, 0)[0] + left + width) / 2, top - 12, "never seen", "mha-small")
    ] * (edge < last)
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = at(0, share)[1]
        parts.append(line((left, y), (left + width, y), class_="mha-axis"))
        parts.append(text(left - 6, y, f"{share:.0%}", "mha-small mha-end"))
    for place in sorted({0, trained - 1, last}):
        parts.append(text(at(place, 0)[0], top + height + 13, str(place), "mha-small"))
    parts.append(text(left + width / 2, top + height + 31, "place"))
    ends = _spread([at(last, row[-1])[1] for row in rows.values()])
    for k, (name, row) in enumerate(rows.items()):
        points = [at(place, accuracy) for place, accuracy in enumerate(row)]
        end = (left + width + 6, ends[k])
        parts.append(
            node(
                "g",
                line(*points),
                line(points[-1], (end[0] - 1, end[1]), class_="mha-axis"),
                text(*end, name, "mha-start"),
                class_=f"mha-by-{k}",
            )
        )
    return tuple(parts)


def _spread(wanted: Sequence[float]) -> list[float]:
    """Heights near those wanted, from top to bottom far enough apart to be read."""
    placed, free = {}, -float("inf")
    for k in sorted(range(len(wanted)), key=lambda k: wanted[k]):
        placed[k] = max(wanted[k], free)
        free = placed[k] + APART
    return [placed[k] for k in range(len(wanted))]


def _in_words(rows: Mapping[str, Sequence[float]], trained: int) -> str:
    def said(name: str, row: Sequence[float]) -> str:
        if len(row) == trained:
            return f"{name} {mean(row):.0%}"
        return f"{name} {mean(row[:trained]):.0%}, then {mean(row[trained:]):.0%}"

    return (
        f"Accuracy at each place. On average over the {trained} places of training, "
        f"and over those beyond: {'; '.join(said(*item) for item in rows.items())}."
    )
