"""What a call does that says nothing more: every default that people rely on."""

import inspect
from dataclasses import MISSING, fields
from unittest import mock

import pytest
import torch
from torch import nn

import mha
import mha_book
from mha import MLP, MultiHeadAttention, RotaryPositions
from mha_book import pictures, plots
from mha_book.experiments.copying import CopyingOptions
from mha_book.experiments.language import LanguageOptions
from mha_book.experiments.news import NewsOptions

HEAD = {"bias": True, "dropout": 0.0}
HEADS = HEAD | {"causal": False}
TEXTS = {"hidden_dim": 128, "embedding_std": 1.0}
DRAWING = {"temperature": 1.0}
NEWS = {"embed_dim": 64, "max_len": 256, "vocab_size": 1000, "positions": "none"}
NEWS |= {"attention": "split", "pool": "first", "relative": "none", "start": "linear"}
NEWS |= {"embedding_std": 1.0}
LANGUAGE = {"embed_dim": 64, "max_len": 64, "vocab_size": 1000, "positions": "none"}
LANGUAGE |= {"attention": "split", "relative": "rotary", "dropout": 0.1}
COPYING = {"embed_dim": 64, "max_len": 24, "vocab_size": 16, "positions": "none"}
COPYING |= {"relative": "near"}
REPEATS = {"shortest": 6, "longest": 12}

# By name; what is None, or an empty tuple, stands for nothing and is left out.
LIBRARY = {
    "AttentionHead": HEAD,
    "Block": {"dropout": 0.0, "norm": nn.LayerNorm, "norm_first": True, "mlp": MLP},
    "CausalAttention": HEAD,
    "FusedMultiHeadAttention": HEADS,
    "LanguageModel": {
        "attention": MultiHeadAttention,
        "relative": RotaryPositions,
        "dropout": 0.0,
        "bias": True,
        "norm": nn.LayerNorm,
        "norm_first": True,
        "mlp": MLP,
        "scale_embedding": True,
    },
    "MLP": {"activation": nn.GELU, "bias": True},
    "MeanTextClassifier": TEXTS,
    "MergedBatchMultiHeadAttention": HEADS,
    "MultiHeadAttention": HEADS,
    "MultiHeadAttentionWrapper": HEADS,
    "MultiHeadBase": HEADS,
    "RotaryPositions": {"base": 10_000.0},
    "SequenceFirstMultiHeadAttention": HEADS,
    "SwiGLU": {"bias": False},
    "Task": {"measured": "validation"},
    "TextClassifier": TEXTS,
    "YarnScaling": {"beta_fast": 32.0, "beta_slow": 1.0},
    "generate": DRAWING | {"cached": True},
    "load_smollm2": {"attention": MultiHeadAttention, "progress": True},
    "make_runners": {"device": "cpu", "dtype": torch.float32},
    "masked_softmax": {"dim": -1},
    "news_tokenizer": {"vocab_size": 1000},
    "next_probabilities": DRAWING,
    "repeats": {"length": 24, "vocab_size": 16} | REPEATS,
    "rotate": {"base": 10_000.0},
    "scaled_dot_product_attention": {"dropout": 0.0},
    "sinusoidal": {"start": 0, "base": 10_000.0},
    "to_additive": {"dtype": torch.float32},
    "trace_both_passes": {"unit": 1.0},
    "train": {
        "learning_rate": 1e-3,
        "seed": 0,
        "mixed_precision": "no",
        "device": "cpu",
    },
}
BOOK = {
    "SentenceExplorer": {"sentence": "The cat sat because it was tired."},
    "WriterExplorer": {"says": "SmolLM2"},
    "copying_model": COPYING | {"num_heads": 2, "num_layers": 2},
    "copying_task": {"batch_size": 16, "vocab_size": 16, "max_len": 24} | REPEATS,
    "language_model": LANGUAGE | {"num_heads": 4, "num_layers": 2},
    "news_model": NEWS | {"num_heads": 8},
    "news_task": {"masked": True, "published": False, "batch_size": 32}
    | {"vocab_size": 1000, "max_len": 256},
    "next_step": {"path": "from_scratch.py"},
    "show": {"axis": "head"},
    "train_token_before": {"steps": 100, "length": 16},
    "unseen_texts": {"count": 300, "length": 64},
}
PLOTS = {
    "Panels": {"columns": (3, 2), "height": 1.5, "grid": True},
    "bars": {"words": mock.ANY},  # two decimals: see test_bars
    "beyond_training": {"shade": "trained"},
    "name_end": {"below": False, "side": "right"},
    "ratio_map": {"x": "tokens", "y": "num_heads", "panel": "batch"}
    | {"names": ("tokens", "heads", "batch")},
    "seed_table": {"first": 0},
    "sweep": {"log_y": False},
}
PICTURES = {
    "head_proposals": {"asking": 1},
    "heads_as_lines": {"asking": 1},
    "one_head_strip": {"lit": (1, 2)},
    "rotary_clocks": {"asking": 1, "asked": 2},
    "softmax_gradient": {"asking": 0},
    "swept_angles": {"trained": 16, "longer": 64, "width": 8},
    "three_vectors": {"asking": 1},
    "turned_arrow": {"right": 2, "up": 1, "degrees": 30},
    "two_orders": {"placed": False},
    "weighted_average": {"asking": 0},
}
RUN = {"batch_size": 32, "mixed_precision": "no", "device": "cpu", "seed": 0}
OPTIONS = {
    NewsOptions: RUN
    | NEWS
    | {"epochs": 10, "heads": 8, "learning_rate": 1e-3}
    | {"no_mask": False, "published": False, "test": False},
    LanguageOptions: RUN
    | LANGUAGE
    | {"epochs": 10, "heads": 4, "layers": 2, "learning_rate": 3e-3, "subject": "all"},
    CopyingOptions: RUN
    | COPYING
    | REPEATS
    | {"epochs": 12, "heads": 2, "layers": 2, "learning_rate": 3e-3, "batch_size": 16},
}


def defaults(function):
    found = inspect.signature(function).parameters.values()
    return {
        parameter.name: parameter.default
        for parameter in found
        if parameter.default not in (parameter.empty, None, (), "")
    }


@pytest.mark.parametrize(
    ("room", "expected"),
    [(mha, LIBRARY), (mha_book, BOOK), (plots, PLOTS), (pictures, PICTURES)],
)
def test_public_functions_have_the_defaults_that_people_rely_on(room, expected):
    public = {name: getattr(room, name) for name in room.__all__}
    made = {n: defaults(f) for n, f in public.items() if callable(f)}
    assert {name: found for name, found in made.items() if found} == expected


@pytest.mark.parametrize(("options", "expected"), OPTIONS.items())
def test_a_command_without_options_has_the_defaults_that_people_rely_on(
    options, expected
):
    found = {f.name: f.default for f in fields(options)}
    found = {n: d for n, d in found.items() if d not in (MISSING, None)}
    assert found == expected
