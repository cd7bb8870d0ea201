"""What every explorer shares: loading its script, and its numbers without scripts."""

import html
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from mha_book import palette
from mha_book.explorers import hot_reload
from mha_book.explorers.link import link, read_in_order
from mha_book.pictures import kit

DIAGRAM_STYLE = Path(kit.__file__).with_name("diagram.css")
SHARED_STYLE = Path(__file__).parent / "shared" / "shared.css"
ENTRY, STYLE = "index.js", "style.css"  # beside each kind of explorer


def _by_day_and_night(*scales: tuple[str, ...]) -> list[list[str]]:
    return [[*shades] for shades in zip(*scales, strict=True)]


class Explorer(anywidget.AnyWidget):
    """An explorer: its inputs are traits, which a page and Python share.

    A page computes and shows all that follows from them, and sends none of it back. In
    Python the results are properties, which PyTorch computes whenever they are read.

    Attributes:
        folder: where this kind of explorer has its script and its style.
        limits: what each input may be, by its name; the script reads it too.
        label: what a screen reader calls it, where a page has two of one kind.
        name: what a shared link calls this explorer; distinct within a page.
        palette: the book's colours, for the script.

    Raises:
        TypeError: there is no input of such a name.
    """

    folder: Path
    label = traitlets.Unicode().tag(sync=True)
    name = traitlets.Unicode("explorer").tag(sync=True)
    limits = traitlets.Dict(read_only=True).tag(sync=True)
    palette = traitlets.Dict(
        {
            "query": palette.QUERY,
            "key": palette.KEY,
            "value": palette.VALUE,
            "weights": _by_day_and_night(palette.WEIGHTS, palette.WEIGHTS_NIGHT),
            "signed": _by_day_and_night(palette.SIGNED, palette.SIGNED_NIGHT),
        }
    ).tag(sync=True)

    def __init__(self, **inputs: object) -> None:
        for name in inputs:
            if not self.has_trait(name):
                own = type(self).class_own_traits(sync=True).items()
                expected = ", ".join(n for n, trait in own if not trait.read_only)
                raise TypeError(
                    f"{type(self).__name__} has no input {name!r}; "
                    f"expected some of {expected}"
                )
        super().__init__(**inputs)

    def __init_subclass__(cls, **options: object) -> None:
        """Link the script beside a kind, if any, before anywidget reads it."""
        folder = _folder_of(cls)
        # A widget makes itself a class of its own, with `_esm` as a trait: not again.
        if folder and (folder / ENTRY).is_file() and "_esm" not in vars(cls):
            cls.folder = folder
            cls._esm, cls._css = _script_and_style(folder)
        super().__init_subclass__(**options)

    def static_tables(self) -> str:
        """The numbers as HTML tables, for paper and for readers without scripts."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Add the tables, in the place where the site mounts the live explorer."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/html"] = (
            f'<div class="mha-mount" data-model-id="{self.model_id}">'
            f'<div class="mha-static">{self.static_tables()}</div></div>'
        )
        return bundle


def _script_and_style(folder: Path) -> tuple[str | Path, str | Path]:
    """As texts; while the explorer is developed, as files that follow each edit."""

    def read() -> tuple[str, str]:
        return link(folder / ENTRY), style(folder)

    if not hot_reload.is_on():
        return read()
    watched = (folder, SHARED_STYLE.parent, DIAGRAM_STYLE)
    return hot_reload.follow_edits(read, watched)


def _folder_of(kind: type) -> Path | None:
    """Where a class is written; None, if it was typed in a notebook."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return Path(file).parent if file else None


def style(*folders: Path) -> str:
    """The style that explorers and diagrams share, then what each folder adds.

    A script that uses another folder's modules needs that folder's style, too.
    """
    used = [path.parent for folder in folders for path in _modules_of(folder)]
    own = [folder / STYLE for folder in used if (folder / STYLE).is_file()]
    sheets = dict.fromkeys([SHARED_STYLE, DIAGRAM_STYLE, *own])
    return "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)


def _modules_of(folder: Path) -> list[Path]:
    """The script's modules, those that are used first, and at last its entry."""
    return list(read_in_order([folder / ENTRY]))


def format_number(number: float, decimals: int) -> str:
    """A number with this many decimals: a true minus sign, none for zero, and −∞."""
    return f"{number:z.{decimals}f}".replace("-", "−").replace("inf", "∞")


def brief_table(
    caption: str,
    columns: Iterable[str],
    heads: Iterable[str],
    rows: Iterable[Iterable[float]],
    decimals: int = 4,
) -> str:
    """An HTML table of numbers with a few decimals."""
    shown = [[format_number(number, decimals) for number in row] for row in rows]
    return html_table(caption, columns, zip(heads, shown, strict=True))


def html_table(
    caption: str,
    columns: Iterable[str],
    rows: Iterable[tuple[str, Iterable[object]]],
) -> str:
    """An HTML table with a caption, column heads, and a head for each row."""
    head = "".join(f'<th scope="col">{html.escape(c)}</th>' for c in columns)
    body = "".join(
        f'<tr><th scope="row">{html.escape(label)}</th>'
        + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells)
        + "</tr>"
        for label, cells in rows
    )
    return (
        f"<table><caption>{html.escape(caption)}</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
