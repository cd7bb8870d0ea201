"""Properties of an average: its shares, what equal things give, and large numbers."""

from mha.check.clinic.copies import is_of_places
from mha.check.clinic.exam import Exam, Skip
from mha.check.clinic.facts import matrices, role
from mha.check.clinic.influence import far
from mha.check.clinic.textbook import fault_called
from mha.check.common import shown, wrong_row
from mha.check.guard import Stumble


def rows_are_whole(exam: Exam) -> str | None:
    """Say whether each row of weights sums to 1, under masks, too."""
    one = exam.patient
    tables = [("", one(one.text).weights)]
    for form in (one.mask, one.key_mask):
        if form:
            allowed = form.allowed(*one.text.shape[:2])
            tables.append(("Under a mask, ", one(one.text, allowed, form).weights))
    tables = [(when, table) for when, table in tables if table is not None]
    if not tables or (tables[0][1] < 0).any():  # then it is something else
        raise Skip
    if not _only_projections(exam):  # what else it learns may take a share
        raise Skip
    for when, table in tables:
        if wrong := wrong_row(table.nan_to_num(-1)):
            row, total = wrong
            return f"{when}row {row} of the weights sums to {total}.".capitalize()
    return None


def same_words_same_output(exam: Exam) -> str | None:
    """Say whether an average of equal things is that thing."""
    one = exam.patient
    if not _only_projections(exam):
        raise Skip
    x = one.text[:, :1].expand_as(one.text).contiguous()
    output = one.output(x)
    try:
        alone = one.output(x[:, :1])
    except Stumble as stumble:
        raise Skip from stumble
    off = (output - alone).abs().flatten(0, 1).amax(dim=-1)
    if not far(output, alone.expand_as(output)).any():
        return None
    return (
        f"A text has {one.words} times the same word, so its average is that of the "
        f"word alone; an output differs by {shown(off.max())}."
    )


def _only_projections(exam: Exam) -> bool:
    """Whether nothing in it learns but the matrices of attention."""
    layer = exam.layer
    if not exam.verdict.found:
        return False
    every = [name for name, *_ in matrices(layer)]
    names = [*every, *(name for name, _ in layer.named_buffers())]
    zero = (
        vars(layer).get("add_zero_attn") or getattr(layer, "bias_k", None) is not None
    )
    known = all(role(name) in ("q", "k", "v", "o", "qkv", "kv") for name in every)
    return known and not zero and not any(map(is_of_places, names))


def large_stays_finite(exam: Exam) -> str | None:
    """Say whether large numbers overflow."""
    one = exam.patient
    if not one.output(one.text).isfinite().all():
        return "On ordinary words, there are numbers in its output that are not finite."
    # A softmax bears any number; what is another kind of attention need not.
    size = 100 if exam.verdict.right else 10
    output = one.output(size * one.text)
    if output.isfinite().all():
        return None
    if exam.verdict.right:
        name = "The exponentials are taken without their largest score subtracted"
        exam.faults.append(fault_called(name, "attend"))
    return f"Words whose numbers go up to {2 * size} give {shown(output.flatten()[0])}."
