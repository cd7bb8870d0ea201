"""MaskExplorer: build an attention mask; see what it does and how it is passed."""

import math

import torch
import traitlets
from torch import Tensor

from mha import causal_mask, masked_softmax, padding_mask, sliding_window_mask
from mha_book.examples import YOUR_JOURNEY
from mha_book.explorers.base import Explorer, format_number, html_table
from mha_book.explorers.limits import DECIMALS, among, between
from mha_book.explorers.mask.conventions import (
    CONVENTIONS,
    Convention,
    as_text,
    dtype_of,
)

BATCH = 2
SIZE = len(YOUR_JOURNEY.tokens)  # T
LIMITS = {
    "lengths": between(0, SIZE),
    "window": between(0, SIZE),
    "sentence": between(0, BATCH - 1),
    "convention": among(convention.name for convention in CONVENTIONS),
    "decimals": DECIMALS,
}


class MaskExplorer(Explorer):
    """Combine masks for a batch of two, flip cells by hand, and pass the result.

    The batch holds one sentence twice (B = 2), each time cut to its own length; the
    rest is padding, which keeps the cut words' vectors. One head; scores X Xᵀ / √E.

    Attributes:
        tokens: T words; fixed.
        embeddings: X, (T, E); fixed.
        conventions: what the script tells about each convention; fixed.
        lengths: how many tokens each sentence has, 0 to T.
        causal: hide later keys.
        padding: hide the keys that are padding, from every query.
        window: a query sees this many keys at most, its own place and those before
            it; 0 is no window. A window hides later keys, whatever ``causal`` says.
        painted: (B, T, T) booleans; True turns round what the rules say.
        sentence: the one that is shown, 0 or 1.
        convention: how the mask is passed: "boolean", or another name of
            ``limits["convention"]``.
        decimals: digits shown after the point, 2 to 8.
        mask: result, (B, T, T) booleans, True = may attend.
        weights: result, (B, T, T); a row that may attend to nothing is 0.

    Raises:
        traitlets.TraitError: an input is out of range or not of its size.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("mask").tag(sync=True)
    tokens = traitlets.List(list(YOUR_JOURNEY.tokens), read_only=True).tag(sync=True)
    embeddings = traitlets.List(
        [list(row) for row in YOUR_JOURNEY.embeddings], read_only=True
    ).tag(sync=True)
    conventions = traitlets.List(
        [convention.describe(BATCH, SIZE) for convention in CONVENTIONS],
        read_only=True,
    ).tag(sync=True)
    lengths = traitlets.List(traitlets.Int(), [SIZE, 4]).tag(sync=True)
    causal = traitlets.Bool(True).tag(sync=True)
    padding = traitlets.Bool(True).tag(sync=True)
    window = traitlets.Int(0, **LIMITS["window"]).tag(sync=True)
    painted = traitlets.List(
        traitlets.List(traitlets.List(traitlets.Bool())),
        torch.zeros(BATCH, SIZE, SIZE, dtype=torch.bool).tolist(),
    ).tag(sync=True)
    sentence = traitlets.Int(0, **LIMITS["sentence"]).tag(sync=True)
    convention = traitlets.Enum(LIMITS["convention"]["among"], "boolean").tag(sync=True)
    decimals = traitlets.Int(3, **DECIMALS).tag(sync=True)

    @traitlets.validate("lengths")
    def _within_the_sentence(self, proposal: dict) -> list[int]:
        lengths = proposal["value"]
        if len(lengths) != BATCH:
            raise traitlets.TraitError(f"lengths {lengths}; expected {BATCH} numbers")
        for length in lengths:
            if not 0 <= length <= SIZE:
                raise traitlets.TraitError(f"length {length} is not within 0 to {SIZE}")
        return lengths

    @traitlets.validate("painted")
    def _square(self, proposal: dict) -> list[list[list[bool]]]:
        sizes = [[len(row) for row in rows] for rows in proposal["value"]]
        if sizes != [[SIZE] * SIZE] * BATCH:
            raise traitlets.TraitError(
                f"painted has row lengths {sizes}; "
                f"expected {BATCH} times {SIZE} rows of {SIZE}"
            )
        return proposal["value"]

    @property
    def mask(self) -> list[list[list[bool]]]:
        """(B, T, T), True = may attend."""
        return self.compute()["mask"].tolist()

    @property
    def weights(self) -> list[list[list[float]]]:
        """(B, T, T); rows ask, columns answer."""
        return self.compute()["weights"].tolist()

    def _padding(self) -> Tensor:
        """Which keys are no padding, (B, 1, 1, T); all, where padding is not hidden."""
        return padding_mask(self.lengths if self.padding else [SIZE] * BATCH, SIZE)

    def compute(self) -> dict[str, Tensor]:
        """The current inputs' mask, scores after it and weights, (B, T, T) each.

        By PyTorch; the numbers are float64, and hidden scores −inf.
        """
        mask = self._mask()[:, 0]
        x = torch.tensor(self.embeddings, dtype=torch.float64)  # (T, E)
        scores = (x @ x.T / x.shape[1] ** 0.5).expand(mask.shape)  # (B, T, T)
        return {
            "mask": mask,
            "masked": scores.masked_fill(~mask, -math.inf),
            "weights": masked_softmax(scores, mask),
        }

    def _mask(self) -> Tensor:
        """What all rules and the paint leave, (B, 1, T, T)."""
        rules = self._padding()
        if self.window:
            rules = rules & sliding_window_mask(SIZE, window=self.window)
        elif self.causal:
            rules = rules & causal_mask(SIZE)
        return rules ^ torch.tensor(self.painted)[:, None]

    def passed(self) -> Tensor:
        """The mask as the chosen convention wants it, or the part that it can say."""
        convention = self._chosen()
        mask = self._padding() if convention.by_key else self._mask()
        return convention.convert(mask)

    def _chosen(self) -> Convention:
        return next(c for c in CONVENTIONS if c.name == self.convention)

    def static_tables(self) -> str:
        """The shown sentence's mask, scores and weights, and the tensor passed."""
        length = self.lengths[self.sentence]
        names = [*self.tokens[:length], *["pad"] * (SIZE - length)]
        shown = {
            name: table[self.sentence].tolist()
            for name, table in self.compute().items()
        }
        signs = [["·✓"[seen] for seen in row] for row in shown["mask"]]
        scores, weights = (
            [
                [format_number(number, self.decimals) for number in row]
                for row in shown[name]
            ]
            for name in ("masked", "weights")
        )
        where = f"sentence {self.sentence}"
        return (
            _table(f"Mask of {where}: ✓ = may attend", names, names, signs)
            + _table(f"Scores of {where}, hidden: −∞", names, names, scores)
            + _table(f"Weights of {where}", names, names, weights)
            + self._passed_table(names)
        )

    def _passed_table(self, names: list[str]) -> str:
        convention, tensor = self._chosen(), self.passed()
        caption = (
            f"{convention.argument} of {convention.taken_by}: {dtype_of(tensor)}, "
            f"shape {tuple(tensor.shape)} = {convention.axes}; {convention.meaning}"
        )
        shown = convention.slice_of(tensor, self.sentence)
        cells = [[as_text(element) for element in row] for row in shown]
        if convention.by_key:
            sentences = [f"sentence {b}" for b in range(BATCH)]
            return _table(caption, sentences, list(map(str, range(SIZE))), cells)
        return _table(caption, names, names, cells)


def _table(
    caption: str, rows: list[str], columns: list[str], cells: list[list[str]]
) -> str:
    return html_table(caption, columns, zip(rows, cells, strict=True))
