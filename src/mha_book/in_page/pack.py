"""Weights as text that a script can hold: eight bits a number, and a scale a row.

A page that was opened as a file may load scripts and nothing else. So every part of a
model is a script that hands its content to `mhaPart`.
"""

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch

LARGEST = 127  # of eight bits, with the same number of steps on either side of 0


@dataclass(frozen=True, eq=False)
class Rounded:
    """A matrix in eight bits.

    Attributes:
        numbers: (rows, columns), int8.
        scales: (rows,), float32; a number times its row's scale is about what it was.
    """

    numbers: torch.Tensor
    scales: torch.Tensor

    def back(self) -> torch.Tensor:
        """(rows, columns), float32, as the page computes with it."""
        return self.numbers.float() * self.scales[:, None]

    def rows(self, first: int, end: int) -> "Rounded":
        """Some of its rows."""
        return Rounded(self.numbers[first:end], self.scales[first:end])


def round_rows(matrix: torch.Tensor) -> Rounded:
    """A matrix (rows, columns) in eight bits: each row's largest becomes ±127."""
    scales = matrix.abs().amax(dim=1).float() / LARGEST  # (rows,)
    steps = torch.where(scales > 0, scales, 1.0)
    return Rounded((matrix / steps[:, None]).round().to(torch.int8), scales)


def compare(exact: torch.Tensor, rounded: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """How far each number moved, and whether each row's largest is where it was."""
    same = exact.argmax(dim=-1) == rounded.argmax(dim=-1)
    return (exact - rounded).abs().flatten(), same.flatten()


def sum_up(found: Iterable[tuple[torch.Tensor, ...]]) -> dict[str, float]:
    """The worst and the mean move, and the share of rows whose largest stayed."""
    moved, same = (torch.cat(each) for each in zip(*found, strict=True))
    return {
        "worst": moved.max().item(),
        "mean": moved.mean().item(),
        "same": same.float().mean().item(),
    }


def packed(tensor: torch.Tensor | Rounded) -> dict[str, object]:
    """A tensor as the page unpacks it: its shape, and its bytes in base64.

    Raises:
        ValueError: a vector was rounded, or a number is not finite.
    """
    if isinstance(tensor, Rounded):
        shape, numbers = tensor.numbers.shape, _text(tensor.numbers, np.dtype("i1"))
        return {
            "shape": [*shape],
            "numbers": numbers,
            "scales": _text(tensor.scales, np.dtype("<f4")),
        }
    return {"shape": [*tensor.shape], "floats": _text(tensor, np.dtype("<f4"))}


def part_script(model: str, name: str, content: object) -> str:
    """The script that hands one part of a model to the page."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return f"mhaPart({json.dumps(model)}, {json.dumps(name)}, {text});\n"


def _text(tensor: torch.Tensor, kind: np.dtype) -> str:
    if not tensor.isfinite().all():
        raise ValueError("a number to pack is not finite")
    return base64.b64encode(tensor.numpy().astype(kind).tobytes()).decode()
