"""Copy one attention's parameters into another design, PyTorch's included.

Every conversion passes through `MultiHeadAttention`'s state_dict: a reader makes it
from a design, a writer makes the other design's from it.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from mha.attention.check_types import shown
from mha.attention.designs import (
    FusedMultiHeadAttention,
    MergedBatchMultiHeadAttention,
    MultiHeadAttentionWrapper,
    SequenceFirstMultiHeadAttention,
)
from mha.attention.multihead import MultiHeadAttention, make_relative, split_width

Design = TypeVar("Design", bound=nn.Module)
State = dict[str, Tensor]
PROJECTIONS = ("query_proj", "key_proj", "value_proj")
SEPARATE = {f"{name}.weight": f"{name[0]}_proj_weight" for name in PROJECTIONS}


def from_torch(module: nn.MultiheadAttention) -> MultiHeadAttention:
    """Copy PyTorch's module into `MultiHeadAttention`, which takes (B, T, E).

    Raises:
        ValueError: as in `convert`.

    Example:
        >>> theirs = nn.MultiheadAttention(12, 4, batch_first=True)
        >>> from_torch(theirs).num_heads
        4
    """
    return convert(module, MultiHeadAttention)


def to_torch(module: nn.Module) -> nn.MultiheadAttention:
    """Copy any of the book's designs into PyTorch's module, batch_first=True.

    Raises:
        ValueError: as in `convert`.

    Example:
        >>> ours, x = MultiHeadAttention(12, 4), torch.randn(2, 3, 12)
        >>> torch.allclose(ours(x)[0], to_torch(ours)(x, x, x)[0], atol=1e-6)
        True
    """
    return convert(module, nn.MultiheadAttention)


def from_bert(attention: Any) -> MultiHeadAttention:
    """Copy the attention of one BERT layer, up to its output projection.

    Args:
        attention: ``layer.attention`` of a ``transformers`` BERT. What follows the
            projection there (dropout, residual, LayerNorm) is not part of attention.

    Returns:
        As `convert` does: dtype, device, dropout, training mode and what is frozen
        are kept.

    Source: Devlin et al. 2019, "BERT", section 3, for the layer.
    """
    if not (hasattr(attention, "self") and hasattr(attention, "output")):
        raise TypeError(
            f"attention is {shown(attention)}; expected `layer.attention` of a BERT"
        )
    own = attention.self
    projections = (own.query, own.key, own.value, attention.output.dense)
    state = {
        f"{name}.{kind}": tensor
        for name, source in zip((*PROJECTIONS, "out_proj"), projections, strict=True)
        for kind, tensor in _state(source).items()
    }
    heads, dropout = own.num_attention_heads, own.dropout.p
    result = _built(MultiHeadAttention, state, heads, dropout=dropout)
    return result.train(attention.training)


@torch.inference_mode(False)  # else autograd forgets what is frozen and what is not
def convert(module: Any, design: type[Design]) -> Design:
    """Copy a module into another design that gives the same outputs and gradients.

    Dtype, device, dropout, relative positions, training mode and what is frozen are
    kept; no memory is shared, and no random number is drawn. PyTorch's module becomes
    sequence-first only when it is made from `SequenceFirstMultiHeadAttention`.

    Args:
        module: one of the five designs, or `torch.nn.MultiheadAttention`.
        design: the class to convert to.

    Raises:
        ValueError: the design has no place for something that the module has; the
            message says for what.

    Example:
        >>> ours, x = MultiHeadAttention(12, 4), torch.randn(2, 3, 12)
        >>> fused = convert(ours, FusedMultiHeadAttention)
        >>> torch.allclose(ours(x)[0], fused(x)[0], atol=1e-6)
        True
    """
    for known in (type(module), design):
        if known not in CONVERTERS:  # a subclass may compute something else
            names = ", ".join(kind.__name__ for kind in CONVERTERS)
            raise ValueError(f"{known.__name__} is not one of {names}")
    relative = getattr(module, "relative", None)  # PyTorch's module has none
    causal = getattr(module, "causal", False)
    options: dict[str, Any] = {"dropout": module.dropout}
    if design is nn.MultiheadAttention:
        _check_torch_has_place(relative, causal)
        options["batch_first"] = type(module) is not SequenceFirstMultiHeadAttention
    else:
        options["causal"] = causal
    state = CONVERTERS[type(module)][0](module)
    result = _built(design, state, module.num_heads, **options)
    if relative is not None:
        result.relative = deepcopy(relative)
    return result.train(module.training)


def from_matrices(
    design: type[Design], matrices: dict[str, Tensor], num_heads: int, **options: Any
) -> Design:
    """A design without biases from four matrices: see `MultiHeadBase.from_matrices`."""
    _check_matrices(matrices, num_heads)
    relative = options.pop("relative", None)
    state: State = {
        f"{name}_proj.weight": nn.Parameter(matrix.clone())
        for name, matrix in matrices.items()
    }
    result: Any = _built(design, state, num_heads, **options)
    like = matrices["out"]
    result.relative = make_relative(relative, device=like.device, dtype=like.dtype)
    return result


def _check_matrices(matrices: dict[str, Tensor], num_heads: int) -> None:
    """Raise ValueError unless four matrices make one layer of so many heads."""
    shapes = {name: tuple(matrix.shape) for name, matrix in matrices.items()}
    for name, shape in shapes.items():
        if len(shape) != 2 or 0 in shape:
            raise ValueError(f"{name} has shape {shape}; expected a matrix")
    rows, embed_dim = {n: shape[0] for n, shape in shapes.items()}, shapes["out"][0]
    head_dim = split_width(embed_dim, num_heads)
    fits = rows["query"] == embed_dim == shapes["out"][1]
    if not fits or rows["key"] != rows["value"] or rows["key"] % head_dim:
        raise ValueError(
            f"{shapes} make no layer of {num_heads} heads: query and out need "
            f"{embed_dim} rows, key and value as many as each other, a multiple of "
            f"{head_dim}"
        )


def _check_torch_has_place(relative: Any, causal: bool) -> None:
    for what, found in (
        ("its scores know no positions", relative),
        ("it takes a mask at each call", "causal=True" if causal else None),
    ):
        if found is not None:
            raise ValueError(
                f"torch.nn.MultiheadAttention has no place for {found}: {what}"
            )


def _built(
    design: type[Design], state: State, num_heads: int, **options: Any
) -> Design:
    """A design with a copy of this state, which has `MultiHeadAttention`'s names."""
    embed_dim, bias = len(state["out_proj.weight"]), "out_proj.bias" in state
    widths = [state[f"{name}.weight"].shape[1] for name in PROJECTIONS]
    query_rows, shared_rows = (len(state[f"{name}.weight"]) for name in PROJECTIONS[:2])
    num_kv_heads = num_heads * shared_rows // query_rows
    options |= _width_options(design, embed_dim, *widths)
    if design is nn.MultiheadAttention:
        check_own_keys("torch.nn.MultiheadAttention", num_heads, num_kv_heads)
    else:
        options["num_kv_heads"] = num_kv_heads
    with torch.device("meta"):  # shapes alone: nothing is drawn or allocated
        result = design(embed_dim, num_heads, bias=bias, **options)
    written = CONVERTERS[design][1](state, num_heads)
    for name, parameter in result.named_parameters():  # what is assigned follows it
        parameter.requires_grad_(written[name].requires_grad)
    own = {name: tensor.detach().clone() for name, tensor in written.items()}
    result.load_state_dict(own, assign=True)
    return result


