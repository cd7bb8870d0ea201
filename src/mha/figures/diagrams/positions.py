"""Places as turns: queries and keys by rotary positions, and waves as clocks."""

import math

import torch
from torch import Tensor

from mha.attention.positions import angles_at, rotate
from mha.figures.diagrams import numbers
from mha.figures.diagrams.markup import Diagram, Node
from mha.figures.diagrams.numbers import TOKENS
from mha.figures.diagrams.shapes import clock, line, text, written

PLACES = ((0, 0), (1, 2), (4, 5))  # of query and key: unturned, then one apart twice
SHOWN = (0, 1, 2, 3, 30, 300)  # places at which the fast or the slow clocks move
WIDTH, BASE = 8, 10_000.0  # features of a position, and of the paper


def rotary_clocks(asking: int = 1, asked: int = 2) -> Diagram:
    """A query and a key turned by their places: one apart is one apart anywhere.

    Args:
        asking, asked: the tokens whose query and key are turned.
    """
    faces = [_turned(asking, asked, *places) for places in PLACES]
    names = f"q of {TOKENS[asking]}, k of {TOKENS[asked]}"
    wide = _faces(faces, names, radius=62, pitch=212)
    tall = _faces(faces, names, radius=40, pitch=119)
    alt = _rotary_in_words(faces, asking, asked)
    return Diagram(wide, 636, 286, alt, narrow=Diagram(tall, 358, 242, alt))


Face = tuple[tuple[int, int], Tensor, Tensor]  # places, query and key after the turn


def _turned(asking: int, asked: int, place_of_q: int, place_of_k: int) -> Face:
    query = numbers.projected("query")[asking : asking + 1]
    key = numbers.projected("key")[asked : asked + 1]
    both = (query, place_of_q), (key, place_of_k)
    q, k = (rotate(vector, torch.tensor([place]))[0] for vector, place in both)
    return (place_of_q, place_of_k), q, k


def _faces(
    faces: list[Face], names: str, radius: float, pitch: float
) -> tuple[Node, ...]:
    parts = []
    for n, ((place_of_q, place_of_k), q, k) in enumerate(faces):
        x, y = (n + 0.5) * pitch, radius + 76
        hands = [(_angle(q), "query"), (_angle(k), "key")]
        where = f"q at {place_of_q}, k at {place_of_k}"
        turns = f"turned {_turn(place_of_q)}, {_turn(place_of_k)}"
        parts += [
            text(x, 14, where if n else "before the turn", "mha-name"),
            text(x, 34, turns if n else names, "mha-small"),
            clock(x, y, radius, hands, letters="qk"),
            _arc(x, y, radius * 0.42, *(angle for angle, _ in hands)),
            *_ghosts(x, y, radius, faces[0]),
            text(x, y + radius + 36, f"angle {_between(q, k):.0f}°", "mha-name"),
            text(x, y + radius + 56, f"q · k = {written((q @ k).item())}"),
        ]
    return tuple(parts)


def _turn(place: int) -> str:
    """How far a pair turns at this place: one radian for each."""
    return f"{math.degrees(place):.0f}°"


def _ghosts(x: float, y: float, radius: float, face: Face) -> list[Node]:
    """The hands before the turn, thin."""
    ends = [(_angle(face[1]), "query"), (_angle(face[2]), "key")]
    return [
        line(
            (x, y),
            (round(x + radius * math.cos(a), 2), round(y - radius * math.sin(a), 2)),
            class_=f"mha-line mha-thin mha-dashed mha-{role}",
        )
        for a, role in ends
    ]


def _arc(x: float, y: float, radius: float, start: float, end: float) -> Node:
    """The smaller arc between two angles."""
    sweep = math.remainder(end - start, math.tau)
    turns = [start + sweep * k / 24 for k in range(25)]
    points = [(x + radius * math.cos(a), y - radius * math.sin(a)) for a in turns]
    return line(*((round(a, 2), round(b, 2)) for a, b in points))


def _angle(vector: Tensor) -> float:
    return math.atan2(vector[1].item(), vector[0].item())


def _between(q: Tensor, k: Tensor) -> float:
    """Degrees, 0 to 180."""
    return math.degrees(abs(math.remainder(_angle(k) - _angle(q), math.tau)))


def _rotary_in_words(faces: list[Face], asking: int, asked: int) -> str:
    said = "; ".join(
        f"at places {a} and {b} the angle is {_between(q, k):.0f} degrees and the "
        f"score {written((q @ k).item())}"
        for (a, b), q, k in faces[1:]
    )
    _, q, k = faces[0]
    return (
        f"Three clock faces with the query of {TOKENS[asking]} and the key of "
        f"{TOKENS[asked]} as hands, {_between(q, k):.0f} degrees apart before they are "
        f"turned. Each turns by its place: {said}. Only their distance counts."
    )


def waves_as_clocks() -> Diagram:
    """Sinusoidal positions: a clock for each pair of features, each slower."""
    angles = angles_at(torch.tensor(SHOWN), WIDTH, BASE)  # (places, pairs), radians
    alt = _waves_in_words(angles)
    wide = _clocks(angles, 28, 84, 160, ("features {}, {}", "a turn in {} places"))
    tall = _clocks(angles, 19, 46, 80, ("{}, {}", "turn: {}"))
    return Diagram(wide, 650, 376, alt, narrow=Diagram(tall, 358, 232, alt))


def _clocks(
    angles: Tensor, radius: float, pitch: float, left: float, names: tuple[str, str]
) -> tuple[Node, ...]:
    """A row of clocks for each pair, a column for each place."""
    parts = [text(left - 12, 14, "place", "mha-end mha-name")]
    for n, place in enumerate(SHOWN):
        parts.append(text(left + (n + 0.5) * pitch, 14, str(place), "mha-name"))
    for pair, turned in enumerate(angles.T.tolist()):
        y = 30 + (pair + 0.5) * pitch
        parts += [
            text(left - 12, y - 9, names[0].format(2 * pair, 2 * pair + 1), "mha-end"),
            text(left - 12, y + 9, names[1].format(_period(pair)), "mha-small mha-end"),
        ]
        for n, angle in enumerate(turned):
            hand = [(math.pi / 2 - angle, "")]  # (sin, cos) starts upright, clockwise
            parts.append(clock(left + (n + 0.5) * pitch, y, radius, hand))
    return tuple(parts)


def _period(pair: int) -> str:
    """How many places a clock takes for a whole turn."""
    speed = angles_at(torch.tensor([1]), WIDTH, BASE)[0, pair].item()
    return f"{math.tau / speed:,.0f}"


def _waves_in_words(angles: Tensor) -> str:
    periods = ", ".join(_period(pair) for pair in range(angles.shape[1]))
    return (
        f"A row of clocks for each of {angles.shape[1]} pairs of features, at places "
        f"{', '.join(map(str, SHOWN))}. All stand upright at place {SHOWN[0]} and turn "
        f"as places go by; for a whole turn they take {periods} places. The first "
        f"tell neighbours apart, the last tell near from far."
    )
