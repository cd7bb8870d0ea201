"""Attention tile by tile: a running maximum, a running sum, and no whole table."""

from collections.abc import Iterator, Sequence

from mha_book.pictures.frames import Frames
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.numbers import TOKENS
from mha_book.pictures.shapes import ROW, cell, moved, text, tile
from mha_book.pictures.tile_steps import Step, head, in_words, steps, sums

WIDTH = 36  # px, a cell's
LEFT = WIDTH + 8  # where the table begins
RIGHT = LEFT + 3 * WIDTH + 8  # where what is carried on begins
Cells = list[tuple[int, int]]


def tiled_attention() -> Frames:
    """Head 0 of the worked example, at most two queries by two keys at a time."""
    tiles = [*steps()]
    drawings = tuple(_drawing(tiles[: k + 1]) for k in range(len(tiles)))
    titles = tuple(step.name for step in tiles)
    return Frames("tiles", "Step through the tiles:", titles, drawings)


def _drawing(until: Sequence[Step]) -> Diagram:
    """The last of these tiles, and the outputs of those before it."""
    panel, lines = [*_panel(until)], sums(until[-1])
    said = [text(0, 19 * k, w, "mha-small mha-start") for k, w in enumerate(lines)]
    wide = (moved(40, 96, *panel), moved(372, 112, *said))
    tall = (moved(40, 96, *panel), moved(4, 226, *said))
    alt = in_words(until[-1], len(until))
    return Diagram(wide, 688, 196, alt, narrow=Diagram(tall, 358, 312, alt))


def _panel(until: Sequence[Step]) -> Iterator[Node]:
    """Queries at the left, keys and values above, one tile, and what is carried on."""
    now = until[-1]
    asking, asked = range(3)[now.rows], range(3)[now.keys]
    yield text(-7, -78, f"tile {len(until)}", "mha-name mha-start")
    yield from (text(-7, (i + 0.5) * ROW, t, "mha-end") for i, t in enumerate(TOKENS))
    yield _given("query", (0, 0), [(i, 0) for i in asking])
    yield text(WIDTH / 2, 3 * ROW + 15, "q", "mha-name mha-query")
    for y, role in ((-2 * ROW - 8, "key"), (-ROW - 8, "value")):
        yield _given(role, (LEFT, y), [(0, j) for j in asked])
        name = f"mha-name mha-{role} mha-end"
        yield text(LEFT - 8, y + ROW / 2, role[0], name)
    for j, token in enumerate(TOKENS):
        yield text(LEFT + (j + 0.5) * WIDTH, -2 * ROW - 18, token, "mha-label")
    yield from _table(now, [(i, j) for i in asking for j in asked])
    yield from _carried(until)


def _given(role: str, at: tuple[float, float], lit: Cells) -> Node:
    """Queries, standing, or keys or values, lying: those that meet here are lit."""
    column = head(role)
    rows = (column if role == "query" else column.T).tolist()
    return tile(*at, rows, role=role, lit=lit, width=WIDTH)


def _table(now: Step, there: Cells) -> Iterator[Node]:
    """The table of scores: one tile of it is in memory."""
    for i, j in ((i, j) for i in range(3) for j in range(3)):
        if (i, j) not in there:
            yield _empty(LEFT + j * WIDTH, i * ROW)
    corner = LEFT + now.keys.start * WIDTH, now.rows.start * ROW
    yield tile(*corner, now.scores.tolist(), width=WIDTH)
    yield text(LEFT + 1.5 * WIDTH, 3 * ROW + 15, "score q · k", "mha-name")


def _carried(until: Sequence[Step]) -> Iterator[Node]:
    """The running numbers of the tile's rows, and every output that is complete."""
    now = until[-1]
    y, after = now.rows.start * ROW, now.after
    running = {"max": after.peak, "sum": after.total, "mixed": after.mixed}
    for n, (name, column) in enumerate(running.items()):
        yield tile(RIGHT + n * WIDTH, y, column.tolist(), width=WIDTH)
        yield text(RIGHT + (n + 0.5) * WIDTH, -11, name, "mha-small")
    x = RIGHT + 3 * WIDTH + 8
    yield text(x + WIDTH / 2, -11, "output", "mha-small")
    done = [step for step in until if step.is_last]
    for step in done:
        yield tile(x, step.rows.start * ROW, step.after.output.tolist(), width=WIDTH)
    for i in range(done[-1].rows.stop if done else 0, 3):
        yield _empty(x, i * ROW)


def _empty(x: float, y: float) -> Node:
    """A cell that is not in memory at this moment."""
    return cell(x, y, "", class_="mha-empty", width=WIDTH)
