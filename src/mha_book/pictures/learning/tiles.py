"""What the backward pass keeps, and how tiles keep less of it."""

from collections.abc import Iterator, Sequence

from mha_book.pictures.kit.frames import Frames
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.numbers import TOKENS, format_shape
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import move, text
from mha_book.pictures.kit.tiles import ROW, cell, tile
from mha_book.pictures.learning.tile_steps import Tile, head, in_words, sums, walk_tiles

HEAD_DIM = 64  # as in GPT-2
LENGTHS = (128, 512, 1024)
PER_PIXEL = 5.6  # numbers along a side
GAP, LINE = 5, 126  # px: between sheets, and a line of words
KEPT = {"Q": "query", "K": "key", "V": "value", "O": ""}


@picture
def kept_to_scale() -> Diagram:
    """Queries, keys, values and outputs beside the attention weights, for each T."""
    groups = [_group(length) for length in LENGTHS]
    pairs = [row(groups[:2], 46), row(groups[2:])]
    said = "; ".join(
        f"with {length} tokens {4 * length * HEAD_DIM:,} and {length**2:,}"
        for length in LENGTHS
    )
    alt = (
        f"One head of width {HEAD_DIM}, to scale: strips for queries, keys, values and "
        f"outputs, and a square for the attention weights. The strips grow with the "
        f"length, the square with its square. Numbers in the strips together and in "
        f"the square: {said}."
    )
    return Diagram(alt, row(groups, 60), column(pairs, 36))


def _group(length: int) -> Drawing:
    """The strips of T × D and the square of T × T, and how many numbers they hold."""
    high, wide = length / PER_PIXEL, HEAD_DIM / PER_PIXEL
    left = len(KEPT) * (wide + GAP) + GAP
    strips = [
        _sheet(k * (wide + GAP), letter, role, wide, high)
        for k, (letter, role) in enumerate(KEPT.items())
    ]
    lines = [
        f"4·{format_shape('TD', (length, HEAD_DIM))}",
        format_shape("TT", (length, length)),
    ]
    lines.append(f"{4 * length * HEAD_DIM:,} + {length**2:,}")
    parts = [
        text(0, -82, f"{length} tokens", "mha-name mha-start"),
        *(text(0, -64 + 17 * k, w, "mha-small mha-start") for k, w in enumerate(lines)),
        *strips,
        _sheet(left, "P", "weights", high, high),
    ]
    return panel((0, 96), (max(left + high, LINE) + 1, high + 97), parts)


def _sheet(x: float, letter: str, role: str, width: float, height: float) -> Node:
    """A matrix without its numbers, its letter above it."""
    look = "fill: color-mix(in srgb, var(--part, var(--faint)) 30%, var(--ground));"
    look += "stroke: var(--part, var(--faint))"
    box = node("rect", x=x, y=0, width=width, height=height, style=look)
    name = text(x + width / 2, -9, letter, "mha-name")
    return node("g", box, name, class_=role and f"mha-{role}")


CELL_WIDTH = 36  # px, a cell's
LEFT = CELL_WIDTH + 8  # where the table begins
RIGHT = LEFT + 3 * CELL_WIDTH + 8  # where what is carried on begins
Cells = list[tuple[int, int]]


@picture
def tiled_attention() -> Frames:
    """Head 0 of the worked example, at most two queries by two keys at a time."""
    tiles = [*walk_tiles()]
    drawings = tuple(_drawing(tiles[: k + 1]) for k in range(len(tiles)))
    titles = tuple(step.name for step in tiles)
    return Frames("tiles", "Step through the tiles:", titles, drawings)


def _drawing(until: Sequence[Tile]) -> Diagram:
    """The last of these tiles, and the outputs of those before it."""
    panel, lines = [*_panel(until)], sums(until[-1])
    said = [text(0, 19 * k, w, "mha-small mha-start") for k, w in enumerate(lines)]
    wide = (move(40, 96, *panel), move(372, 112, *said))
    tall = (move(40, 96, *panel), move(4, 226, *said))
    alt = in_words(until[-1], len(until))
    return Diagram(alt, Drawing(wide, 688, 196), Drawing(tall, 358, 312))


def _panel(until: Sequence[Tile]) -> Iterator[Node]:
    """Queries at the left, keys and values above, one tile, and what is carried on."""
    now = until[-1]
    asking, asked = range(3)[now.rows], range(3)[now.keys]
    yield text(-7, -78, f"tile {len(until)}", "mha-name mha-start")
    yield from (text(-7, (i + 0.5) * ROW, t, "mha-end") for i, t in enumerate(TOKENS))
    yield _given("query", (0, 0), [(i, 0) for i in asking])
    yield text(CELL_WIDTH / 2, 3 * ROW + 15, "q", "mha-name mha-query")
    for y, role in ((-2 * ROW - 8, "key"), (-ROW - 8, "value")):
        yield _given(role, (LEFT, y), [(0, j) for j in asked])
        name = f"mha-name mha-{role} mha-end"
        yield text(LEFT - 8, y + ROW / 2, role[0], name)
    for j, token in enumerate(TOKENS):
        yield text(LEFT + (j + 0.5) * CELL_WIDTH, -2 * ROW - 18, token, "mha-label")
    yield from _table(now, [(i, j) for i in asking for j in asked])
    yield from _carried(until)


def _given(role: str, at: tuple[float, float], lit: Cells) -> Node:
    """Queries, standing, or keys or values, lying: those that meet here are lit."""
    column = head(role)
    rows = (column if role == "query" else column.T).tolist()
    return tile(*at, rows, role=role, lit=lit, width=CELL_WIDTH)


def _table(now: Tile, there: Cells) -> Iterator[Node]:
    """The table of scores: one tile of it is in memory."""
    for i, j in ((i, j) for i in range(3) for j in range(3)):
        if (i, j) not in there:
            yield _empty(LEFT + j * CELL_WIDTH, i * ROW)
    corner = LEFT + now.keys.start * CELL_WIDTH, now.rows.start * ROW
    yield tile(*corner, now.scores.tolist(), width=CELL_WIDTH)
    yield text(LEFT + 1.5 * CELL_WIDTH, 3 * ROW + 15, "score q · k", "mha-name")


def _carried(until: Sequence[Tile]) -> Iterator[Node]:
    """The running numbers of the tile's rows, and every output that is complete."""
    now = until[-1]
    y, after = now.rows.start * ROW, now.after
    running = {"max": after.peak, "sum": after.total, "mixed": after.mixed}
    for n, (name, carried) in enumerate(running.items()):
        yield tile(RIGHT + n * CELL_WIDTH, y, carried.tolist(), width=CELL_WIDTH)
        yield text(RIGHT + (n + 0.5) * CELL_WIDTH, -11, name, "mha-small")
    x = RIGHT + 3 * CELL_WIDTH + 8
    yield text(x + CELL_WIDTH / 2, -11, "output", "mha-small")
    done = [step for step in until if step.is_last]
    for step in done:
        yield tile(
            x, step.rows.start * ROW, step.after.output.tolist(), width=CELL_WIDTH
        )
    for i in range(done[-1].rows.stop if done else 0, 3):
        yield _empty(x, i * ROW)


def _empty(x: float, y: float) -> Node:
    """A cell that is not in memory at this moment."""
    return cell(x, y, "", class_="mha-empty", width=CELL_WIDTH)
