"""With which sizes the doctor builds a class of which it knows the name alone."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from torch import nn

from mha.check.clinic.build import Unmade, made
from records import Record

READ = Record(Path(__file__).with_name("built.txt"))


class Layer(nn.Module):
    """Keeps what it is given."""

    def __init__(self, given: dict) -> None:
        super().__init__()
        given = {k: v for k, v in given.items() if k not in ("self", "__class__")}
        self.given = ", ".join(f"{name} {value}" for name, value in given.items())


class Two(Layer):
    def __init__(self, embed_dim, num_heads, bias=True, dropout=0.5):
        super().__init__(locals())


class Optional(Layer):
    """Heads and widths are handed over where they need not be, unless None is meant."""

    def __init__(self, dim=512, num_heads=8, head_dim=64, d_out=7, num_kv_heads=None):
        super().__init__(locals())


class Strange(Layer):
    def __init__(self, alpha, beta, *, rest=5, **others):
        super().__init__(locals())


class OneStrange(Layer):
    def __init__(self, alpha):
        super().__init__(locals())
        if alpha != 12:
            raise ValueError("it wants 12")


class Nothing(Layer):
    def __init__(self):
        super().__init__({"nothing": "at all"})


@dataclass
class ModelArgs:
    dim: int = 512
    n_heads: int = 8
    rest: str = "kept"


@dataclass
class OtherConfig:
    hidden_size: int
    unknown: int


@dataclass
class SmallConfig:
    hidden_size: int
    num_attention_heads: int


class ByHint(Layer):
    def __init__(self, args: ModelArgs, layer_idx):
        super().__init__(locals())


class ByName(Layer):
    def __init__(self, config):
        super().__init__({"config": config, "width": config.hidden_size})


class ByNoName(Layer):
    def __init__(self, cfg: "Lost"):  # noqa: F821
        super().__init__(
            {"width": cfg.n_embd, "heads": cfg.n_head, "layer": cfg.n_layer}
        )


class Optionally(Layer):
    def __init__(self, dim, num_heads, config=None):
        super().__init__(locals())


def makes_a_number(embed_dim, num_heads):
    return embed_dim * num_heads


def makes_a_layer(embed_dim, num_heads):
    return Two(embed_dim, num_heads)


SPACE = {"SmallConfig": SmallConfig, "OtherConfig": OtherConfig, "config": 7}
ALL = [Two, Optional, Strange, OneStrange, Nothing, ByHint, ByName, ByNoName]
ALL += [Optionally, makes_a_number, makes_a_layer, "no class"]


def built(what, **named) -> str:
    try:
        return made(what, **named).given
    except Unmade as unmade:
        return str(unmade)


@pytest.mark.parametrize("what", ALL, ids=lambda one: getattr(one, "__name__", one))
def test_what_it_gets_is_what_was_read(what):
    name = getattr(what, "__name__", what)
    READ.holds(name, [built(what), "beside configurations:", built(what, space=SPACE)])


def test_nothing_is_kept_of_what_is_no_longer_built():
    READ.has_only({getattr(one, "__name__", one) for one in ALL})


@pytest.mark.parametrize("name", ["SmallConfig", "ModelArgs"])
def test_a_configuration_beside_it_is_known_by_the_end_of_its_name(name):
    assert built(ByName, space={name: SmallConfig}).startswith("config SmallConfig(")


def test_a_layer_stays_and_what_somebody_says_is_done():
    layer = Nothing()
    assert made(layer) is layer
    assert built(Two, init="Two(4, num_heads=2)", space={"Two": Two}).startswith(
        "embed_dim 4, num_heads 2"
    )
    assert "is not defined" in built(Two, init="Two(4, 2)")
