"""What a model that copies does, and what it loses without each of its heads."""

import pandas as pd
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mha.data.letters import repeats
from mha.models.heads import induction_scores, previous_token_scores, without_heads
from mha.models.language_model import LanguageModel
from mha.models.modes import evaluating


@torch.no_grad()
def evaluate_copying(
    model: nn.Module, ids: Tensor, periods: Tensor
) -> dict[str, float]:
    """Loss and accuracy on what repeats, and on the first period.

    Args:
        model: returns logits (N, T, V) first.
        ids: (N, T + 1).
        periods: (N,).

    Returns:
        Means over all guesses of a kind: "repeat loss", "repeat accuracy", "first
        loss", "first accuracy". What follows a period's last letter for the first
        time is of neither kind.
    """
    logits, answers = model(ids[:, :-1])[0], ids[:, 1:]  # (N, T, V), (N, T)
    losses = F.cross_entropy(logits.mT, answers, reduction="none")  # (N, T)
    right = (logits.argmax(dim=-1) == answers).float()
    query = torch.arange(answers.shape[1])
    kinds = {
        "repeat": query >= periods[:, None],
        "first": query < periods[:, None] - 1,
    }
    return {
        f"{kind} {what}": found[chosen].mean().item()
        for kind, chosen in kinds.items()
        for what, found in (("loss", losses), ("accuracy", right))
    }


@torch.no_grad()
def ablate_each_head(
    model: LanguageModel, ids: Tensor, periods: Tensor
) -> pd.DataFrame:
    """What a model does whole, and without each of its heads.

    Returns:
        A row for the whole model, whose layer and head are −1, then one per head:
        layer, head, its `score_heads`, and what `evaluate_copying` gives without it.
    """
    with evaluating(model):
        before, induction = score_heads(model)  # (L, H) each
        rows = [{"layer": -1, "head": -1} | evaluate_copying(model, ids, periods)]
        for layer, head in torch.cartesian_prod(*map(torch.arange, induction.shape)):
            pair = (int(layer), int(head))
            with without_heads(model, {pair}):
                found = evaluate_copying(model, ids, periods)
            about = {"layer": pair[0], "head": pair[1]}
            about |= {"token before": before[pair].item()}
            about |= {"induction": induction[pair].item()}
            rows.append(about | found)
    return pd.DataFrame(rows)


@torch.no_grad()
def score_heads(model: LanguageModel) -> tuple[Tensor, Tensor]:
    """How much each head looks at the token before, and at what followed a copy.

    Measured on two periods of half the alphabet: each letter has one earlier copy.

    Returns:
        `previous_token_scores` and `induction_scores`, (L, H) each.
    """
    period, fixed = model.vocab_size // 2, torch.Generator().manual_seed(0)
    options = {"shortest": period, "longest": period, "generator": fixed}
    ids, _ = repeats(512, 2 * period - 1, model.vocab_size, **options)
    _, weights = model(ids)
    return previous_token_scores(weights), induction_scores(weights, period)
