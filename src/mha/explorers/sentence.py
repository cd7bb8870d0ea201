"""SentenceExplorer: what explorers of an editable sentence share."""

from collections.abc import Iterable

import traitlets

from mha.explorers.base import Explorer, html_table
from mha.explorers.limits import DECIMALS, between, check_range

LIMITS = {"embeddings": between(-1000, 1000), "decimals": DECIMALS}


class SentenceExplorer(Explorer):
    """A sentence of vectors goes in; weights and one vector per token come out.

    Attributes:
        tokens: T words.
        embeddings: T lists of E numbers, each within ±1000.
        decimals: digits shown after the point, 2 to 8.
        weights: result, as the subclass says.
        output: result, T lists of E numbers.
    """

    tokens = traitlets.List().tag(sync=True)
    embeddings = traitlets.List().tag(sync=True)
    decimals = traitlets.Int(4, **DECIMALS).tag(sync=True)
    weights = traitlets.List().tag(sync=True)
    output = traitlets.List().tag(sync=True)
    width: int | None = None  # E, where it is fixed

    @traitlets.validate("embeddings")
    def _matrix(self, proposal: dict) -> list[list[float]]:
        rows, lengths = proposal["value"], [len(row) for row in proposal["value"]]
        width = self.width or (lengths[0] if lengths else 0)
        if lengths != [width] * len(self.tokens) or not width:
            raise traitlets.TraitError(
                f"embeddings have row lengths {lengths}; "
                f"expected {len(self.tokens)} rows of {self.width or 'one length'}"
            )
        check_range("embedding", rows, LIMITS["embeddings"])
        return rows

    def _table(
        self, caption: str, columns: Iterable[str], rows: list[list[float]]
    ) -> str:
        """An HTML table of numbers, one row per token."""
        shown = [[f"{number:.{self.decimals}f}" for number in row] for row in rows]
        return html_table(caption, columns, zip(self.tokens, shown, strict=True))
