"""One call of a layer, beside what a formula makes of the same."""

import warnings
from dataclasses import dataclass

from torch import Tensor

from mha.check.clinic.results import Result
from mha.check.clinic.textbook import Book
from mha.check.common import close, far_from, shown


@dataclass(frozen=True)
class Call:
    """One call of a layer.

    Attributes:
        told: to be read after "on".
        x: (B, T, E).
        asked: the mask that was handed over, (B, T, T), True = may look; or None.
        meant: (T, T), who may look where without one.
        result: what the layer gave, its biases being 0.
    """

    told: str
    x: Tensor
    asked: Tensor | None
    meant: Tensor
    result: Result

    @property
    def allowed(self) -> Tensor | None:
        """(B, 1, T, T), or None where everybody may look everywhere."""
        within = self.meant if self.asked is None else self.asked & self.meant
        return None if within.all() else within.expand(len(self.x), -1, -1)[:, None]


def safe(book: Book, each: Call) -> Result | None:
    """Give what a formula makes of a call, if it bears its shapes."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return book(each.x.clone(), each.allowed)
    except (RuntimeError, ValueError, IndexError, TypeError):  # odd shapes
        return None


def same(each: Call, book: Book, strict: bool) -> bool:
    """Say whether a layer gave what somebody's formula gives; its weights, too."""
    wanted = safe(book, each)
    if wanted is None or wanted.output.shape != each.result.output.shape:
        return False
    if not near(each.result.output, wanted.output):
        return False
    found = each.result.weights
    if found is None or not strict:
        return True
    if wanted.weights is None:
        return False
    tables = [wanted.weights]
    if found.dim() == 3 and wanted.weights.dim() == 4:
        tables.append(wanted.weights.mean(dim=1))
    return any(one.shape == found.shape and near(found, one) for one in tables)


def near(found: Tensor, wanted: Tensor) -> bool:
    """Say whether numbers are the same, but for rounding at their size."""
    size = 1 + float(wanted.nan_to_num(0, 0, 0).abs().max())
    return close(found / size, wanted / size, 1e-4)


def first_apart(each: Call, wanted: Result) -> str:
    """Tell the first number of a call that is not the textbook's."""
    place = far_from(each.result.output, wanted.output, 1e-3)
    numbers = (shown(one.output[place]) for one in (each.result, wanted))
    found, right = numbers
    return (
        f"On {each.told}, its biases being 0, its output at {list(place)} is {found}; "
        f"with its own matrices the textbook has {right}."
    )
