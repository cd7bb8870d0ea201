"""Modules that other people wrote, of many kinds, small and with random weights."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from transformers import BertConfig, GPT2Config, LlamaConfig, T5Config
from transformers.models.bert.modeling_bert import BertLayer
from transformers.models.gpt2.modeling_gpt2 import GPT2Block
from transformers.models.llama.modeling_llama import (
    LlamaDecoderLayer,
    LlamaRotaryEmbedding,
)
from transformers.models.t5.modeling_t5 import T5Block

from mha import Block, MultiHeadAttention

B, T, E, H = 2, 7, 12, 3


class FromScratch(nn.Module):
    """As people write it on a rainy afternoon."""

    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(E, 3 * E)

    def forward(self, x):
        query, key, value = self.qkv(x).chunk(3, -1)
        scores = torch.einsum("bte,bse->bts", query, key) / E**0.5
        hidden = torch.ones(T, T, dtype=torch.bool).triu(1)
        scores.masked_fill_(hidden, -torch.inf)
        return torch.einsum("bts,bse->bte", F.softmax(scores, dim=-1), value)


def llama():
    config = LlamaConfig(hidden_size=E, num_attention_heads=H, intermediate_size=19)
    config._attn_implementation = "eager"
    places = torch.arange(T)[None]
    angles = LlamaRotaryEmbedding(config)(torch.randn(B, T, E), places)
    return LlamaDecoderLayer(config, 0), {"position_embeddings": angles}


def bert():
    config = BertConfig(hidden_size=E, num_attention_heads=H, intermediate_size=19)
    config._attn_implementation = "eager"
    return BertLayer(config), {}


def gpt2():
    config = GPT2Config(n_embd=E, n_head=H)
    config._attn_implementation = "sdpa"
    return GPT2Block(config, 0), {}


def t5():
    config = T5Config(d_model=E, d_kv=4, num_heads=H, d_ff=19)
    config._attn_implementation = "eager"
    return T5Block(config, has_relative_attention_bias=True), {}


# Each gives a module and what it is called with, beside x of shape (B, T, E).
MODULES = {
    "nn.MultiheadAttention": lambda: (nn.MultiheadAttention(E, H, batch_first=True), 3),
    "encoder layer": lambda: (
        nn.TransformerEncoderLayer(E, H, 19, batch_first=True),
        1,
    ),
    "decoder layer": lambda: (
        nn.TransformerDecoderLayer(E, H, 19, batch_first=True),
        2,
    ),
    "lstm": lambda: (nn.LSTM(E, 5, 2, bidirectional=True), 1),
    "conv": lambda: (nn.Sequential(nn.Conv1d(T, 5, 3), nn.BatchNorm1d(5)), 1),
    "in place": lambda: (nn.Sequential(nn.Linear(E, 5), nn.ReLU(inplace=True)), 1),
    "from scratch": lambda: (FromScratch(), 1),
    "ours": lambda: (MultiHeadAttention(E, H), 1),
    "our block": lambda: (Block(MultiHeadAttention(E, H)), 1),
    "bert": bert,
    "gpt2": gpt2,
    "llama": llama,
    "t5": t5,
}


def made(name: str) -> tuple[nn.Module, tuple[Tensor, ...], dict]:
    """A module by its name, and what it is called with."""
    torch.manual_seed(7)
    module, rest = MODULES[name]()
    x = torch.randn(B, T, E)
    if isinstance(rest, int):
        return module, (x,) * rest, {}
    return module, (x,), rest
