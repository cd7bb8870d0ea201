"""An operation as one would write it: `softmax(#3, dim=-1)`."""

from collections.abc import Callable
from reprlib import repr as short_repr

import torch
from torch import Tensor
from torch.overrides import resolve_name

from mha.tracing.steps import Ref

OPENED = (
    "has_torch_function",
    "has_torch_function_unary",
    "has_torch_function_variadic",
)


def names_of(function: Callable) -> tuple[str, str]:
    """An operation's name, and that by which torch knows it."""
    full = resolve_name(function) or _path_of(function)
    parts = full.removesuffix(".__get__").split(".")
    return parts[-1].strip("_") if parts[-1].startswith("__") else parts[-1], full


def _path_of(function: Callable) -> str:
    """Where a function of torch stands that its list of names leaves out."""
    parts = (getattr(function, one, "") for one in ("__module__", "__name__"))
    return ".".join(filter(None, parts)) or str(function)


def written_call(
    full: str, name: str, args: tuple, kwargs: dict, ref: Callable[[Tensor], Ref]
) -> tuple[str | Ref, ...]:
    """The call, its tensors as references.

    Args:
        full: its name in torch.
        name: its own.
        args: what it was given by place.
        kwargs: what it was given by name.
        ref: tells what a tensor is.
    """
    own, *rest = [_written(one, ref) for one in args] or [[]]
    if full.endswith(".__get__"):
        return _joined([*own, f".{name}"])
    if name in ("getitem", "setitem"):
        index = args[1] if isinstance(args[1], tuple) else (args[1],)
        inside = _listed([_written(one, ref) for one in index])
        gets = [" = ", *rest[1]] if name == "setitem" else []
        return _joined([*own, "[", *inside, "]", *gets])
    named = [[f"{key}=", *_written(one, ref)] for key, one in kwargs.items()]
    by_place = [own, *rest] if args else []
    return _joined([f"{name}(", *_listed([*by_place, *named]), ")"])


def _written(value: object, ref: Callable[[Tensor], Ref]) -> list[str | Ref]:
    if isinstance(value, Tensor):
        return [ref(value)]
    if isinstance(value, list | tuple) and type(value) is not torch.Size:
        left, right = "[]" if isinstance(value, list) else "()"
        shown = [_written(one, ref) for one in value[:8]]
        more = [["…"]] if len(value) > 8 else []
        return [left, *_listed([*shown, *more]), right]
    if isinstance(value, slice):
        ends = ["" if one is None else str(one) for one in (value.start, value.stop)]
        return [":".join([*ends, *([str(value.step)] if value.step else [])])]
    if value is Ellipsis:
        return ["…"]
    return [f"{value:.6g}" if isinstance(value, float) else short_repr(value)]


def _listed(parts: list[list]) -> list[str | Ref]:
    return [one for part in parts for one in (", ", *part)][1:]


def _joined(parts: list[str | Ref]) -> tuple[str | Ref, ...]:
    """Neighbouring words as one."""
    joined: list[str | Ref] = []
    for part in parts:
        if joined and isinstance(part, str) and isinstance(joined[-1], str):
            joined[-1] += part
        else:
            joined.append(part)
    return tuple(joined)
