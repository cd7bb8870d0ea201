"""No right layer is called wrong, however it is written, and whoever wrote it."""

import pytest
import torch
import transformers
from torch import nn

from attention_forms import FORMS
from mha import (
    FusedMultiHeadAttention,
    MergedBatchMultiHeadAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    RotaryPositions,
    SequenceFirstMultiHeadAttention,
)
from mha.check import doctor
from mha.check.catalogue.multi_head_attention import (
    MultiHeadAttention as TheReaders,
)

transformers.logging.set_verbosity_error()
SIZES = {
    "hidden_size": 12,
    "num_attention_heads": 3,
    "d_model": 12,
    "num_heads": 3,
    "d_kv": 4,
    "n_embd": 12,
    "n_head": 3,
    "dim": 12,
    "n_heads": 3,
}
GROUPED = {
    "hidden_size": 24,
    "num_attention_heads": 6,
    "num_key_value_heads": 3,
    "head_dim": 4,
}


def of_transformers(model: str, name: str, *args, **sizes):
    """Build a layer of that library, with a small configuration."""
    import importlib

    folder = f"transformers.models.{model.lower()}"
    modeling = importlib.import_module(f"{folder}.modeling_{model.lower()}")
    config = getattr(transformers, f"{model}Config")(**(sizes or SIZES))
    return getattr(modeling, name)(config, *args)


PYTORCH = {
    "PyTorch": lambda: nn.MultiheadAttention(12, 3, batch_first=True),
    "PyTorch, words first": lambda: nn.MultiheadAttention(12, 3),
    "PyTorch, no bias": lambda: nn.MultiheadAttention(12, 3, bias=False, dropout=0.1),
    "PyTorch, one more key": lambda: nn.MultiheadAttention(12, 3, add_zero_attn=True),
    "PyTorch, bias_kv": lambda: nn.MultiheadAttention(12, 3, add_bias_kv=True),
}
BOOK = {
    "split": lambda: MultiHeadAttention(12, 3),
    "causal": lambda: MultiHeadAttention(12, 3, causal=True),
    "shared": lambda: MultiHeadAttention(12, 6, num_kv_heads=3),
    "rotary": lambda: MultiHeadAttention(12, 3, relative=RotaryPositions(4)),
    "wrapper": lambda: MultiHeadAttentionWrapper(12, 3),
    "merged": lambda: MergedBatchMultiHeadAttention(12, 3),
    "words first": lambda: SequenceFirstMultiHeadAttention(12, 3),
    "fused": lambda: FusedMultiHeadAttention(12, 3),
    "the reader's": lambda: TheReaders(12, 3),
}
TRANSFORMERS = {
    "Bert, alone": lambda: of_transformers("Bert", "BertSelfAttention"),
    "Bert": lambda: of_transformers("Bert", "BertAttention"),
    "GPT2": lambda: of_transformers("GPT2", "GPT2Attention"),
    "Llama": lambda: of_transformers("Llama", "LlamaAttention", 0, **GROUPED),
    "Mistral": lambda: of_transformers("Mistral", "MistralAttention", 0, **GROUPED),
    "Qwen3": lambda: of_transformers("Qwen3", "Qwen3Attention", 0, **GROUPED),
    "Gemma": lambda: of_transformers("Gemma", "GemmaAttention", 0, **GROUPED),
    "Gemma2": lambda: of_transformers("Gemma2", "Gemma2Attention", 0, **GROUPED),
    "Phi": lambda: of_transformers("Phi", "PhiAttention", 0, **GROUPED),
    "T5": lambda: of_transformers("T5", "T5Attention"),
    "ViT": lambda: of_transformers("ViT", "ViTAttention"),
    "DistilBert": lambda: of_transformers("DistilBert", "DistilBertSelfAttention"),
    "Roberta": lambda: of_transformers("Roberta", "RobertaSelfAttention"),
    "OPT": lambda: of_transformers("OPT", "OPTAttention", 0),
    "Bloom": lambda: of_transformers("Bloom", "BloomAttention", 0),
}
EVERY = {**PYTORCH, **BOOK, **FORMS, **TRANSFORMERS}


@pytest.mark.parametrize("name", EVERY)
def test_it_is_healthy(name: str) -> None:
    torch.manual_seed(0)
    found = doctor(EVERY[name]())
    assert found.status == 0, str(found)
    assert found.assumed
