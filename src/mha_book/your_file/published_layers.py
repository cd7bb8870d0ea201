"""Hold changed attention layers equal to the published ones of `transformers`.

Each pair gets the same random numbers, and one input under a causal mask. Outputs are
compared, and the gradients of the input and of every parameter.
"""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

import pandas as pd
import torch
from torch import Tensor, nn

from mha_book.your_file import published_names as names
from mha_book.your_file.published_pairs import BASE, PAIRS, B, D, E, G, H, Pair, T


def compare(ours: Mapping[str, Any], *models: str) -> pd.DataFrame:
    """The largest differences from the published layers, parts of the largest number.

    Args:
        ours: our classes by their names.
        models: keys of `PAIRS`.
    """
    rows = {}
    for model in models:
        pair = PAIRS[model]
        layer = our_layer(pair, ours)
        there = their_layer(pair, layer)
        rows[model] = {"our layer": " + ".join(pair.ours)} | differences(
            pair, layer, there
        )
    return pd.DataFrame.from_dict(rows, "index").rename_axis("equal to")


def our_layer(pair: Pair, ours: Mapping[str, Any]) -> nn.Module:
    """Ours, every number of it drawn anew, so that none is 0 or 1 by its start."""
    kind = type("Joined", tuple(ours[name] for name in pair.ours), {})
    layer = kind(E, H, rope_base=BASE, **pair.options)
    with torch.no_grad():
        for numbers in layer.parameters():
            numbers.normal_(std=0.4)
    return layer


def their_layer(pair: Pair, layer: nn.Module) -> nn.Module:
    """The published layer, with the numbers of ours; it may have no others but 0."""
    module, kind = pair.theirs.split(".")
    folder = import_module(f"transformers.models.{module}")
    config = getattr(folder, f"{kind}TextConfig", None) or getattr(
        folder, f"{kind}Config"
    )
    shape: dict[str, Any] = {"hidden_size": E, "num_hidden_layers": 4, "head_dim": D}
    shape |= {"num_attention_heads": H, "num_key_value_heads": G, **pair.settings}
    shape["attn_implementation"] = "eager"
    code = import_module(f"transformers.models.{module}.modeling_{module}")
    there = getattr(code, f"{kind}Attention")(config(**shape), layer_idx=0)
    state = pair.convert(layer.state_dict(), H)
    state = {n: t - pair.shift * ("_norm." in n) for n, t in state.items()}
    given = there.load_state_dict(state, strict=False)
    assert not given.unexpected_keys, given.unexpected_keys
    for name in given.missing_keys:
        there.get_parameter(name).data.zero_()
    return there


def differences(pair: Pair, layer: nn.Module, there: nn.Module) -> dict[str, float]:
    """Of the outputs, and of the gradients under either's weights."""
    x = torch.randn(B, T, E)
    past = torch.ones(T, T, dtype=torch.bool).tril()
    hide = torch.zeros(B, 1, T, T).masked_fill(~past, float("-inf"))
    turn = {"position_embeddings": cosines(pair), "attention_mask": hide}
    out, slopes = both_passes(partial(layer, mask=past), layer, x)
    their_out, their_slopes = both_passes(partial(there, **turn), there, x)
    slopes = {"x": slopes.pop("x")} | pair.convert(slopes, H)
    joined = [
        torch.cat([s[n].flatten() for n in slopes]) for s in (slopes, their_slopes)
    ]
    return {"outputs": apart(out, their_out), "gradients": apart(*joined)}


def apart(ours: Tensor, theirs: Tensor) -> float:
    """The largest difference, as a part of the largest number."""
    return ((ours - theirs).abs().max() / theirs.abs().max()).item()


def both_passes(
    call: Callable[..., Any], layer: nn.Module, x: Tensor
) -> tuple[Tensor, names.State]:
    """The output, and the gradients by the names of the parameters; x's own as x."""
    x = x.clone().requires_grad_()
    with torch.enable_grad():
        output, *_ = call(x)
        ramp = torch.linspace(-1, 1, output.numel()).view_as(output)
        (output * ramp).sum().backward()
    numbers = {"x": x, **dict(layer.named_parameters())}
    slopes = {n: p.grad for n, p in numbers.items() if p.grad is not None}
    return output.detach(), slopes


def cosines(pair: Pair) -> tuple[Tensor, Tensor]:
    """Cosines and sines (1, T, ·) of the places, as the published layer takes them."""
    speed = BASE ** -(torch.arange(0, pair.turned, 2) / pair.turned)
    turned = torch.arange(T)[:, None] * speed
    if "gpt_oss" not in pair.theirs:  # most take every angle twice
        turned = torch.cat([turned, turned], dim=-1)
    return turned.cos()[None], turned.sin()[None]
