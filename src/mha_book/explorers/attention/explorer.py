"""AttentionExplorer: one head's arithmetic on a sentence you can edit."""

from collections.abc import Iterable

import torch
import traitlets
from torch import Tensor

from mha import causal_mask, masked_softmax
from mha_book.examples import HOW_ARE_YOU
from mha_book.explorers.base import Explorer, html_table
from mha_book.explorers.limits import DECIMALS, among, between, check_range

LIMITS = {
    "embeddings": between(-1000, 1000),
    "decimals": DECIMALS,
    "scores_from": among(["products", "illustrative"]),
    "temperature": between(0.05, 20),
}


class AttentionExplorer(Explorer):
    """Edit embeddings; see products, scores, weights and output.

    Attributes:
        tokens: T words.
        embeddings: T lists of E numbers, each within ±1000.
        scores_from: "products" (X Xᵀ) or "illustrative" (the fixed numbers below).
        illustrative: T lists of T numbers.
        scaled: divide the scores by √E.
        temperature: divide them by this too; 0.05 to 20.
        causal: hide later tokens.
        mask_self: hide a token from itself.
        decimals: digits shown after the point, 2 to 8.
        settings: offer all of these, and show every step; without, a reader edits the
            embeddings alone, and sees scores, weights and output.
        weights: result, T lists of T numbers.
        output: result, T lists of E numbers.

    Raises:
        traitlets.TraitError: an input is out of range or not a T×E matrix; without
            settings, a step that is not shown would change the numbers.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("attention").tag(sync=True)
    tokens = traitlets.List(list(HOW_ARE_YOU.tokens)).tag(sync=True)
    embeddings = traitlets.List([list(r) for r in HOW_ARE_YOU.embeddings]).tag(
        sync=True
    )
    illustrative = traitlets.List([list(r) for r in HOW_ARE_YOU.scores]).tag(sync=True)
    scores_from = traitlets.Enum(LIMITS["scores_from"]["among"], "products").tag(
        sync=True
    )
    scaled = traitlets.Bool(True).tag(sync=True)
    temperature = traitlets.Float(1.0, **LIMITS["temperature"]).tag(sync=True)
    causal = traitlets.Bool(False).tag(sync=True)
    mask_self = traitlets.Bool(False).tag(sync=True)
    decimals = traitlets.Int(4, **DECIMALS).tag(sync=True)
    settings = traitlets.Bool(True).tag(sync=True)

    def __init__(self, **inputs: object) -> None:
        super().__init__(**inputs)
        self._square({"value": self.illustrative})  # a default is not validated
        if not self.settings:
            self._check_plain()

    def _check_plain(self) -> None:
        """Refuse a scale or a mask that no panel would show."""
        plain = {"scaled": False, "temperature": 1, "causal": False, "mask_self": False}
        for name, expected in plain.items():
            if getattr(self, name) != expected:
                raise traitlets.TraitError(
                    f"{name} is {getattr(self, name)}; expected {expected} where "
                    "settings is False: its step is not shown"
                )

    @traitlets.validate("embeddings")
    def _matrix(self, proposal: dict) -> list[list[float]]:
        rows, lengths = proposal["value"], [len(row) for row in proposal["value"]]
        width = lengths[0] if lengths else 0
        if lengths != [width] * len(self.tokens) or not width:
            raise traitlets.TraitError(
                f"embeddings have row lengths {lengths}; "
                f"expected {len(self.tokens)} rows of one length"
            )
        check_range("embedding", rows, LIMITS["embeddings"])
        return rows

    @traitlets.validate("illustrative")
    def _square(self, proposal: dict) -> list[list[float]]:
        rows, size = proposal["value"], len(self.tokens)
        if len(rows) != size or any(len(row) != size for row in rows):
            raise traitlets.TraitError(
                f"illustrative has {len(rows)} rows; expected {size} of {size} numbers"
            )
        return rows

    @property
    def weights(self) -> list[list[float]]:
        """(T, T); rows ask, columns answer."""
        return self.compute()["weights"].tolist()

    @property
    def output(self) -> list[list[float]]:
        """(T, E)."""
        return self.compute()["output"].tolist()

    def compute(self) -> dict[str, Tensor]:
        """Every stage of the current inputs, by PyTorch, in float64.

        All are (T, T) but the output, (T, E).
        """
        x = torch.tensor(self.embeddings, dtype=torch.float64)  # (T, E)
        given = torch.tensor(self.illustrative, dtype=torch.float64)  # (T, T)
        products = x @ x.T if self.scores_from == "products" else given
        root = x.shape[-1] ** 0.5 if self.scaled else 1
        scores, mask = products / self.temperature / root, self._mask()
        weights = masked_softmax(scores, mask)
        return {
            "products": products,
            "scores": scores.masked_fill(~mask, -torch.inf),
            "weights": weights,
            "output": weights @ x,
        }

    def _mask(self) -> Tensor:
        """(T, T), True = may attend."""
        size = len(self.tokens)
        mask = torch.ones(size, size, dtype=torch.bool)
        if self.causal:
            mask &= causal_mask(size)
        if self.mask_self:
            mask &= ~torch.eye(size, dtype=torch.bool)
        return mask

    def static_tables(self) -> str:
        """Embeddings, weights and output as tables."""
        features = [f"x{i + 1}" for i in range(len(self.embeddings[0]))]
        stages = self.compute()
        return "".join(
            self._table(caption, columns, rows)
            for caption, columns, rows in (
                ("Embeddings X", features, self.embeddings),
                ("Attention weights", self.tokens, stages["weights"].tolist()),
                ("Output", features, stages["output"].tolist()),
            )
        )

    def _table(
        self, caption: str, columns: Iterable[str], rows: list[list[float]]
    ) -> str:
        """An HTML table of numbers, one row per token."""
        shown = [[f"{number:.{self.decimals}f}" for number in row] for row in rows]
        return html_table(caption, columns, zip(self.tokens, shown, strict=True))
