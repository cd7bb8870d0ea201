"""GradientInspector: one head's backward pass, number by number."""

from collections.abc import Iterable

import torch
import traitlets
from torch import Tensor

from mha import masked_softmax
from mha_book.examples import HOW_ARE_YOU, TWO_HEADS
from mha_book.explorers.base import Explorer, format_number, html_table
from mha_book.explorers.limits import DECIMALS, among, between, check_range
from mha_book.pictures.learning.gradients import TARGET

MATRICES = ("embeddings", "target", "w_q", "w_k", "w_v", "w_o")
KINDS = ("output", "weights", "scores", "w_q", "w_k", "w_v", "w_o")
LIMITS = {
    # beyond, float64 cannot hold a difference to six digits
    **dict.fromkeys(MATRICES, between(-10, 10)),
    "picked": among(KINDS),
    "exponent": between(-12, -1),
    "decimals": DECIMALS,
}
SYMBOLS = dict(zip(KINDS, ("O", "P", "S", "W_Q", "W_K", "W_V", "W_O"), strict=True))
# The gradient at the scores from dP and P, with the Jacobian's diagonal alone.
FAULTS = {
    "elementwise": lambda above, p: above * p * (1 - p),
    "multiplied": lambda above, p: above @ (p * (1 - p)),
}


def _matrix(rows: Iterable[Iterable[float]]) -> traitlets.List:
    numbers = [list(row) for row in rows]
    return traitlets.List(traitlets.List(traitlets.Float()), numbers).tag(sync=True)


class GradientInspector(Explorer):
    """Edit a head's numbers; see any gradient as a sum, and how others get it.

    Attributes:
        tokens: T words.
        embeddings: X, (T, E); each number of this and the next within ±10.
        target: Y, (T, E); the loss is half the sum of squares of output − target.
        w_q, w_k, w_v: (E, D) projections, which multiply from the right.
        w_o: (D, E).
        picked: the number that is taken apart: a name of KINDS, row and column.
        exponent: the finite difference's step is 10 to this power, −12 to −1.
        decimals: digits shown after the point, 2 to 8.
        loss: result.
        gradients: result; for "exact" and for each of FAULTS, the gradient of every
            one of KINDS.

    Raises:
        traitlets.TraitError: an input is out of range or not of its size.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("gradient").tag(sync=True)
    tokens = traitlets.List(list(HOW_ARE_YOU.tokens), read_only=True).tag(sync=True)
    embeddings = _matrix(HOW_ARE_YOU.embeddings)
    target = _matrix(TARGET)
    w_q = _matrix(zip(*TWO_HEADS.query, strict=True))
    w_k = _matrix(zip(*TWO_HEADS.key, strict=True))
    w_v = _matrix(zip(*TWO_HEADS.value, strict=True))
    w_o = _matrix(zip(*TWO_HEADS.out, strict=True))
    picked = traitlets.List(["scores", 0, 1]).tag(sync=True)
    exponent = traitlets.Int(-4, **LIMITS["exponent"]).tag(sync=True)
    decimals = traitlets.Int(4, **DECIMALS).tag(sync=True)

    @traitlets.validate(*MATRICES)
    def _small_matrix(self, proposal: dict) -> list[list[float]]:
        name, rows = proposal["trait"].name, proposal["value"]
        height, width = self._size(name)
        if [len(row) for row in rows] != [width] * height:
            raise traitlets.TraitError(
                f"{name} has row lengths {[len(row) for row in rows]}; "
                f"expected {height} rows of {width}"
            )
        check_range(f"{name}:", rows, LIMITS[name])
        return rows

    @traitlets.validate("picked")
    def _is_a_cell(self, proposal: dict) -> list:
        picked = proposal["value"]
        if len(picked) != 3 or picked[0] not in KINDS:
            raise traitlets.TraitError(
                f"picked {picked}; expected [one of {', '.join(KINDS)}, row, column]"
            )
        rows, columns = self._size(picked[0])
        if picked[1] not in range(rows) or picked[2] not in range(columns):
            raise traitlets.TraitError(
                f"picked {picked}; {picked[0]} has {rows} rows and {columns} columns"
            )
        return picked

    def _size(self, name: str) -> tuple[int, int]:
        """Rows and columns of one of MATRICES or KINDS."""
        length, width = len(self.tokens), len(TARGET[0])  # T, E = D
        if name in ("scores", "weights"):
            return length, length
        return (length if name in ("embeddings", "target", "output") else width), width

    @property
    def loss(self) -> float:
        """Half the sum of squares of output − target."""
        return self.compute()[0].item()

    @property
    def gradients(self) -> dict[str, dict[str, list[list[float]]]]:
        """Rule -> kind -> the gradient, of the kind's own shape."""
        return {
            rule: {kind: table.tolist() for kind, table in tables.items()}
            for rule, tables in _gradients(*self.compute()).items()
        }

    def compute(self) -> tuple[Tensor, dict[str, Tensor]]:
        """The loss, and the table of each of KINDS on its way there, in float64."""
        x, target, *projections = (
            torch.tensor(getattr(self, name), dtype=torch.float64, requires_grad=True)
            for name in MATRICES
        )
        w_q, w_k, w_v, w_o = projections
        scores = (x @ w_q) @ (x @ w_k).T / w_q.shape[1] ** 0.5  # (T, T)
        weights = masked_softmax(scores)
        output = weights @ (x @ w_v) @ w_o  # (T, T) @ (T, D) @ (D, E) -> (T, E)
        loss = 0.5 * ((output - target) ** 2).sum()
        tables = (output, weights, scores, *projections)
        return loss, dict(zip(KINDS, tables, strict=True))

    def static_tables(self) -> str:
        """Every number of the passes, and its gradient, as tables."""
        loss, numbers = self.compute()
        exact = _gradients(loss, numbers)["exact"]
        shown = {"X": self.embeddings, "Y": self.target}
        for kind in reversed(KINDS):
            shown[SYMBOLS[kind]] = numbers[kind].tolist()
        for kind in KINDS:
            shown[f"d{SYMBOLS[kind]}"] = exact[kind].tolist()
        return f"<p>Loss L = {format_number(loss.item(), self.decimals)}</p>" + "".join(
            self._table(caption, rows) for caption, rows in shown.items()
        )

    def _table(self, caption: str, rows: list[list[float]]) -> str:
        names = [f"row {i}" for i in range(len(rows))] if len(rows) < 3 else self.tokens
        columns = [str(j) for j in range(2)] if len(rows[0]) < 3 else self.tokens
        cells = [[format_number(x, self.decimals) for x in row] for row in rows]
        return html_table(caption, columns, zip(names, cells, strict=True))


def _gradients(loss: Tensor, numbers: dict[str, Tensor]) -> dict[str, dict]:
    """By autograd; a fault changes what reaches the scores, and what lies behind."""
    found = torch.autograd.grad(loss, list(numbers.values()), retain_graph=True)
    exact = dict(zip(KINDS, found, strict=True))
    rules = {"exact": exact}
    for name, fault in FAULTS.items():
        at_scores = fault(exact["weights"], numbers["weights"])
        behind = torch.autograd.grad(
            numbers["scores"],
            [numbers["w_q"], numbers["w_k"]],
            at_scores,
            retain_graph=True,
        )
        changed = {"scores": at_scores, "w_q": behind[0], "w_k": behind[1]}
        rules[name] = exact | changed
    return rules
