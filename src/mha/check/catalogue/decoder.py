"""`Decoder` as the check knows it, as page 9 writes it, without positions."""

from torch import nn

from mha.check.catalogue.block import Block
from mha.check.catalogue.causal_mask import causal_mask


class Decoder(nn.Module):
    def __init__(self, vocab_size, embed_dim, num_heads, hidden_dim, num_layers):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)
        nn.init.normal_(self.embedding.weight, std=0.02)
        self.blocks = nn.ModuleList(
            Block(embed_dim, num_heads, hidden_dim) for _ in range(num_layers)
        )
        self.norm = nn.RMSNorm(embed_dim, eps=1e-5)

    def forward(self, ids, mask=None):
        if mask is None:
            mask = causal_mask(ids.shape[-1]).to(ids.device)
        x, weights = self.embedding(ids), []
        for block in self.blocks:
            x, looks = block(x, mask)
            weights.append(looks)
        logits = self.norm(x) @ self.embedding.weight.T
        return logits, weights