def check_own_keys(name: str, num_heads: int, num_kv_heads: int) -> None:
    """Raise ValueError where heads share keys, which a layout has no place for."""
    if num_heads != num_kv_heads:
        raise ValueError(
            f"{name} has keys of its own for each of {num_heads} heads; these share "
            f"num_kv_heads {num_kv_heads}"
        )


def _width_options(
    design: type[nn.Module], embed_dim: int, query: int, key: int, value: int
) -> dict[str, int]:
    """The design's arguments for the widths that its projections read."""
    if design is nn.MultiheadAttention:
        if query != embed_dim:
            raise ValueError(
                f"query width {query} is not embed_dim {embed_dim}: "
                "torch.nn.MultiheadAttention reads queries of embed_dim only"
            )
        return {"kdim": key, "vdim": value}
    return {"input_dim": query, "key_dim": key, "value_dim": value}


# ---- one reader and one writer for each layout of parameters ---------------------


def _state(module: nn.Module) -> State:
    """Projections by name, as parameters: autograd carries on which are frozen."""
    found = module.state_dict(keep_vars=True).items()
    return {name: t for name, t in found if not name.startswith("relative.")}


def _write_split(state: State, num_heads: int) -> State:
    return state


def _read_wrapper(module: MultiHeadAttentionWrapper) -> State:
    heads = [_state(head) for head in module.heads]
    stacked = {n: _stacked(n, [head[n] for head in heads]) for n in heads[0]}
    return stacked | _out(_state(module))


