"""`Head` as the check knows it."""

from torch import nn

from mha.check.catalogue.attend import attend


class Head(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.query = nn.Linear(embed_dim, head_dim, bias=False)
        self.key = nn.Linear(embed_dim, head_dim, bias=False)
        self.value = nn.Linear(embed_dim, head_dim, bias=False)

    def forward(self, x, mask=None):
        return attend(self.query(x), self.key(x), self.value(x), mask)
