"""Modules: what a layer has, and a call."""

import math

from . import functional as functional
from .random_numbers import rand
from .tensor import Tensor


def Parameter(data):
    """Give a tensor that a layer would learn."""
    data.learned = True
    return data


class Module:
    """A layer, which can hold others."""

    training = True

    def __init__(self):
        pass

    def __call__(self, *given, **named):
        """Do what `forward` says."""
        return self.forward(*given, **named)

    def forward(self, *given, **named):
        """Every layer writes its own."""
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def children(self):
        """List the layers that it holds, with their names."""
        found = [(k, v) for k, v in self.__dict__.items() if isinstance(v, Module)]
        return [(name, one) for name, one in found if name != "training"]

    def named_modules(self, path="", seen=None):
        """List it and all layers inside, each once, with the way to it."""
        known = [] if seen is None else seen
        if any([one is self for one in known]):
            return []
        known.append(self)
        found = [(path, self)]
        for name, one in self.children():
            found += one.named_modules(f"{path}.{name}" if path else name, known)
        return found

    def own_parameters(self):
        """List its own parameters, with their names."""
        items = self.__dict__.items()
        return [(name, one) for name, one in items if hasattr(one, "learned")]

    def parameters(self):
        """List all parameters."""
        modules = [module for _, module in self.named_modules()]
        return [one for module in modules for _, one in module.own_parameters()]

    def eval(self):
        """Here nothing drops out anyway."""
        return self


class Linear(Module):
    """A product with a matrix (out, in), and a row that is added."""

    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        bound = 1 / math.sqrt(in_features)
        self.weight = Parameter(bound * (2 * rand(out_features, in_features) - 1))
        self.bias = Parameter(bound * (2 * rand(out_features) - 1)) if bias else None

    def forward(self, x):
        """Multiply."""
        return functional.linear(x, self.weight, self.bias)


class ModuleList(Module):
    """Layers in a list."""

    def __init__(self, modules=()):
        super().__init__()
        self.modules = list(modules)

    def children(self):
        """List them, with their places as names."""
        return [(str(k), one) for k, one in enumerate(self.modules)]

    def append(self, module):
        """Put one more at the end."""
        self.modules.append(module)
        return self

    def __iter__(self):
        return iter(self.modules)

    def __len__(self):
        return len(self.modules)

    def __getitem__(self, place):
        return self.modules[place]


__all__ = ["Linear", "Module", "ModuleList", "Parameter", "Tensor", "functional"]
