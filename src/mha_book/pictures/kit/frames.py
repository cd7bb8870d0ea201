"""Drawings that a reader steps through, with no script: a row of radio buttons."""

from dataclasses import dataclass
from pathlib import Path

from mha_book.pictures.kit.markup import Diagram, Node, node, serialise

STYLE = Path(__file__).with_name("frames.css").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Frames:
    """Several drawings, of which one is shown; on paper they all are.

    Attributes:
        name: what ids begin with, unique in its page.
        legend: what the steps are steps of.
        titles: a title for each drawing, heard where its button says a number.
        drawings: what is shown, in order.

    Raises:
        ValueError: there are not as many titles as drawings.
    """

    name: str
    legend: str
    titles: tuple[str, ...]
    drawings: tuple[Diagram, ...]

    def __post_init__(self) -> None:
        if len(self.titles) != len(self.drawings):
            raise ValueError(
                f"{len(self.titles)} titles for {len(self.drawings)} drawings"
            )

    def _repr_html_(self) -> str:
        """Buttons and drawings; the arrow keys step through them, as radio's do."""
        first = f"<style>{STYLE}</style>" + serialise(node("legend", self.legend))
        frames = "".join(map(self._frame, range(len(self.titles))))
        return f'<fieldset class="mha-frames">{first}{frames}</fieldset>'

    def _frame(self, k: int) -> str:
        """A button, its label, and the drawing that it shows."""
        count = len(self.titles)
        button = node(
            "input",
            type="radio",
            name=self.name,
            id=self._id(k),
            checked="checked" if k == 0 else "",
            aria_label=f"{k + 1} of {count}: {self.titles[k]}",
        )
        turns = [self._turn(k - 1, "‹ Back")] if k else []
        turns += [self._turn(k + 1, "Next ›")] if k + 1 < count else []
        below = node("p", *turns, class_="mha-turns")
        shown = self.drawings[k].html() + serialise(below)
        before = serialise(button, self._turn(k, str(k + 1)))
        return f'{before}<div class="mha-frame">{shown}</div>'

    def _turn(self, k: int, words: str) -> Node:
        """Words that show a drawing when they are pressed."""
        return node("label", words, for_=self._id(k))

    def _id(self, k: int) -> str:
        return f"{self.name}-{k + 1}"
