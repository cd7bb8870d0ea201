"""In which ways a layer might be called: expressions, the likeliest first."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

from torch import nn

MOST_WAYS = 400  # of ten unknown arguments there would be a million
QUERY = {"query", "q", "queries", "xq", "x_q"}
KEY = {"key", "k", "keys", "xk", "x_k"}
VALUE = {"value", "v", "values", "xv", "x_v"}
CONTEXT = [
    "context",
    "memory",
    "encoder_hidden_states",
    "x_kv",
    "kv",
    "enc_output",
    "encoder_output",
    "cross_input",
    "key_value_states",
    "cond",
    "ctx",
    "source",
    "src_seq",
]
MASKS = [
    "mask",
    "attn_mask",
    "attention_mask",
    "src_mask",
    "tgt_mask",
    "src_attn_mask",
    "causal_mask",
    "mask_self",
    "key_padding_mask",
    "padding_mask",
    "pad_mask",
    "src_key_padding_mask",
    "key_mask",
    "input_mask",
    "self_attn_padding_mask",
    "encoder_padding_mask",
]
CACHES = [
    "past_key_values",
    "past_key_value",
    "layer_past",
    "kv_cache",
    "cache",
    "past",
    "layer_cache",
    "use_cache",
]
WEIGHTS = {
    "need_weights": "True",
    "average_attn_weights": "False",
    "need_head_weights": "True",
    "output_attentions": "True",
    "return_attention": "True",
    "return_attn": "True",
    "return_weights": "True",
    "return_attention_weights": "True",
}
# What stands for places is given so that it turns nothing: cos is 1, and sin is 0.
PLACES = {
    "position_embeddings": ("(cos, sin)", "(half_cos[None], half_sin[None])"),
    "rotary_pos_emb": ("(cos, sin)",),
    "rotary_emb": ("(cos, sin)",),
    "rope": ("(cos, sin)", "turns"),
    "cos_sin": ("(cos, sin)",),
    "cos": ("cos",),
    "sin": ("sin",),
    "freqs_cis": ("turns", "(half_cos, half_sin)"),
    "freqs_cos": ("half_cos",),
    "freqs_sin": ("half_sin",),
    "freqs": ("turns", "half_sin"),
    "start_pos": ("0",),
    "position_ids": ("positions",),
    "positions": ("positions",),
    "input_pos": ("positions[0]",),
    "residual": ("0 * x",),
    "alibi": ("no_bias",),
    "position_bias": ("None",),
}


@dataclass(frozen=True)
class Form:
    """One way to call a layer.

    Attributes:
        first: expressions handed over by their place.
        named: names with their expressions.
        whole: an expression that is the whole call, where somebody has given it.
    """

    first: tuple[str, ...] = ("x",)
    named: tuple[tuple[str, str], ...] = ()
    whole: str = ""

    def __str__(self) -> str:
        if self.whole:
            return self.whole
        named = (f"{name}={what}" for name, what in self.named)
        return f"module({', '.join((*self.first, *named))})"

    def with_named(self, **more: str) -> "Form":
        """Give the form with further arguments, or with others in their place."""
        return replace(self, named=tuple({**dict(self.named), **more}.items()))

    def speaks_of(self, name: str) -> bool:
        """Say whether a name stands in the call."""
        return re.search(rf"\b{name}\b", str(self)) is not None


def parameters_of(layer: nn.Module) -> dict[str, inspect.Parameter]:
    """Give the arguments of a layer's forward that have names."""
    open_ended = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    every = inspect.signature(layer.forward).parameters
    return {name: one for name, one in every.items() if one.kind not in open_ended}


def forms_of(layer: nn.Module) -> Iterator[Form]:
    """Give the calls to try."""
    known = parameters_of(layer)
    names = list(known)
    wanted = [name for name, one in known.items() if one.default is one.empty]
    starts = _starts(names, wanted)
    asked = {one: WEIGHTS[one] for one in names if one in WEIGHTS}
    for start in starts:
        rest = [one for one in wanted if one not in names[: len(start)]]
        ways = [dict(zip(rest, way, strict=True)) for way in _ways(rest)]
        places = [one for one in names if one in PLACES and one not in rest]
        for way in (*ways, *(_with_places(way, places) for way in ways if places)):
            form = Form(start).with_named(**way)
            if asked:
                yield form.with_named(**asked)
            yield form
    yield from (Form(("x",)), Form(("x", "x", "x")), Form(("x", "None")))


def _starts(names: list[str], wanted: list[str]) -> list[tuple[str, ...]]:
    """What comes first: one table of words, or queries, keys and values."""
    three = tuple(map(_kind, names[:3]))
    if set(three) == {"query", "key", "value"}:
        return [three] if names[1] in wanted else [("x",), three]
    two = tuple(map(_kind, names[:2]))
    if names[1:2] and (names[1] in wanted) and (names[1] in CONTEXT or two[1] == "key"):
        return [("x", "context")]
    return [("x",)]


def _kind(name: str) -> str:
    """Say whether a name is that of queries, keys or values, as `key_tensor` is."""
    words = {name.lower(), *name.lower().split("_")}
    kinds = (("query", QUERY), ("key", KEY), ("value", VALUE))
    found = [kind for kind, names in kinds if words & names]
    return found[0] if len(found) == 1 and "mask" not in words else "x"


def _ways(rest: list[str]) -> Iterator[tuple[str, ...]]:
    """What to give for arguments that must be given, by their names."""
    yield from islice(product(*map(_fillings, rest)), MOST_WAYS)


def _fillings(name: str) -> tuple[str, ...]:
    if name in PLACES:
        return PLACES[name]
    if name in MASKS:
        return ("None", "everything", "nothing", "zeros", "words")
    if name in CONTEXT or _kind(name) != "x":
        return ("x",)
    return ("None", "0", "x", "False")


def _with_places(way: dict[str, str], places: list[str]) -> dict[str, str]:
    return {**way, **{name: PLACES[name][0] for name in places}}
