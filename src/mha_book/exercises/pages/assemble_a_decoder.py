"""Exercises of the page on the decoder."""

import torch

from mha.check.fault import listing
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import IN_ORDER, SENTENCES, own, real
from mha_book.exercises.pages.transformer_block import PAIRS

DECODER = listing("decoder", "Decoder")
PARAMETERS = own("decoder_parameters")
# Faults that move the loss a little, and nothing else that is measured here.
BY_THE_LOSS_ALONE = (
    "The last norm is left out",
    "Each block reads the embeddings",
    "Chances come out, and not logits",
)


def shapes(draw: Draw) -> Question:
    """Ask for the shapes that a decoder gives."""
    batch, words, heads, layers = draw.several([2, 3, 4, 5, 6, 7], 4)
    width, vocab = heads * draw.number(2, 3), draw.number(8, 20)
    ids = torch.zeros(batch, words, dtype=torch.long)

    def run(kind):
        logits, weights = kind(vocab, width, heads, 8, layers)(ids)
        return [logits.shape, torch.stack(list(weights)).shape]

    return Question(
        ask=f"A decoder knows {vocab} tokens and has {layers} layers of {heads} heads, "
        f"{width} numbers wide. It reads ids of shape ({batch}, {words}). What shapes "
        "do the logits have, and all tables of weights stacked?",
        given=[],
        run=run,
        labels=("logits", "weights"),
    )


def straight_out(draw: Draw) -> Question:
    """Ask for the logits of a decoder without blocks."""
    words, rows = draw.one_of(SENTENCES)[:3], draw.several(PAIRS, 3)
    place = draw.number(0, 2)

    def run(kind):
        decoder = kind(3, 2, 1, 2, 0)
        decoder.embedding.weight.data = real(rows)
        return decoder(torch.tensor([[place]]))[0].flatten()

    return Question(
        ask=f"A decoder without any block: *{words[place]}* goes in, and through the "
        "last norm straight out again, by the same table. Which logit does each word "
        "get?",
        given=[Given("embedding", rows, words)],
        run=run,
        labels=words,
    )


def parameters(draw: Draw) -> Question:
    """Ask for the number of parameters."""
    vocab, width = draw.one_of([10, 20, 50]), draw.one_of([4, 6, 8, 10])
    layers = draw.number(2, 5)
    return Question(
        ask=f"A decoder knows {vocab} tokens and is {width} wide; its MLPs are "
        f"{2 * width} wide inside, and it has {layers} layers. Without biases: how "
        "many parameters does one block have, and how many the whole decoder?",
        given=[],
        run=lambda count: [float(n) for n in count(vocab, width, 2 * width, layers)],
        labels=("one block", "decoder"),
    )


def _decoder(kind, vocab: int, seed: int):
    """A small decoder with weights that are not all tiny."""
    torch.manual_seed(seed)
    decoder = kind(vocab, 8, 2, 8, 2)
    return decoder, torch.randint(vocab, (1, 6))


def lines(draw: Draw) -> Question:
    """Run a decoder of two layers."""
    seed = draw.number(0, 10**6)

    def run(kind):
        decoder, ids = _decoder(kind, 5, seed)
        logits, weights = decoder(ids)
        return torch.cat([10 * logits.flatten(), torch.stack(weights).flatten()])

    return Question(ask=IN_ORDER.format("forward"), given=[], run=run, labels=[""])


def properties(draw: Draw) -> Question:
    """Show what one can measure from outside."""
    seed, vocab = draw.number(0, 10**6), draw.one_of([20, 50, 85])

    def run(kind):
        decoder, ids = _decoder(kind, vocab, seed)
        logits, weights = decoder(ids)
        other = decoder(torch.cat([ids[:, :-1], (ids[:, -1:] + 1) % vocab], dim=1))[0]
        moved = (other - logits)[:, :-1].abs().max()
        loss = torch.nn.functional.cross_entropy(logits[0, :-1], ids[0, 1:])
        count = sum(one.numel() for one in decoder.parameters())
        return [float(moved > 1e-6), loss, float(count), float(len(weights))]

    return Question(
        ask=f"Somebody’s decoder for {vocab} tokens was measured from outside. *Leaks* "
        "is 1 where a later id changes an earlier logit. The loss is that before "
        "training.",
        given=[],
        run=run,
        labels=("leaks", "loss", "parameters", "tables"),
    )


EXERCISES = (
    Exercise(
        "shapes",
        "shape",
        "In and out",
        DECODER,
        shapes,
        "A logit for every token, at every place. Each layer has its own tables.",
    ),
    Exercise(
        "logits",
        "numbers",
        "Straight out again",
        DECODER,
        straight_out,
        "The norm divides the row by 5. Then it meets each row of the table.",
        leave=("A second table for the way out",),
    ),
    Exercise(
        "parameters",
        "numbers",
        "Counting parameters",
        PARAMETERS,
        parameters,
        "A block has four matrices in its attention, three in its MLP, and two norms.",
    ),
    Exercise(
        "lines", "order", "The lines of the decoder", DECODER, lines, of="forward"
    ),
    Exercise(
        "find",
        "find",
        "Measured from outside",
        DECODER,
        properties,
        leave=BY_THE_LOSS_ALONE,
    ),
)
