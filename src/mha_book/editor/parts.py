"""What a reader writes on which page, and what it is tried on."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import torch

from mha.check.subject import Case, Subject
from mha.check.subjects import (
    attend,
    heads,
    leaks,
    many_heads,
    masks,
    one_head,
    positions,
)
from mha.check.subjects.under_mask import KEY, QUERY, VALUE
from mha_book.examples import HOW_ARE_YOU

# The words in a parameter's name that say which matrix it gets, in the cases' order.
ROLES = (
    "query queries q wq",
    "key keys k wk",
    "value values v wv",
    "output out o wo projection proj",
)


class Labels(NamedTuple):
    """What stands beside a table, and above it."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A listing that a reader writes on the page.

    Attributes:
        subject: what `mha.check` knows of it.
        asked: what is to be written, in a sentence.
        cases: the calls; else those of the subject.
        named: which arguments of a call are handed over by name.
        roles: of a class, which parameters get the matrices.
        shown: one more call, whose results are shown in tables.
        labels: for each of them, names of its rows and columns.
        map: they are drawn as the map has them; the last one is an average of x.
    """

    subject: Subject
    asked: str
    cases: tuple[Case, ...] = ()
    named: Callable[[tuple[Any, ...]], dict[str, Any]] = field(default=lambda args: {})
    roles: tuple[str, ...] = ()
    shown: Case | None = None
    labels: tuple[Labels, ...] = ()
    map: bool = False

    @property
    def name(self) -> str:
        """What is written."""
        return self.subject.name

    def tried(self) -> Subject:
        """The subject, with the cases of this page."""
        return replace(self.subject, cases=self.cases or self.subject.cases)


WORDS, X = tuple(HOW_ARE_YOU.tokens), torch.tensor(HOW_ARE_YOU.embeddings)
# Few and small: each is computed number by number.
LAYERS = tuple(many_heads.MULTI_HEAD.cases[at] for at in (0, 1, 3, 4))
LARGE = Case("large scores", (100 * QUERY, 100 * KEY, VALUE), tolerance=1e-2)
TURNED = positions.ROTATE.cases

ATTEND = Part(
    attend.SUBJECT,
    "Write `attend`. First come the scores, divided by the root of the width; where "
    "the mask is `False`, a score becomes −∞. Then come the softmax, and the average "
    "of the values.",
    cases=(*attend.SUBJECT.cases, LARGE),
    shown=Case("*how are you*", (X, X, X)),
    labels=(Labels(WORDS, ("x1", "x2")), Labels(WORDS, WORDS)),
    map=True,
)
PAGES: dict[str, tuple[Part, ...]] = {
    "attention-by-hand": (ATTEND,),
    "queries-keys-values": (
        Part(
            one_head.HEAD,
            "Write `Head`: three layers without a bias, each `head_dim` wide, make "
            "queries, keys and values, and one call of `attend` does the rest. "
            "`attend` is there already.",
            roles=ROLES[:3],
            shown=Case("*the cat sat*", (one_head.CAT, *one_head.FINDS, 2)),
            labels=(
                Labels(("the", "cat", "sat"), ("alive", "article")),
                Labels(("the", "cat", "sat"), ("the", "cat", "sat")),
            ),
        ),
    ),
    "batched-products": (
        Part(
            leaks.MOVED,
            "Write `moved`: run the layer on both texts. For each word, it gives the "
            "largest difference among the numbers of its output, without the sign.",
        ),
    ),
    "heads-in-a-loop": (
        Part(
            many_heads.HEADS_IN_A_LOOP,
            "Write `HeadsInALoop`: as many heads as asked for, each as wide as its "
            "share. Their outputs side by side go through one more layer, and their "
            "weights are stacked. `Head` is there already.",
            cases=LAYERS,
            roles=ROLES,
        ),
    ),
    "heads-in-one-product": (
        Part(
            heads.SPLIT,
            "Write `split_heads`: the columns are cut into heads, and the heads come "
            "before the words.",
        ),
        Part(
            heads.MERGE,
            "Write `merge_heads`, the way back: the heads stand side by side again.",
        ),
        Part(
            many_heads.MULTI_HEAD_ATTENTION,
            "Write `MultiHeadAttention`: three layers, whose results are split, one "
            "call of `attend`, and a last layer. What you wrote above is there "
            "already, as the book has it.",
            cases=LAYERS,
            roles=ROLES,
        ),
    ),
    "hide-the-future": (
        Part(
            masks.CAUSAL,
            "Write `causal_mask`: a table that is `True` where a word may look, at "
            "itself and at what comes before.",
        ),
    ),
    "tell-the-order": (
        Part(
            positions.SINUSOIDS,
            "Write `sinusoids`: a row for each position, sine and cosine side by side. "
            "`angles` is there already.",
        ),
        Part(
            positions.ROTATE,
            "Write `rotate`: each pair of numbers that stand half a row apart turns by "
            "the angle of its position. `angles` is there already.",
            cases=(
                *TURNED[:3],
                replace(TURNED[4], args=(TURNED[4].args[0], 0, 100.0)),
                TURNED[5],
            ),
            named=lambda args: {"base": args[2]} if len(args) > 2 else {},
        ),
    ),
}
