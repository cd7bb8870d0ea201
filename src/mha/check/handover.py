"""Numbers are handed to a reader's layer, whatever it calls them; no seed matters."""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from mha.check.guard import Stumble
from mha.check.layouts import LAYOUTS, Layout
from mha.check.placing import placed
from mha.check.roles import Owned, owned_by, roles_in


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
    twice: Collection[str] = (),
) -> None:
    """Put matrices (in, out) into a layer's parameters by name; biases become 0.

    Args:
        layer: a module of the reader's.
        matrices: what goes into the parameters of each role, gains of norms too.
        layout: how the layer holds them.
        num_heads: H.
        copies: how many layers share the roles.
        twice: roles that two parameters of their own may have.

    Raises:
        Stumble: numbers are missing among the parameters, or a name says nothing.
    """
    owned = owned_by(layer.requires_grad_(False))
    for one in owned:
        if one.is_bias:
            one.parameter.zero_()
    learned = [one for one in owned if not one.is_bias]
    said = roles_in(learned, matrices, copies, layout)
    # By name, so that of several that misfit the same is told wherever Python runs.
    for one, roles in sorted(zip(learned, said, strict=True), key=lambda it: it[0][0]):
        pieces = [matrices[role] for role in roles]
        one.parameter.copy_(placed(one, roles, pieces, layout, num_heads))
    _check_total(learned, said, matrices, copies, twice)


def _check_total(
    learned: Sequence[Owned],
    said: Sequence[Sequence[str]],
    matrices: Mapping[str, Tensor],
    copies: int,
    twice: Collection[str],
) -> None:
    total = sum(one.parameter.numel() for one in learned)
    once = {"embedding", "last norm"}
    each = sum(one.numel() for role, one in matrices.items() if role not in once)
    wanted = each * copies + sum(matrices[one].numel() for one in once & set(matrices))
    free = sum(matrices[role].numel() for role in twice if said.count([role]) == 2)
    if total - free != wanted:
        few = "does a layer stand in a plain list, is one used twice, or one missing?"
        many = "which is too many?"
        told = (
            f"It has {total} numbers to learn, biases not counted; expected {wanted}: "
        )
        raise Stumble(
            told + (few if total < wanted else many), f"{total} parameters", misfit=True
        )
