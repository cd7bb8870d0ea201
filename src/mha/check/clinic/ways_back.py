"""Where gradients go: to the words, and to every matrix."""

from dataclasses import replace

import torch
from torch import Tensor

from mha.check.clinic.copies import copied, is_of_places, random
from mha.check.clinic.exam import Exam
from mha.check.clinic.facts import role
from mha.check.guard import Stumble, call

NAMES = {
    "q": "queries",
    "k": "keys",
    "v": "values",
    "o": "output",
    "qkv": "queries, keys and values",
    "kv": "keys and values",
}


def gradients_arrive(exam: Exam) -> str | None:
    """Say what no gradient reaches."""
    try:
        words, every = call(lambda: _gradients(exam), seconds=10.0)
    except Stumble as stumble:
        return f"There is no way back. {stumble.told}"
    if not _arrives(words):
        return "The words get no gradient: is something detached, or made anew?"
    reached: dict[str, bool] = {}
    for name, gradient in every.items():
        if is_of_places(name) or name.endswith("bias") or not exam.verdict.found:
            continue  # a table of places need not be asked
        if role(name) in NAMES:
            before = reached.get(role(name), False)
            reached[role(name)] = before or _arrives(gradient)
    _tell_of_biases(exam, every)
    lost = [NAMES[one] for one, arrives in reached.items() if not arrives]
    if not lost:
        return None
    told = " and ".join(lost)
    return f"No gradient reaches the matrix of its {told}: it never learns."


def _gradients(exam: Exam) -> tuple[Tensor | None, dict[str, Tensor | None]]:
    one = replace(exam.patient, layer=copied(exam.patient.layer))
    every = dict(one.layer.named_parameters())
    with torch.enable_grad():
        x = one.text.clone().requires_grad_()
        output = one.run(x).output
        weighted = (output * random(*output.shape, seed=5)).sum()
        found = torch.autograd.grad(weighted, [x, *every.values()], allow_unused=True)
    return found[0], dict(zip(every, found[1:], strict=True))


def _arrives(gradient: Tensor | None) -> bool:
    return gradient is not None and bool((gradient != 0).any())


def _tell_of_biases(exam: Exam, every: dict[str, Tensor | None]) -> None:
    """The keys' bias moves all scores of a row alike, and so moves no weight."""
    sizes = [float(one.abs().max()) for one in every.values() if one is not None]
    for name, gradient in every.items():
        if role(name) != "k" or not name.endswith("bias") or gradient is None:
            continue
        if float(gradient.abs().max()) < 1e-5 * max(sizes, default=0.0):
            exam.notes.append(
                f"Its {name} learns nothing, and that is right: it moves all scores of "
                "a row alike (pytorch-module.html)."
            )
