"""`attend`: an average of the values, weighted by how well queries and keys fit."""

from dataclasses import replace

import torch
from torch import Tensor

from mha.check.common import unlike_alone, wrong_row
from mha.check.forms import Form, batched
from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Subject, Tried
from mha.check.subjects.under_mask import KEY, MASK, PROBES, QUERY, VALUE

TEXTS = (
    distinct(2, 3, 7),
    distinct(2, 5, 7, start=50),
    distinct(2, 5, 11, start=99),
)


def _rows_sum_to_one(tried: Tried) -> str | None:
    off = wrong_row(tried(QUERY, KEY, VALUE)[1])
    return "Row {} of the weights sums to {}.".format(*off) if off else None


def _no_negative_weight(tried: Tried) -> str | None:
    _, weights = tried(QUERY, KEY, VALUE)
    if (weights >= 0).all():
        return None
    return f"The smallest weight is {weights.min():.4g}."


def _averages_the_values(tried: Tried) -> str | None:
    output, weights = tried(QUERY, KEY, VALUE)
    average = weights @ VALUE
    if torch.allclose(output, average, atol=1e-4):
        return None
    return (
        f"The first number of the output is {output[0, 0]:.4g}; with your weights the "
        f"average of the values is {average[0, 0]:.4g}."
    )


def _better_fit_counts_more(tried: Tried) -> str | None:
    query, key = (
        torch.tensor([[1.0, 0.0]]),
        torch.tensor([[1.0, 0.0], [0.0, 1.0], [2.0, 5.0]]),
    )
    _, weights = tried(query, key, torch.tensor([[1.0], [2.0], [4.0]]))
    row = weights[0]
    if row[2] > row[0] > row[1]:
        return None
    listed = ", ".join(f"{one:.4g}" for one in row)
    return (
        "The query (1, 0) has the scores 1, 0 and 2 with three keys, and their "
        f"weights are {listed}."
    )


def _scale(tried: Tried, width: int, keys: int = 2) -> Tensor:
    """Find by what the scores are multiplied, from the ratio of two weights."""
    query, key = torch.zeros(1, width), torch.zeros(keys, width)
    query[0, 0], key[0, 0] = 1.0, 1.0  # the scores are 1, 0, 0 …
    _, weights = tried(query, key, distinct(keys, 3))
    return (weights[0, 0] / weights[0, 1]).log()


def _divides_by_the_root_of_the_width(tried: Tried) -> str | None:
    for width in (4, 16, 7):
        found, wanted = _scale(tried, width), width**-0.5
        if abs(found - wanted) > 1e-3:
            return (
                f"With queries of width {width}, a score of 1 counts as {found:.4g}; "
                f"expected 1/√{width} = {wanted:.4g}."
            )
    return None


def _alone_as_in_a_batch(tried: Tried) -> str | None:
    batch = [
        distinct(2, *one.shape, start=300 + one.numel()) for one in (QUERY, KEY, VALUE)
    ]
    together = tried(*batch)[0]
    alone = tried(*(one[0] for one in batch))[0]
    moved = (together[0] - alone).abs().max()
    if moved < 1e-4:
        return None
    return (
        f"In a batch of two texts the first one's output differs by {moved:.4g} "
        "from what it is alone."
    )


def _one_mask_serves_all(tried: Tried) -> str | None:
    return unlike_alone(lambda *mask: tried(*TEXTS, *mask), MASK)


def _large_scores_stay_finite(tried: Tried) -> str | None:
    output, _ = tried(100 * QUERY, 100 * KEY, VALUE)
    if output.isfinite().all():
        return None
    return f"Queries and keys times 100 give {output[0, 0]:.4g}."


def _takes_a_text_alone(tried: Tried) -> str:
    return (
        "It takes texts in exactly one batch axis. Pages 1 and 2 hand it a text "
        "without, and page 5 heads in a batch, which are two; `...`, `-1`, `-2` and "
        "`.mT` count axes from the right, however many there are."
    )


def _in_a_batch_only(*axes: int) -> Form:
    """The form that names mistakes where only a batch is taken, and is not enough."""
    form, alone = batched(*axes), Probe("It takes a text alone", _takes_a_text_alone)
    return lambda subject: replace(
        form(subject), probes=(alone, *subject.probes), notes=subject.notes
    )


SUBJECT = Subject(
    name="attend",
    page="attention-by-hand",
    results=("output", "weights"),
    cases=(
        Case(
            "one query and two keys",
            (
                torch.tensor([[1.0, 2.0]]),
                torch.tensor([[1.0, 0.0], [0.0, 1.0]]),
                torch.tensor([[10.0], [20.0]]),
            ),
        ),
        Case(
            "two queries and two keys",
            (
                torch.tensor([[1.0, 0.0], [0.0, 2.0]]),
                torch.tensor([[1.0, 3.0], [0.0, 1.0]]),
                torch.tensor([[10.0], [20.0]]),
            ),
        ),
        Case(
            "a mask",
            (
                QUERY[:2, :2],
                KEY[:3, :2],
                VALUE[:3, :1],
                torch.tensor([[True, True, False], [True, False, True]]),
            ),
        ),
        Case("three queries and five keys", (QUERY, KEY, VALUE)),
        Case("three queries and five keys under a mask", (QUERY, KEY, VALUE, MASK)),
        Case("a batch of two texts", TEXTS, may_stumble=True),
        Case("a batch of two texts under a mask", (*TEXTS, MASK), may_stumble=True),
        Case(
            "a batch of two texts of 2 and 4 words",
            (
                *TEXTS,
                (torch.arange(5) < torch.tensor([[2], [4]]))[:, None],
            ),
            may_stumble=True,
        ),
        Case(
            "two texts in three heads",
            (
                distinct(2, 3, 5, 7),
                distinct(2, 3, 5, 7, start=50),
                distinct(2, 3, 5, 11, start=99),
            ),
            may_stumble=True,
        ),
        Case(
            "half precision under a mask",
            (QUERY.half(), KEY.half(), VALUE.half(), MASK),
            may_stumble=True,
            tolerance=1e-2,
        ),
    ),
    probes=(
        Probe("Each row of weights sums to 1", _rows_sum_to_one),
        Probe("No weight is negative", _no_negative_weight),
        Probe("A key that fits better counts more", _better_fit_counts_more),
        Probe(
            "Scores are divided by the root of the queries' width",
            _divides_by_the_root_of_the_width,
        ),
        Probe(
            "The output is the average of the values, with these weights",
            _averages_the_values,
        ),
        *PROBES,
        Probe("One mask serves all texts of a batch", _one_mask_serves_all),
        Probe("Large scores stay finite", _large_scores_stay_finite),
        Probe(
            "A text alone gives what it gives in a batch", _alone_as_in_a_batch, True
        ),
    ),
    forms=((_in_a_batch_only(3, 3, 3), _in_a_batch_only(3, 3, 3, 3)),),
)
