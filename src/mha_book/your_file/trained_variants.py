"""Train page 11's model with each variant: ``python -m …your_file.trained_variants``.

Text, model and learning rate are that page's. Every run has the same steps and, seed by
seed, reads the same windows. What each gave is stored with the other runs, one line per
run, with its date, machine and versions.
"""

import time
from pathlib import Path
from statistics import fmean
from types import ModuleType, SimpleNamespace
from typing import Any

import cyclopts
import torch
from torch import nn

from mha_book.results.training import RESULTS
from mha_book.your_file.stored import STEPS, store_runs

# Where the MLP has another width: with it go as many numbers as the gates have.
WIDTHS = {"unchanged, larger MLP": {"hidden_dim": 149}}
PART = {"latent_dim": 24, "rope_dim": 8}  # as many numbers kept as with one key head
# Of each layer, the first and the second: the class, and its options.
LAYERS: dict[str, tuple[tuple[str, dict[str, int]], ...]] = {
    "unchanged": (("MultiHeadAttention", {}),) * 2,
    "unchanged, drawn anew": (("OpenAttention", {}),) * 2,
    "unchanged, larger MLP": (("OpenAttention", {}),) * 2,
    "QK-norm": (("QKNorm", {}),) * 2,
    "biases": (("Biased", {}),) * 2,
    "partial rotary": (("PartialRotary", {}),) * 2,
    "soft-capped": (("SoftCapped", {}),) * 2,
    "sinks": (("WithSinks", {}),) * 2,
    "sigmoid": (("Sigmoid", {}),) * 2,
    "gated": (("Gated", {}),) * 2,
    "differential": (("Differential", {}),) * 2,
    "one key head": (("MultiHeadAttention", {"num_kv_heads": 1}),) * 2,
    "window, full": (("Windowed", {}), ("MultiHeadAttention", {})),
    "windows": (("Windowed", {}),) * 2,
    "latent": (("LatentAttention", PART),) * 2,
    "linear": (("LinearAttention", {}),) * 2,
}


def build(name: str, taken: ModuleType, page: SimpleNamespace) -> nn.Module:
    """The page's decoder with a variant in each layer; rotary positions as they were.

    The layers are drawn after the decoder, so that all else begins with equal numbers.
    """
    model = taken.Decoder(page.V, **(page.size | WIDTHS.get(name, {})))
    if name == "unchanged":
        return model
    width, heads = page.size["embed_dim"], page.size["num_heads"]
    for block, (kind, options) in zip(model.blocks, LAYERS[name], strict=True):
        layer = getattr(taken, kind)
        block.attention = layer(width, heads, rope_base=10_000.0, **options)
    return model


def train_one(
    name: str, seed: int, taken: ModuleType, page: SimpleNamespace, steps: int = STEPS
) -> dict[str, Any]:
    """One run: what it learned from, how well it guesses, and what it took."""
    torch.manual_seed(seed)
    model = build(name, taken, page)
    torch.manual_seed(seed)  # the same windows for each variant
    start = time.process_time()
    fall = taken.train(model, page.ids, steps)
    seconds = time.process_time() - start
    with torch.no_grad():
        loss = taken.loss_of(model, page.rows).item()
    return {
        "variant": name,
        "seed": seed,
        "steps": steps,
        "read": len(page.ids),
        "parameters": sum(p.numel() for p in model.parameters()),
        "training": round(fmean(fall[-20:]), 5),
        "held out": round(loss, 5),
        "seconds": round(seconds, 1),
    }


def main(*, out: Path = RESULTS / "variants.jsonl") -> None:
    """Train each variant with each seed, one after the other, and store all runs.

    Args:
        out: the file that is written again after each run.
    """
    store_runs(out, "variants", LAYERS, train_one)


if __name__ == "__main__":
    cyclopts.run(main)
