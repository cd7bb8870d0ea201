"""Numbers and sentences as they are written for a reader."""

from html import escape

from torch import Tensor

from mha.check.common import agree, far_from, shown


def paragraph(head: str, text: str, face: str = "") -> str:
    """One thing to say, its heading in bold, columns of numbers as they stand.

    Args:
        head: its heading.
        text: what is said; from its second line on columns of numbers.
        face: its class, where a page shows it in a way of its own.
    """
    first, *rest = text.split("\n")
    table = f"<pre>{escape(chr(10).join(rest))}</pre>" if rest else ""
    named = f' class="{face}"' if face else ""
    return f"<p{named}><strong>{escape(head)}</strong> {escape(first)}</p>{table}"


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
    first = f"    ({which} of shape {tuple(value.shape)})"
    lines = ["    " + "  ".join(f"{shown(one):>7}" for one in row[:7]) for row in table]
    return [first, *lines] if value.dim() > 2 else lines
