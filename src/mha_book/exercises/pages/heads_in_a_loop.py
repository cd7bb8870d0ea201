"""Exercises of the page on several heads in a loop."""

import torch

from mha.check.fault import listing
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import IN_ORDER, SENTENCES, own, real

LAYER = listing("heads_in_a_loop", "HeadsInALoop")
PARAMETERS = own("loop_parameters")
CAUSAL = torch.ones(2, 2, dtype=torch.bool).tril()


def shapes(draw: Draw) -> Question:
    """Ask for the shapes that the layer gives."""
    batch, words, heads, width = draw.several([2, 3, 4, 5, 6, 7], 4)
    x = torch.ones(batch, words, heads * width)

    def run(kind):
        return [one.shape for one in kind(heads * width, heads)(x)]

    return Question(
        ask=f"`HeadsInALoop({heads * width}, {heads})` gets `x` of shape "
        f"{tuple(x.shape)}. What shapes do its output and its weights have?",
        given=[],
        run=run,
        labels=("output", "weights"),
    )


def filled(kind, parts, output):
    """Build a layer of two heads, of queries', keys' and values' matrices (in, out)."""
    layer = kind(4, 2)
    for head, q, k, v in zip(layer.heads, *parts, strict=True):
        head.query.weight.data = real(q).mT
        head.key.weight.data = real(k).mT
        head.value.weight.data = real(v).mT
    layer.output.weight.data = real(output).mT
    return layer


ZERO = [[0, 0]] * 4
TWICE = (2 * torch.eye(4)).tolist()


def joined(draw: Draw) -> Question:
    """Ask for a row where every word looks at all equally."""
    words = draw.one_of(SENTENCES)[:2]
    x, values = draw.table(2, 4, 0, 4), [_columns(draw) for _ in range(2)]
    matrices = [
        [[int(n in pair) for n in range(4)] for pair in value] for value in values
    ]
    tables = [torch.tensor(matrix).mT.tolist() for matrix in matrices]
    return Question(
        ask="Two heads, whose queries and keys are all 0: every word looks equally at "
        "both. The output’s matrix doubles every number. Which row does the layer give "
        f"*{words[0]}*?",
        given=[
            Given("x", x, words),
            Given("values of head 0", tables[0]),
            Given("values of head 1", tables[1]),
        ],
        run=lambda kind: filled(kind, ([ZERO] * 2, [ZERO] * 2, tables), TWICE)(real(x))[
            0
        ][0],
        labels=("1st", "2nd", "3rd", "4th"),
    )


def _columns(draw: Draw) -> list[list[int]]:
    """Draw which features are added up for each of two numbers."""
    return [draw.several(range(4), draw.number(1, 2)) for _ in range(2)]


def parameters(draw: Draw) -> Question:
    """Ask for the number of parameters."""
    heads, width = draw.one_of([2, 3, 4, 5]), draw.one_of([2, 3, 4, 5, 6])
    return Question(
        ask=f"A layer of {heads} heads on words of width {heads * width}, without "
        "biases. How many parameters do all heads have, how many the output’s matrix, "
        "and how many are there together?",
        given=[],
        run=lambda count: [float(n) for n in count(heads * width, heads)],
        labels=("heads", "output", "together"),
    )


def layer_on_numbers(draw: Draw) -> Question:
    """Run the layer on distinct numbers, under a causal mask."""
    x = real(draw.table(2, 4))
    parts = [[draw.table(4, 2) for _ in range(2)] for _ in range(3)]

    def run(kind):
        output, weights = filled(kind, parts, TWICE)(x, CAUSAL)
        return torch.cat([output.flatten(), weights.flatten()])

    return Question(ask=IN_ORDER.format("forward"), given=[], run=run, labels=[""] * 16)


def wrong_output(draw: Draw) -> Question:
    """Show what comes out under a causal mask."""
    words = draw.one_of(SENTENCES)[:2]
    x = draw.table(2, 4)
    parts = [[draw.table(4, 2, -1, 1) for _ in range(2)] for _ in range(3)]
    return Question(
        ask="Two heads under a causal mask; the output’s matrix doubles every number. "
        "Does the first word change? Do two halves look alike?",
        given=[Given("x", x, words)],
        run=lambda kind: filled(kind, parts, TWICE)(real(x), CAUSAL)[0],
        labels=words,
        columns=range(4),
    )


EXERCISES = (
    Exercise(
        "shapes",
        "shape",
        "What the layer gives",
        LAYER,
        shapes,
        "Each head has a table of weights of its own.",
    ),
    Exercise(
        "joined",
        "numbers",
        "Two heads are joined",
        LAYER,
        joined,
        "Each head averages its values over both words. Then the two results stand "
        "side by side, and are doubled.",
    ),
    Exercise(
        "parameters",
        "numbers",
        "Counting parameters",
        PARAMETERS,
        parameters,
        "A head reads the whole word, and makes three narrow rows of it.",
    ),
    Exercise(
        "lines", "order", "The lines of the loop", LAYER, layer_on_numbers, of="forward"
    ),
    Exercise("find", "find", "What is wrong with the heads?", LAYER, wrong_output),
)
