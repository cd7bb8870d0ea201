"""WeightStackExplorer: two heads' projections in one matrix product."""

from itertools import product

import torch
import traitlets

from mha.examples import STACKING
from mha.explorers.base import Explorer, fixed, html_table
from mha.explorers.limits import among, between, check_range

LIMITS = {
    "weights": between(-1000, 1000),
    "step": among(["product", "view", "transpose"]),
}


class WeightStackExplorer(Explorer):
    """Stack the heads' weights, multiply once, and cut the result into heads again.

    Attributes:
        embeddings: X, (T, E); fixed.
        heads: H; fixed.
        weights: W, (H · D, E), output by input, each number within ±1000; rows
            h · D to (h + 1) · D − 1 are head h's.
        step: "product" (X Wᵀ), "view" (B, T, H, D) or "transpose" (B, H, T, D).
        output: result, X Wᵀ, (T, H · D).
        shape: result, the sizes of what the step shows.

    Raises:
        traitlets.TraitError: weights have another shape or are out of range.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("stack").tag(sync=True)
    embeddings = traitlets.List(
        [list(row) for row in STACKING.embeddings], read_only=True
    ).tag(sync=True)
    heads = traitlets.Int(len(STACKING.weights), read_only=True).tag(sync=True)
    weights = traitlets.List(
        traitlets.List(traitlets.Float()),
        [list(row) for head in STACKING.weights for row in head],
    ).tag(sync=True)
    step = traitlets.Enum(LIMITS["step"]["among"], "product").tag(sync=True)
    output = traitlets.List().tag(sync=True)
    shape = traitlets.List().tag(sync=True)

    def __init__(self, **inputs: object) -> None:
        super().__init__(**inputs)
        self._refresh()
        self.observe(self._refresh, list(LIMITS))  # also where no page shows it

    @traitlets.validate("weights")
    def _matrix(self, proposal: dict) -> list[list[float]]:
        rows, size = proposal["value"], len(self.embeddings[0])
        if len(rows) != size or any(len(row) != size for row in rows):
            raise traitlets.TraitError(
                f"weights have row lengths {[len(row) for row in rows]}; "
                f"expected {size} rows of {size} numbers"
            )
        check_range("weight", rows, LIMITS["weights"])
        return rows

    def _refresh(self, change: object = None) -> None:
        output, shown = self.compute()
        self.output, self.shape = output.tolist(), list(shown.shape)

    def compute(self) -> tuple[torch.Tensor, torch.Tensor]:
        """X Wᵀ (T, H · D), and what the step shows of it, by PyTorch, float64."""
        x = torch.tensor(self.embeddings, dtype=torch.float64)  # (T, E)
        w = torch.tensor(self.weights, dtype=torch.float64)  # (H · D, E)
        output = x @ w.T  # (T, H · D)
        cut = output.view(1, len(x), self.heads, -1)  # (B, T, H, D)
        steps = {"product": output, "view": cut, "transpose": cut.transpose(1, 2)}
        return output, steps[self.step]

    def static_tables(self) -> str:
        """X, W and what the step shows, as tables."""
        features = [f"E {k}" for k in range(len(self.weights[0]))]
        tokens = [f"T {t}" for t in range(len(self.embeddings))]
        x = zip(tokens, _brief(self.embeddings), strict=True)
        w = zip(self._rows_of_heads(), _brief(self.weights), strict=True)
        caption, columns, rows = self._result()
        return (
            html_table("X", features, x)
            + html_table("W", features, w)
            + html_table(caption, columns, rows)
        )

    def _rows_of_heads(self) -> list[str]:
        width = len(self.weights) // self.heads  # D
        rows = range(len(self.weights))
        return [f"{i}: head {i // width}, row {i % width}" for i in rows]

    def _result(self) -> tuple[str, list[str], list[tuple[str, list[str]]]]:
        """The shown tensor's caption, column names and named rows."""
        shown = self.compute()[1]
        places = list(product(*(range(n) for n in shown.shape[:-1])))
        if self.step == "product":
            columns = [label.split(",")[0] for label in self._rows_of_heads()]
            labels = [f"T {token}" for (token,) in places]
        else:
            columns = [f"D {k}" for k in range(shown.shape[-1])]
            labels = [str(place) for place in places]
        axes = {"product": "T, E", "view": "B, T, H, D", "transpose": "B, H, T, D"}
        caption = f"X Wᵀ, {self.step}: shape {tuple(shown.shape)} = ({axes[self.step]})"
        vectors = _brief(shown.flatten(0, -2).tolist())
        return caption, columns, list(zip(labels, vectors, strict=True))


def _brief(rows: list[list[float]]) -> list[list[str]]:
    """Numbers with no more digits than they need, six decimals at most."""
    return [[fixed(x, 6).rstrip("0").rstrip(".") for x in row] for row in rows]
