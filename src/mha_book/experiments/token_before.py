"""Name the token just before: a task about order alone, learned on short texts."""

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from mha.attention.functional import scaled
from mha.attention.multihead import MultiHeadAttention
from mha.attention.relative import RelativePositions

KINDS, WIDTH, HEADS = 8, 32, 4


class TokenBefore(nn.Module):
    """One layer of causal attention that scores which token stands just before.

    Args:
        positions: what adds positions to the embeddings; nothing when omitted.
        relative: makes what changes the scores, as `mha.MultiHeadAttention` takes it.
    """

    def __init__(
        self,
        positions: nn.Module | None = None,
        relative: Callable[[], RelativePositions] | None = None,
    ) -> None:
        super().__init__()
        self.embedding = nn.Embedding(KINDS, WIDTH)
        self.positions = positions or nn.Identity()
        self.attention = MultiHeadAttention(
            WIDTH, HEADS, relative=relative, causal=True
        )
        self.unembed = nn.Linear(WIDTH, KINDS)

    def forward(self, tokens: Tensor, **where: int) -> Tensor:
        """(B, T) tokens -> (B, T, 8) logits; `where` goes to the positions."""
        x = self.positions(self.embedding(tokens), **where)
        output, _ = self.attention(x)
        return self.unembed(output)


def train_token_before(
    model: TokenBefore, steps: int = 100, length: int = 16
) -> TokenBefore:
    """Teach a model on random texts of so many tokens, 512 tokens a step."""
    optimizer = torch.optim.AdamW(model.parameters(), 1e-2, fused=True)
    for _ in range(steps):
        tokens = torch.randint(KINDS, (512 // length, length))  # (B, T)
        logits = model(tokens)[:, 1:].flatten(0, 1)  # (B·(T − 1), 8)
        loss = F.cross_entropy(logits, tokens[:, :-1].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


def unseen_texts(count: int = 300, length: int = 64) -> Tensor:
    """Random texts to measure on, the same at each call: (count, length)."""
    generator = torch.Generator().manual_seed(99)
    return torch.randint(KINDS, (count, length), generator=generator)


@torch.no_grad()
def token_before_accuracy(model: TokenBefore, tokens: Tensor, **where: int) -> Tensor:
    """Share of right answers at positions 1, 2, …: (B, T) tokens -> (T − 1,)."""
    guess = model(tokens, **where)[:, 1:].argmax(dim=-1)
    return (guess == tokens[:, :-1]).float().mean(dim=0)


@torch.no_grad()
def scores_by_distance(model: TokenBefore, tokens: Tensor) -> Tensor:
    """Mean score of a key 0, 1, … tokens before its query: (B, T) tokens -> (T,).

    Raises:
        TypeError: the model's attention has no relative positions.
    """
    relative, kept = model.attention.relative, []
    if not isinstance(relative, nn.Module):
        raise TypeError("the model has no relative positions, whose scores these are")
    hook = relative.register_forward_hook(lambda *seen: kept.append(seen[-1]))
    model(tokens)
    hook.remove()
    query, key, bias = kept[0]  # (B, H, T, D), (B, H, T, D)
    scores = scaled(query) @ key.mT + (0 if bias is None else bias)
    mean = scores.mean(dim=(0, 1))  # (T, T), over texts and heads
    return torch.stack([mean.diagonal(-d).mean() for d in range(len(mean))])
