"""How far a reader is on the path: what the index shows of it."""

import json

from mha_book.exercises.contents import PAGES, total_of


class Progress:
    """How many of the path's exercises a reader has solved; the page's script counts.

    Without scripts it says how many there are.

    Attributes:
        totals: how many exercises each page has.
    """

    def __init__(self) -> None:
        self.totals = {page: total_of(page) for page in PAGES}

    def __repr__(self) -> str:
        """Say how many there are."""
        pages = len(self.totals)
        return f"{sum(self.totals.values())} exercises that answer, on {pages} pages"

    def _repr_html_(self) -> str:
        totals = json.dumps(self.totals)
        return f"<p class='mha-progress' data-exercises='{totals}'>{self!r}.</p>"
