"""Whether an argument is what it must be at all: a tensor, a whole number, a number.

TypeError where it is of another Python type; ValueError where the type is right and
the dtype, the device or the number is not. Nothing here reads what a tensor holds, so
nothing waits for a device, and all of it passes `torch.compile` and `torch.export`.
"""

import math
import numbers
from typing import Any

import torch
from torch import Tensor, nn


def check_tensor(name: str, value: Any) -> None:
    """Raise TypeError unless a value is a tensor, which a list or an array is not."""
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} is {shown(value)}; expected a torch.Tensor")


def check_floating(name: str, tensor: Tensor) -> None:
    """Raise TypeError unless it is a tensor, ValueError unless of a floating dtype."""
    check_tensor(name, tensor)
    if not tensor.is_floating_point():
        raise ValueError(f"{name} is {tensor.dtype}; expected a floating-point dtype")


def check_whole_numbers(name: str, tensor: Tensor) -> None:
    """Raise TypeError unless it is a tensor, ValueError unless of whole numbers."""
    check_tensor(name, tensor)
    if not is_whole(tensor.dtype):
        raise ValueError(
            f"{name} is {tensor.dtype}; expected whole numbers, as torch.int64"
        )


def is_whole(dtype: torch.dtype) -> bool:
    """Whether a dtype is of whole numbers; truth values are none."""
    return not (dtype.is_floating_point or dtype.is_complex or dtype == torch.bool)


def check_same_device(name: str, one: Tensor, other_name: str, other: Tensor) -> None:
    """Raise ValueError unless two tensors stand on one device."""
    if one.device != other.device:
        raise ValueError(
            f"{name} is on {one.device} but {other_name} is on {other.device}"
        )


def check_same_kind(name: str, one: Tensor, other_name: str, other: Tensor) -> None:
    """Raise ValueError unless two tensors have one dtype and stand on one device."""
    if one.dtype != other.dtype:
        raise ValueError(f"{name} is {one.dtype} but {other_name} is {other.dtype}")
    check_same_device(name, one, other_name, other)


def check_weight(name: str, tensor: Tensor, layer: nn.Module) -> None:
    """Raise ValueError unless a layer's weight has a tensor's dtype and device.

    Under autocast the dtypes may differ. A weight that is made anew whenever it is
    read, as by a parametrization, is not read for this.
    """
    weight = layer._parameters.get("weight")
    if weight is None:
        return
    if tensor.dtype != weight.dtype and not _autocast(tensor):
        raise ValueError(
            f"{name} is {tensor.dtype} but the module's weights are {weight.dtype}"
        )
    check_same_device(name, tensor, "the module", weight)


def _autocast(tensor: Tensor) -> bool:
    kind = tensor.device.type  # meta has no autocast to ask for
    return torch.amp.is_autocast_available(kind) and torch.is_autocast_enabled(kind)


def check_whole(name: str, value: Any) -> None:
    """Raise TypeError unless a value is a whole number: 2, not 2.0, "2" or True."""
    if type(value) is int:  # mostly; the rest takes longer
        return
    # While a length is dynamic, `torch.export` has a SymInt in its place.
    known = isinstance(value, (numbers.Integral, torch.SymInt))
    if not known or isinstance(value, bool):
        raise TypeError(f"{name} is {shown(value)}; expected a whole number")


def check_number(name: str, value: Any, *, above: float = -math.inf) -> None:
    """Raise unless a value is a finite number above a bound.

    Raises:
        TypeError: it is no number; neither True nor a tensor is one here.
        ValueError: it is NaN, infinite, or not above the bound.
    """
    check_real(name, value)
    if not above < value < math.inf:  # not where it is NaN either
        bound = "" if above == -math.inf else f" above {above}"
        raise ValueError(f"{name} is {value}; expected a finite number{bound}")


def check_real(name: str, value: Any) -> None:
    """Raise TypeError unless a value is a number, be it NaN or infinite."""
    if type(value) is float:
        return
    known = isinstance(value, (numbers.Real, torch.SymInt, torch.SymFloat))
    if not known or isinstance(value, bool):
        raise TypeError(f"{name} is {shown(value)}; expected a number")


def floating_dtype(dtype: torch.dtype | None) -> torch.dtype:
    """Give the dtype, PyTorch's default where it is None.

    Raises:
        TypeError: it is no dtype.
        ValueError: it is not of floating point.
    """
    if dtype is None:
        return torch.get_default_dtype()
    if not isinstance(dtype, torch.dtype):
        raise TypeError(f"dtype is {shown(dtype)}; expected a torch.dtype")
    if not dtype.is_floating_point:
        raise ValueError(f"dtype is {dtype}; expected a floating-point dtype")
    return dtype


def readable(tensor: Tensor) -> bool:
    """Whether there are numbers to read: not while a graph is made, nor on `meta`."""
    return (
        not torch.compiler.is_compiling()
        and type(tensor) in (Tensor, nn.Parameter)
        and not tensor.is_meta
    )


def shown(value: Any) -> str:
    """A number, a short string or None as it is; of anything else, the type."""
    plain = isinstance(value, (numbers.Number, str, type(None)))
    text = repr(value) if plain else ""
    return text if 0 < len(text) <= 40 else f"of type {type(value).__name__}"
