"""AttentionExplorer: one head's arithmetic on a sentence you can edit."""

from collections.abc import Iterable

import torch
import traitlets

from mha import causal_mask, scaled_dot_product_attention
from mha_book.examples import HOW_ARE_YOU
from mha_book.explorers.base import Explorer, html_table
from mha_book.explorers.limits import DECIMALS, among, between, check_range

INPUTS = (
    "embeddings",
    "illustrative",
    "scores_from",
    "scaled",
    "temperature",
    "causal",
    "mask_self",
)
LIMITS = {
    "embeddings": between(-1000, 1000),
    "decimals": DECIMALS,
    "scores_from": among(["products", "illustrative"]),
    "temperature": between(0.05, 20),
}


class AttentionExplorer(Explorer):
    """Edit embeddings; see scores, scaling, mask, softmax and output.

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
    weights = traitlets.List().tag(sync=True)
    output = traitlets.List().tag(sync=True)

    def __init__(self, **inputs: object) -> None:
        super().__init__(**inputs)
        self._square({"value": self.illustrative})  # a default is not validated
        if not self.settings:
            self._check_plain()
        self._refresh()
        self.observe(self._refresh, INPUTS)  # also where no page shows the explorer

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

    def _refresh(self, change: object = None) -> None:
        self.weights, self.output = (t.tolist() for t in self.compute())

    def compute(self) -> tuple[torch.Tensor, torch.Tensor]:
        """The current inputs' weights (T, T) and output (T, E), by PyTorch, float64."""
        x = torch.tensor(self.embeddings, dtype=torch.float64)  # (T, E)
        mask = causal_mask(len(x)) if self.causal else torch.ones(len(x), len(x)).bool()
        if self.mask_self:
            mask = mask & ~torch.eye(len(x), dtype=torch.bool)
        divisor = self.temperature * (x.shape[-1] ** 0.5 if self.scaled else 1.0)
        if self.scores_from == "products":
            output, weights = scaled_dot_product_attention(
                x, mask=mask, scale=1 / divisor
            )
        else:  # the scores are given: as queries against an identity of keys
            given = torch.tensor(self.illustrative, dtype=torch.float64)  # (T, T)
            identity = torch.eye(len(x), dtype=torch.float64)
            output, weights = scaled_dot_product_attention(
                given, identity, x, mask, scale=1 / divisor
            )
        return weights, output

    def static_tables(self) -> str:
        """Embeddings, weights and output as tables."""
        features = [f"x{i + 1}" for i in range(len(self.embeddings[0]))]
        return "".join(
            self._table(caption, columns, rows)
            for caption, columns, rows in (
                ("Embeddings X", features, self.embeddings),
                ("Attention weights", self.tokens, self.weights),
                ("Output", features, self.output),
            )
        )

    def _table(
        self, caption: str, columns: Iterable[str], rows: list[list[float]]
    ) -> str:
        """An HTML table of numbers, one row per token."""
        shown = [[f"{number:.{self.decimals}f}" for number in row] for row in rows]
        return html_table(caption, columns, zip(self.tokens, shown, strict=True))
