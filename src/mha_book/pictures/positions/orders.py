"""The same words in two orders, and what attention makes of them."""

from torch import Tensor

from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.layer import evaluate, example, layer
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.shapes import arrow, digits, move, text
from mha_book.pictures.kit.tiles import CELL, ROW, tile

FOLLOWED = "are"  # the word whose outputs are emphasised
Sentence = tuple[
    list[str], Tensor, Tensor
]  # words, what goes in (T, E), what comes out


@picture
def two_orders(placed: bool = False) -> Diagram:
    """Two heads on *how are you* and *you how are*, and their outputs.

    Args:
        placed: whether sinusoidal positions are added to the embeddings.
    """
    sentences = [_sentence(order, placed) for order in numbers.ORDERS]
    same = _same(sentences)
    wide, tall = [], []
    for k, sentence in enumerate(sentences):
        wide.append(move(48, 32 + 122 * k, *_strip(sentence, placed, 170)))
        tall.append(move(48, 32 + 122 * k, *_strip(sentence, placed, 96)))
    below = 48 + 3 * CELL  # the middle of the outputs, but for the gap
    wide.append(text(below + 170, 246, same, "mha-name"))
    tall.append(text(below + 96, 246, same, "mha-name"))
    alt = _in_words(sentences, placed)
    return Diagram(alt, Drawing(wide, 474, 262), Drawing(tall, 358, 262))


def _sentence(order: tuple[int, ...], placed: bool) -> Sentence:
    given = example()
    given["embeddings"] = given["embeddings"][list(order)]
    made = evaluate(layer(placed=placed), given)
    return [TOKENS[k] for k in order], made["x"], made["output"]


def _same(sentences: list[Sentence]) -> str:
    (_, _, first), (words, _, second) = sentences
    moved = first[[TOKENS.index(word) for word in words]]
    equal = (moved - second).abs().max().item() < 1e-9
    return "The same three rows." if equal else "Three other rows."


def _strip(sentence: Sentence, placed: bool, gap: float) -> list[Node]:
    """Words and their outputs, with a gap for an arrow."""
    words, x, output = sentence
    side = 2 * CELL
    out = side + gap
    middle = 1.5 * ROW
    wide = gap > 100
    said = {"words": "attention"} if wide else {}
    name = "X + positions" if placed else "X"
    names = words if wide else ()
    lit = [(words.index(FOLLOWED), column) for column in (0, 1)]
    return [
        tile(0, 0, x.tolist(), title=name, row_names=words),
        arrow((side + 4, middle), (out - (42 if wide else 2), middle), **said),
        tile(out, 0, output.tolist(), title="output", row_names=names, lit=lit),
    ]


def _in_words(sentences: list[Sentence], placed: bool) -> str:
    said = "; ".join(
        f"of {' '.join(words)} "
        + ", ".join(
            f"{word} ({', '.join(map(digits, row))})"
            for word, row in zip(words, output.tolist(), strict=True)
        )
        for words, _, output in sentences
    )
    inputs = "embeddings with positions added" if placed else "embeddings alone"
    return (
        f"Multi-head attention on {inputs}, for one sentence in two orders. Its "
        f"outputs are, {said}. {_same(sentences)}"
    )
