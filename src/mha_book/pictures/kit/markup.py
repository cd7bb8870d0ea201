"""SVG as nodes, and a diagram that notebooks and pages show inline."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

STYLE = Path(__file__).with_name("diagram.css").read_text(encoding="utf-8")
LEAST_WORDS = 8  # fewer cannot say what a diagram shows
LEGIBLE = 11 / 12  # drawn smaller, its 12 px text would fall below 11 px

Node = ET.Element


def node(tag: str, *children: "Node | str", **attributes: object) -> Node:
    """An SVG element; `class_` and `data_part` are written ``class``, ``data-part``."""
    made = ET.Element(tag)
    for name, value in attributes.items():
        if value is not None and value != "":
            made.set(name.rstrip("_").replace("_", "-"), _format(value))
    for child in children:
        if isinstance(child, str):
            made.text = (made.text or "") + child
        else:
            made.append(child)
    return made


def _format(value: object) -> str:
    """A number without needless digits; anything else as it is."""
    return (
        f"{value:.2f}".rstrip("0").rstrip(".")
        if isinstance(value, float)
        else str(value)
    )


def serialise(*nodes: Node) -> str:
    """Nodes as text, one after the other."""
    return "".join(ET.tostring(each, encoding="unicode") for each in nodes)


class Drawing(NamedTuple):
    """What is drawn, back to front, and the room from 0, 0 that it takes, in px."""

    shapes: Sequence[Node]
    width: float
    height: float

    def root(self, *style: Node) -> Node:
        """The drawing as an element, as wide as it may be shown."""
        return node(
            "svg",
            *style,
            *self.shapes,
            viewBox=f"0 0 {_format(float(self.width))} {_format(float(self.height))}",
            class_="mha-diagram",
            style=f"max-width: {self.width / 16:.4g}rem",
        )


@dataclass(frozen=True)
class Diagram:
    """A drawing that says in words what it shows.

    Attributes:
        alt: what a reader who cannot see it should know, in a sentence or two.
        wide: the drawing.
        narrow: the same drawn for a column, shown where the width is not to be had.
        css: rules of its own, beside those that all diagrams share.

    Raises:
        ValueError: the alternative text has fewer than eight words.
    """

    alt: str
    wide: Drawing
    narrow: Drawing | None = None
    css: str = ""

    def __post_init__(self) -> None:
        if len(self.alt.split()) < LEAST_WORDS:
            raise ValueError(
                f"alternative text {self.alt!r} has {len(self.alt.split())} words; "
                f"expected at least {LEAST_WORDS} that say what the diagram shows"
            )

    def svg(self) -> str:
        """The wide drawing as SVG, which brings its own style along."""
        root = self.wide.root(node("style", STYLE + self.css))
        root.set("xmlns", "http://www.w3.org/2000/svg")
        return serialise(_name(root, self.alt))

    def html(self) -> str:
        """What a page shows: the drawing, or the narrow one where it does not fit.

        The two are one picture with one name; whichever is not shown is not there.
        """
        if self.narrow is None:
            return self.svg()
        fits = f"mha-fits-{self.wide.width:.0f}"
        # One class more than the shared style, which comes again with each drawing.
        rule = (
            f"@container (width < {LEGIBLE * self.wide.width:.0f}px) {{"
            f".mha-diagrams.{fits} > .mha-wide {{ display: none; }}"
            f".mha-diagrams.{fits} > .mha-narrow {{ display: block; }}}}"
        )
        wide = self.wide.root(node("style", STYLE + self.css + rule))
        narrow = self.narrow.root()
        wide.set("class", "mha-diagram mha-wide")
        narrow.set("class", "mha-diagram mha-narrow")
        both = node("div", wide, narrow, class_=f"mha-diagrams {fits}")
        return serialise(_name(both, self.alt))

    def _repr_html_(self) -> str:
        """Inline, so that it takes the page's colours."""
        return self.html()


def _name(root: Node, alt: str) -> Node:
    """One picture to a screen reader, with its words."""
    root.set("role", "img")
    root.set("aria-label", alt)
    return root
