"""SVG as nodes, and a diagram that notebooks and pages show inline."""

import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

STYLE = Path(__file__).with_name("diagram.css").read_text(encoding="utf-8")
LEAST_WORDS = 8  # fewer cannot say what a diagram shows

Node = ET.Element


def node(tag: str, *children: "Node | str", **attributes: object) -> Node:
    """An SVG element; `class_` and `data_part` are written ``class``, ``data-part``."""
    made = ET.Element(tag)
    for name, value in attributes.items():
        if value is not None and value != "":
            made.set(name.rstrip("_").replace("_", "-"), _written(value))
    for child in children:
        if isinstance(child, str):
            made.text = (made.text or "") + child
        else:
            made.append(child)
    return made


def _written(value: object) -> str:
    """A number without needless digits; anything else as it is."""
    return (
        f"{value:.2f}".rstrip("0").rstrip(".")
        if isinstance(value, float)
        else str(value)
    )


def serialised(nodes: Iterable[Node]) -> str:
    """Nodes as text, for a drawing that a script completes."""
    return "".join(ET.tostring(each, encoding="unicode") for each in nodes)


@dataclass(frozen=True)
class Diagram:
    """A drawing that says in words what it shows.

    Attributes:
        shapes: what is drawn, back to front.
        width, height: of the drawing, in its own pixels.
        alt: what a reader who cannot see it should know, in a sentence or two.
        css: rules of its own, beside those that all diagrams share.

    Raises:
        ValueError: the alternative text has fewer than eight words.
    """

    shapes: tuple[Node, ...]
    width: float
    height: float
    alt: str
    css: str = ""

    def __post_init__(self) -> None:
        if len(self.alt.split()) < LEAST_WORDS:
            raise ValueError(
                f"alternative text {self.alt!r} has {len(self.alt.split())} words; "
                f"expected at least {LEAST_WORDS} that say what the diagram shows"
            )

    def svg(self) -> str:
        """The drawing as SVG, which brings its own style along."""
        root = node(
            "svg",
            node("style", STYLE + self.css),
            *self.shapes,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_written(float(self.width))} {_written(float(self.height))}",
            class_="mha-diagram",
            style=f"max-width: {self.width / 16:.4g}rem",
            role="img",
            aria_label=self.alt,
        )
        return ET.tostring(root, encoding="unicode")

    def _repr_html_(self) -> str:
        """Inline, so that it takes the page's colours."""
        return self.svg()
