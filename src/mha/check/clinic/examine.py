"""A layer is examined: every property is asked, and what was found is told."""

import contextlib

import torch
from torch import nn

from mha.check.clinic.exam import Exam, Skip, Wish
from mha.check.clinic.health import Finding, Health
from mha.check.clinic.patient import Uncallable
from mha.check.clinic.remarks import REMARKS
from mha.check.clinic.signs import SIGNS, Sign
from mha.check.fault import Fault
from mha.check.guard import Stumble
from mha.check.subject import Subject

NUMBERS = "Its numbers are those of no known mistake"


def examine(layer: nn.Module, wish: Wish | None = None, **space: object) -> Health:
    """Examine one layer, as it is.

    Args:
        layer: any module of attention.
        wish: what is known of it.
        space: names that a call of one's own may use.
    """
    subject = _subject(layer)
    exam = Exam(layer, wish or Wish(), dict(space))
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        try:
            exam.patient  # noqa: B018
        except Uncallable as refusal:
            found = "No way to call it was found."
            return Health(
                subject, found=found, unjudged=True, tried=tuple(refusal.tried)
            )
        except Stumble as stumble:
            return Health(subject, found=stumble.told, unjudged=True)
        return _examined(subject, exam)


def _subject(layer: nn.Module) -> Subject:
    return Subject(
        name=type(layer).__name__,
        page="heads-in-one-product",
        results=("output", "weights"),
        cases=(),
        probes=(),
        catalogue="multi_head",
    )


def _examined(subject: Subject, exam: Exam) -> Health:
    right, findings = [], []
    for sign in SIGNS:
        try:
            found = _ask(sign, exam)
        except Skip:
            continue
        if found:
            findings.append(Finding(sign.told, found, sign.page))
        else:
            right.append(sign.told)
    findings += _by_its_numbers(exam)
    if exam.verdict.found and not findings:
        right.append(NUMBERS)
    for remark in REMARKS:
        with contextlib.suppress(Exception):  # it may give anything
            exam.notes.extend(remark(exam))
    first = findings[0] if findings else None
    return Health(
        subject,
        right=right,
        fails=first.told if first else "",
        found=first.found if first else None,
        faults=tuple(dict.fromkeys(exam.faults))[:2],
        notes=tuple(dict.fromkeys(exam.notes)),
        assumed=tuple(exam.assumed()),
        findings=tuple(findings),
    )


def _ask(sign: Sign, exam: Exam) -> str | None:
    """What is found against a property; where it could not be looked at, a note."""
    try:
        return sign.find(exam)
    except Skip:
        raise
    except Exception as error:  # it may give anything
        told = error.told if isinstance(error, Stumble) else f"{error}"
        exam.notes.append(f"“{sign.told}” could not be looked at: {told}")
        raise Skip from error


def _by_its_numbers(exam: Exam) -> list[Finding]:
    verdict = exam.verdict
    exam.notes.extend(verdict.notes)
    if verdict.fault:
        exam.faults.insert(0, verdict.fault)
        return [Finding(NUMBERS, verdict.differs, page_of(verdict.fault))]
    if not verdict.found:
        exam.notes.append(
            "Its matrices could not be told by their names, so its numbers were not "
            "compared with the textbook's: properties alone were looked at."
        )
    elif not verdict.right and not exam.faults:
        exam.notes.append(
            f"Its numbers are not the textbook's, nor those of a known mistake. "
            f"{verdict.differs} It may be meant so."
        )
    return []


def page_of(fault: Fault) -> str:
    """Name the page that is about a mistake in a layer's numbers."""
    name = fault.name.lower()
    if "mask" in name or "hidden" in name:
        return "hide-the-future"
    if "divided" in name or "softmax" in name or "root" in name:
        return "softmax-and-scale"
    return "share-keys-and-values" if "repeat" in name else "heads-in-one-product"
