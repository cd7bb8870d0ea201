"""Llama of `transformers`: its layer's names, and rotary positions as it turns them."""

import re

import torch
from torch import Tensor, nn
from transformers import LlamaForCausalLM
from transformers.modeling_gguf_pytorch_utils import load_gguf_checkpoint
from transformers.models.llama.configuration_llama import LlamaConfig
from transformers.models.llama.modeling_llama import (
    LlamaRotaryEmbedding,
    apply_rotary_pos_emb,
)

from mha.data.packaged import smollm2_file

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
MODEL = LAYER | {"embedding": "model.embed_tokens", "norm": "model.norm"}


def name_in_llama(name: str) -> str:
    """What Llama calls the parameter that this book's decoder calls so."""
    blocks, layer, part = re.fullmatch(r"(blocks\.(\d+)\.)?(.*)\.weight", name).groups()
    prefix = f"model.layers.{layer}." if blocks else ""
    return f"{prefix}{MODEL[part]}.weight"


def llama_of(model: nn.Module) -> LlamaForCausalLM:
    """`transformers`' model as it reads SmolLM2's settings; it shares our numbers.

    That it would read the same ones, which takes it ten seconds, is tested once.
    """
    settings = load_gguf_checkpoint(smollm2_file(), return_tensors=False)["config"]
    settings.pop("model_type")
    config = LlamaConfig(**settings, attn_implementation="eager")
    with torch.device("meta"):
        made = LlamaForCausalLM(config)
    made.model.rotary_emb = type(made.model.rotary_emb)(config)
    state = {name_in_llama(name): t for name, t in model.state_dict().items()}
    state["lm_head.weight"] = state["model.embed_tokens.weight"]
    made.load_state_dict(state, assign=True)
    return made.eval()


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
