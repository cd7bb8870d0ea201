"""Cross-attention: with two texts, where queries, keys and values come from."""

from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.numbers import format_shape
from mha_book.pictures.kit.shapes import Point, arrow, lane, move, text
from mha_book.pictures.kit.stream import BOX, box
from mha_book.pictures.kit.tiles import ROW, cell

SOURCE = ("25", "November", "2026")
TARGET = ("start", "2026", "-", "11")
WRITTEN = ("2026", "-", "11", "-")  # what each of these is to find: the next word
HEAD = 24  # D, the width of a head of the page's translator
WORDS = 264  # px, a row of words
MATRIX = 76  # px, the box of a projection
CELL = 50  # px, of the table of weights
ACROSS, DOWN = len(SOURCE) * CELL, len(TARGET) * ROW


@picture
def two_texts() -> Diagram:
    """A source that is asked and a target that asks, and the table between them."""
    wide = Drawing(tuple(_wide()), 688, 330)
    return Diagram(_in_words(), wide, Drawing(tuple(_narrow()), 358, 600))


def _wide() -> list[Node]:
    """Both texts at the left, the source above; the table at the right."""
    table, output = (502, 186), (502, 24)
    of_source, of_target = _shapes()
    return [
        *_text((2, 2), SOURCE, f"source: is asked, Tk = {len(SOURCE)}"),
        move(44, 94, box(0, 0, 180, "encoder", "reads both ways")),
        *_text((2, 182), TARGET, f"target: asks, Tq = {len(TARGET)}"),
        move(44, 274, box(0, 0, 180, "own attention", "reads back only")),
        _matrix("value", (308, 24)),
        _matrix("key", (308, 94)),
        _matrix("query", (308, 274)),
        arrow((134, 68), (134, 94)),
        arrow((134, 248), (134, 274)),
        arrow((224, 106), (308, 44), role="value"),
        arrow((224, 114), (308, 114), role="key"),
        arrow((224, 294), (308, 294), role="query"),
        arrow((384, 44), (502, 44), role="value"),
        text(390, 32, of_source, "mha-small mha-start"),
        arrow((384, 114), (438, 114), (438, 173), (498, 173), role="key"),
        text(390, 102, of_source, "mha-small mha-start"),
        arrow((384, 294), (422, 294), (422, 238), (448, 238), role="query"),
        text(390, 308, of_target, "mha-small mha-start"),
        move(*table, *_table()),
        arrow((652, 238), (668, 238), (668, 64), role="weights"),
        move(*output, box(0, 0, 184, "weights @ V", "is added to the target")),
    ]


def _narrow() -> list[Node]:
    """The source above, the target below, the table between them."""
    of_source, of_target = _shapes()
    return [
        *_text((2, 2), SOURCE, f"source: is asked, Tk = {len(SOURCE)}"),
        move(44, 90, box(0, 0, 180, "encoder", "reads both ways")),
        arrow((134, 68), (134, 90)),
        arrow((98, 130), (98, 152), role="key"),
        arrow((190, 130), (190, 152), role="value"),
        _matrix("key", (60, 152)),
        _matrix("value", (152, 152)),
        arrow((98, 192), (98, 222), role="key"),
        text(106, 204, of_source, "mha-small mha-start"),
        arrow((228, 172), (306, 172), (306, 272), role="value"),
        text(236, 162, of_source, "mha-small mha-start"),
        move(76, 246, *_table(below=True)),
        arrow((226, 292), (246, 292), role="weights"),
        move(246, 272, box(0, 0, 110, "weights @ V", "is added")),
        *_text((2, 530), TARGET, f"target: asks, Tq = {len(TARGET)}", above=True),
        move(44, 464, box(0, 0, 180, "own attention", "reads back only")),
        _matrix("query", (96, 404)),
        arrow((134, 530), (134, 504)),
        arrow((134, 464), (134, 444), role="query"),
        arrow((96, 424), (14, 424), (14, 298), (28, 298), role="query"),
        text(20, 394, of_target, "mha-small mha-start"),
    ]


def _shapes() -> tuple[str, str]:
    """Of keys and of values, and of queries."""
    return (
        format_shape(("Tk", "D"), (len(SOURCE), HEAD)),
        format_shape(("Tq", "D"), (len(TARGET), HEAD)),
    )


def _text(
    at: Point, words: tuple[str, ...], title: str, *, above: bool = False
) -> list[Node]:
    """A text's words in a frame, and what it does, below them if told."""
    wide = (WORDS - 16) / len(words)
    y, name = (8, 48) if above else (32, 16)
    cells = [cell(8 + k * wide, y, word, width=wide) for k, word in enumerate(words)]
    frame = lane(0, 0, WORDS, 66)
    title_at = text(12, name, title, "mha-name mha-start")
    return [move(*at, frame, title_at, *cells)]


def _matrix(role: str, at: Point) -> Node:
    """The projection that makes queries, keys or values."""
    frame = node("rect", width=MATRIX, height=BOX, rx=6, class_="mha-line")
    name = text(MATRIX / 2, 13, f"W_{role[0]}", "mha-name")
    said = text(MATRIX / 2, 29, role, "mha-small")
    return node("g", move(*at, frame, name, said), class_=f"mha-{role}")


def _table(*, below: bool = False) -> list[Node]:
    """An empty cell for each pair; a row asks, a column is asked."""
    cells = [
        cell(j * CELL, i * ROW, "", width=CELL)
        for i in range(len(TARGET))
        for j in range(len(SOURCE))
    ]
    names = [
        *(
            text(-6, (i + 0.5) * ROW, f"→ {word}", "mha-small mha-end")
            for i, word in enumerate(WRITTEN)
        ),
        *(
            text((j + 0.5) * CELL, -12, word, "mha-small")
            for j, word in enumerate(SOURCE)
        ),
    ]
    shape = format_shape(("Tq", "Tk"), (len(TARGET), len(SOURCE)))
    y = DOWN + 14 if below else DOWN + 12
    title = [
        text(ACROSS / 2, y, "attention weights", "mha-name"),
        text(ACROSS / 2, y + 15, shape, "mha-small"),
    ]
    return [*names, node("g", *cells, *title, class_="mha-weights")]


def _in_words() -> str:
    pairs = len(TARGET), len(SOURCE)
    return (
        f"Two texts. The source, {' '.join(SOURCE)}, goes through an encoder, and from "
        "its vectors W_k makes the keys and W_v the values. The target so far, "
        f"{' '.join(TARGET)}, goes through attention of its own, which reads back "
        "only, and from its vectors W_q makes the queries. The table of weights has "
        f"{pairs[0]} rows, one for each word that is written next, "
        f"{', '.join(WRITTEN)}, and {pairs[1]} columns, one for "
        "each source word. The weights mix the values, and the mix is added to the "
        "target."
    )
