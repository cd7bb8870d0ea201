"""Llama of `transformers`: its layer's names, and rotary positions as it turns them."""

import torch
from torch import Tensor
from transformers.models.llama.configuration_llama import LlamaConfig
from transformers.models.llama.modeling_llama import (
    LlamaRotaryEmbedding,
    apply_rotary_pos_emb,
)

# What this book's block calls a part: what Llama's layer does.
LAYER = {
    "attention.query_proj": "self_attn.q_proj",
    "attention.key_proj": "self_attn.k_proj",
    "attention.value_proj": "self_attn.v_proj",
    "attention.out_proj": "self_attn.o_proj",
    "attention_norm": "input_layernorm",
    "mlp_norm": "post_attention_layernorm",
    "mlp.gate": "mlp.gate_proj",
    "mlp.up": "mlp.up_proj",
    "mlp.down": "mlp.down_proj",
}


def turned_by_llama(
    query: Tensor,
    key: Tensor,
    rope_type: str = "default",
    *,
    theta: float = 10000.0,
    trained: int = 2048,
    **options: object,
) -> tuple[Tensor, Tensor]:
    """Queries and keys (B, H, T, D), turned by what Llama's `rope_parameters` say."""
    heads, length, width = key.shape[-3:]
    config = LlamaConfig(
        hidden_size=heads * width,
        num_attention_heads=heads,
        max_position_embeddings=trained,
        rope_parameters={"rope_type": rope_type, "rope_theta": theta, **options},
    )
    angles = LlamaRotaryEmbedding(config)(query, torch.arange(length)[None])
    return apply_rotary_pos_emb(query, key, *angles)
