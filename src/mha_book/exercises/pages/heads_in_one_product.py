"""Exercises of the page on the weight split: cut, attend, join."""

import torch

from mha.check.fault import listing
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import IN_ORDER, SENTENCES, real

SPLIT = listing("split_heads", "split_heads")
MERGE = listing("merge_heads", "merge_heads")
FUNCTION = listing("multi_head", "multi_head")
LAYER = listing("multi_head_attention", "MultiHeadAttention")


def shape_of_the_heads(draw: Draw) -> Question:
    """Ask for a shape and its strides after the split."""
    batch, words, heads, width = draw.several([2, 3, 4, 5, 6, 7], 4)
    x = torch.zeros(batch, words, heads * width)
    return Question(
        ask=f"`x` has the shape {tuple(x.shape)} and lies in memory row by row. "
        f"`split_heads(x, {heads})` gives a view of it. What are its shape and its "
        "strides?",
        given=[],
        run=lambda split: [split(x, heads).shape, split(x, heads).stride()],
        labels=("shape", "strides"),
    )


def rows_of_a_head(draw: Draw) -> Question:
    """Ask which numbers one head gets."""
    words, head = draw.one_of(SENTENCES)[:3], draw.number(0, 1)
    x = draw.table(3, 4, 1, 9)
    return Question(
        ask=f"Three words of four features are split into two heads. Which two numbers "
        f"of each word does head {head} get?",
        given=[Given("x", x, words)],
        run=lambda split: split(real(x), 2)[head],
        labels=[f"{word}, {which}" for word in words for which in ("first", "second")],
    )


def a_word_again(draw: Draw) -> Question:
    """Ask for one row after the heads are joined."""
    words, word = draw.one_of(SENTENCES)[:3], draw.number(0, 2)
    numbers = draw.row(12, 1, 30)
    heads = [
        [numbers[6 * h + 2 * t : 6 * h + 2 * t + 2] for t in range(3)] for h in (0, 1)
    ]
    return Question(
        ask=f"Two heads have computed two numbers for each word. `merge_heads` joins "
        f"them: which row does *{words[word]}* get?",
        given=[Given(f"head {h}", heads[h], words) for h in (0, 1)],
        run=lambda merge: merge(real(heads))[word],
        labels=("1st", "2nd", "3rd", "4th"),
    )


def joined_wrongly(draw: Draw) -> Question:
    """Show the joined table as it should be, and as it is."""
    question = a_word_again(draw)
    heads = real([given.values for given in question.given])
    return Question(
        ask="The same two heads are joined, and the table is not what it should be.",
        given=question.given,
        run=lambda merge: merge(heads),
        labels=question.given[0].rows,
        columns=range(4),
    )


def shape_of_the_weights(draw: Draw) -> Question:
    """Ask for the shapes that the layer gives."""
    batch, words, heads, width = draw.several([2, 3, 4, 5, 6, 7], 4)
    x = torch.zeros(batch, words, heads * width)

    matrices = [torch.zeros(heads * width, heads * width)] * 4

    def run(multi_head):
        output, weights = multi_head(x, *matrices, heads)
        return [output.shape, weights.shape]

    return Question(
        ask=f"`layer = MultiHeadAttention({heads * width}, {heads})` gets `x` of shape "
        f"{tuple(x.shape)}. What shapes do its output and its weights have?",
        given=[],
        run=run,
        labels=("output", "weights"),
    )


def layer_with_numbers(draw: Draw) -> Question:
    """Run the layer with distinct numbers, so that its lines can be told apart."""
    generator = torch.Generator().manual_seed(draw.number(0, 10**6))
    x = torch.randn(3, 4, generator=generator)
    parts = torch.randn(4, 4, 4, generator=generator)
    mask = torch.ones(3, 3, dtype=torch.bool).tril()

    def run(kind):
        layer = kind(4, 2)
        names = (layer.query, layer.key, layer.value, layer.output)
        for part, weight in zip(names, parts, strict=True):
            part.weight.data = weight.clone()
        output, weights = layer(x, mask)
        return torch.cat([output.flatten(), weights.flatten()])

    return Question(
        ask=IN_ORDER.format("forward"),
        given=[],
        run=run,
        labels=[""] * 30,
    )


EXERCISES = (
    Exercise(
        "split-shape",
        "shape",
        "Shape and strides of the heads",
        SPLIT,
        shape_of_the_heads,
        "What is the shape after `view`, before the two axes change places? Strides "
        "change places with their axes.",
    ),
    Exercise(
        "split-numbers",
        "numbers",
        "The numbers of a head",
        SPLIT,
        rows_of_a_head,
        "A head has its own columns, of every word.",
    ),
    Exercise(
        "merge",
        "numbers",
        "A word is joined again",
        MERGE,
        a_word_again,
        "A word’s row has what the first head found for it, then what the second did.",
    ),
    Exercise(
        "layer-shapes",
        "shape",
        "What the layer gives",
        FUNCTION,
        shape_of_the_weights,
        "Each head has a table of weights of its own, for each text of the batch.",
    ),
    Exercise(
        "lines",
        "order",
        "The lines of the layer",
        LAYER,
        layer_with_numbers,
        "Three lines need `x` alone.",
        of="forward",
    ),
    Exercise("find", "find", "Joined wrongly", MERGE, joined_wrongly),
)
