"""A product of stacked matrices: all sheets at once, or one of them pulled out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from mha_book.pictures.kit.markup import Node, node
from mha_book.pictures.kit.numbers import format_shape
from mha_book.pictures.kit.shapes import text
from mha_book.pictures.kit.tiles import CELL, ROW, stack, tile

DX, DY = 9, 7  # px: how far the sheet behind stands to the right, and up
ABOVE = 18  # px between a product and its upper factor


@dataclass(frozen=True)
class Factors:
    """A stack, and what it is multiplied by.

    Attributes:
        left: (B, T, E).
        right: (B, E, N); or (E, N), one matrix for all sheets.
        names, letters: of the left factor, the right one and the product.
        gap: px between the left factor and the product.
    """

    left: Tensor
    right: Tensor
    names: tuple[str, str, str]
    letters: tuple[str, str, str]
    gap: float

    @property
    def shared(self) -> bool:
        """Whether one matrix serves all sheets."""
        return self.right.dim() == 2

    @property
    def product_at(self) -> float:
        """How far right of the left factor the product stands, in px."""
        return CELL * self.left.shape[-1] + self.gap

    @property
    def width(self) -> float:
        """From the left factor's left edge to the product's right one, in px."""
        return self.product_at + CELL * self.right.shape[-1]

    def sheet(self, b: int | None = None) -> list[Tensor]:
        """Both factors and the product: of a sheet, or of the whole stack."""
        both = self.left, self.right, self.left @ self.right
        return [t if b is None or t.dim() == 2 else t[b] for t in both]

    def titles(self, b: int | None) -> list[tuple[str, str]]:
        """A name and a shape for each: of a sheet, or of the whole stack."""
        named = zip(self.names, self.letters, self.sheet(b), strict=True)
        return [
            (name, format_shape(letters, t.shape))
            if b is None
            else (
                _of_sheet(name, letters, b),
                format_shape(letters.lstrip("B"), t.shape),
            )
            for name, letters, t in named
        ]


def _of_sheet(name: str, letters: str, b: int) -> str:
    if not letters.startswith("B"):
        return f"{name} again"
    return f"({name})[{b}]" if " " in name else f"{name}[{b}]"


def product_of(
    factors: Factors,
    b: int,
    words: Sequence[str],
    lit: tuple[int, int],
    *,
    stacked: bool = False,
    title: str,
) -> list[Node]:
    """A sheet's product, adjoined at 0, 0.

    Args:
        b: which sheet.
        words: T words, beside its rows.
        lit: the row and the column that are followed, and where they meet.
        stacked: draw it in front of the sheet behind, which shows its edges alone.
        title: whose sheet it is.
    """
    (i, j), values, across = lit, factors.sheet(b), factors.product_at
    top = -ABOVE - ROW * len(values[1])
    looks = [
        {"lit": [(i, k) for k in range(len(values[1]))], "row_names": words},
        {"lit": [(k, j) for k in range(len(values[1]))]},
        {"lit": [lit], "decimals": 2},
    ]
    parts = []
    for n, at in enumerate(((0, 0), (across, top), (across, 0))):
        again = factors.shared and n == 1
        look: dict[str, Any] = {"decimals": 1, "parameter": again} | looks[n]
        front = tile(0, 0, values[n].tolist(), **look)
        if again and not stacked:
            front = node("g", front, class_="mha-empty")
        behind = [_blank(values[n], dashed=again)] if stacked else []
        parts.append(stack(*at, [front, *behind], dx=DX, dy=DY))
    return [*parts, *_labels(factors, b, words, stacked, title)]


def _blank(values: Tensor, *, dashed: bool) -> Node:
    """A sheet of which only the edges are seen; dashed if it is the front one again."""
    rows, columns = values.shape
    boxes = [
        node("rect", x=j * CELL, y=i * ROW, width=CELL, height=ROW)
        for i in range(rows)
        for j in range(columns)
    ]
    return node("g", *boxes, class_=f"mha-cell{' mha-empty' * dashed}")


def _labels(
    factors: Factors, b: int, words: Sequence[str], stacked: bool, title: str
) -> list[Node]:
    """Names and shapes around a sheet, and whose it is."""
    across, right = factors.product_at, factors.right
    high = -ABOVE - ROW * right.shape[-2] - 10 - DY * stacked
    low, middle = ROW * len(words) + 15, across + CELL * right.shape[-1] / 2
    parts = []
    if not factors.shared:  # the right factor's columns are words
        for k, word in enumerate(words):
            x = across + DX * stacked + (k + 0.5) * CELL
            parts.append(text(x, high, word))
        parts.append(text(across - 9, high, "is asked", "mha-small mha-end"))
        parts.append(text(-7, -11, "asks", "mha-small mha-end"))
        high -= 18
    places = (CELL, low), (middle, high - 16), (middle, low)
    titles = factors.titles(None if stacked else b)
    for (x, y), (name, shape) in zip(places, titles, strict=True):
        parts.append(text(x, y, name, "mha-name"))
        parts.append(text(x, y + 16, shape, "mha-small"))
    return [*parts, text(-40, high - 16, title, "mha-start")]
