"""Numbers are handed to a reader's layer, whatever it calls them; no seed matters."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import torch
from torch import Tensor, nn

from mha.check.guard import Stumble

# The words in a parameter's name that say what it is; the first that is found decides.
ROLES = {
    "norm": {"norm", "norm1", "norm2", "ln", "ln1", "ln2", "rmsnorm"},
    "embedding": {"embedding", "embed", "emb", "wte", "tokens"},
    "gate": {"gate", "w1"},
    "up": {"up", "w3"},
    "down": {"down", "w2"},
    "q": {"q", "wq", "query", "queries"},
    "k": {"k", "wk", "key", "keys"},
    "v": {"v", "wv", "value", "values"},
    "qkv": {"qkv", "in", "wqkv", "attn"},
    "o": {"o", "wo", "out", "output", "proj", "projection", "fc"},
}


@dataclass(frozen=True)
class Layout:
    """How numbers lie in a reader's parameters, where that is free.

    Attributes:
        told: what to say of it, where it is not the book's.
        in_out: a matrix that is no `nn.Linear`'s is (in, out).
        by_head: one matrix for all three holds each head's three parts together.
    """

    told: str = ""
    in_out: bool = True
    by_head: bool = False


LAYOUTS = (
    Layout(),
    Layout("Its own matrices are (out, in), as a Linear's weight is.", in_out=False),
    Layout(
        "Its fused matrix holds each head's query, key and value together; published "
        "weights often hold all queries first.",
        by_head=True,
    ),
)


def layouts_of(made: Any) -> tuple[Layout, ...]:
    """Give the layouts in which code may hold its numbers; a function has one."""
    is_layer = isinstance(made, type) and issubclass(made, nn.Module)
    return LAYOUTS if is_layer else LAYOUTS[:1]


def takes(made: Callable[..., Any], option: str) -> bool:
    """Say whether a function, or a class when it is built, has such an argument."""
    return option in inspect.signature(made).parameters


def as_function(layer: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    """Turn a class of attention into ``multi_head(x, w_q, …, num_heads, mask=None)``.

    A function stays as it is. A class is built as ``layer(embed_dim, num_heads)``, gets
    the matrices, and is called as ``layer(x)`` or ``layer(x, mask)``.
    """
    if not isinstance(layer, type):
        return layer

    def multi_head(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
        built = layer(x.shape[-1], num_heads).eval()
        numbers = {"q": w_q, "k": w_k, "v": w_v, "o": w_o}
        give(built, numbers, layout, num_heads)
        return built(x) if mask is None else built(x, mask)

    return multi_head


@torch.no_grad()
def give(
    layer: nn.Module,
    matrices: Mapping[str, Tensor],
    layout: Layout,
    num_heads: int,
    copies: int = 1,
) -> None:
    """Put matrices (in, out) into a layer's parameters by name; biases become 0.

    Args:
        layer: a module of the reader's.
        matrices: what goes into the parameters of each role, gains of norms too.
        layout: how the layer holds them.
        num_heads: H.
        copies: how many layers share the roles.

    Raises:
        Stumble: numbers are missing among the parameters, or a name says nothing.
    """
    total = 0
    # By name, so that of several that misfit the same is told wherever Python runs.
    for path, module in sorted(layer.named_modules(), key=itemgetter(0)):
        for own, parameter in sorted(
            module.named_parameters(recurse=False), key=itemgetter(0)
        ):
            if own.endswith("bias"):
                parameter.zero_()
                continue
            total += parameter.numel()
            name = f"{path}.{own}".strip(".")
            matrix = matrix_for(name, matrices, num_heads if layout.by_head else 1)
            turned = isinstance(module, nn.Linear) or not layout.in_out
            parameter.copy_(_part(name, matrix.T if turned else matrix, parameter))
    _check_total(total, matrices, copies)


def _check_total(total: int, matrices: Mapping[str, Tensor], copies: int) -> None:
    once = {"embedding", "last norm"}
    each = sum(one.numel() for role, one in matrices.items() if role not in once)
    wanted = each * copies + sum(matrices[one].numel() for one in once & set(matrices))
    if total != wanted:
        few = "does a layer stand in a plain list, is one used twice, or one missing?"
        many = "which is too many?"
        told = (
            f"It has {total} numbers to learn, biases not counted; expected {wanted}: "
        )
        raise Stumble(told + (few if total < wanted else many), f"{total} parameters")


def matrix_for(name: str, matrices: Mapping[str, Tensor], parts: int) -> Tensor:
    """Give what belongs into a parameter, (in, out); of fused ones, side by side.

    Args:
        name: the parameter's name.
        matrices: what each role gets.
        parts: fused matrices are cut into so many parts, and dealt out in turn.
    """
    roles = roles_of(name)
    cut = [matrices[role].chunk(parts, dim=-1) for role in roles if role in matrices]
    return torch.cat([piece for turn in zip(*cut, strict=True) for piece in turn], -1)


def _part(name: str, matrix: Tensor, parameter: Tensor) -> Tensor:
    """The matrix, or one head's columns of it, as a parameter holds it."""
    if matrix.shape == parameter.shape:
        return matrix
    if matrix.T.shape == parameter.shape:
        return matrix.T  # oblong, so that there is no doubt
    index = re.findall(r"\d+", name)
    head = int(index[0]) if index else 0
    for whole in (matrix, matrix.T):  # a head's part is narrower along one axis
        rows = whole[head * len(parameter) : (head + 1) * len(parameter)]
        if rows.shape == parameter.shape:
            return rows
    shapes = f"{tuple(parameter.shape)}; expected {tuple(matrix.shape)}"
    raise Stumble(f"Its {name} has shape {shapes}.", f"{name} {tuple(parameter.shape)}")


def roles_of(name: str) -> list[str]:
    """Say what a parameter is for: queries, keys, values, the output …

    Raises:
        Stumble: its name does not say it.
    """
    for part in reversed(name.split(".")):  # the innermost name says most
        words = words_in(part)
        if {"gate", "up"} <= words:
            return ["gate", "up"]
        for role, names in ROLES.items():
            if words & names:
                return list("qkv") if role == "qkv" else [role]
    told = f"What its parameter {name} is for, its name does not say. Please call it "
    told += "query, key, value or output, and gate, up or down in an MLP."
    raise Stumble(told, f"name {name}", unjudged=True)


def words_in(name: str) -> set[str]:
    """Give the words of a name: toKeys and to_keys have the same."""
    spaced = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()
    return set(re.split(r"[^a-z0-9]+", spaced))
