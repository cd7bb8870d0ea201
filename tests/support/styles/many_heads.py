"""Right answers as other people write them: layers of many heads."""

import torch
from torch import nn

from styles.attending import attend_keys_scaled


def heads_of(x, num_heads):
    return x.unflatten(-1, (num_heads, -1)).transpose(-3, -2)


class ByLetters(nn.Module):
    """Parameters by head, as in TransformerLens: (H, E, D) and (H, D, E)."""

    def __init__(self, d_model, n_heads):
        super().__init__()
        d = d_model // n_heads
        self.W_Q, self.W_K, self.W_V = (
            nn.Parameter(torch.empty(n_heads, d_model, d)) for _ in "qkv"
        )
        self.W_O = nn.Parameter(torch.empty(n_heads, d, d_model))
        self.b_Q, self.b_O = (
            nn.Parameter(torch.ones(d)),
            nn.Parameter(torch.ones(d_model)),
        )

    def forward(self, x, mask=None):
        q, k, v = (x.unsqueeze(-3) @ w for w in (self.W_Q, self.W_K, self.W_V))
        z, weights = attend_keys_scaled(q + self.b_Q, k, v, mask)
        return torch.einsum("...htd,hde->...te", z, self.W_O) + self.b_O, weights


class ByAxes(nn.Module):
    """Parameters as in Flax: (E, H, D) and (H, D, E), called kernels."""

    def __init__(self, features, heads):
        super().__init__()
        shape = features, heads, features // heads
        self.query_kernel = nn.Parameter(torch.empty(shape))
        self.key_kernel = nn.Parameter(torch.empty(shape))
        self.value_kernel = nn.Parameter(torch.empty(shape))
        self.out_kernel = nn.Parameter(torch.empty(*shape[1:], features))

    def forward(self, x, mask=None):
        kernels = self.query_kernel, self.key_kernel, self.value_kernel
        each = [torch.einsum("...te,ehd->...htd", x, kernel) for kernel in kernels]
        y, weights = attend_keys_scaled(*each, mask)
        return torch.einsum("...htd,hde->...te", y, self.out_kernel), weights


class Stacked(nn.Module):
    """One parameter (3, E, E) for queries, keys and values."""

    def __init__(self, width, heads):
        super().__init__()
        self.qkv = nn.Parameter(torch.randn(3, width, width))
        self.o, self.heads = nn.Parameter(torch.randn(width, width)), heads

    def forward(self, x, mask=None):
        each = [heads_of(x @ w, self.heads) for w in self.qkv]
        y, weights = attend_keys_scaled(*each, mask)
        return y.transpose(-3, -2).flatten(-2) @ self.o, weights


class Unified(nn.Module):
    """Names without a gap, and a fused layer for keys and values."""

    def __init__(self, emb, heads=8):
        super().__init__()
        self.heads = heads
        self.toqueries = nn.Linear(emb, emb, bias=False)
        self.to_kv = nn.Linear(emb, 2 * emb, bias=False)
        self.unifyheads = nn.Linear(emb, emb)

    def forward(self, x, mask=None):
        each = [self.toqueries(x), *self.to_kv(x).chunk(2, dim=-1)]
        y, weights = attend_keys_scaled(*(heads_of(y, self.heads) for y in each), mask)
        return self.unifyheads(y.transpose(-3, -2).flatten(-2)), weights


class LoopOfHeads(nn.Module):
    """Layers of its own for each head, in lists."""

    def __init__(self, width, heads):
        super().__init__()
        for name in ("query", "key", "value"):
            each = [nn.Linear(width, width // heads, bias=False) for _ in range(heads)]
            setattr(self, name, nn.ModuleList(each))
        self.mix = nn.Linear(width, width, bias=False)

    def forward(self, x, mask=None):
        found = [
            attend_keys_scaled(q(x), k(x), v(x), mask)
            for q, k, v in zip(self.query, self.key, self.value, strict=True)
        ]
        outputs, tables = zip(*found, strict=True)
        return self.mix(torch.cat(outputs, -1)), torch.stack(tables, -3)


class TorchsOwn(nn.Module):
    """PyTorch's layer, whose mask hides where it is True."""

    def __init__(self, width, heads):
        super().__init__()
        self.inner = nn.MultiheadAttention(width, heads, bias=False, batch_first=True)

    def forward(self, x, mask=None):
        hidden = None if mask is None else ~mask
        return self.inner(
            x, x, x, attn_mask=hidden, average_attn_weights=False
        )  # it takes texts alone and in a batch
