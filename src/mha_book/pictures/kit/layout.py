"""Where each block of the layer stands: in a row, as a pair or in a column."""

from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from mha_book.pictures.kit.layer import LENGTH, ROLES, WIDTH, Design, LayerBlock
from mha_book.pictures.kit.tiles import ROW

CELL = 46  # px: wider than elsewhere, since the live map has larger digits
GAP = 10  # between a product and its factors, which share an edge with it
NAMES = 38  # room for a token's name
UNDER = 46  # room for a title and a note
SOFTMAX = 66  # an arrow that says so, in wide letters too
TALL, BROAD = LENGTH * ROW, LENGTH * CELL
MATRIX = WIDTH * CELL
PHONE = 336  # px: inside a phone's page, and two of them inside any other's
BETWEEN = 14  # lanes
STACKED = 196  # a matrix of the weight split, and its product beneath
TITLE = 11  # from a title's middle to what it names
BESIDE_VALUES = 28  # a short arrow from W_v to V's title, and half of that
ABOVE_KEYS = 26  # in two rows: the keys' names, and over them the way of the values
BELOW_SCORES = 40  # in two rows: the way to the mask, and its columns' names

Form = Literal["row", "pair", "column"]
FORMS: tuple[Form, ...] = ("row", "pair", "column")


@dataclass(frozen=True)
class Place:
    """A block's upper left corner, and whether its rows are drawn as columns."""

    x: float
    y: float
    transposed: bool = False


def size_of(block: LayerBlock, place: Place) -> tuple[float, float]:
    """Width and height of a block as drawn."""
    rows, columns = block.shape[::-1] if place.transposed else block.shape
    return columns * CELL, rows * ROW


@dataclass
class Layout:
    """Where everything stands.

    Attributes:
        places: by the name of a block.
        lanes: for each head: x, y, width, height.
        width, height: of the whole.
        form: "row", from left to right; from top to bottom, with its lanes as a "pair"
            side by side or in one "column" no wider than a phone.
        folded: of a row, whether the masked scores stand beneath the scores, not beside
            them: else it would be too wide for a chapter.
    """

    form: Form
    places: dict[str, Place] = field(default_factory=dict)
    lanes: list[tuple[float, float, float, float]] = field(default_factory=list)
    width: float = 0
    height: float = 0
    folded: bool = False

    def put(self, name: str, x: float, y: float, transposed: bool = False) -> None:
        """Place a block."""
        self.places[name] = Place(x, y, transposed)


@cache
def arrange(num_heads: int, design: Design, placed: bool, form: Form) -> Layout:
    """The layout of a `layer` with these settings."""
    return (_row if form == "row" else _column)(num_heads, design, placed, form)


def _row(num_heads: int, design: Design, placed: bool, form: Form) -> Layout:
    """Left to right: the words, their projections, a lane per head, the way out."""
    all_, split, width = Layout(form), design == "split", WIDTH // num_heads
    all_.folded = split or num_heads == 1
    left = NAMES + MATRIX + 36 + (MATRIX + 48 if split else 0)
    put_lane = _folded_lane if all_.folded else _lane
    _, lane = put_lane(Layout(form), 0, width, left, 0, split)  # how high one is
    lanes = num_heads * (lane + BETWEEN) - BETWEEN
    all_.height = max(lanes, 3 * STACKED if split else 0, 360 if placed else 0) + 8
    for head in range(num_heads):
        top = (all_.height - lanes) / 2 + head * (lane + BETWEEN)
        right, _ = put_lane(all_, head, width, left, top, split)
        all_.lanes.append((left, top, right - left, lane))
    middle = all_.height / 2
    _words(all_, NAMES, middle - TALL / 2 - (120 if placed else 0), placed, 120)
    if split:
        _stacks(
            all_,
            [
                (NAMES + MATRIX + 36, middle - 1.5 * STACKED + 26 + k * STACKED)
                for k in range(3)
            ],
        )
    level = all_.places["mixed0"].y if num_heads == 1 else middle - TALL / 2
    _way_out(all_, right + 34, level)
    all_.width = right + 34 + 2 * MATRIX + GAP + 4
    return all_


def _way_out(all_: Layout, x: float, y: float) -> None:
    """The heads' outputs side by side, and what the last projection makes of them."""
    all_.put("joined", x, y)
    all_.put("w_o", x + MATRIX + GAP, y - GAP - WIDTH * ROW, True)
    all_.put("output", x + MATRIX + GAP, y)


def _stacks(all_: Layout, corners: list[tuple[float, float]]) -> None:
    """Each matrix of the weight split, and the product with it beneath."""
    for letter, (x, y) in zip(ROLES, corners, strict=True):
        all_.put(f"w_{letter}", x, y)
        all_.put(letter, x, y + WIDTH * ROW + 20)


