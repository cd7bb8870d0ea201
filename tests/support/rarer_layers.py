"""Layers that do what few do: other tables, other masks, other ways to be called."""

import threading
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from odd_layers import Layer


class Told(Layer):
    """Gives its weights, (B, H, T, T), too; `seen` is added to the scores."""

    def both(self, x, seen=0.0):
        projected = self.q_proj(x), self.k_proj(x), self.v_proj(x)
        q, k, v = (p.unflatten(-1, (3, -1)).transpose(1, 2) for p in projected)
        weights = (q @ k.mT / 2 + seen).softmax(-1)
        return self.out_proj((weights @ v).transpose(1, 2).flatten(2)), weights

    def forward(self, x):
        output, weights = self.both(x)
        return output, self.shown(weights)

    def shown(self, weights):
        return weights


class HeadsFirst(Told):
    def shown(self, weights):
        return weights.transpose(0, 1)


class HeadsAmongTexts(Told):
    def shown(self, weights):
        return weights.flatten(0, 1)


class HeadsInAList(Told):
    def shown(self, weights):
        return [*weights.unbind(1)]


class Named(Told):
    @dataclass
    class Output:
        hidden: Tensor
        weights: Tensor

    def forward(self, x):
        return self.Output(*self.both(x))


class ShowsAnotherTable(Told):
    def shown(self, weights):
        return weights.flip(1)


def hidden(seen: Tensor) -> Tensor:
    """What is added to scores: 0 where one may look."""
    return seen.float().log()


class LooksNear(Told):
    def forward(self, x):
        places = torch.arange(x.shape[1])
        near = (places[:, None] - places).abs() <= 1
        return self.both(x, hidden(near))


class LooksAtTheNext(Told):
    """In a ring: the last word sees the first."""

    def forward(self, x):
        itself = torch.eye(x.shape[1])
        return self.both(x, hidden(itself + itself.roll(1, 1)))


class HidesByItsCode(Told):
    def forward(self, x):
        words = x.shape[1]
        return self.both(x, hidden(torch.tril(torch.ones(words, words))))


class HidesByABuffer(Told):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("gain", torch.tensor(1.0))
        self.register_buffer("nothing", torch.ones(0, 0))
        self.register_buffer("before", torch.ones(9, 9).tril())

    def forward(self, x):
        words = x.shape[1]
        return self.both(x, hidden(self.before[:words, :words]))


class Turned(nn.Module):
    """Its matrices are no Linear's, and stand as a Linear's would."""

    def __init__(self) -> None:
        super().__init__()
        self.num_heads = 3
        for name in ("w_q", "w_k", "w_v", "w_o"):
            self.register_parameter(name, nn.Parameter(torch.randn(12, 12)))

    def forward(self, x):
        projected = x @ self.w_q.T, x @ self.w_k.T, x @ self.w_v.T
        q, k, v = (p.unflatten(-1, (3, -1)).transpose(1, 2) for p in projected)
        mixed = (q @ k.mT / 2).softmax(-1) @ v
        return mixed.transpose(1, 2).flatten(2) @ self.w_o.T


class HoldsALock(Layer):
    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()


class GivesUp(Layer):
    calls = 0

    def forward(self, x):
        self.calls += 1
        if self.calls > 40:
            raise RuntimeError("tired")
        return super().forward(x)


class WantsTwoWords(Layer):
    def forward(self, x):
        assert x.shape[1] > 1, "one word is no text"
        return super().forward(x)


class WantsTwoTexts(Layer):
    def forward(self, x):
        assert x.shape[0] > 1, "one text is no batch"
        return super().forward(x)


class AsksTheWrongWay(Layer):
    """Queries are of the other text, keys and values of its own."""

    def forward(self, x, context):
        return self.mixed(context, x, x)


class Remembers(Layer):
    """Asks its box of what is kept how long it is, and whether there is one."""

    def forward(self, x, cache=None):
        projected = self.q_proj(x), self.k_proj(x), self.v_proj(x)
        q, k, v = (p.unflatten(-1, (3, -1)).transpose(1, 2) for p in projected)
        start = cache.length if cache else 0
        if cache:
            k, v = cache.update(k, v)
        seen = torch.ones(x.shape[1], k.shape[2]).tril(start)
        weights = (q @ k.mT / 2 + hidden(seen)).softmax(-1)
        return self.out_proj((weights @ v).transpose(1, 2).flatten(2))


RARE = {
    "heads before texts": HeadsFirst,
    "heads among texts": HeadsAmongTexts,
    "a table for each head": HeadsInAList,
    "results with names": Named,
    "another table": ShowsAnotherTable,
    "looks at those near it": LooksNear,
    "a pattern of its own": LooksAtTheNext,
    "a triangle in its code": HidesByItsCode,
    "a triangle among its buffers": HidesByABuffer,
    "matrices turned round": Turned,
    "cannot be copied": HoldsALock,
    "gives up": GivesUp,
    "wants two words": WantsTwoWords,
    "wants two texts": WantsTwoTexts,
    "asks the wrong way": AsksTheWrongWay,
    "asks its box": Remembers,
}
