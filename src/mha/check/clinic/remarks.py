"""What is no mistake in a layer, and worth knowing before it surprises somebody."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from mha.check.clinic.copies import copied
from mha.check.clinic.exam import Exam
from mha.check.clinic.facts import number
from mha.check.clinic.influence import far
from mha.check.guard import Stumble

Remark = Callable[[Exam], Iterator[str]]


def half_precision(exam: Exam) -> Iterator[str]:
    """Whether it runs in 16 bits under a mask."""
    one = exam.patient
    form = one.mask or one.key_mask
    if form is None or form.kind == "added":
        return
    half = replace(one, layer=copied(one.layer).half())
    allowed = form.allowed(*one.text.shape[:2])
    try:
        output = half.output(0.1 * one.text.half(), allowed, form)
    except Stumble as stumble:
        if "overflow" in stumble.told or "Half" in stumble.told:
            yield f"In float16 under a mask: {stumble.told} (masks-in-practice.html)"
        return
    if not output.isfinite().all():
        yield "In float16 under a mask, it gives NaN (masks-in-practice.html)."


def empty_rows(exam: Exam) -> Iterator[str]:
    """What a word gets that may look nowhere."""
    one = exam.patient
    if one.mask is None:
        return
    allowed = one.mask.allowed(*one.text.shape[:2]).clone()
    allowed[:, 1] = False
    output = one.output(one.text, allowed)
    if output[:, 1].isnan().any():
        yield "A word that may look nowhere gets NaN (masks-in-practice.html)."


def two_conventions(exam: Exam) -> Iterator[str]:
    """Whether True means one thing here, and another there."""
    forms = (exam.patient.mask, exam.patient.key_mask)
    if {form.kind for form in forms if form} >= {"keep", "hide"}:
        yield "True means *may look* in one of its masks, and hidden in the other."


def words_first(exam: Exam) -> Iterator[str]:
    """Whether somebody may hand over the axes in the other order."""
    if exam.patient.time_first:
        yield (
            "Whoever hands it (B, T, E) lets texts attend to each other, and gets the "
            "right shape (pytorch-module.html). Is it meant so? --layout batch says no."
        )


def heads_unknown(exam: Exam) -> Iterator[str]:
    """Whether its number of heads could not be read."""
    if exam.patient.known.heads is None and not exam.verdict.right:
        yield "How many heads it has is not told by any of its names."


def dropout_in_training(exam: Exam) -> Iterator[str]:
    """Whether dropout that was asked for happens."""
    rate = next((one.p for one in exam.layer.modules() if hasattr(one, "p")), 0.0)
    if not isinstance(rate, float) or rate == 0 or number(exam.layer, ["p"]):
        return
    training = replace(exam.patient, layer=copied(exam.patient.layer).train())
    one, two = (training.output(exam.patient.text) for _ in range(2))
    if not far(one, two).any():
        yield f"In train(), its dropout of {rate:g} changes nothing."


REMARKS: tuple[Remark, ...] = (
    half_precision,
    empty_rows,
    two_conventions,
    words_first,
    heads_unknown,
    dropout_in_training,
)
