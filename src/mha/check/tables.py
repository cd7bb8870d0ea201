"""Numbers and sentences as they are written for a reader."""

from html import escape
from textwrap import dedent

from torch import Tensor

from mha.check.common import agree, far_from, shown


def paragraph(head: str, text: str, face: str = "") -> str:
    """One thing to say, its heading in bold.

    Args:
        head: its heading.
        text: what is said.
        face: its class, where a page shows it in a way of its own.
    """
    named = f' class="{face}"' if face else ""
    return f"<p{named}><strong>{escape(head)}</strong> {escape(text)}</p>"


def beside(name: str, found: list[str], wanted: list[str]) -> str:
    """What was found, and beside it what was expected, where there is room."""
    named = ((f"{name}, found", found), (f"{name}, expected", wanted))
    return f"<dl>{''.join(_table(*one) for one in named)}</dl>"


def _table(name: str, lines: list[str]) -> str:
    numbers = escape(dedent("\n".join(lines)))
    return f"<div><dt>{escape(name)}</dt><dd><pre>{numbers}</pre></dd></div>"


def indented(lines: list[str]) -> list[str]:
    """Put rows below what names them."""
    return [f"    {line}" for line in lines]


def first_apart(found: Tensor, wanted: Tensor, tolerance: float) -> tuple[int, ...]:
    """Say which of many tables is the first that differs; the first where none does."""
    axes = max(0, wanted.dim() - 2)
    if found.shape != wanted.shape or not axes or agree(found, wanted, tolerance):
        return (0,) * axes
    return far_from(found, wanted, tolerance)[:axes]


def rows(value: Tensor, at: tuple[int, ...] = ()) -> list[str]:
    """Write a tensor row by row; of many tables the one at a place, and five rows."""
    many = value.dim() > 2
    at = at if len(at) == value.dim() - 2 else (0,) * (value.dim() - 2)
    table = value[at] if many else value
    table = table.reshape(-1, table.shape[-1])[:5] if table.dim() else table.view(1, 1)
    which = (
        f"table {list(at)}, the first that differs," if any(at) else "the first table"
    )
    first = f"({which} of shape {tuple(value.shape)})"
    lines = ["  ".join(f"{shown(one):>7}" for one in row[:7]) for row in table]
    return [first, *lines] if value.dim() > 2 else lines
