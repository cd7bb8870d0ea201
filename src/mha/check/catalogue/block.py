"""`Block` as the check knows it."""

from torch import nn
from torch.nn import functional as F

from mha.check.catalogue.multi_head_attention import MultiHeadAttention


class MLP(nn.Module):
    def __init__(self, embed_dim, hidden_dim):
        super().__init__()
        self.gate = nn.Linear(embed_dim, hidden_dim, bias=False)
        self.up = nn.Linear(embed_dim, hidden_dim, bias=False)
        self.down = nn.Linear(hidden_dim, embed_dim, bias=False)

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


class Block(nn.Module):
    def __init__(self, embed_dim, num_heads, hidden_dim):
        super().__init__()
        self.attention_norm = nn.RMSNorm(embed_dim, eps=1e-5)
        self.attention = MultiHeadAttention(embed_dim, num_heads)
        self.mlp_norm = nn.RMSNorm(embed_dim, eps=1e-5)
        self.mlp = MLP(embed_dim, hidden_dim)

    def forward(self, x, mask=None):
        gathered, weights = self.attention(self.attention_norm(x), mask)
        x = x + gathered
        return x + self.mlp(self.mlp_norm(x)), weights
