"""What a cell ends with: each result with its name, its shape and its words."""

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from mha_book.display.frames import write_frame
from mha_book.display.numbers import decimals_for, write_number
from mha_book.display.tiles import Labels, write_shape, write_tensor


class Shown:
    """Results side by side: tiles in a notebook and on the page, else plain text."""

    def __init__(self, html: str, text: str) -> None:
        self._html, self._text = html, text

    def _repr_html_(self) -> str:
        return wrap(self._html)

    def __repr__(self) -> str:
        return self._text


def show(
    *tables: Any,
    words: Sequence[str] | None = None,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    axis: str = "head",
    decimals: int | None = None,
    **results: Any,
) -> Shown:
    """Show results side by side, each with its name, its shape and its words.

    Args:
        tables: of pandas.
        words: what stands beside the rows and above the columns of each tensor that
            has as many, such as HOW_ARE_YOU.tokens.
        rows, columns: where they differ from the words.
        axis: what is counted from 0 along the axis before the last two.
        decimals: of every tensor; as many as its largest number asks for, at most 4,
            when omitted, and fewer where most of its numbers are whole.
        results: tensors, arrays or numbers by their names. A name that begins with
            query, key, value or weights has this role's colour; so has W_q, or Q.

    Returns:
        what Jupyter shows, if a cell ends with it.

    Raises:
        ValueError: a tensor has more than 16 rows or columns.

    Example:
        >>> import torch
        >>> show(weights=torch.eye(2), words=("good", "morning"))
        weights (2, 2)
        tensor([[1., 0.],
                [0., 1.]])
    """
    labels = Labels(words if rows is None else rows, columns or words, axis)
    html = [write_frame(table) for table in tables]
    html += [_write(name, value, labels, decimals) for name, value in results.items()]
    text = [str(table) for table in tables]
    text += [_plain(name, value) for name, value in results.items()]
    return Shown("".join(html), "\n".join(text))


def wrap(html: str) -> str:
    """HTML with the style that it has in a notebook, too."""
    return f'<style>{_style()}</style><div class="mha-shown">{html}</div>'


@cache
def _style() -> str:
    return files("mha_book.display").joinpath("style.css").read_text("utf-8")


def _write(name: str, value: Any, labels: Labels, decimals: int | None) -> str:
    if getattr(value, "shape", ()):
        return write_tensor(name, value, labels, decimals)
    number = value.item() if hasattr(value, "item") else value
    digits = decimals_for([number]) if decimals is None else decimals
    alone = isinstance(number, bool)  # a sign stands for it in a table alone
    text = str(number) if alone else escape(write_number(number, digits))
    return f'<p class="mha-number"><code>{escape(name)}</code> = {text}</p>'


def _plain(name: str, value: Any) -> str:
    if not getattr(value, "shape", ()):
        return f"{name} = {value}"
    return f"{name} {write_shape(value.shape)}\n{value}"
