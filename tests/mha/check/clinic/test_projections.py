"""What a layer's matrices may be, in every order in which they can lie."""

import re

import pytest
import torch
from torch import nn

from mha.check.clinic.projections import projections_of

E, H = 4, 2
PARTS = ("queries", "keys", "values")


def layer_of(**matrices) -> nn.Module:
    """A layer with these matrices: a Linear's are (out, in); of parameters, any."""
    layer = nn.Module()
    for name, numbers in matrices.items():
        if name.isupper():
            layer.register_parameter(name.lower(), nn.Parameter(numbers))
        else:
            linear = nn.Linear(*numbers.shape[::-1], bias=False)
            linear.weight = nn.Parameter(numbers)
            setattr(layer, name, linear)
    return layer


def numbers(*shape: int, start: int = 0) -> torch.Tensor:
    count = torch.Size(shape).numel()
    return torch.arange(start, start + count, dtype=torch.float32).view(*shape)


def found(layer: nn.Module, heads: int | None = H) -> dict:
    """By what is told of each; the first of those of which the same is told."""
    return {one.told: one for one in reversed(list(projections_of(layer, heads)))}


def test_three_matrices_and_their_output_are_taken_as_they_are():
    q, k, v, o = (numbers(E, E, start=20 * at) for at in range(4))
    (one,) = projections_of(layer_of(q_proj=q, k_proj=k, v_proj=v, out_proj=o), H)
    for mine, theirs in zip("qkvo", ("query", "key", "value", "output"), strict=True):
        assert torch.equal(
            getattr(one, theirs), {"q": q, "k": k, "v": v, "o": o}[mine].T
        )
    assert (one.heads, one.told, one.groups, one.shared) == (H, "", 0, None)


@pytest.mark.parametrize("cut", ["", "each head's parts", "each column's parts"])
def test_a_fused_matrix_is_told_in_the_order_in_which_its_parts_lie(cut):
    fused = numbers(3 * E, E)
    columns = fused.T  # (E, 3 E), as it is multiplied by
    if cut == "each head's parts":
        pieces = columns.unflatten(-1, (H, 3, -1)).unbind(-2)
    elif cut == "each column's parts":
        pieces = columns.unflatten(-1, (-1, 3, H)).unbind(-2)
        pieces = tuple(one.transpose(1, 2) for one in pieces)
    else:
        pieces = columns.chunk(3, -1)
    lying = [one.flatten(1) for one in pieces]
    told = found(layer_of(qkv=fused))
    orders = 0
    for said, one in told.items():
        if cut not in said or ("together" in said) != bool(cut):
            continue
        orders += 1
        free = re.search(r"holds (\w+, \w+, \w+)\.", said)
        names = free[1].split(", ") if free else PARTS
        by_name = dict(zip(names, lying, strict=True))
        for name, part in zip(PARTS, (one.query, one.key, one.value), strict=True):
            assert torch.equal(part, by_name[name]), (said, name)
    assert orders == 6


def test_a_fused_matrix_may_stand_the_other_way_and_a_square_one_is_none():
    fused = numbers(3 * E, E)
    (first, *_), (turned, *_) = (
        list(projections_of(layer_of(qkv=one), H)) for one in (fused, fused.T)
    )
    assert torch.equal(first.query, turned.query)
    assert list(projections_of(layer_of(qkv=numbers(6, 6)), H)) == []
    assert list(projections_of(layer_of(qkv=numbers(7, 5)), H)) == []


def test_fewer_keys_and_values_are_repeated_and_known_as_shared():
    q, k, v = numbers(8, 8), numbers(4, 8, start=100), numbers(4, 8, start=200)
    (one,) = projections_of(layer_of(q_proj=q, k_proj=k, v_proj=v), 4)
    assert one.groups == 2
    for whole, few, shared in zip(
        (one.key, one.value), (k, v), one.shared, strict=True
    ):
        by_group = few.T.view(8, 2, 2)
        assert torch.equal(shared, by_group.transpose(0, 1))
        twice = [by_group[:, g] for g in (0, 0, 1, 1)]
        assert torch.equal(whole, torch.cat(twice, 1))
    assert list(projections_of(layer_of(q_proj=q, k_proj=k, v_proj=v[:3]), 4)) == []
    assert list(projections_of(layer_of(q_proj=q, k_proj=k, v_proj=v), 3)) == []


def test_heads_of_their_own_stand_side_by_side():
    q, k, v = (numbers(H, E, 2, start=40 * at) for at in range(3))
    (one, *_) = projections_of(layer_of(W_Q=q, W_K=k, W_V=v), H)
    assert torch.equal(one.query, torch.cat([q[0], q[1]], 1))
    assert torch.equal(one.value, torch.cat([v[0], v[1]], 1))


def test_what_is_no_linears_may_stand_either_way():
    q, k, v = (numbers(E, E, start=20 * at) for at in range(3))
    told = found(layer_of(W_Q=q, W_K=k, W_V=v))
    assert list(told) == ["Its matrices are (out, in).", ""]
    assert torch.equal(told[""].query, q)
    assert torch.equal(told["Its matrices are (out, in)."].query, q.T)


def test_four_layers_in_a_list_are_queries_keys_values_and_output():
    layer, four = nn.Module(), [numbers(E, E, start=20 * at) for at in range(4)]
    linears = [layer_of(one=each).one for each in four]
    layer.layers = nn.ModuleList(linears)  # as in “The Annotated Transformer”
    (one,) = projections_of(layer, H)
    for mine, theirs in zip(
        (one.query, one.key, one.value, one.output), four, strict=True
    ):
        assert torch.equal(mine, theirs.T)


@pytest.mark.parametrize(
    ("size", "tried"), [(2, [2]), (3, [1, 2, 4]), (None, [1, 2, 4])]
)
def test_heads_that_nobody_names_are_counted_by_their_width_or_tried(size, tried):
    q, k, v = (numbers(E, E, start=20 * at) for at in range(3))
    layer = layer_of(q_proj=q, k_proj=k, v_proj=v)
    if size:
        layer.head_dim = size
    assert [one.heads for one in projections_of(layer, None)] == tried
