"""What a layer says of itself: its width, its heads, in names that are in use."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from torch import Tensor, nn

from mha.check.roles import role_of, words_in

WIDTH = [
    "embed_dim",
    "hidden_size",
    "d_model",
    "n_embd",
    "dim",
    "embed_size",
    "emb_dim",
    "emb_size",
    "model_dim",
    "hidden_dim",
    "num_hiddens",
    "d_in",
    "d_embed",
    "in_dim",
    "input_dim",
    "dim_in",
    "emb",
    "k",
    "query_dim",
    "embedding_dim",
    "n_state",
    "n_units",
    "channels",
    "features",
    "size",
    "width",
]
HEADS = [
    "num_heads",
    "n_heads",
    "n_head",
    "nhead",
    "heads",
    "num_attention_heads",
    "head_num",
    "heads_num",
    "n_local_heads",
    "num_head",
    "nheads",
    "h",
    "H",
]
GROUPS = [
    "num_key_value_heads",
    "n_kv_heads",
    "num_kv_heads",
    "n_kv_head",
    "kv_heads",
    "n_kv",
    "n_local_kv_heads",
    "num_query_groups",
    "n_query_groups",
]
HEAD_DIM = [
    "head_dim",
    "dim_head",
    "d_k",
    "attention_head_size",
    "head_size",
    "d_head",
    "kv_channels",
    "key_value_proj_dim",
    "dim_per_head",
    "hidden_size_per_head",
    "d_keys",
    "head_width",
]
WORDS = [
    "seq_len",
    "block_size",
    "context_length",
    "max_len",
    "max_seq_len",
    "window_size",
    "ctx_len",
    "max_seq_length",
    "n_ctx",
    "num_patches",
    "n_positions",
]
DROPOUT = [
    "dropout",
    "attn_drop",
    "proj_drop",
    "attn_dropout",
    "resid_dropout",
    "dropout_p",
    "p_dropout",
    "attn_pdrop",
    "resid_pdrop",
    "attention_dropout",
]

# Names that are in use beside those which the handover knows.
MORE_ROLES = {
    "q": {"qs", "toqueries", "xq", "qproj", "theta"},
    "k": {"ks", "tokeys", "xk", "kproj", "phi"},
    "v": {"vs", "tovalues", "xv", "vproj"},
    "qkv": {"pack"},
    "o": {"dense", "unifyheads", "unify", "outproj", "oproj"},
}


def said(layer: nn.Module, names: list[str]) -> Iterator[Any]:
    """Give what the layer, its parts, or their configuration have by these names."""
    for module in layer.modules():
        own = vars(module)
        configs = (own.get(one) for one in ("config", "args", "cfg", "params"))
        for holder in (own, *(getattr(one, "__dict__", {}) for one in configs if one)):
            yield from (holder[name] for name in names if name in holder)


def number(layer: nn.Module, names: list[str]) -> int | None:
    """Give the first whole number that a layer has by one of these names."""
    found = (one for one in said(layer, names) if type(one) is int and one > 0)
    return next(found, None)


def role(name: str) -> str:
    """Say what a parameter is for: q, k, v, qkv, kv, o, norm, or "" unknown."""
    for part in reversed(name.split(".")):
        words = words_in(part)
        if words & {"norm", "norm1", "layernorm", "ln", "rmsnorm"}:
            return "norm"
        if "kv" in words or {"key", "value"} <= words or {"k", "v"} <= words:
            return "qkv" if words & {"q", "query"} else "kv"
        for known, names in MORE_ROLES.items():
            if words & names:
                return known
    return "".join(role_of(name))


@dataclass(frozen=True)
class Facts:
    """Sizes, as far as a layer has them."""

    widths: tuple[int, ...]
    heads: int | None
    groups: int | None
    head_dim: int | None
    words: tuple[int, ...]


def facts(layer: nn.Module) -> Facts:
    """Read off a layer what sizes it may have, the likeliest first."""
    widths = [*_from_weights(layer), *said(layer, WIDTH)]
    widths += [one.in_features for one in layer.modules() if isinstance(one, nn.Linear)]
    sized = (one for one in widths if type(one) is int and one > 0)
    return Facts(
        widths=tuple(dict.fromkeys(sized)),
        heads=number(layer, HEADS),
        groups=number(layer, GROUPS),
        head_dim=number(layer, HEAD_DIM),
        words=tuple(dict.fromkeys(_lengths(layer))),
    )


def _from_weights(layer: nn.Module) -> Iterator[int]:
    """The inputs' width, from what makes queries: oblong ones leave a doubt."""
    for name, parameter in layer.named_parameters():
        if parameter.dim() == 2 and role(name) in ("q", "qkv"):
            owner = layer.get_submodule(name.rpartition(".")[0])
            linear = isinstance(owner, nn.Linear)
            yield from parameter.shape[1:] if linear else sorted(parameter.shape)


def _lengths(layer: nn.Module) -> Iterator[int]:
    """How long a text may have to be: what it says, and squares of windows."""
    for one in said(layer, WORDS):
        if isinstance(one, tuple | list) and len(one) == 2:
            yield int(one[0]) * int(one[1])
        elif type(one) is int:
            yield from (one, one * one)


def lengths_to_try(known: Facts) -> list[int]:
    """Give how many words to try: five or seven, then what the layer asks for."""
    first = [5, 7] if 5 not in (*known.widths[:1], known.heads) else [7, 5]
    return [*first, *(one for one in known.words if 3 <= one <= 400)]


def matrices(layer: nn.Module) -> Iterator[tuple[str, Tensor, bool]]:
    """Give the name, numbers and kind of each parameter; True for a Linear's."""
    for name, parameter in layer.named_parameters():
        owner = layer.get_submodule(name.rpartition(".")[0])
        yield name, parameter.detach(), isinstance(owner, nn.Linear)
