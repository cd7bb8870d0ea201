"""Right answers as other people write them: attention, and its masks."""

import math

import torch
from torch.nn import functional as F

INF = float("inf")


def attend_by_log_mask(query, key, value, mask=None):
    """The mask's logarithm is added: 0 or minus infinity."""
    scores = torch.matmul(query, key.swapaxes(-2, -1)) / query.shape[-1] ** 0.5
    if mask is not None:
        scores = scores + mask.to(scores.dtype).log()
    weights = torch.nn.Softmax(dim=-1)(scores)
    return torch.matmul(weights, value), weights


def attend_spread_index(query, key, value, mask=None):
    scores = query @ key.mT / math.sqrt(query.shape[-1])
    if mask is not None:
        scores[~mask.expand_as(scores)] = -INF
    weights = scores.softmax(-1)
    return weights @ value, weights


def attend_zero_and_share(query, key, value, mask=None):
    """The softmax by hand; hidden powers become 0 before they are shared out."""
    scores = query @ key.mT / math.sqrt(query.shape[-1])
    seen = torch.ones_like(scores) if mask is None else mask.expand_as(scores)
    top = scores.masked_fill(seen == 0, -INF).max(-1, keepdim=True).values
    powers = (scores - top).exp() * seen
    weights = powers / powers.sum(-1, keepdim=True)
    return weights @ value, weights


def attend_keys_scaled(query, key, value, mask=None):
    scale = query.size(-1) ** -0.25
    scores = (query * scale) @ (key * scale).mT
    scores = scores if mask is None else torch.where(mask, scores, -INF)
    weights = F.softmax(scores, dim=-1, dtype=torch.float32).to(query.dtype)
    return {0: weights @ value}[0], weights


def attend_one_query_at_a_time(query, key, value, mask=None):
    rows, tables = [], []
    for i in range(query.shape[-2]):
        scores = (key @ query[..., i, :, None]).squeeze(-1) / query.shape[-1] ** 0.5
        if mask is not None:
            seen = mask[..., min(i, mask.shape[-2] - 1), :]
            scores = scores.masked_fill(seen.logical_not(), -INF)
        tables.append(scores.softmax(-1))
        rows.append((tables[-1].unsqueeze(-1) * value).sum(-2))
    return torch.stack(rows, -2), torch.stack(tables, -2)


def padding_by_repeat(lengths, T):
    places = torch.arange(T).repeat(len(lengths), 1)
    return places.lt(lengths.reshape(-1, 1)).unsqueeze(1).unsqueeze(1)


def padding_by_cumulated(lengths, T):
    ends = F.one_hot(lengths, T + 1)[:, :T]
    return (ends.cumsum(-1) == 0)[:, None, None]


def padding_by_map(lengths, T):
    rows = [torch.arange(T) < int(n) for n in lengths]
    return torch.stack(rows).reshape(len(rows), 1, 1, T)


def padding_by_sequence(lengths, T):
    rows = [torch.ones(n, dtype=torch.bool) for n in lengths.tolist()]
    mask = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True)
    return F.pad(mask, (0, T - mask.shape[1]))[:, None, None, :]


def multi_head_by_tensordot(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
    cut = [w.unflatten(1, (num_heads, -1)).permute(1, 0, 2) for w in (w_q, w_k, w_v)]
    q, k, v = (torch.einsum("...te,hed->...htd", x, w) for w in cut)
    heads, weights = attend_spread_index(q, k, v, mask)
    out = w_o.unflatten(0, (num_heads, -1))
    return torch.einsum("...htd,hde->...te", heads, out), weights


def multi_head_by_chunks(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = ((x @ w).chunk(num_heads, -1) for w in (w_q, w_k, w_v))
    outputs, tables = [], []
    for each in zip(q, k, v, strict=True):
        own = mask.squeeze(-3) if mask is not None and mask.dim() == 4 else mask
        output, table = attend_keys_scaled(*each, own)
        outputs.append(output)
        tables.append(table)
    return torch.cat(outputs, -1) @ w_o, torch.stack(tables, -3)


def multi_head_fused_product(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
    qkv = x @ torch.cat([w_q, w_k, w_v], dim=1)
    q, k, v = qkv.unflatten(-1, (3, num_heads, -1)).movedim(-3, 0).movedim(-2, -3)
    heads, weights = attend_keys_scaled(q, k, v, mask)
    return heads.movedim(-3, -2).reshape(x.shape) @ w_o, weights


def multi_head_batch_in_rows(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
    """Heads and texts in one axis; it takes a batch only."""
    B, T, E = x.shape

    def rows(y):
        y = y.view(B, T, num_heads, E // num_heads).permute(0, 2, 1, 3)
        return y.reshape(B * num_heads, T, -1)

    if mask is not None:
        mask = mask.expand(B, num_heads, T, T).reshape(-1, T, T)
    heads, weights = attend_keys_scaled(
        rows(x @ w_q), rows(x @ w_k), rows(x @ w_v), mask
    )
    heads = heads.view(B, num_heads, T, -1).transpose(1, 2).reshape(B, T, E)
    return heads @ w_o, weights.view(B, num_heads, T, T)
