"""What every explorer shares: loading its script, and its numbers without scripts."""

import html
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

import anywidget
import traitlets

from mha import palette

JS = Path(__file__).parent / "js"
# Needs no escape in a data: URL inside a string. An import inside an import is escaped
# again, so each escape that is spared is spared many times over.
PLAIN = " !$&'()*+,-./:;<=>?@[]^_`{|}~"
STYLE = (JS / "explorer.css").read_text(encoding="utf-8")


def load_module(name: str) -> str:
    """Read an ES module of `js/`, its ``./x.js`` imports inlined as data: URLs.

    A data: URL needs no server, so the same text runs from http, from a file and
    in JupyterLab, and the sources stay plain modules with no bundler.
    """

    def inline(match: re.Match[str]) -> str:
        source = load_module(match["name"])
        return f'from "data:text/javascript;charset=utf-8,{quote(source, safe=PLAIN)}"'

    source = (JS / name).read_text(encoding="utf-8")
    return re.sub(r'from "\./(?P<name>[\w-]+\.js)"', inline, source)


class Explorer(anywidget.AnyWidget):
    """An explorer: inputs and results are traits, the work is done in JavaScript.

    Attributes:
        name: what a shared link calls this explorer; distinct within a page.
        palette: the book's colours, for the script.
    """

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

    def static_tables(self) -> str:
        """The numbers as HTML tables, for paper and for readers without scripts."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: object) -> object:
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
