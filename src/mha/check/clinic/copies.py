"""A layer is examined on a copy, whose numbers are large enough to show what it does.

A layer as it was just made has tiny numbers: its weights are nearly equal, and most
mistakes move nothing that one could see.
"""

import copy
import math

import torch
from torch import Tensor, nn

from mha.check.guard import call

PLACES = ("pos", "rel", "rotary", "rope", "alibi", "slope", "freq")
DROPOUTS = ("dropout", "dropout_p", "dropout_prob", "attn_dropout", "attention_dropout")


def random(*shape: int, seed: int, size: float = 1.0) -> Tensor:
    """Give numbers between −size and size, the same whenever the seed is."""
    own = torch.Generator().manual_seed(seed)
    return (2 * torch.rand(shape, generator=own) - 1) * size


def examined(layer: nn.Module) -> nn.Module:
    """Give a copy on the CPU, in single precision and evaluation, with other numbers.

    Raises:
        Stumble: it cannot be copied.
    """
    own = call(lambda: copied(layer).to("cpu").float().eval())
    with torch.no_grad():
        for seed, (name, parameter) in enumerate(own.named_parameters(), 1):
            parameter.requires_grad_(parameter.is_floating_point())
            _fill(own, name, parameter, seed)
    for module in own.modules():
        _raise_dropout(module)
    return own


def copied(layer: nn.Module) -> nn.Module:
    """Give a copy, also where a layer keeps what it has computed."""
    kept = (one for module in layer.modules() for one in vars(module).values())
    made = (one for one in kept if isinstance(one, Tensor) and not one.is_leaf)
    return copy.deepcopy(layer, {id(one): one.detach().clone() for one in made})


def _fill(layer: nn.Module, name: str, parameter: Tensor, seed: int) -> None:
    """Give a matrix or a bias numbers; gains and tables of places keep theirs."""
    if not parameter.is_floating_point() or _is_table(layer, name):
        return
    if parameter.dim() >= 2:
        size = 1.5 * math.sqrt(3) / math.sqrt(4 / 3 * _inputs(layer, name, parameter))
        parameter.copy_(random(*parameter.shape, seed=seed, size=size))
    elif name.endswith("bias"):
        parameter.copy_(random(*parameter.shape, seed=seed, size=0.3))


def _is_table(layer: nn.Module, name: str) -> bool:
    owner = layer.get_submodule(name.rpartition(".")[0])
    return isinstance(owner, nn.Embedding)


def _inputs(layer: nn.Module, name: str, parameter: Tensor) -> int:
    """How many numbers are added up for one that comes out."""
    owner = layer.get_submodule(name.rpartition(".")[0])
    if isinstance(owner, nn.Linear) or type(owner).__name__.startswith("Conv2"):
        return parameter[0].numel()
    return parameter.shape[-2] if parameter.dim() < 4 else parameter[0].numel()


def _raise_dropout(module: nn.Module) -> None:
    """Make dropout large, so that it shows where it should be off."""
    if isinstance(module, nn.Dropout) and module.p == 0:
        module.p = 0.5
    for name in DROPOUTS:
        if isinstance(vars(module).get(name), float) and not isinstance(
            module, nn.Dropout
        ):
            setattr(module, name, 0.5)


def without_biases(layer: nn.Module) -> nn.Module:
    """Give a copy whose biases, and tables of places, are 0."""
    own = copied(layer)
    with torch.no_grad():
        for name, parameter in own.named_parameters():
            if name.endswith("bias") or is_of_places(name):
                parameter.zero_()
    return own


def is_of_places(name: str) -> bool:
    """Say whether a parameter's name speaks of where words stand."""
    return any(part in name.lower() for part in PLACES)
