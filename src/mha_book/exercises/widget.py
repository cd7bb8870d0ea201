"""The exercises of a page, as it shows them."""

import traitlets

from mha_book.exercises.contents import PAGES, total_of
from mha_book.exercises.plain import plain_questions
from mha_book.exercises.posed import all_posed
from mha_book.explorers.base import Explorer


class Exercises(Explorer):
    """Exercises that answer: right, or which mistake it is.

    Attributes:
        page: the page whose exercises these are.
        exercises: all that the script knows of each.
        total: how many things the page asks that can be solved, listings too.

    Raises:
        KeyError: there is no such page on the path.
    """

    page = traitlets.Unicode(read_only=True).tag(sync=True)
    exercises = traitlets.List(read_only=True).tag(sync=True)
    total = traitlets.Int(read_only=True).tag(sync=True)
    palette = traitlets.Dict(read_only=True).tag(sync=False)  # it needs no colours

    def __init__(self, page: str) -> None:
        super().__init__(name="exercises", label="Exercises that answer")
        self.set_trait("page", page)
        self.set_trait("total", total_of(page))
        self.set_trait("exercises", all_posed(PAGES[page]))

    def static_tables(self) -> str:
        """The first questions, with their answers folded."""
        return plain_questions(self.exercises)
