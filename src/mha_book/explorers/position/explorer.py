"""PositionExplorer: a position as waves, as turns, and what two positions share."""

from collections.abc import Iterable

import torch
import traitlets

from mha import rotate, sinusoidal
from mha.attention.positions import angles_at
from mha_book.explorers.base import Explorer, format_number, html_table
from mha_book.explorers.limits import DECIMALS, among, between, check_range

LENGTH = 64  # positions
LIMITS = {
    "width": between(2, 32),
    "base": between(10, 100000),
    "position": between(0, LENGTH - 1),
    "key": between(0, LENGTH - 1),
    "part": among(["picture", "waves", "numbers", "similarity", "rotary"]),
    "decimals": DECIMALS,
}
COLUMNS = ("frequency", "wavelength", "angle", "sine", "cosine")


class PositionExplorer(Explorer):
    """Move a token; see its sinusoidal vector and how far its pairs have turned.

    Attributes:
        width: E, 2 to 32 features; where odd, the last sine has no cosine.
        base: 10 to 100000; pair i turns by w_i = base^(−2i / E) radians per position.
        position: the token's position, 0 to 63; of two tokens, the query's.
        key: the key's position, 0 to 63, where two tokens are compared.
        feature: the emphasised wave, 0 to E − 1; put back in range by a smaller E.
        part: the open part: "picture", "waves", "numbers", "similarity" or "rotary".
        decimals: digits shown after the point, 2 to 8.
        vector: result, the sinusoidal vector at ``position``, E numbers.
        similarity: result, that vector's product with the vector at each of the 64
            positions, divided by E / 2; 1 at the position itself where E is even.
        angles: result, position · w_i for each of the ⌊E/2⌋ pairs, in radians.
        score: result, what rotary attention gives a query at ``position`` and a key at
            ``key`` that both start as (1, 0) in every pair:
            Σ cos((position − key) · w_i) / √E; None where E is odd.

    Raises:
        traitlets.TraitError: an input is out of range.
    """

    limits = traitlets.Dict(LIMITS, read_only=True).tag(sync=True)
    name = traitlets.Unicode("position").tag(sync=True)
    width = traitlets.Int(8, **LIMITS["width"]).tag(sync=True)
    base = traitlets.Float(10000.0).tag(sync=True)
    position = traitlets.Int(5, **LIMITS["position"]).tag(sync=True)
    key = traitlets.Int(8, **LIMITS["key"]).tag(sync=True)
    feature = traitlets.Int(0).tag(sync=True)
    part = traitlets.Enum(LIMITS["part"]["among"], "picture").tag(sync=True)
    decimals = traitlets.Int(4, **DECIMALS).tag(sync=True)

    @traitlets.validate("base")
    def _in_range(self, proposal: dict) -> float:
        check_range("base", [[proposal["value"]]], LIMITS["base"])
        return proposal["value"]

    @traitlets.validate("feature")
    def _a_feature(self, proposal: dict) -> int:
        if not 0 <= proposal["value"] < self.width:
            raise traitlets.TraitError(
                f"feature {proposal['value']} is not within 0 to {self.width - 1}"
            )
        return proposal["value"]

    @traitlets.observe("width")
    def _keep_the_feature(self, change: dict) -> None:
        self.feature = min(self.feature, self.width - 1)

    @property
    def vector(self) -> list[float]:
        """(E,)."""
        return self.compute()[self.position].tolist()

    @property
    def similarity(self) -> list[float]:
        """(64,)."""
        table = self.compute()
        return (table @ table[self.position] / (self.width / 2)).tolist()

    @property
    def angles(self) -> list[float]:
        """(⌊E/2⌋,), in radians."""
        return self._angles()[: self.width // 2].tolist()

    def compute(self) -> torch.Tensor:
        """The sinusoidal vectors of all positions, (64, E), in float64."""
        return sinusoidal(LENGTH, self.width, base=self.base, dtype=torch.float64)

    def _angles(self) -> torch.Tensor:
        """How far each wave has come at ``position``, (⌈E/2⌉,)."""
        return angles_at(torch.tensor([self.position]), self.width, self.base)[0]

    @property
    def score(self) -> float | None:
        """None where the width is odd."""
        if self.width % 2:
            return None
        start = torch.zeros(2, self.width, dtype=torch.float64)  # query and key, (2, E)
        start[:, : self.width // 2] = 1  # (1, 0) in each pair, which lies in halves
        places = torch.tensor([self.position, self.key])
        query, key = rotate(start, places, base=self.base)
        return (query @ key / self.width**0.5).item()

    def static_tables(self) -> str:
        """The waves at ``position``, its similarities, and the two tokens' score."""
        waves = (
            f"Position {self.position} in {self.width} features, base {self.base:.10g}"
        )
        rows = [(f"pair {i}", self._texts(row)) for i, row in enumerate(self.pairs())]
        similarity = self.similarity
        eights = [similarity[start : start + 8] for start in range(0, LENGTH, 8)]
        labels = [f"{start} to {start + 7}" for start in range(0, LENGTH, 8)]
        query, key = f"query at position {self.position}", f"key at {self.key}"
        compared = (similarity[self.key], self.score)
        return (
            html_table(waves, COLUMNS, rows)
            + html_table(
                f"Similarity of the {query} to a key at each",
                [f"+{step}" for step in range(8)],
                zip(labels, map(self._texts, eights), strict=True),
            )
            + html_table(
                f"The {query} and the {key}",
                ("similarity", "rotary score"),
                [(key, self._texts(compared))],
            )
        )

    def pairs(self) -> list[tuple[float | None, ...]]:
        """A row for each pair of features: as in COLUMNS, None for a lacking cosine."""
        frequencies = angles_at(torch.tensor([1]), self.width, self.base)[0].tolist()
        numbers = zip(frequencies, self._angles().tolist(), strict=True)
        waves = [*self.vector, None]  # the last of an odd width has no cosine
        return [
            (w, 2 * torch.pi / w, angle, *waves[2 * i : 2 * i + 2])
            for i, (w, angle) in enumerate(numbers)
        ]

    def _texts(self, numbers: Iterable[float | None]) -> list[str]:
        return [
            "none" if x is None else format_number(x, self.decimals) for x in numbers
        ]
