"""Properties that any attention has, however it is called and written."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from mha.check.clinic.copies import is_of_places
from mha.check.clinic.exam import Exam, Skip
from mha.check.clinic.facts import matrices, role
from mha.check.clinic.others import asks_the_other_text, kept_as_all_at_once
from mha.check.clinic.patient import far, mixes, mixes_texts
from mha.check.clinic.textbook import faults_of
from mha.check.clinic.ways_back import gradients_arrive
from mha.check.common import shown, wrong_row
from mha.check.fault import listing
from mha.check.guard import Stumble, call


@dataclass(frozen=True)
class Sign:
    """A property, and the page that is about it.

    Attributes:
        told: a plain sentence.
        page: of the book.
        find: what is found against it; None where it holds.
    """

    told: str
    page: str
    find: Callable[[Exam], str | None]


def leaves_its_input(exam: Exam) -> str | None:
    """Say whether it writes into the words that it is given."""
    try:
        call(exam.patient.run, exam.patient.text)
    except Stumble as stumble:
        if stumble.kind.startswith("changes"):
            return "Its input x has other numbers after the call: work on a copy."
    return None


def same_again(exam: Exam) -> str | None:
    """Say whether a call depends on chance, or on what was asked before."""
    one = exam.patient
    first, again = one.output(one.text), one.output(one.text)
    if far(first, again).any():
        return (
            f"Called twice, after eval(), with all dropout set to a half, its first "
            f"number is {shown(first.flatten()[0])}, then {shown(again.flatten()[0])}: "
            "is there dropout that nobody switches off, or something that is kept?"
        )
    one.output(one.text.flip(1))
    if far(first, one.output(one.text)).any():
        return "After another text it gives something else for the first one."
    return None


def texts_stay_apart(exam: Exam) -> str | None:
    """Say whether a text's output depends on the texts beside it."""
    one = exam.patient
    if mixes_texts(one):
        return (
            "In a batch, one text is changed, and another text's output moves. "
            "Is the first axis the texts', and is the softmax over the keys?"
        )
    try:
        alone = one.output(one.text[:1])
    except Stumble as stumble:
        raise Skip from stumble
    together = one.output(one.text)[:1]
    off = (together - alone).abs().max()
    if not far(together, alone).any():
        return None
    return f"Alone, a text's output differs by {shown(off)} from that in a batch."


def holds_its_layers(exam: Exam) -> str | None:
    """Say whether layers or parameters stand where PyTorch does not look for them."""
    kept = {id(one) for one in (*exam.layer.modules(), *exam.layer.parameters())}
    for path, module in exam.layer.named_modules():
        for name, value in vars(module).items():
            if name.startswith("_"):
                continue
            if any(id(one) not in kept and _learns(one) for one in _inside(value)):
                faults = listing("heads_in_a_loop", "HeadsInALoop").faults
                exam.faults.append(faults[0])
                where = f"{path}.{name}".strip(".")
                return f"What its `{where}` holds is not among its parameters."
    return None


def _inside(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for one in value:
            yield from _inside(one)
    yield value


def _learns(one: object) -> bool:
    if isinstance(one, nn.Module):
        return next(one.parameters(), None) is not None
    return isinstance(one, Tensor) and one.requires_grad


def words_meet(exam: Exam) -> str | None:
    """Say whether any word reads another one."""
    if mixes(exam.seen):
        return None
    return (
        "A word is changed, and no other word's output moves: along which axis does "
        "it attend?"
    )


def nobody_looks_ahead(exam: Exam) -> str | None:
    """Say whether a later word moves an earlier output, where that must not be."""
    seen, words = exam.seen, len(exam.seen)
    if not exam.claim and (not mixes(seen) or torch.equal(seen, seen.mT)):
        raise Skip  # it looks both ways, on purpose
    ahead = (seen & ~torch.ones_like(seen).tril()).nonzero().tolist()
    if not ahead:
        return None
    if not exam.name_by_looks() and not exam.claim:
        exam.notes.append("Its words see each other in a pattern of its own.")
        raise Skip
    told = "Of {0} words, number {2} is changed, and the output of number {1} moves."
    by = f" It claims to hide the future, by {exam.claim}." if exam.claim else ""
    return told.format(words, *ahead[0]) + by


def hidden_is_hidden(exam: Exam) -> str | None:
    """Say whether masks hide what they should."""
    if not exam.maskings:
        raise Skip
    for one in exam.maskings:
        if not (one.right or one.odd):
            exam.notes.append(
                f"No mask could be handed over as `{one.name}`. {one.told}"
            )
        elif one.odd and (found := _wrong_mask(exam, one)):
            return found
    form = exam.patient.mask
    if isinstance(exam.layer, nn.MultiheadAttention) and form and form.kind == "keep":
        exam.faults.extend(
            fault
            for fault in faults_of("attend")
            if fault.name == "The mask hides what may be seen"
        )
        return "Where `nn.MultiheadAttention` says True for hidden, here it is shown."
    if not exam.patient.mask and not exam.patient.key_mask:
        raise Skip
    return None


def _wrong_mask(exam: Exam, one) -> str | None:
    """What is wrong with a mask that hides nothing, or something else."""
    verdict = exam.comparison.verdict(one.odd) if exam.comparison else None
    if verdict and verdict.fault:
        exam.faults.append(verdict.fault)
        return verdict.differs
    if one.idle and not one.wrong:
        return f"With any mask as `{one.name}`, the output is as without one."
    if verdict and verdict.right:
        return f"By its `{one.wrong[0]}`, other keys are hidden than should be."
    exam.notes.append(f"What its `{one.name}` hides could not be found.")
    return None


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
        exam.faults.extend(one for one in faults_of("attend") if one.name == name)
    return f"Words whose numbers go up to {2 * size} give {shown(output.flatten()[0])}."


SIGNS = (
    Sign("It leaves its input as it is", "walk-back", leaves_its_input),
    Sign("After eval(), the same call gives the same", "masks-in-practice", same_again),
    Sign("The texts of a batch stay apart", "pytorch-module", texts_stay_apart),
    Sign(
        "All that learns is among its parameters", "heads-in-a-loop", holds_its_layers
    ),
    Sign("Words read other words", "queries-keys-values", words_meet),
    Sign("No word looks ahead", "hide-the-future", nobody_looks_ahead),
    Sign("What a mask hides changes nothing", "mask-conventions", hidden_is_hidden),
    Sign("Each row of weights sums to 1", "attention-by-hand", rows_are_whole),
    Sign(
        "Equal words give what one of them gives",
        "attention-by-hand",
        same_words_same_output,
    ),
    Sign("Large numbers stay finite", "softmax-and-scale", large_stays_finite),
    Sign("Queries ask the other text", "cross-attention", asks_the_other_text),
    Sign("Gradients reach every matrix", "walk-back", gradients_arrive),
    Sign("Word by word is as all at once", "keep-keys-and-values", kept_as_all_at_once),
)
