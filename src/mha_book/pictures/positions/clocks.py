"""Positions as turns: queries and keys by rotary positions, and waves as clocks."""

import math

import torch
from torch import Tensor

from mha.attention.positions import angles_at, rotate
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import arc, clock, digits, line, on_circle, text

# Of query and key: unturned, then one apart twice, then four apart.
POSITIONS = ((0, 0), (1, 2), (4, 5), (1, 5))
SHOWN = (0, 1, 2, 3, 30, 300)  # positions at which the fast or the slow clocks move
RADIUS = 58  # px, of a face
WIDTH, BASE = 8, 10_000.0  # features of a position, and of the paper


@picture
def rotary_clocks(asking: int = 1, asked: int = 2) -> Diagram:
    """A query and a key, turned: one apart is one apart anywhere, four apart differs.

    Args:
        asking, asked: the tokens whose query and key are turned.
    """
    faces = [_turned(asking, asked, *positions) for positions in POSITIONS]
    names = f"q of {TOKENS[asking]}, k of {TOKENS[asked]}"
    panels = [
        panel((80, RADIUS + 76), (160, 278), _face(face, faces[0], names))
        for face in faces
    ]
    pairs = [row(panels[:2], 19), row(panels[2:], 19)]
    alt = _rotary_in_words(faces, asking, asked)
    return Diagram(alt, row(panels), column(pairs, 18))


Face = tuple[tuple[int, int], Tensor, Tensor]  # positions, query and key after the turn


def _turned(asking: int, asked: int, position_of_q: int, position_of_k: int) -> Face:
    query = numbers.projected("query")[asking : asking + 1]
    key = numbers.projected("key")[asked : asked + 1]
    both = (query, position_of_q), (key, position_of_k)
    q, k = (rotate(vector, torch.tensor([position]))[0] for vector, position in both)
    return (position_of_q, position_of_k), q, k


def _face(face: Face, unturned: Face, names: str) -> list[Node]:
    """A clock around 0, 0, and what is read off it; names stand on the first alone."""
    (position_of_q, position_of_k), q, k = face
    hands = [(_angle(q), "query"), (_angle(k), "key")]
    first, second = "before the turn", names
    if face is not unturned:
        first = f"q at {position_of_q}, k at {position_of_k}"
        second = f"turned {_turn(position_of_q)}, {_turn(position_of_k)}"
    return [
        text(0, -RADIUS - 62, first, "mha-name"),
        text(0, -RADIUS - 42, second, "mha-small"),
        clock(0, 0, RADIUS, hands, letters="qk"),
        _smaller_arc(*(angle for angle, _ in hands)),
        *_ghosts(unturned),
        text(0, RADIUS + 36, f"angle {_between(q, k):.0f}°", "mha-name"),
        text(0, RADIUS + 56, f"q · k = {digits((q @ k).item())}"),
    ]


def _turn(position: int) -> str:
    """How far a pair turns at this position: one radian for each."""
    return f"{math.degrees(position):.0f}°"


def _ghosts(face: Face) -> list[Node]:
    """The hands before the turn, thin."""
    ends = [(_angle(face[1]), "query"), (_angle(face[2]), "key")]
    return [
        line(
            (0, 0),
            on_circle((0, 0), RADIUS, angle),
            class_=f"mha-line mha-thin mha-dashed mha-{role}",
        )
        for angle, role in ends
    ]


def _smaller_arc(start: float, end: float) -> Node:
    """Between two hands, the shorter way round."""
    sweep = math.remainder(end - start, math.tau)
    return line(*arc((0, 0), 0.42 * RADIUS, start, start + sweep))


def _angle(vector: Tensor) -> float:
    return math.atan2(vector[1].item(), vector[0].item())


def _between(q: Tensor, k: Tensor) -> float:
    """Degrees, 0 to 180."""
    return math.degrees(abs(math.remainder(_angle(k) - _angle(q), math.tau)))


def _rotary_in_words(faces: list[Face], asking: int, asked: int) -> str:
    said = "; ".join(
        f"at positions {a} and {b} the angle is {_between(q, k):.0f} degrees and the "
        f"score {digits((q @ k).item())}"
        for (a, b), q, k in faces[1:]
    )
    _, q, k = faces[0]
    return (
        f"Four clock faces with the query of {TOKENS[asking]} and the key of "
        f"{TOKENS[asked]} as hands, {_between(q, k):.0f} degrees apart before they are "
        f"turned. Each turns by its position: {said}. Only their distance counts."
    )


@picture
def waves_as_clocks() -> Diagram:
    """Sinusoidal positions: a clock for each pair of features, each slower."""
    angles = angles_at(torch.tensor(SHOWN), WIDTH, BASE)  # (positions, pairs), radians
    alt = _waves_in_words(angles)
    wide = _clocks(angles, 28, 82, 178, ("features {}, {}", "a turn in {} positions"))
    tall = _clocks(angles, 19, 46, 80, ("{}, {}", "turn: {}"))
    return Diagram(alt, Drawing(wide, 670, 376), Drawing(tall, 358, 232))


def _clocks(
    angles: Tensor, radius: float, pitch: float, left: float, names: tuple[str, str]
) -> tuple[Node, ...]:
    """A row of clocks for each pair, a column for each position."""
    parts = [text(left - 12, 14, "position", "mha-end mha-name")]
    for n, position in enumerate(SHOWN):
        parts.append(text(left + (n + 0.5) * pitch, 14, str(position), "mha-name"))
    for pair, turned in enumerate(angles.T.tolist()):
        y = 30 + (pair + 0.5) * pitch
        parts += [
            text(left - 12, y - 9, names[0].format(2 * pair, 2 * pair + 1), "mha-end"),
            text(left - 12, y + 9, names[1].format(_period(pair)), "mha-small mha-end"),
        ]
        for n, angle in enumerate(turned):
            parts.append(clock(left + (n + 0.5) * pitch, y, radius, [(angle, "")]))
    return tuple(parts)


def _period(pair: int) -> str:
    """How many positions a clock takes for a whole turn."""
    speed = angles_at(torch.tensor([1]), WIDTH, BASE)[0, pair].item()
    return f"{math.tau / speed:,.0f}"


def _waves_in_words(angles: Tensor) -> str:
    periods = ", ".join(_period(pair) for pair in range(angles.shape[1]))
    return (
        f"A row of clocks for each of {angles.shape[1]} pairs of features, at "
        f"positions {', '.join(map(str, SHOWN))}. All point right at position "
        f"{SHOWN[0]} and turn counter-clockwise as positions go by; for a whole turn "
        f"they take {periods} positions. The first tell neighbours apart, the last "
        f"tell near from far."
    )
