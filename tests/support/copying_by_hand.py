"""The page's model that learns to copy, in plain PyTorch, right and with each fault."""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mha import induction_scores, repeats
from mha_book import copying_model

FAULTS = (
    *("none", "no mask", "no scale", "wrong scale", "no positions"),
    *("one layer", "heads mixed up"),
)
RATE = 3e-3
STEPS, SHORT = 20, 3  # of the right model, and of one with a fault
PERIOD = 8


def forward(
    model: nn.Module, ids: Tensor, fault: str = "none"
) -> tuple[Tensor, list[Tensor]]:
    """Logits (B, T, V), and weights (B, H, T, T) of each layer."""
    x, weights = model.embedding(ids) * model.embedding_scale, []
    for block in model.blocks[: 1 if fault == "one layer" else None]:
        added, seen = attend(block.attention, block.attention_norm(x), fault)
        x, weights = x + added, [*weights, seen]
    return F.linear(model.norm(x), model.embedding.weight), weights


def attend(layer: nn.Module, x: Tensor, fault: str) -> tuple[Tensor, Tensor]:
    query, key, value = layer.project(x)  # (B, H, T, D)
    scale = math.sqrt(layer.head_dim)
    scale = {"no scale": 1.0, "wrong scale": scale}.get(fault, 1 / scale)
    length = x.shape[-2]
    places = torch.arange(length)
    far = (places[:, None] - places).abs().to(x)
    slopes = torch.tensor([0.0 if fault == "no positions" else 1.0, 0.0]).to(x)
    scores = query @ key.mT * scale - slopes[:, None, None] * far
    if fault != "no mask":
        hidden = torch.ones(length, length, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(hidden, -math.inf)
    weights = scores.softmax(dim=-1)
    mixed = weights @ value  # (B, H, T, D)
    wrong = fault == "heads mixed up"
    joined = mixed.reshape(x.shape) if wrong else mixed.transpose(1, 2).flatten(2)
    return layer.out_proj(joined), weights


def loss_of(model: nn.Module, ids: Tensor, fault: str) -> Tensor:
    """Of the next letter, from (B, T + 1) letters."""
    logits, _ = forward(model, ids[:, :-1], fault)
    return F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())


def references(seed: int) -> dict[str, object]:
    """Weights and letters, then gradients and a run of each fault, in float64."""
    torch.manual_seed(seed)
    model = copying_model().double()
    generator = torch.Generator().manual_seed(seed)
    batches = [repeats(16, generator=generator)[0] for _ in range(STEPS)]
    start = {name: part.clone() for name, part in model.state_dict().items()}
    found = {}
    for fault in FAULTS:
        model.load_state_dict(start)
        found[fault] = learn(model, batches, fault)
    return drawn(generator) | {
        "start": {name: part.flatten().tolist() for name, part in start.items()},
        "batches": [batch.tolist() for batch in batches],
        "runs": found,
    }


def drawn(generator: torch.Generator) -> dict[str, object]:
    """How often the alphabet's next letter follows, and the scores of some weights."""
    ids, periods = repeats(4096, generator=generator)
    first = torch.arange(24) < periods[:, None] - 1  # (N, T)
    follows = (ids[:, 1:] == ids[:, :-1] + 1)[first].double().mean()
    weights = torch.rand(2, 3, 2, 15, 15, generator=generator, dtype=torch.float64)
    scores = [induction_scores([seen], PERIOD)[0].tolist() for seen in weights]
    flat = [seen.flatten().tolist() for seen in weights]
    return {"follows": follows.item(), "seen": flat, "scores": scores}


def learn(model: nn.Module, batches: list[Tensor], fault: str) -> dict[str, object]:
    """What the first batch gives, and the losses of a run over some of them."""
    optimizer = torch.optim.AdamW(model.parameters(), RATE)
    losses, first = [], {}
    for batch in batches if fault == "none" else batches[:SHORT]:
        loss = loss_of(model, batch, fault)
        optimizer.zero_grad()
        loss.backward()
        first = first or first_of(model, batch, fault)
        optimizer.step()
        losses.append(loss.item())
    return first | {"losses": losses, "end": model.embedding.weight.tolist()}


@torch.no_grad()
def first_of(model: nn.Module, batch: Tensor, fault: str) -> dict[str, object]:
    """Weights on the first sequence, and every parameter's gradient."""
    _, weights = forward(model, batch[:1, :-1], fault)
    gradients = {
        name: part.grad.flatten().tolist()
        for name, part in model.named_parameters()
        if part.grad is not None
    }
    return {"weights": [seen[0].tolist() for seen in weights], "gradients": gradients}
