"""`MultiHeadAttention` as the check knows it, as page 5 writes it."""

from torch import nn

from mha.check.catalogue.attend import attend
from mha.check.catalogue.merge_heads import merge_heads
from mha.check.catalogue.split_heads import split_heads


class MultiHeadAttention(nn.Module):
    def __init__(self, embed_dim, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(embed_dim, embed_dim, bias=False)
        self.key = nn.Linear(embed_dim, embed_dim, bias=False)
        self.value = nn.Linear(embed_dim, embed_dim, bias=False)
        self.output = nn.Linear(embed_dim, embed_dim, bias=False)

    def forward(self, x, mask=None):
        query = split_heads(self.query(x), self.num_heads)
        key = split_heads(self.key(x), self.num_heads)
        value = split_heads(self.value(x), self.num_heads)
        heads, weights = attend(query, key, value, mask)
        return self.output(merge_heads(heads)), weights
