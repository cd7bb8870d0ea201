"""SmolLM2's first block: its numbers, words for it to read, and the published layer."""

from functools import cache
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from mha.extras import require

if TYPE_CHECKING:
    from mha.data.smollm2 import GGUFFile

E, H, G, HIDDEN, BASE = 576, 9, 3, 1536, 100_000.0  # G heads of keys and values
IDS = (19556, 28, 638, 359)  # Hello, how are
CAUSAL = torch.ones(len(IDS), len(IDS), dtype=torch.bool).tril()


@cache
def open_file() -> "GGUFFile":
    """SmolLM2's file.

    Raises:
        FileNotFoundError, ModuleNotFoundError, ValueError: it is missing, or what reads
            it, or it is not what it was; each says what to do.
    """
    require("gguf", "transformers")
    from mha.data.smollm2 import GGUFFile

    return GGUFFile()


@cache
def numbers() -> dict[str, Tensor]:
    """What the first block has learned, by the names of this book's `Block`."""
    from mha.models.real_model import block_parameters

    return block_parameters(open_file(), 0)


def words() -> Tensor:
    """The rows of the words, (T, E); the other rows stay packed."""
    from gguf import dequantize

    table = next(one for one in open_file().tensors if one.name == "token_embd.weight")
    return torch.tensor(dequantize(table.data[list(IDS)], table.tensor_type))


@torch.no_grad()
def theirs(x: Tensor) -> Tensor:
    """What the published layer makes of words (T, E) with the same numbers."""
    from transformers import LlamaConfig
    from transformers.models.llama import modeling_llama as llama

    config = LlamaConfig(
        hidden_size=E,
        num_attention_heads=H,
        num_key_value_heads=G,
        intermediate_size=HIDDEN,
        rms_norm_eps=1e-5,
        rope_parameters={"rope_type": "default", "rope_theta": BASE},
        attn_implementation="eager",
    )
    layer = llama.LlamaDecoderLayer(config, 0).eval()
    names = {
        "attention_norm": "input_layernorm",
        "query_proj": "q_proj",
        "mlp_norm": "post_attention_layernorm",
        "key_proj": "k_proj",
        "value_proj": "v_proj",
        "out_proj": "o_proj",
        "attention": "self_attn",
    }
    state = {
        ".".join(names.get(part, part) for part in name.split(".")): rows
        for name, rows in numbers().items()
    }
    for part in ("gate", "up", "down"):
        state[f"mlp.{part}_proj.weight"] = state.pop(f"mlp.{part}.weight")
    layer.load_state_dict(state)
    places = torch.arange(len(x))[None]
    turned = llama.LlamaRotaryEmbedding(config)(x[None], places)
    hide = torch.zeros(CAUSAL.shape).masked_fill(~CAUSAL, -torch.inf)[None, None]
    return layer(x[None], attention_mask=hide, position_embeddings=turned)[0]
