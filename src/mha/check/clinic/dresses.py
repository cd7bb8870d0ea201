"""What layers do around the textbook: norms, positions, factors of their own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from torch import Tensor, nn

from mha.attention.positions import halves_to_pairs, pairs_to_halves, rotate
from mha.check.clinic.facts import number, said

Turn = Callable[[Tensor], Tensor]
BASES = ["rope_theta", "rope_base", "theta", "base", "rotary_base"]
# Published layers that do not divide their scores, and start with smaller matrices.
UNSCALED = [
    "T5Attention",
    "MT5Attention",
    "UMT5Attention",
    "LongT5Attention",
    "LongT5LocalAttention",
    "SwitchTransformersAttention",
    "Pop2PianoAttention",
    "UdopAttention",
    "Pix2StructTextAttention",
    "GPTNeoSelfAttention",
]


@dataclass(frozen=True)
class Dress:
    """What happens to words, queries and keys, beside the textbook's formula.

    Attributes:
        told: in words; empty for the textbook itself.
        before: to words, before all else.
        after: to the output and the words.
        query: to queries (B, H, T, D).
        key: to keys.
        all_queries: to the queries of all heads, before they are cut: (B, T, H · D).
        all_keys: to these keys.
    """

    told: str = ""
    before: Turn = lambda x: x
    after: Callable[[Tensor, Tensor], Tensor] = lambda output, x: output
    query: Turn = lambda x: x
    key: Turn = lambda x: x
    all_queries: Turn = lambda x: x
    all_keys: Turn = lambda x: x


def dresses(layer: nn.Module, width: int) -> Iterator[Dress]:
    """Give the textbook, and what a layer's own parts suggest."""
    yield Dress()
    yield from _around(layer, width)
    yield from _turns(layer, *_norms_of_heads(layer))


def _around(layer: nn.Module, width: int) -> Iterator[Dress]:
    """A norm before or after; where there is one, the words may be added, too."""
    for norm in layer.modules():
        if tuple(getattr(norm, "normalized_shape", ())) != (width,):
            continue
        yield Dress(
            "It adds the words to its output, and norms the sum.",
            after=lambda output, x, norm=norm: norm(output + x),
        )
        yield Dress("It norms the words first.", before=norm)
        yield Dress(
            "It norms the words first, and adds them to its output.",
            before=norm,
            after=lambda output, x: output + x,
        )


def _norms_of_heads(layer: nn.Module) -> tuple[Turn, Turn]:
    """The norms of queries and of keys, by their names."""
    found: dict[str, Turn] = {}
    for name, module in layer.named_modules():
        last = name.rpartition(".")[-1].lower()
        if "norm" in last or "ln" in last:
            for one in "qk":
                if last.startswith(one) or last.endswith(f"_{one}"):
                    found[one] = module
    return found.get("q", lambda x: x), found.get("k", lambda x: x)


def _turns(layer: nn.Module, query: Turn, key: Turn) -> Iterator[Dress]:
    if isinstance(query, nn.Module) or isinstance(key, nn.Module):
        yield Dress("It norms queries and keys.", query=query, key=key)
        told = "It norms all heads' queries together, and their keys."
        yield Dress(told, all_queries=query, all_keys=key)
    bases = [one for one in said(layer, BASES) if isinstance(one, int | float)]
    for base in dict.fromkeys([10_000.0, *bases]):
        for told, turn in (("half a head apart", _halves), ("in neighbours", _pairs)):
            yield Dress(
                f"It turns queries and keys by their places, {told} (RoPE).",
                query=lambda x, turn=turn, base=base: turn(query(x), base),
                key=lambda x, turn=turn, base=base: turn(key(x), base),
            )


def _halves(x: Tensor, base: float) -> Tensor:
    return rotate(x, base=base)


def _pairs(x: Tensor, base: float) -> Tensor:
    return halves_to_pairs(rotate(pairs_to_halves(x), base=base))


def declared_scale(layer: nn.Module) -> float | None:
    """By what a layer multiplies its scores on purpose, where it is not 1/√D."""
    if any(one.__name__ in UNSCALED for one in type(layer).__mro__):
        return 1.0
    if (divisor := number(layer, ["query_pre_attn_scalar"])) is not None:
        return divisor**-0.5
    factors = (one for one in said(layer, ["attention_multiplier"]))
    return next((one for one in factors if isinstance(one, float)), None)
