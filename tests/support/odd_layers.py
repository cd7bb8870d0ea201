"""Layers with three heads, each of which does one thing that no layer should."""

import torch
from torch import nn


class Layer(nn.Module):
    """Right, and told by the names that are in use."""

    def __init__(self) -> None:
        super().__init__()
        self.num_heads = 3
        self.q_proj, self.k_proj = nn.Linear(12, 12), nn.Linear(12, 12)
        self.v_proj, self.out_proj = nn.Linear(12, 12), nn.Linear(12, 12)

    def forward(self, x):
        return self.mixed(x, x, x)

    def mixed(self, query, key, value, seen=0.0, turn=lambda heads: heads):
        projected = self.q_proj(query), self.k_proj(key), self.v_proj(value)
        q, k, v = (p.unflatten(-1, (3, -1)).transpose(1, 2) for p in projected)
        weights = (turn(q) @ turn(k).mT / 2 + seen).softmax(-1)
        return self.out_proj((weights @ v).transpose(1, 2).flatten(2))


class AsksByKeys(Layer):
    def forward(self, query, key, value):
        return self.mixed(query.mean(1, True).expand_as(query) * 0, key, value)


class AsksForAll(Layer):
    def forward(self, query, key, value):
        return self.mixed(query + query.mean(1, True), key, value)


class AsksAsMany(Layer):
    def forward(self, query, key, value):
        return self.mixed(query, key + 0 * query, value)


class AsksAsManyDeaf(Layer):
    def forward(self, query, key, value):
        return self.mixed(query, key + 0 * query, key)


class KeepsTheLastText(Layer):
    kept = 0.0

    def forward(self, x):
        out, self.kept = self.mixed(x, x, x) + self.kept, x[:, :1].detach()
        return out


class CountsTexts(Layer):
    def forward(self, x):
        return self.mixed(x, x, x) / len(x)


class HoldsInADict(Layer):
    def __init__(self) -> None:
        super().__init__()
        self.more = {"last": ([nn.Linear(12, 12)],)}

    def forward(self, x):
        return self.more["last"][0][0](self.mixed(x, x, x))


class WordsApart(Layer):
    def forward(self, x):
        return self.out_proj(self.v_proj(x))


class Shows(nn.MultiheadAttention):
    """Its mask is turned round."""

    def __init__(self) -> None:
        super().__init__(12, 3, batch_first=True)

    def forward(self, query, key, value, attn_mask=None):
        turned = None if attn_mask is None else ~attn_mask
        return super().forward(query, key, value, attn_mask=turned)


class Idle(nn.Module):
    """No word of its names says what it is, and its mask does nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.alpha = nn.Linear(12, 12)

    def forward(self, x, mask=None):
        return (x @ x.mT).softmax(-1) @ self.alpha(x)


class LargeInHalves(Layer):
    def forward(self, x, mask=None):
        hidden = 0.0
        if mask is not None:
            hidden = (~mask).to(x) * torch.tensor(-1e9).to(x)
        return self.mixed(x, x, x, hidden)


class TwoConventions(Layer):
    def forward(self, x, attn_mask=None, key_padding_mask=None):
        seen = x.new_zeros(x.shape[1], x.shape[1])
        if attn_mask is not None:
            seen = seen.masked_fill(~attn_mask.view_as(seen), -torch.inf)
        if key_padding_mask is not None:
            hidden = key_padding_mask.view(x.shape[:2])[:, None, None]
            seen = seen.masked_fill(hidden, -torch.inf)
        return self.mixed(x, x, x, seen)


class NeverDrops(Layer):
    def __init__(self) -> None:
        super().__init__()
        self.dropout = nn.Dropout(0.2)


ODD = {
    "right": Layer,
    "who asks does not matter": AsksByKeys,
    "who asks moves others": AsksForAll,
    "asks as many as they are": AsksAsMany,
    "asks as many, deaf to the values": AsksAsManyDeaf,
    "keeps the last text": KeepsTheLastText,
    "counts its texts": CountsTexts,
    "holds a layer in a dict": HoldsInADict,
    "words apart": WordsApart,
    "shows what is hidden": Shows,
    "a mask that does nothing": Idle,
    "too large for 16 bits": LargeInHalves,
    "two conventions": TwoConventions,
    "never drops": NeverDrops,
}
