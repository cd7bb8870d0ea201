"""Rotary positions on texts longer than those of training: the pairs turn slower.

Each scaling takes how far the pairs turn per token and gives how far they shall turn.
`RotaryPositions` takes one as `scaling`, at any time, for none has parameters.
Arguments are named as in `transformers`' `rope_parameters`, formerly `rope_scaling`.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor


class RopeScaling(Protocol):
    """What slows the pairs down."""

    @property
    def attention_factor(self) -> float:
        """What queries and keys are multiplied by; 1 leaves them as they are."""
        ...

    @property
    def follows_length(self) -> bool:
        """Whether the speeds change as the text grows."""
        ...

    def __call__(self, speeds: Tensor, *, base: float, length: int) -> Tensor:
        """(D/2,) radians per token -> (D/2,), for a text of so many tokens."""
        ...


@dataclass(frozen=True)
class _Scaling:
    """A factor, at least 1: how many times as long the texts are."""

    factor: float

    def __post_init__(self) -> None:
        if self.factor < 1:
            raise ValueError(f"factor {self.factor} is below 1")

    @property
    def attention_factor(self) -> float:
        return 1.0

    @property
    def follows_length(self) -> bool:
        return False


@dataclass(frozen=True)
class LinearScaling(_Scaling):
    """Position interpolation: all pairs turn slower by the factor.

    Position t is turned as t / factor was, so that a text ``factor`` times as long as
    those of training keeps within the angles of training. Neighbours move together.

    Raises:
        ValueError: factor is below 1.

    Source: Chen et al. 2023, "Extending Context Window of Large Language Models via
    Positional Interpolation", section 2.3. ``rope_type="linear"``.

    Example:
        >>> LinearScaling(4.0)(torch.tensor([1.0, 0.01]), base=1e4, length=64)
        tensor([0.2500, 0.0025])
    """

    def __call__(self, speeds: Tensor, *, base: float, length: int) -> Tensor:
        """(D/2,) radians per token, divided by the factor."""
        return speeds / self.factor


@dataclass(frozen=True)
class NTKScaling(_Scaling):
    """NTK-aware scaling: the first pair turns as before, the last by the factor slower.

    The same as the base (``rope_theta``) times factor^(D / (D − 2)).

    Raises:
        ValueError: factor is below 1; when called, D is below 4.

    Source: bloc97 2023, "NTK-Aware Scaled RoPE"; Peng et al. 2023, "YaRN",
    section 3.1.

    Example:
        >>> NTKScaling(4.0)(torch.tensor([1.0, 0.01]), base=1e4, length=64)
        tensor([1.0000, 0.0025])
    """

    def __call__(self, speeds: Tensor, *, base: float, length: int) -> Tensor:
        """(D/2,) radians per token; pair i is divided by factor^(2i / (D − 2))."""
        return ntk(speeds, self.factor)


@dataclass(frozen=True)
class DynamicNTKScaling(_Scaling):
    """NTK-aware scaling by the length of each text, none up to that of training.

    Keys that are kept must be turned again as the text grows.

    Args:
        factor: how fast the slowing grows with the text.
        original_max_position_embeddings: L, the longest text of training.

    Raises:
        ValueError: an argument is below 1; when called, D is below 4.

    Source: emozilla 2023, "Dynamically Scaled RoPE"; Peng et al. 2023, "YaRN",
    section 3.3. ``rope_type="dynamic"``.
    """

    original_max_position_embeddings: int

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_trained(self.original_max_position_embeddings)

    @property
    def follows_length(self) -> bool:
        """It does: the factor is each text's own."""
        return True

    def __call__(self, speeds: Tensor, *, base: float, length: int) -> Tensor:
        """(D/2,) radians per token, by `NTKScaling` with the factor of this length."""
        times = max(length / self.original_max_position_embeddings, 1.0)
        return ntk(speeds, self.factor * times - (self.factor - 1))


@dataclass(frozen=True)
class YarnScaling(_Scaling):
    """YaRN: pairs that turned often in training stay, the slow ones are interpolated.

    In between, the share of interpolation grows evenly from pair to pair. Queries and
    keys grow by 0.1 ln(factor) + 1 each, which sharpens the softmax: its temperature.

    Args:
        factor: how many times as long the texts are.
        original_max_position_embeddings: L, the longest text of training.
        beta_fast: a pair that made at least so many turns over L tokens stays.
        beta_slow: one that made at most so many is interpolated as by `LinearScaling`.

    Raises:
        ValueError: factor or L is below 1, or beta_slow not between 0 and beta_fast.

    Source: Peng et al. 2023, "YaRN: Efficient Context Window Extension of Large
    Language Models", sections 3.2 and 3.4, and its code, which takes the ramp from
    whole pairs. ``rope_type="yarn"``.
    """

    original_max_position_embeddings: int
    beta_fast: float = 32.0
    beta_slow: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_trained(self.original_max_position_embeddings)
        if not 0 < self.beta_slow <= self.beta_fast:
            raise ValueError(
                f"beta_slow {self.beta_slow} must be above 0 and at most beta_fast "
                f"{self.beta_fast}"
            )

    @property
    def attention_factor(self) -> float:
        """What queries and keys are multiplied by: the root of 1 / temperature."""
        return 0.1 * math.log(self.factor) + 1

    def __call__(self, speeds: Tensor, *, base: float, length: int) -> Tensor:
        """(D/2,) radians per token, each with its share of interpolation."""
        width = 2 * len(speeds)
        low = max(math.floor(self._pair(self.beta_fast, width, base)), 0)
        high = min(math.ceil(self._pair(self.beta_slow, width, base)), width - 1)
        steps = torch.arange(len(speeds)).to(speeds) - low
        share = (steps / (high - low or 0.001)).clamp(0, 1)  # of interpolation
        return speeds * (1 - share) + speeds / self.factor * share

    def _pair(self, turns: float, width: int, base: float) -> float:
        """Which pair makes so many turns over L tokens: D/2 · ln(L / 2πn) / ln base."""
        tokens_a_radian = self.original_max_position_embeddings / (turns * math.tau)
        return width / 2 * math.log(tokens_a_radian) / math.log(base)


def ntk(speeds: Tensor, factor: float) -> Tensor:
    """Divide pair i's speed by factor^(2i / (D − 2)): by 1, …, by the factor.

    Raises:
        ValueError: there are fewer than two pairs.
    """
    if len(speeds) < 2:
        raise ValueError(f"head_dim {2 * len(speeds)} has one pair; NTK needs two")
    shares = torch.arange(len(speeds)).to(speeds) / (len(speeds) - 1)  # 2i / (D − 2)
    return speeds * factor**-shares


def _check_trained(length: int) -> None:
    if length < 1:
        raise ValueError(f"original_max_position_embeddings {length} is below 1")
