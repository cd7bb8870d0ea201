"""Right answers as other people write them: blocks and decoders."""

import torch
from torch import nn
from torch.nn import functional as F

from styles.attending import attend_keys_scaled
from styles.many_heads import Unified, heads_of


class Llama(nn.Module):
    """Llama's names, and its ε."""

    def __init__(self, width, heads, hidden):
        super().__init__()
        self.input_layernorm = nn.RMSNorm(width, eps=1e-6)
        self.self_attn = Unified(width, heads)
        self.post_attention_layernorm = nn.RMSNorm(width, eps=1e-6)
        self.gate_proj = nn.Linear(width, hidden, bias=False)
        self.up_proj = nn.Linear(width, hidden, bias=False)
        self.down_proj = nn.Linear(hidden, width, bias=False)

    def forward(self, x, mask=None):
        h, weights = self.self_attn(self.input_layernorm(x), mask)
        h = x + h
        y = self.post_attention_layernorm(h)
        return h + self.down_proj(F.silu(self.gate_proj(y)) * self.up_proj(y)), weights


class Numbered(Llama):
    """Layers of the MLP whose names say nothing; the norms' ε is PyTorch's."""

    second = False

    def __init__(self, width, heads, hidden):
        super().__init__(width, heads, hidden)
        del self.gate_proj, self.up_proj, self.down_proj
        self.input_layernorm = nn.RMSNorm(width)
        self.post_attention_layernorm = nn.RMSNorm(width)
        self.fc1, self.fc2 = nn.Linear(width, hidden), nn.Linear(width, hidden)
        self.fc3 = nn.Linear(hidden, width)

    def forward(self, x, mask=None):
        h, weights = self.self_attn(self.input_layernorm(x), mask)
        h = x + h
        y = self.post_attention_layernorm(h)
        a, b = (self.fc1(y), self.fc2(y))[:: -1 if self.second else 1]
        return h + self.fc3(F.silu(a) * b), weights


class NumberedBackwards(Numbered):
    second = True


class OneUpward(Llama):
    """Gate and up in one layer, and w1, w2, w3 in another's order."""

    def __init__(self, width, heads, hidden):
        super().__init__(width, heads, hidden)
        del self.gate_proj, self.up_proj, self.down_proj
        self.gate_up, self.w3 = nn.Linear(width, 2 * hidden), nn.Linear(hidden, width)

    def forward(self, x, mask=None):
        h, weights = self.self_attn(self.input_layernorm(x), mask)
        h = x + h
        gate, up = self.gate_up(self.post_attention_layernorm(h)).chunk(2, -1)
        return h + self.w3(gate * gate.sigmoid() * up), weights


class Gpt2(nn.Module):
    """GPT-2's names and parts, as nanoGPT has them."""

    def __init__(self, n_embd, n_head, hidden):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(n_embd), nn.LayerNorm(n_embd)
        self.n_head = n_head
        self.attn = nn.ModuleDict(
            {
                "c_attn": nn.Linear(n_embd, 3 * n_embd),
                "c_proj": nn.Linear(n_embd, n_embd),
            }
        )
        self.mlp = nn.ModuleDict(
            {"c_fc": nn.Linear(n_embd, hidden), "c_proj": nn.Linear(hidden, n_embd)}
        )

    def forward(self, x, mask=None):
        each = self.attn.c_attn(self.ln_1(x)).chunk(3, -1)
        y, weights = attend_keys_scaled(*(heads_of(y, self.n_head) for y in each), mask)
        x = x + self.attn.c_proj(y.transpose(-3, -2).flatten(-2))
        return x + self.mlp.c_proj(F.gelu(self.mlp.c_fc(self.ln_2(x)))), weights


class OwnNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.g = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return F.normalize(x, dim=-1) * x.shape[-1] ** 0.5 * self.g


class ManyNorms(Llama):
    """A norm without any ε, in a list."""

    def __init__(self, width, heads, hidden):
        super().__init__(width, heads, hidden)
        del self.input_layernorm, self.post_attention_layernorm
        self.pre = nn.ModuleList([OwnNorm(width), OwnNorm(width)])

    input_layernorm = property(lambda self: self.pre[0])
    post_attention_layernorm = property(lambda self: self.pre[1])


def causal(ids):
    return torch.tril(torch.ones(ids.shape[-1], ids.shape[-1], dtype=torch.bool))


class Plain(nn.Module):
    """A decoder whose head is the table, by the name of a linear layer."""

    tied = True

    def __init__(self, vocab_size, embed_dim, num_heads, hidden_dim, num_layers):
        super().__init__()
        self.tok = nn.Embedding(vocab_size, embed_dim)
        blocks = [Llama(embed_dim, num_heads, hidden_dim) for _ in range(num_layers)]
        self.layers = nn.ModuleList(blocks)
        self.final = nn.RMSNorm(embed_dim)
        self.lm_head = nn.Linear(embed_dim, vocab_size, bias=False)
        nn.init.normal_(self.tok.weight, std=0.02)
        if self.tied:
            self.lm_head.weight = self.tok.weight

    def forward(self, ids, mask=None):
        x, tables = self.tok(ids), []
        for layer in self.layers:
            x, table = layer(x, causal(ids) if mask is None else mask)
            tables.append(table)
        return self.lm_head(self.final(x)), torch.stack(tables)


class Untied(Plain):
    tied = False


class Named(Plain):
    """GPT-2's names for what stands around its blocks."""

    def __init__(self, *sizes):
        super().__init__(*sizes)
        self.wte, self.h, self.ln_f = self.tok, self.layers, self.final
        del self.tok, self.layers, self.final, self.lm_head

    def forward(self, ids, mask=None):
        x, tables = F.embedding(ids, self.wte.weight), []
        for block in self.h:
            x, table = block(x, causal(ids) if mask is None else mask)
            tables += [table]
        return torch.einsum("...e,ve->...v", self.ln_f(x), self.wte.weight), tables


class BareTable(Plain):
    """The table is a bare parameter, and a product with one-hot rows reads it."""

    def __init__(self, *sizes):
        super().__init__(*sizes)
        self.table = nn.Parameter(0.02 * torch.randn(*sizes[:2]))
        del self.tok, self.lm_head

    def forward(self, ids, mask=None):
        x = F.one_hot(ids, len(self.table)).to(self.table) @ self.table
        tables = ()
        for layer in self.layers:
            x, table = layer(x, causal(ids))
            tables = (*tables, table)
        return self.final(x) @ self.table.mT, tables
