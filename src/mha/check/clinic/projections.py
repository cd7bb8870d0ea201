"""A layer's own matrices, found by their names, in every order that they may lie in."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

import torch
from torch import Tensor, nn

from mha.check.clinic.facts import matrices, number, role

ROOT_ROLES = "qkvo"


@dataclass(frozen=True)
class Projections:
    """Matrices (in, out), as the textbook multiplies by them.

    Attributes:
        query, key, value: (E, H · D); shared keys and values are already repeated.
        output: (H · D, E), or None where the layer has no such matrix.
        heads: H.
        told: how they lie in the layer, where that is free.
        groups: heads of keys and values, where they are fewer; and these, not repeated.
    """

    query: Tensor
    key: Tensor
    value: Tensor
    output: Tensor | None
    heads: int
    told: str = ""
    groups: int = 0
    shared: tuple[Tensor, Tensor] | None = None


def projections_of(layer: nn.Module, heads: int | None) -> Iterator[Projections]:
    """Give what the matrices may be; nothing where names do not tell it."""
    parts, free = _by_role(layer)
    output = parts.pop("o", None)
    for query, key, value, told in _thirds(parts, _heads_to_try(layer, heads, parts)):
        for count in _heads_to_try(layer, heads, {"q": query}):
            whole = _repeated(query, key, value, count, layer)
            if whole is not None:
                yield from _turned(whole, output, told, free)


def _by_role(layer: nn.Module) -> tuple[dict[str, Tensor], bool]:
    """One matrix (in, out) for each role; heads of their own stand side by side.

    Also whether they may as well be (out, in), since they are no Linear's.
    """
    found: dict[str, list[Tensor]] = {}
    unknown: list[Tensor] = []
    free = False
    for name, numbers, linear in matrices(layer):
        if numbers.dim() not in (2, 3):
            continue
        matrix = numbers.T if linear else numbers
        if matrix.dim() == 3:  # (H, E, D)
            matrix = matrix.transpose(0, 1).flatten(1)
        known = role(name)
        free |= known == "q" and not linear
        (found.setdefault(known, []) if known else unknown).append(matrix)
    if len(unknown) == 4 and not found:  # four layers in a list
        found = {one: [each] for one, each in zip(ROOT_ROLES, unknown, strict=True)}
    elif "o" not in found and len(unknown) == 1:
        found["o"] = unknown
    found.pop("norm", None)
    try:
        return {one: torch.cat(each, -1) for one, each in found.items()}, free
    except RuntimeError:
        return {}, free


def _heads_to_try(layer: nn.Module, heads: int | None, parts: dict) -> list[int]:
    if heads:
        return [heads]
    query = parts.get("q")
    width = query.shape[-1] if query is not None else 1
    size = number(layer, ["head_dim", "dim_head", "d_k", "head_size"])
    if size and width % size == 0:
        return [width // size]
    return [one for one in range(1, 17) if width % one == 0]


Third = tuple[Tensor, Tensor, Tensor, str]


def _thirds(parts: dict[str, Tensor], heads: list[int]) -> Iterator[Third]:
    """Queries', keys' and values' matrices, also out of a fused one."""
    if {"q", "k", "v"} <= set(parts):
        yield parts["q"], parts["k"], parts["v"], ""
    elif {"q", "kv"} <= set(parts):
        for key, value, told in _cut(parts["kv"], 2, heads):
            yield parts["q"], key, value, told
    elif "qkv" in parts:
        yield from _cut_in_three(parts["qkv"], heads)


def _cut_in_three(fused: Tensor, heads: list[int]) -> Iterator[Third]:
    if fused.shape[0] > fused.shape[1]:  # PyTorch's own is (3 E, E)
        fused = fused.T
    if fused.shape[0] == fused.shape[1]:
        return
    for order in permutations(range(3)):
        for *pieces, told in _cut(fused, 3, heads):
            query, key, value = (pieces[at] for at in order)
            names = ("queries", "keys", "values")
            stands = ", ".join(names[order.index(at)] for at in range(3))
            free = f"Its fused matrix holds {stands}." if order != (0, 1, 2) else ""
            yield query, key, value, " ".join(filter(None, (told, free)))


def _cut(fused: Tensor, parts: int, heads: list[int]) -> Iterator[tuple]:
    """Cut a fused matrix: part by part, head by head, or column by column."""
    if fused.shape[1] % parts:
        return
    yield *fused.chunk(parts, -1), ""
    for count in heads:
        if fused.shape[1] % (parts * count) == 0:
            by_head = fused.unflatten(-1, (count, parts, -1)).unbind(-2)
            by_column = fused.unflatten(-1, (-1, parts, count)).unbind(-2)
            told = "Its fused matrix holds {} together."
            yield *(one.flatten(1) for one in by_head), told.format("each head's parts")
            turned = (one.transpose(1, 2).flatten(1) for one in by_column)
            yield *turned, told.format("each column's parts")


def _repeated(
    query: Tensor, key: Tensor, value: Tensor, heads: int, layer: nn.Module
) -> Projections | None:
    """Keys and values for every head, where several share theirs."""
    if query.shape[1] % heads:
        return None
    width = query.shape[1] // heads
    if key.shape[1] == query.shape[1] or key.shape[1] % width:
        same = key.shape[1] % heads == 0 and value.shape[1] % heads == 0
        return Projections(query, key, value, None, heads) if same else None
    groups = key.shape[1] // width
    if heads % groups or value.shape[1] % groups:
        return None
    shared = (_by_group(key, groups), _by_group(value, groups))
    whole = (one.repeat_interleave(heads // groups, 0) for one in shared)
    key, value = (one.transpose(0, 1).flatten(1) for one in whole)
    return Projections(query, key, value, None, heads, "", groups, shared)


def _by_group(matrix: Tensor, groups: int) -> Tensor:
    return matrix.unflatten(-1, (groups, -1)).transpose(0, 1)  # (G, E, D)


def _turned(
    one: Projections, output: Tensor | None, told: str, free: bool
) -> Iterator[Projections]:
    """Square matrices that are no Linear's may stand either way."""
    yield _with(one, output, told, turn=False)
    if (
        free
        and one.query.shape == one.key.shape == one.query.T.shape
        and not one.shared
    ):
        yield _with(one, output, told, turn=True)


def _with(one: Projections, output, told: str, turn: bool) -> Projections:
    parts = (one.query, one.key, one.value)
    query, key, value = (part.T if turn else part for part in parts)
    output = output.T if turn and output is not None else output
    said = " ".join(filter(None, (told, "Its matrices are (out, in)." if turn else "")))
    return Projections(
        query, key, value, output, one.heads, said, one.groups, one.shared
    )