def _write_wrapper(state: State, num_heads: int) -> State:
    return _out(state) | {
        f"heads.{head}.{name}": part  # rows h·D to (h+1)·D − 1
        for name, tensor in state.items()
        if not name.startswith("out_proj")
        for head, part in enumerate(tensor.chunk(num_heads))
    }


def _read_fused(module: FusedMultiHeadAttention) -> State:
    return _unpack(_state(module), "in_proj.")


def _write_fused(state: State, num_heads: int) -> State:
    return _pack(state, "in_proj.")


def _read_torch(module: nn.MultiheadAttention) -> State:
    if module.bias_k is not None or module.add_zero_attn:
        raise ValueError(
            "torch.nn.MultiheadAttention with add_bias_kv or add_zero_attn attends to "
            "keys of its own; the book's designs have no place for them"
        )
    state = _state(module)
    separate = {n: state[t] for n, t in SEPARATE.items() if t in state}
    return separate | _unpack(state, "in_proj_")


def _write_torch(state: State, num_heads: int) -> State:
    if len({state[name].shape for name in SEPARATE}) == 1:
        return _pack(state, "in_proj_")
    rest = {name: t for name, t in state.items() if name not in SEPARATE}
    return _pack(rest, "in_proj_") | {t: state[n] for n, t in SEPARATE.items()}


def _out(state: State) -> State:
    return {name: t for name, t in state.items() if name.startswith("out_proj")}


def _pack(state: State, stem: str) -> State:
    """Stack query's, key's and value's rows: 3 of (E, …) -> (3·E, …).

    Keys and values that are shared have fewer.
    """
    packed = _out(state)
    for kind in ("weight", "bias"):
        parts = [state[f"{p}.{kind}"] for p in PROJECTIONS if f"{p}.{kind}" in state]
        if parts:
            packed[stem + kind] = _stacked(stem + kind, parts)
    return packed


def _stacked(name: str, parts: list[Tensor]) -> Tensor:
    """The rows of several parameters in one, frozen if they are."""
    frozen = sum(not part.requires_grad for part in parts)
    if frozen not in (0, len(parts)):
        raise ValueError(
            f"{frozen} of {len(parts)} parts of {name} are frozen; one parameter is "
            "frozen as a whole"
        )
    return torch.cat(parts)


def _unpack(state: State, stem: str) -> State:
    """Undo `_pack`: the query's rows are as many as there are outputs."""
    split, outputs = _out(state), len(state["out_proj.weight"])
    for kind in ("weight", "bias"):
        if stem + kind in state:
            names, packed = [f"{p}.{kind}" for p in PROJECTIONS], state[stem + kind]
            shared = (len(packed) - outputs) // 2  # rows of the key, and of the value
            parts = packed.split([outputs, shared, shared])
            split |= dict(zip(names, parts, strict=True))
    return split


CONVERTERS: dict[type[nn.Module], tuple[Callable, Callable]] = {
    MultiHeadAttention: (_state, _write_split),
    SequenceFirstMultiHeadAttention: (_state, _write_split),
    MergedBatchMultiHeadAttention: (_state, _write_split),
    MultiHeadAttentionWrapper: (_read_wrapper, _write_wrapper),
    FusedMultiHeadAttention: (_read_fused, _write_fused),
    nn.MultiheadAttention: (_read_torch, _write_torch),
}
