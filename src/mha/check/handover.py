"""Numbers are handed to a reader's layer, whatever it calls them; no seed matters."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor, nn

from mha.check.guard import Stumble

# The words in a parameter's name that say what it is; the first that is found decides.
ROLES = {
    "norm": {"norm", "ln", "rmsnorm"},
    "embedding": {"embedding", "embed", "emb", "wte", "tokens"},
    "gate": {"gate"},
    "up": {"up"},
    "down": {"down"},
    "q": {"q", "wq", "query", "queries"},
    "k": {"k", "wk", "key", "keys"},
    "v": {"v", "wv", "value", "values"},
    "qkv": {"qkv", "in", "wqkv"},
    "o": {"o", "wo", "out", "output", "proj", "projection", "fc"},
}


def as_function(layer: Callable[..., Any]) -> Callable[..., Any]:
    """Turn a class of attention into ``multi_head(x, w_q, …, num_heads, mask=None)``.

    A function stays as it is. A class is built as ``layer(embed_dim, num_heads)``, gets
    the matrices, and is called as ``layer(x)`` or ``layer(x, mask)``.
    """
    if not (isinstance(layer, type) and issubclass(layer, nn.Module)):
        return layer

    def multi_head(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
        torch.manual_seed(0)
        built = layer(x.shape[-1], num_heads).eval()
        give(built, {"q": w_q, "k": w_k, "v": w_v, "o": w_o})
        return built(x) if mask is None else built(x, mask)

    return multi_head


@torch.no_grad()
def give(layer: nn.Module, matrices: Mapping[str, Tensor], copies: int = 1) -> None:
    """Put matrices (in, out) into a layer's parameters by name; biases become 0.

    Args:
        layer: a module of the reader's.
        matrices: what goes into the parameters of each role, gains of norms too.
        copies: how many layers share the roles.

    Raises:
        Stumble: numbers are missing among the parameters, or a name says nothing.
    """
    total = 0
    for name, parameter in layer.named_parameters():
        if name.endswith("bias"):
            parameter.zero_()
            continue
        total += parameter.numel()
        parameter.copy_(_fitting(name, parameter, matrices))
    _check_total(total, matrices, copies)


def _check_total(total: int, matrices: Mapping[str, Tensor], copies: int) -> None:
    once = {"embedding", "last norm"}
    each = sum(one.numel() for role, one in matrices.items() if role not in once)
    wanted = each * copies + sum(
        matrices[role].numel() for role in once & set(matrices)
    )
    if total != wanted:
        why = "is there a layer in a plain list, or one that is used twice?"
        told = f"It has {total} parameters, biases apart; expected {wanted}: "
        raise Stumble(
            told + (why if total < wanted else "which is too many?"),
            f"{total} parameters",
        )


def _fitting(name: str, parameter: Tensor, matrices: Mapping[str, Tensor]) -> Tensor:
    """The part of a matrix that belongs into a parameter, turned as that is."""
    role, index = role_of(name), re.findall(r"\d+", name)
    roles = role if role == "qkv" else [role]
    matrix = torch.cat([matrices[one] for one in roles], dim=-1).T
    if matrix.shape == parameter.shape:
        return matrix
    if matrix.T.shape == parameter.shape:
        return matrix.T  # an embedding's rows, or a matrix that is not a Linear's
    width = parameter.shape[0]  # one head's columns
    head = int(index[0]) if index else 0
    part = matrix[head * width : (head + 1) * width]
    if part.shape != parameter.shape:
        shapes = f"{tuple(parameter.shape)}; expected {tuple(matrix.shape)}"
        raise Stumble(
            f"Its {name} has shape {shapes}.", f"{name} {tuple(parameter.shape)}"
        )
    return part


def role_of(name: str) -> str:
    """Say what a parameter is for: queries, keys, values, the output …

    Raises:
        Stumble: its name does not say it.
    """
    spaced = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()
    words = set(re.split(r"[^a-z]+", spaced))
    for role, names in ROLES.items():
        if words & names:
            return role
    told = (
        f"What its parameter {name} is for cannot be told: call it query, key, value "
        "or output."
    )
    raise Stumble(told, f"name {name}")
