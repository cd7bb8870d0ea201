"""`HeadsInALoop` as the check knows it."""

import torch
from torch import nn

from mha.check.catalogue.head import Head


class HeadsInALoop(nn.Module):
    def __init__(self, embed_dim, num_heads):
        super().__init__()
        head_dim = embed_dim // num_heads
        heads = [Head(embed_dim, head_dim) for _ in range(num_heads)]
        self.heads = nn.ModuleList(heads)
        self.output = nn.Linear(embed_dim, embed_dim, bias=False)

    def forward(self, x, mask=None):
        outputs, weights = zip(*[head(x, mask) for head in self.heads], strict=True)
        joined = torch.cat(outputs, dim=-1)
        return self.output(joined), torch.stack(weights, dim=-3)
