"""MapExplorer: multi-head attention on three words, every number live."""

from collections.abc import Iterable
from typing import Any

import torch
import traitlets

from mha_book.examples import HOW_ARE_YOU, TWO_HEADS
from mha_book.explorers.base import Explorer, brief_table
from mha_book.explorers.map.drawing import (
    draw_pictures,
    draw_whole,
    key_of,
    list_cells,
    settings,
)
from mha_book.explorers.map.state import (
    LIMITS,
    MATRICES,
    STATE,
    SWITCHES,
    check_held,
    check_matrix,
    tell_faults,
)
from mha_book.pictures.kit.faults import evaluate_faulty
from mha_book.pictures.kit.layer import WIDTH, describe, evaluate, example, layer
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.steps import STEPS


def matrix(rows: Iterable[Iterable[float]]) -> traitlets.List:
    """An input that readers edit, with what it starts with."""
    return traitlets.List([list(row) for row in rows]).tag(sync=True)


class MapExplorer(Explorer):
    """Walk through the layer, trace any number, change any number, turn any switch.

    The switches are folded under *Options*, beside which stands what is set. The
    inputs also decide what a reader is asked to try.

    Attributes:
        embeddings: T lists of E numbers, each within ±10.
        query, key, value, out: (E, E) matrices, output by input, each within ±10.
        num_heads: 1 or 2.
        design: "wrapper", small matrices and a loop, or "split", one matrix and a view.
        causal: hide later tokens.
        placed: add sinusoidal positions to the embeddings.
        wrong_cuts: show two wrong ways to cut into two heads.
        cell: the number that is traced, "block:row,column", or "" for none.
        compare: the switch whose effect is marked, or "".
        held: what all of it is compared with: matrices and switches, where they are
            other than here; {} for no comparison. While there is one, no switch's
            effect is marked.
        fault: a known fault that all of it is compared with, as "late_mask", or "". It
            ends the other comparisons.
        other: print the numbers of what all of it is compared with.
        step: 0 for the whole picture, or 1 to 8.
        weights: result, H lists of T lists of T numbers.
        output: result, T lists of E numbers.

    Raises:
        traitlets.TraitError: an input is out of range or not of its size.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("map").tag(sync=True)
    tokens = traitlets.List(list(TOKENS), read_only=True).tag(sync=True)
    steps = traitlets.List(list(STEPS), read_only=True).tag(sync=True)
    positions = traitlets.List(read_only=True).tag(sync=True)
    layers = traitlets.Dict(read_only=True).tag(sync=True)
    faults = traitlets.Dict(tell_faults(), read_only=True).tag(sync=True)
    pictures = traitlets.Dict(read_only=True).tag(sync=True)
    embeddings = matrix(HOW_ARE_YOU.embeddings)
    query = matrix(TWO_HEADS.query)
    key = matrix(TWO_HEADS.key)
    value = matrix(TWO_HEADS.value)
    out = matrix(TWO_HEADS.out)
    num_heads = traitlets.Enum(LIMITS["num_heads"]["among"], 2).tag(sync=True)
    design = traitlets.Enum(LIMITS["design"]["among"], "wrapper").tag(sync=True)
    causal = traitlets.Bool(False).tag(sync=True)
    placed = traitlets.Bool(False).tag(sync=True)
    wrong_cuts = traitlets.Bool(False).tag(sync=True)
    cell = traitlets.Unicode("").tag(sync=True)
    compare = traitlets.Enum(LIMITS["compare"]["among"], "").tag(sync=True)
    held = traitlets.Dict().tag(sync=True)
    fault = traitlets.Enum(LIMITS["fault"]["among"], "").tag(sync=True)
    other = traitlets.Bool(False).tag(sync=True)
    step = traitlets.Int(0, **LIMITS["step"]).tag(sync=True)

    @traitlets.default("positions")
    def _sinusoids(self) -> list[list[float]]:
        return example()["positions"].tolist()

    @traitlets.default("layers")
    def _declared(self) -> dict[str, Any]:
        return {key_of(*setting): describe(layer(*setting)) for setting in settings()}

    @traitlets.default("pictures")
    def _drawn(self) -> dict[str, Any]:
        return draw_pictures()

    @traitlets.validate(*MATRICES)
    def _sized(self, proposal: dict) -> list[list[float]]:
        return check_matrix(proposal["trait"].name, proposal["value"])

    @traitlets.validate("held")
    def _whole(self, proposal: dict) -> dict[str, Any]:
        """With all that is not given as it is here."""
        here = {name: getattr(self, name) for name in STATE}
        return here | check_held(proposal["value"]) if proposal["value"] else {}

    @traitlets.validate("cell")
    def _on_the_map(self, proposal: dict) -> str:
        cell = proposal["value"]
        cells = list_cells(self.num_heads, self.design, self.placed)
        if cell and cell not in cells:
            raise traitlets.TraitError(
                f"cell {cell!r} is not on this map; expected one such as {cells[0]!r}"
            )
        return cell

    @traitlets.observe(*SWITCHES)
    def _let_go(self, change: dict) -> None:
        """Trace no number that a switch has taken off the map."""
        if self.cell not in ("", *list_cells(self.num_heads, self.design, self.placed)):
            self.cell = ""

    @property
    def weights(self) -> list[list[list[float]]]:
        """(H, T, T); rows ask, columns answer."""
        tables = self.compute()
        return [tables[f"weights{head}"].tolist() for head in range(self.num_heads)]

    @property
    def output(self) -> list[list[float]]:
        """(T, E)."""
        return self.compute()["output"].tolist()

    def compute(self, fault: str = "") -> dict[str, torch.Tensor]:
        """Every block's numbers for the current inputs, by PyTorch, in float64.

        Args:
            fault: what is wrong in the layer; "" for nothing.
        """
        given = {
            name: torch.tensor(getattr(self, name), dtype=torch.float64)
            for name in (*MATRICES, "positions")
        }
        blocks = layer(self.num_heads, self.design, self.placed)
        if fault:
            return evaluate_faulty(fault, blocks, given, causal=self.causal)
        return evaluate(blocks, given, causal=self.causal)

    def static_tables(self) -> str:
        """The whole picture, and its first, middle and last numbers as tables."""
        tables = self.compute()
        features = [f"x{i + 1}" for i in range(WIDTH)]
        weights = "".join(
            brief_table(
                f"Attention weights of head {head}",
                TOKENS,
                TOKENS,
                tables[f"weights{head}"].tolist(),
            )
            for head in range(self.num_heads)
        )
        return (
            draw_whole(tables, **{name: getattr(self, name) for name in SWITCHES})
            + brief_table("Embeddings", features, TOKENS, self.embeddings)
            + weights
            + brief_table("Output", features, TOKENS, tables["output"].tolist())
        )
