"""MultiHeadExplorer: what each head sees, and what becomes of it."""

import torch
import traitlets

from mha.attention import merge_heads, scaled_dot_product_attention, split_heads
from mha.examples import THE_CAT_SAT
from mha.explorers.limits import among
from mha.explorers.sentence import LIMITS as SENTENCE
from mha.explorers.sentence import SentenceExplorer

INPUTS = ("embeddings", "num_heads", "silenced", "order", "carry_out")
LIMITS = SENTENCE | {"num_heads": among([2, 4])}


class MultiHeadExplorer(SentenceExplorer):
    """Edit embeddings; see every head's arithmetic; swap or silence a head.

    Attributes:
        tokens: T words.
        features: E names of what an embedding's numbers say.
        projections: query, key, value and out, (E, E) each, output by input.
        embeddings: T lists of E numbers, each within ±1000.
        num_heads: H, 2 or 4; another number undoes every swap and silence.
        silenced: heads whose output is replaced by 0 before the final projection.
        order: the heads in the order in which their outputs are concatenated.
        carry_out: reorder the final projection's columns with the heads.
        decimals: digits shown after the point, 2 to 8.
        weights: result, H lists of T lists of T numbers; head 0 first in any order.
        output: result, T lists of E numbers.

    Raises:
        traitlets.TraitError: an input is out of range or not of its size.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("multihead").tag(sync=True)
    tokens = traitlets.List(list(THE_CAT_SAT.tokens), read_only=True).tag(sync=True)
    features = traitlets.List(list(THE_CAT_SAT.features), read_only=True).tag(sync=True)
    projections = traitlets.Dict(
        {
            role: [list(row) for row in getattr(THE_CAT_SAT, role)]
            for role in ("query", "key", "value", "out")
        },
        read_only=True,
    ).tag(sync=True)
    embeddings = traitlets.List([list(r) for r in THE_CAT_SAT.embeddings]).tag(
        sync=True
    )
    num_heads = traitlets.Enum(LIMITS["num_heads"]["among"], 2).tag(sync=True)
    silenced = traitlets.List(traitlets.Int()).tag(sync=True)
    order = traitlets.List(traitlets.Int()).tag(sync=True)
    carry_out = traitlets.Bool(False).tag(sync=True)
    width = len(THE_CAT_SAT.features)

    def __init__(self, **inputs: object) -> None:
        super().__init__(**inputs)
        self._refresh()
        self.observe(self._refresh, INPUTS)  # also where no page shows the explorer

    @traitlets.default("order")
    def _as_numbered(self) -> list[int]:
        return list(range(self.num_heads))

    @traitlets.validate("order")
    def _permutation(self, proposal: dict) -> list[int]:
        order, heads = proposal["value"], list(range(self.num_heads))
        if sorted(order) != heads:
            raise traitlets.TraitError(f"order {order} is no permutation of {heads}")
        return order

    @traitlets.validate("silenced")
    def _some_heads(self, proposal: dict) -> list[int]:
        silenced, heads = proposal["value"], list(range(self.num_heads))
        if len(set(silenced)) != len(silenced) or not set(silenced) <= set(heads):
            raise traitlets.TraitError(f"silenced {silenced}: expected some of {heads}")
        return silenced

    def _refresh(self, change: object = None) -> None:
        if len(self.order) != self.num_heads:  # cut anew: the old heads are gone
            self.silenced, self.order = [], self._as_numbered()
        self.weights, self.output = (t.tolist() for t in self.compute())

    def compute(self) -> tuple[torch.Tensor, torch.Tensor]:
        """The current inputs' weights (H, T, T) and output (T, E), in float64."""
        x = torch.tensor(self.embeddings, dtype=torch.float64)  # (T, E)
        w = {
            role: torch.tensor(rows, dtype=torch.float64)
            for role, rows in self.projections.items()
        }
        query, key, value = (
            split_heads(x @ w[role].T, self.num_heads)  # (H, T, D)
            for role in ("query", "key", "value")
        )
        heads, weights = scaled_dot_product_attention(query, key, value)
        heads[self.silenced] = 0
        out = split_heads(w["out"], self.num_heads)  # its columns: (H, E, D)
        out = merge_heads(out[self.order]) if self.carry_out else w["out"]
        return weights, merge_heads(heads[self.order]) @ out.T  # (T, E)

    def static_tables(self) -> str:
        """Embeddings, each head's weights, and output as tables."""
        return "".join(
            (
                self._table("Embeddings X", self.features, self.embeddings),
                *(
                    self._table(f"Weights of head {h}", self.tokens, rows)
                    for h, rows in enumerate(self.weights)
                ),
                self._table("Output", map(str, range(self.width)), self.output),
            )
        )
