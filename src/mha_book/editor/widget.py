"""The listings of a page, to be written and checked on the page itself."""

from html import escape

import traitlets

from mha_book.display.marked import marked
from mha_book.editor.posed import all_posed
from mha_book.exercises.contents import total_of
from mha_book.explorers.base import Explorer

WITHOUT = "Where scripts may run, you write it right here, and it is checked."


class Editor(Explorer):
    """Listings that a reader writes on the page, where Python runs without a kernel.

    Attributes:
        page: the page whose listings these are.
        parts: all that the script knows of each.
        total: how many things the page asks that can be solved, exercises too.

    Raises:
        KeyError: there is nothing to write on the page.
    """

    page = traitlets.Unicode(read_only=True).tag(sync=True)
    parts = traitlets.List(read_only=True).tag(sync=True)
    total = traitlets.Int(read_only=True).tag(sync=True)

    def __init__(self, page: str) -> None:
        super().__init__(name="editor", label="Write it here")
        self.set_trait("page", page)
        self.set_trait("parts", all_posed(page))
        self.set_trait("total", total_of(page))

    def static_tables(self) -> str:
        """What is to be written, and its first lines."""
        told = "".join(
            f"<p>{marked(part['asked'])}</p><pre>{escape(part['start'])}</pre>"
            for part in self.parts
        )
        return f'<div class="mha-to-write">{told}<p>{WITHOUT}</p></div>'
