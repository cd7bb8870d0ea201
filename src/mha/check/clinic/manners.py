"""Properties of any layer: its calls keep apart, and it holds what it learns."""

from collections.abc import Iterator

from torch import Tensor, nn

from mha.check.clinic.exam import Exam, Skip
from mha.check.clinic.influence import far, mixes_texts
from mha.check.common import shown
from mha.check.fault import listing
from mha.check.guard import Stumble, call


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
