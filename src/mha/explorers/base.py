"""What every explorer shares: loading its script, and its numbers without scripts."""

import html
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from mha.explorers.link import link
from mha.figures import palette

JS = Path(__file__).parent / "js"
STYLE = (JS / "explorer.css").read_text(encoding="utf-8")


class Explorer(anywidget.AnyWidget):
    """An explorer: inputs and results are traits, the work is done in JavaScript.

    Attributes:
        script: the file in `js/` that draws this kind of explorer.
        name: what a shared link calls this explorer; distinct within a page.
        palette: the book's colours, for the script.
    """

    script: str
    _css = STYLE
    name = traitlets.Unicode("explorer").tag(sync=True)
    palette = traitlets.Dict(
        {
            "query": palette.QUERY,
            "key": palette.KEY,
            "value": palette.VALUE,
            "weights": list(palette.WEIGHTS),
            "signed": list(palette.SIGNED),
        }
    ).tag(sync=True)

    def __init_subclass__(cls, **options: object) -> None:
        """Link a kind's own script, where it has one, before anywidget reads it."""
        if "script" in vars(cls):
            cls._esm = link(JS / cls.script)
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


def check_range(what: str, rows: Iterable[Iterable[float]], limit: float) -> None:
    """Raise TraitError, which names what and the number, beyond ±limit."""
    for number in (number for row in rows for number in row):
        if not -limit <= number <= limit:
            raise traitlets.TraitError(f"{what} {number} is not within ±{limit}")


def fixed(number: float, decimals: int) -> str:
    """A number with this many decimals: a true minus sign, and none for zero."""
    return f"{number:z.{decimals}f}".replace("-", "−")


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