def _lane(
    all_: Layout, head: int, width: int, left: float, top: float, split: bool
) -> tuple[float, float]:
    """One head, left to right; returns where its lane ends, and its height.

    All of it is to be in a window with what walks through it. So W_v stands beside V's
    title, not above it.
    """
    q, deep = left + NAMES + 8, width * ROW
    scores = q + width * CELL + GAP
    masked = scores + BROAD + 22
    weights = masked + BROAD + SOFTMAX
    mixed = weights + BROAD + GAP
    v = top + 28 + deep / 2 + TITLE
    row = v + TALL + GAP + 2
    _put_matrices(all_, head, top + 28, (q - 22, scores, mixed), width)
    all_.put(f"w_v{head}", mixed - BESIDE_VALUES - MATRIX, top + 28)
    all_.put(f"q{head}", q, row)
    all_.put(f"k{head}", scores, row - GAP - deep, True)
    all_.put(f"v{head}", mixed, v)
    for name, x in (
        ("scores", scores),
        ("masked", masked),
        ("weights", weights),
        ("mixed", mixed),
    ):
        all_.put(f"{name}{head}", x, row)
    return mixed + width * CELL + 14, row + TALL + UNDER - 4 - top


def _folded_lane(
    all_: Layout, head: int, width: int, left: float, top: float, split: bool
) -> tuple[float, float]:
    """One head as `_lane` has it, in two rows: the masked scores begin the second.

    The keys and the scores have their titles at their right, where there is room: two
    heads are to be in a window with what walks through them.
    """
    q, deep = left + NAMES + 8, width * ROW
    scores = q + width * CELL + GAP
    weights = scores + BROAD + SOFTMAX
    mixed = weights + BROAD + GAP
    k = top + ABOVE_KEYS + (14 if split else deep + 58)
    row = k + deep + GAP
    below = row + TALL + BELOW_SCORES
    if not split:
        _put_matrices(all_, head, top + 44, (q - 22, scores, mixed), width)
    all_.put(f"q{head}", q, row)
    all_.put(f"k{head}", scores, k, True)
    all_.put(f"v{head}", mixed, below - GAP - 6 - TALL)
    all_.put(f"scores{head}", scores, row)
    all_.put(f"masked{head}", scores, below)
    all_.put(f"weights{head}", weights, below)
    all_.put(f"mixed{head}", mixed, below)
    return mixed + width * CELL + 14, below + TALL + UNDER - 4 - top


def _put_matrices(
    all_: Layout, head: int, y: float, columns: tuple[float, float, float], width: int
) -> None:
    """The small matrices of a head above what they make: Q, Kᵀ and V."""
    q, scores, mixed = columns
    ends = q, scores + BROAD - MATRIX, mixed + width * CELL - MATRIX
    for letter, x in zip(ROLES, ends, strict=True):
        all_.put(f"w_{letter}{head}", x, y)


def _words(all_: Layout, x: float, y: float, placed: bool, step: float) -> None:
    """What goes in: X, or embeddings and positions above it."""
    names = ("embeddings", "positions", "x") if placed else ("x",)
    for k, name in enumerate(names):
        all_.put(name, x, y + k * step)


def _column(num_heads: int, design: Design, placed: bool, form: Form) -> Layout:
    """From top to bottom; as a pair, with the heads' lanes side by side."""
    width, split = WIDTH // num_heads, design == "split"
    beside = form == "pair" and num_heads == 2
    all_ = Layout(form, width=2 * PHONE + BETWEEN if beside else PHONE)
    middle, y = all_.width / 2, 40
    _words(all_, middle - MATRIX / 2, y, placed, TALL + 36)
    y += (3 if placed else 1) * (TALL + 36)
    if split:
        first = middle - 1.5 * MATRIX - 20
        _stacks(all_, [(first + k * (MATRIX + 20), y + 24) for k in range(3)])
        y += 24 + STACKED
    for head in range(num_heads):
        x = head * (PHONE + BETWEEN) if beside else 0
        bottom = _narrow_lane(all_, head, width, x, y, split)
        all_.lanes.append((x + 1, y, PHONE - 2, bottom - y))
        if not beside or head == num_heads - 1:
            y = bottom + BETWEEN
    y += WIDTH * ROW + 44
    _way_out(all_, middle - MATRIX - GAP / 2, y)
    all_.height = y + TALL + UNDER
    return all_


def _narrow_lane(
    all_: Layout, head: int, width: int, left: float, top: float, split: bool
) -> float:
    """One head, from top to bottom; returns where its lane ends."""
    q, deep = left + NAMES + 8, width * ROW
    scores, y = q + width * CELL + GAP, top + 34
    if not split:
        for k, letter in enumerate(ROLES):
            all_.put(f"w_{letter}{head}", left + 16 + k * (MATRIX + 12), y + 20)
        y += 20 + deep + 44
    row = y + 12 + deep + GAP
    all_.put(f"k{head}", scores, row - GAP - deep, True)
    all_.put(f"q{head}", q, row)
    all_.put(f"scores{head}", scores, row)
    all_.put(f"masked{head}", q, row + TALL + 82)
    row += 2 * (TALL + 82)
    all_.put(f"weights{head}", q, row)
    all_.put(f"mixed{head}", q + BROAD + GAP, row)
    all_.put(f"v{head}", q + BROAD + GAP, row - GAP - TALL)
    return row + TALL + UNDER
