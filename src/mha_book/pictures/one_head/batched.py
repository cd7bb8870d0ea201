"""Two sentences in a batch: a product for each, and one matrix for both."""

from torch import Tensor

from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.shapes import digits, move, text
from mha_book.pictures.kit.sheets import DX, Factors, product_of

TITLES = ("first sentence, in front", "second sentence")
ASKING, ASKED = 1, 2  # are and you, wherever they stand
WIDTH = 688  # px


@picture
def batched_scores() -> Diagram:
    """Two sentences and their scores: one product of two stacks."""
    x = numbers.batch()
    names, letters = ("X", "Xᵀ", "scores"), ("BTE", "BET", "BTT")
    first, second = (f"scores[{b}, {i}, {j}]" for b in range(2) for i, j in [_pair(b)])
    lines = [
        f"{TOKENS[ASKING]} asks {TOKENS[ASKED]}: {_sum(x[0], x[0].T, *_pair(0))}",
        f"at {first}, and at {second}",
    ]
    factors = Factors(x, x.mT, names, letters, gap=28)
    return _products(factors, lines, _scores_in_words(x @ x.mT))


@picture
def one_matrix_for_all() -> Diagram:
    """A batch times the query's matrix of one head, used again for the sheet behind."""
    x, w = numbers.batch(), numbers.matrix("query")[:1].T
    names, letters = ("X", "W_qᵀ", "X W_qᵀ"), ("BTE", "ED", "BTD")
    row = _pair(0)[0]
    lines = [f"{TOKENS[ASKING]}, in either sentence: {_sum(x[0], w, row, 0)}"]
    factors = Factors(x, w, names, letters, gap=64)
    return _products(factors, lines, _shared_in_words(x @ w))


def _pair(b: int) -> tuple[int, int]:
    """Where the word that asks stands in a sentence, and the one that is asked."""
    return numbers.ORDERS[b].index(ASKING), numbers.ORDERS[b].index(ASKED)


def _products(factors: Factors, lines: list[str], alt: str) -> Diagram:
    """The stack, and beside or below it the sheet behind, pulled out."""
    whole, behind = (
        product_of(
            factors,
            b,
            [TOKENS[k] for k in order],
            (_pair(b)[0], 0 if factors.shared else _pair(b)[1]),
            stacked=b == 0,
            title=TITLES[b],
        )
        for b, order in enumerate(numbers.ORDERS)
    )
    sums = [text(0, 20 * k, words, "mha-start") for k, words in enumerate(lines)]
    margin = 40 if factors.shared else 4  # a narrow product has wider labels
    second = WIDTH - margin - factors.width
    between = (44 + factors.width + DX + second - 44) / 2  # beside the row's words
    wide = (
        move(44, 148, *whole),
        text(between, 178, "the sheet", "mha-small"),
        text(between, 194, "behind:", "mha-small"),
        move(second, 148, *behind),
        move(44, 282, *sums),
    )
    narrow = (
        move(50, 148, *whole),
        text(50, 292, "the sheet behind:", "mha-small mha-start"),
        move(50, 448, *behind),
        move(10, 582, *sums),
    )
    low = 20 * len(lines)
    return Diagram(
        alt, Drawing(wide, WIDTH, 276 + low), Drawing(narrow, 358, 576 + low)
    )


def _sum(left: Tensor, right: Tensor, i: int, j: int) -> str:
    """A row times a column, written out."""
    pairs = zip(left[i].tolist(), right[:, j].tolist(), strict=True)
    of = " + ".join(f"{digits(a, 1)}·{digits(b, 1)}" for a, b in pairs)
    return f"{of} = {digits((left[i] @ right[:, j]).item())}"


def _row_in_words(made: Tensor) -> str:
    """The asking word's row of either sheet."""
    rows = (made[b, _pair(b)[0]].tolist() for b in range(2))
    return " in the first sentence and ".join(", ".join(map(digits, r)) for r in rows)


def _scores_in_words(scores: Tensor) -> str:
    return (
        "Two sheets of word vectors, how are you and behind it you how are, times "
        "two sheets of their transposes, give two sheets of scores. Each sheet meets "
        f"its own transpose alone. The row of are holds {_row_in_words(scores)} in "
        "the second: the same scores in another order."
    )


def _shared_in_words(made: Tensor) -> str:
    return (
        "The same two sheets times one matrix W_q, transposed to two rows and one "
        "column, which is used again for the sheet behind, dashed there. The row of "
        "are becomes "
        f"{_row_in_words(made)} in the second."
    )
