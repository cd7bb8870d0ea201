"""SmolLM2, a pretrained language model, on this book's own modules."""

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn
from tqdm import tqdm

from mha.attention.interop import convert
from mha.attention.multihead import MultiHeadAttention, MultiHeadBase
from mha.attention.positions import pairs_to_halves
from mha.attention.relative import RotaryPositions
from mha.data.smollm2 import GGUFFile, tokenizer_of
from mha.models.language_model import LanguageModel
from mha.models.mlp import SwiGLU

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

# What the file calls this book's modules.
NAMES = {
    "token_embd": "embedding",
    "attn_norm": "attention_norm",
    "attn_q": "attention.query_proj",
    "attn_k": "attention.key_proj",
    "attn_v": "attention.value_proj",
    "attn_output": "attention.out_proj",
    "ffn_norm": "mlp_norm",
    "ffn_gate": "mlp.gate",
    "ffn_up": "mlp.up",
    "ffn_down": "mlp.down",
    "output_norm": "norm",
}
TURNED = ("attn_q", "attn_k")


def load_smollm2(
    *, attention: type[MultiHeadBase] = MultiHeadAttention, progress: bool = True
) -> tuple[LanguageModel, "PreTrainedTokenizerFast"]:
    """SmolLM2-135M-Instruct and its tokenizer, from a package: no hub, no network.

    The model is read without dropout, and its parameters ask for no gradients.

    Args:
        attention: a design whose heads share keys: `MultiHeadAttention`, which gives
            the weights, or `FusedMultiHeadAttention`, which never holds them.
        progress: whether a bar shows how much has been read.

    Returns:
        the model, in float32, and a tokenizer of ``transformers``, which pads in front.

    Raises:
        FileNotFoundError: the package is missing; says how to get it.
        ValueError: each head of the design has keys of its own.

    Source: Allal et al. 2025, "SmolLM2: When Smol Goes Big"; its layers, Touvron et
    al. 2023, "LLaMA".

    Example:
        >>> model, tokenizer = load_smollm2(progress=False)
        >>> ids = tokenizer("The capital of France is", return_tensors="pt").input_ids
        >>> logits, weights = model(ids)
        >>> logits.shape, len(weights), weights[0].shape
        (torch.Size([1, 5, 49152]), 30, torch.Size([1, 9, 5, 5]))
        >>> tokenizer.decode(logits[0, -1].argmax())
        ' Paris'
    """
    file = GGUFFile()
    model = _described(file)
    options = {"leave": False, "file": sys.stdout, "disable": not progress}
    with tqdm(file.tensors, unit="tensor", **options) as bar:
        state = dict(_parameter(file, tensor) for tensor in bar)
    model.load_state_dict(state, assign=True)
    for block in model.blocks:
        block.attention = convert(block.attention, attention)
    return model.eval().requires_grad_(False), tokenizer_of(file)


def _described(file: GGUFFile) -> LanguageModel:
    """The model that the file describes; its parameters have shapes and no memory."""
    eps = file.value("llama.attention.layer_norm_rms_epsilon")
    hidden_dim = file.value("llama.feed_forward_length")
    base = file.value("llama.rope.freq_base")
    with torch.device("meta"):
        return LanguageModel(
            file.value("llama.vocab_size"),
            file.value("llama.embedding_length"),
            file.value("llama.attention.head_count"),
            file.value("llama.block_count"),
            num_kv_heads=file.value("llama.attention.head_count_kv"),
            relative=partial(RotaryPositions, base=base),
            norm=partial(nn.RMSNorm, eps=eps),
            mlp=partial(SwiGLU, hidden_dim=hidden_dim),
            bias=False,
            scale_embedding=False,
        )


def _parameter(file: GGUFFile, tensor: Any) -> tuple[str, Tensor]:
    """One of the file's tensors, by the name that it has in the model."""
    *place, kind, _ = tensor.name.split(".")  # as in blk.7.attn_q.weight
    prefix = f"blocks.{place[1]}." if place else ""
    numbers = torch.from_numpy(file.numbers(tensor))
    if kind in TURNED:
        numbers = _in_halves(numbers, file.value("llama.rope.dimension_count"))
    return f"{prefix}{NAMES[kind]}.weight", numbers


def block_parameters(file: GGUFFile, block: int) -> dict[str, Tensor]:
    """What one of the blocks has learned, by the names of this book's `Block`.

    Args:
        file: SmolLM2's.
        block: its number, from 0.
    """
    tensors = [one for one in file.tensors if one.name.startswith(f"blk.{block}.")]
    found = dict(_parameter(file, one) for one in tensors)
    return {name.removeprefix(f"blocks.{block}."): found[name] for name in found}


def _in_halves(rows: Tensor, head_dim: int) -> Tensor:
    """Within each head, from the file's pairs of neighbours to pairs of halves.

    So that `rotate` turns together what is a pair: (H·D, E) -> (H·D, E).
    """
    heads = rows.unflatten(0, (-1, head_dim))  # (H, D, E)
    return pairs_to_halves(heads.mT).mT.flatten(0, 1)
