"""What a step's check has found."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch

from mha.check import Diagnosis
from mha.check.judge import judge
from mha.check.subject import Subject

Space = dict[str, object]  # what a reader's file defines


@dataclass(frozen=True)
class Found:
    """Whether a step is passed.

    Attributes:
        ok: whether it is.
        told: why, in sentences, with the file's own numbers.
        diagnosis: of the part that was judged; None where several were run together.
    """

    ok: bool
    told: str
    diagnosis: Diagnosis | None = None

    def hint(self) -> str:
        """Ask the question that leads to the mistake."""
        if self.ok or self.diagnosis:
            return self.diagnosis.hint() if self.diagnosis else "Nothing is wrong."
        return "Which of your parts does this run for the first time together?"


def judged(space: Space, subject: Subject) -> Found:
    """Judge what a file has under a subject's name."""
    diagnosis = judge(space[subject.name], subject)  # type: ignore[bad-argument-type]
    beside = {"More"} if diagnosis.ok else {"More", "Note"}
    parts = [part for part in diagnosis.parts() if part[0] not in beside]
    told = "\n".join(_line(head, text) for head, text in parts)
    return Found(diagnosis.ok, told, diagnosis)


def _line(head: str, text: str) -> str:
    return f"{head} {text}" if head[0] in "✓✗?" else f"{head}: {text}".rstrip(": ")


@contextmanager
def one_thread() -> Iterator[None]:
    """For a while: products this small gain nothing from more."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
