"""A prediction is worth making while nothing in sight gives its answer away.

What comes right after a prediction, up to the next words of the page, is searched for
the numbers of its answer: code, output, a picture's caption and its words for ears.
Numbers that the page has named before are no secret.
"""

import re
from collections.abc import Iterator
from typing import Any

from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from mha_book.site import private
from mha_book.site.folds import CHECKED

# 0.35; 1,024; −2.5; also 37, but no single digit, which stands anywhere.
NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+|\d(?![\w.]*\d))")
HIDES_CODE, HIDES_OUTPUT = ("input", "all"), ("output", "all")
logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    """Register the step."""
    app.add_post_transform(Unspoilt)


class Unspoilt(SphinxPostTransform):
    """Refuse a prediction whose answer stands in sight."""

    default_priority = 20  # MyST-NB has chosen among outputs, at 4; folds come at 30
    formats = ("html",)

    def run(self, **options: object) -> None:
        """Look at each prediction of this page."""
        for callout in list(self.document.findall(nodes.admonition)):
            if "predict" not in callout["classes"]:
                continue
            for number, place in spoilers(callout):
                logger.warning(
                    "a prediction's answer, %s, stands in sight in %s",
                    number,
                    place,
                    location=callout,
                )


def spoilers(callout: nodes.Element) -> Iterator[tuple[str, str]]:
    """The answer's numbers that are in sight right after it, each with its place."""
    folds = [n for n in callout.findall(nodes.container) if private.is_dropdown(n)]
    secret = {number for fold in folds for number in numbers(fold.astext())}
    root: Any = callout.document
    before, _, _ = root.astext().partition(folds[0].astext() if folds else "\0")
    known = set(numbers(before))
    for place, text in in_sight(callout):
        seen = numbers(text)
        for number in sorted(secret - known):
            if any(same(number, other) for other in seen):
                yield number, place


def in_sight(callout: nodes.Element) -> Iterator[tuple[str, str]]:
    """What is read after a callout before the page's next words: places and texts."""
    parent: Any = callout.parent
    for node in parent.children[parent.index(callout) + 1 :]:
        if private.is_cell(node):
            yield from cell_in_sight(node)
        elif isinstance(node, nodes.figure):
            yield "a picture", words_of(node)
        elif not isinstance(node, nodes.Invisible):
            return


def cell_in_sight(cell: nodes.Element) -> Iterator[tuple[str, str]]:
    """What a cell shows without being asked; a check is folded whole."""
    if f"tag_{CHECKED}" in cell["classes"]:
        return
    hidden = private.hidden_part(cell).split("+")
    if not set(hidden) & set(HIDES_CODE):
        yield "code", private.code_of(cell)
    if not set(hidden) & set(HIDES_OUTPUT):
        for output in private.outputs_of(cell):
            yield "an output", words_of(output)


def words_of(node: nodes.Element) -> str:
    """All that is read of a node: text, HTML's text, alternative text."""
    texts = [node.astext()]
    texts += [image.get("alt", "") for image in node.findall(nodes.image)]
    for raw in node.findall(nodes.raw):
        html = BeautifulSoup(raw.astext(), "html.parser")
        texts += [html.get_text(" ")]
        texts += [str(part["aria-label"]) for part in html.select("[aria-label]")]
    return " ".join(texts)


def numbers(text: str) -> list[str]:
    """Numbers of at least two digits, without commas, the sign a hyphen."""
    return [n.replace(",", "").replace("−", "-") for n in NUMBER.findall(text)]


def same(answer: str, other: str) -> bool:
    """Whether a number is the answer, or would be, written as short."""
    decimals = len(answer.partition(".")[2])
    return f"{float(other):.{decimals}f}" == answer
