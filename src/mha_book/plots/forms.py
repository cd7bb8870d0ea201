"""A figure in two forms: one for a page's width, one for a phone's."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from io import BytesIO
from textwrap import fill

import matplotlib as mpl
from matplotlib.figure import Figure

from mha_book.plots.style import STYLE


@dataclass(frozen=True)
class Form:
    """How wide a figure is, in inches, and how large its text, in points."""

    name: str
    width: float
    size: float


WIDE = Form("wide", 688 / 96, 10)  # a page's text, at CSS's 96 px to an inch
NARROW = Form("narrow", 4.6, 11)  # on a phone, where it shrinks to 358 px
LARGER = 1  # the title's letters, in points
WIDTH = 0.62  # of a bold letter, in its size: what a line of the title has room for


class TwoForms(ABC):
    """What a notebook and a page show of a figure that can be drawn in both."""

    @abstractmethod
    def figure(self, form: Form = WIDE) -> Figure:
        """The figure in one of its forms."""

    def _repr_svg_(self) -> str:
        """Both forms in one file, of which the narrow one waits for its page."""
        wide, narrow = (_svg(self.figure(form), form) for form in (WIDE, NARROW))
        size = wide[: wide.index(">")]  # the file is as large as its wide form
        narrow = narrow.replace("<svg", '<svg display="none"', 1)
        return f"{size}>{wide}{narrow}</svg>".replace(' class="mha-wide"', "", 1)

    def _repr_png_(self) -> bytes:
        buffer = BytesIO()
        with mpl.rc_context(STYLE):
            self.figure().savefig(buffer, format="png", dpi=STYLE["figure.dpi"])
        return buffer.getvalue()


def in_lines(finding: str, form: Form) -> str:
    """The finding in as many lines as it needs, which are about as long."""
    room = int(form.width * 72 / (WIDTH * (form.size + LARGER)))  # letters
    lines = -(-len(finding) // room) or 1
    return fill(finding, min(room, -(-len(finding) // lines) + 6))


def _svg(figure: Figure, form: Form) -> str:
    """A figure's element, without what a file has before it."""
    buffer = BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue().decode()
    return text[text.index("<svg") :].replace(
        "<svg", f'<svg class="mha-{form.name}"', 1
    )
