"""Where the heads of a language model look."""

import pandas as pd
import torch
from torch.nn import functional as F

from mha.attention.masks import causal_mask, same_text
from mha.models.language_model import LanguageModel
from mha.models.modes import evaluating
from mha.training.loop import Task

COLUMNS = ["before", "first", "even"]


@torch.no_grad()
def measure_head_shares(model: LanguageModel, task: Task) -> pd.DataFrame:
    """How much of its weight each head gives to which token, on the validation part.

    The mean over the queries in the second half of each window, who have many tokens
    to choose from.

    Returns:
        layer, head, before (to the token before), first (to the first token that it
        may attend to); even: what each token would get if all got the same.
    """
    device, found = model.embedding.weight.device, []
    with evaluating(model):
        for ids, articles in task.validation:
            length = ids.shape[1] - 1
            mask = same_text(articles[:, :-1]) & causal_mask(length)  # (B, 1, T, T)
            _, layers = model(ids[:, :-1].to(device), mask.to(device))
            weights = torch.stack(layers, dim=1).cpu()  # (B, L, H, T, T)
            first = mask.int().argmax(-1, keepdim=True)[:, None]  # (B, 1, 1, T, 1)
            before = F.pad(weights.diagonal(-1, -2, -1), (1, 0))  # (B, L, H, T)
            even = (1 / mask.sum(dim=-1))[:, None].expand_as(before)
            to_first = weights.gather(-1, first.expand(*before.shape, 1))[..., 0]
            three = torch.stack([before, to_first, even])
            found.append(three[..., length // 2 :].mean(dim=-1))  # (3, B, L, H)
    shares = torch.cat(found, dim=1).mean(dim=1)  # (3, L, H)
    table = pd.DataFrame(shares.flatten(1).T.tolist(), columns=COLUMNS)
    where = [range(count) for count in shares.shape[1:]]
    names = pd.MultiIndex.from_product(where, names=["layer", "head"])
    return table.set_index(names).reset_index()
