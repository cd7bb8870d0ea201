"""What is drawn of a cache has areas on one scale, and holds what layers keep."""

import re

import torch

from drawn import SVG, words_of
from mha_book.pictures.model.kept import (
    ACROSS,
    DEEP,
    DIM,
    HEADS,
    NOTE,
    TOKENS,
    TURNED,
    WINDOW,
    totals,
)
from mha_book.your_file.variants import variants

NAMES = ["MHA", "GQA", "MQA", "MLA", "window", "linear"]


def kept_by_layers():
    """Numbers in the caches of layers that have read all tokens, by the kind."""
    taken = variants()
    width, options = HEADS * DIM, {"rope_base": 10_000.0}
    layers = {
        name: taken.MultiHeadAttention(width, HEADS, **options, num_kv_heads=heads)
        for name, heads in (("MHA", HEADS), ("GQA", 2), ("MQA", 1))
    }
    layers["MLA"] = taken.LatentAttention(width, HEADS, NOTE, TURNED)
    found = {}
    with torch.no_grad():
        for name, layer in layers.items():
            cache = taken.Cache()
            layer(torch.zeros(TOKENS, width), taken.causal_mask(TOKENS), cache)
            found[name] = cache.key.numel() + cache.value.numel()
    return found


def check_kept_by_kind(root):
    panels = [part for part in root.iter(f"{SVG}g") if _is_panel(part)]
    assert [words_of(panel)[0] for panel in panels] == NAMES
    said = {}
    for panel, name in zip(panels, NAMES, strict=True):
        sides = [
            (float(box.get("width")), float(box.get("height")))
            for group in panel.iter(f"{SVG}g")
            if "mha-kept" in group.get("class", "")
            for box in group.iter(f"{SVG}rect")
        ]
        area = sum(width * height for width, height in sides)
        (line,) = (w for w in words_of(panel) if w.endswith(" numbers"))
        many, each, count = (
            int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*", line)
        )
        assert many * each == count
        assert abs(area / (ACROSS * DEEP) - count) < 0.02 * count, name
        said[name] = count
    assert said == totals()
    assert kept_by_layers().items() <= said.items()
    assert said["window"] == said["MHA"] * WINDOW // TOKENS
    assert said["linear"] == HEADS * (DIM * DIM + DIM)  # S and z of each head


def _is_panel(part):
    """The innermost group that holds a kind's name."""
    return any(t.get("class") == "mha-name mha-start" for t in part)
