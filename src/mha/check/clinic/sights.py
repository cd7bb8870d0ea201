"""Properties of who sees whom: other words, no later ones, none that a mask hides."""

import torch
from torch import nn

from mha.check.clinic.exam import Exam, Skip
from mha.check.clinic.influence import mixes
from mha.check.clinic.textbook import fault_called


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
        name = "The mask hides what may be seen"
        exam.faults.append(fault_called(name, "attend"))
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
        return f"By its {one.wrong[0]}, other keys are hidden than should be."
    exam.notes.append(f"What its `{one.name}` hides could not be found.")
    return None
