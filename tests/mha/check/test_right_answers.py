"""A right answer is right in any style: loops, einsum, NumPy, in place, other names."""

import math

import numpy as np
import pytest
import torch
from torch import nn

from mha import check
from mha.check.diagnosis import Diagnosis


def in_einsum(q, k, v, mask=None):
    scores = torch.einsum("...qd,...kd->...qk", q, k) * q.shape[-1] ** -0.5
    if mask is not None:
        scores = torch.where(mask, scores, torch.tensor(-math.inf, dtype=q.dtype))
    weights = torch.softmax(scores, -1)
    return torch.einsum("...qk,...kv->...qv", weights, v), weights


def in_loops(query, key, value, mask=None):
    weights = torch.zeros(len(query), len(key))
    for i, q in enumerate(query):
        scores = [float(q @ k) / len(q) ** 0.5 for k in key]
        shown = [mask is None or bool(mask[i, j]) for j in range(len(key))]
        top = max(s for s, see in zip(scores, shown, strict=True) if see)
        powers = [
            math.exp(s - top) if see else 0.0
            for s, see in zip(scores, shown, strict=True)
        ]
        weights[i] = torch.tensor(powers) / sum(powers)
    return weights @ value, weights


def in_numpy(query, key, value, mask=None):
    q, k, v = (np.asarray(one) for one in (query, key, value))
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    weights = powers / powers.sum(-1, keepdims=True)
    return torch.from_numpy(weights @ v), torch.from_numpy(weights)


def by_torch(query, key, value, mask=None, extra=True):
    output = nn.functional.scaled_dot_product_attention(query, key, value, mask)
    eye = torch.eye(key.shape[-2], dtype=query.dtype).expand(*key.shape[:-1], -1)
    return [
        output,
        nn.functional.scaled_dot_product_attention(query, key, eye, mask),
    ]


def added_mask(query, key, value, mask=None):
    scores = query @ key.transpose(-1, -2)
    scores /= math.sqrt(query.size(-1))
    if mask is not None:
        scores += torch.zeros(mask.shape).to(scores).masked_fill_(~mask, -math.inf)
    print("scores", scores.shape)
    weights = scores.softmax(-1)
    return weights @ value, weights


@pytest.mark.parametrize("one", [in_einsum, in_loops, in_numpy, by_torch, added_mask])
def test_attend(one) -> None:
    found = check.attend(one)
    assert found.ok, str(found)


class OtherNames(nn.Module):
    """Keys before queries, biases, another order of layers, and an early return."""

    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        self.W_k = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)
        self.W_v = nn.Linear(d_model, d_model)
        self.W_q = nn.Linear(d_model, d_model)
        self.drop, self.n = nn.Dropout(dropout), n_heads

    def forward(self, x, mask=None):
        def cut(y):
            return y.unflatten(-1, (self.n, -1)).movedim(-2, -3)

        heads, weights = in_einsum(
            *map(cut, (self.W_q(x), self.W_k(x), self.W_v(x))), mask
        )
        return self.out_proj(self.drop(heads).movedim(-3, -2).flatten(-2)), weights


class OneProduct(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.qkv, self.proj, self.h = nn.Linear(d, 3 * d, False), nn.Linear(d, d), h

    def forward(self, x, mask=None):
        q, k, v = (
            self.qkv(x).unflatten(-1, (3 * self.h, -1)).movedim(-2, -3).chunk(3, -3)
        )
        heads, weights = in_einsum(q, k, v, mask)
        return self.proj(torch.cat(heads.unbind(-3), -1)), weights


class RawByHead(nn.Module):
    """Parameters (out, in) of its own, or a fused one that holds head after head."""

    fused = True

    def __init__(self, d, h):
        super().__init__()
        self.h = h
        if self.fused:
            self.c_attn = nn.Linear(d, 3 * d)
        else:
            self.wq, self.wk, self.wv = (nn.Parameter(torch.ones(d, d)) for _ in "qkv")
        self.c_proj = nn.Linear(d, d)

    def forward(self, x, mask=None):
        if self.fused:
            cut = self.c_attn(x).unflatten(-1, (self.h, -1)).movedim(-2, -3)
            q, k, v = cut.chunk(3, -1)
        else:
            each = (nn.functional.linear(x, w) for w in (self.wq, self.wk, self.wv))
            q, k, v = (y.unflatten(-1, (self.h, -1)).movedim(-2, -3) for y in each)
        heads, weights = in_einsum(q, k, v, mask)
        return self.c_proj(heads.movedim(-3, -2).flatten(-2)), weights


class RawOutIn(RawByHead):
    fused = False


@pytest.mark.parametrize("one", [RawByHead, RawOutIn])
def test_what_lies_in_another_way_is_right_and_said(one) -> None:
    found = check.multi_head(one)
    assert found.ok, str(found)
    assert len(found.notes) == 1


class LlamaNames(nn.Module):
    """A block with fused layers, and with Llama's names in its MLP."""

    def __init__(self, d, h, hidden):
        super().__init__()
        self.w2, self.attn = nn.Linear(hidden, d, False), OneProduct(d, h)
        self.w1, self.w3 = nn.Linear(d, hidden, False), nn.Linear(d, hidden, False)
        self.ln1, self.ln2 = nn.RMSNorm(d, 1e-5), nn.RMSNorm(d, 1e-5)

    def forward(self, x, mask=None):
        gathered, weights = self.attn(self.ln1(x), mask)
        y = self.ln2(x + gathered)
        thought = self.w2(nn.functional.silu(self.w1(y)) * self.w3(y))
        return x + gathered + thought, weights


def test_a_block_under_other_names() -> None:
    found = check.block(LlamaNames)
    assert found.ok, str(found)


def test_what_cannot_be_placed_is_not_called_wrong() -> None:
    class Letters(OtherNames):
        def __init__(self, d, h):
            super().__init__(d, h)
            self.alpha, self.beta = self.W_q, self.W_k
            del self.W_q, self.W_k

    found = check.multi_head(Letters)
    assert found.unjudged
    assert str(found).startswith("? MultiHeadAttention cannot be judged")
    assert "alpha" in str(found)


def in_columns(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
    width, parts = w_q.shape[1] // num_heads, []
    for at in range(0, w_q.shape[1], width):
        own = slice(at, at + width)
        parts.append(in_einsum(x @ w_q[:, own], x @ w_k[:, own], x @ w_v[:, own], mask))
    heads, weights = zip(*parts, strict=True)
    output = sum(
        head @ w_o[n * width : (n + 1) * width] for n, head in enumerate(heads)
    )
    return output, torch.stack(weights, -3)


@pytest.mark.parametrize("one", [OtherNames, OneProduct, in_columns])
def test_multi_head(one) -> None:
    found = check.multi_head(one)
    assert found.ok, str(found)


def turn(x, start=0, base=1e4):
    out, half = torch.empty_like(x), x.shape[-1] // 2
    for t in range(x.shape[-2]):
        for i in range(half):
            angle = (start + t) / base ** (i / half)
            a, b = x[..., t, i], x[..., t, half + i]
            out[..., t, i] = a * math.cos(angle) - b * math.sin(angle)
            out[..., t, half + i] = a * math.sin(angle) + b * math.cos(angle)
    return out


def waves(length, dim):
    table = torch.zeros(length, dim)
    for t in range(length):
        for i in range(dim):
            wave = math.cos if i % 2 else math.sin
            table[t, i] = wave(t / 10_000 ** (i // 2 * 2 / dim))
    return table


def sorted_top(logits, k):
    border = logits.sort(dim=-1, descending=True).values[..., k - 1, None]
    return torch.where(logits >= border, logits, torch.full((), -math.inf))


RIGHT = {
    "split_heads": lambda x, h: torch.stack(x.chunk(h, -1), -3),
    "merge_heads": lambda x: torch.cat(x.unbind(-3), -1),
    "causal_mask": lambda n: torch.arange(n)[:, None] >= torch.arange(n),
    "padding_mask": lambda n, T: (torch.arange(T) < n[:, None]).view(-1, 1, 1, T),
    "sinusoids": waves,
    "rotate": turn,
    "top_k": sorted_top,
    "temperature": lambda z, T: (z / T).exp() / (z / T).exp().sum(-1, True),
    "repeat_kv": lambda x, n: torch.stack([x] * n, -3).flatten(-4, -3),
    "softmax_gradient": lambda w, up: torch.einsum(
        "...k,...kj->...j", up, torch.diag_embed(w) - w[..., None] * w[..., None, :]
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_functions(name: str) -> None:
    found: Diagnosis = getattr(check, name)(RIGHT[name])
    assert found.ok, str(found)


def test_heads_in_a_loop_may_be_a_function() -> None:
    def heads(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
        parts = (w.chunk(num_heads, dim=1) for w in (w_q, w_k, w_v))
        outputs = [
            in_einsum(*(x @ w for w in own), mask) for own in zip(*parts, strict=True)
        ]
        return torch.cat([one for one, _ in outputs], dim=-1) @ w_o

    assert check.heads_in_a_loop(heads).ok


def test_a_loss_by_hand_and_a_step_with_none() -> None:
    def loss_of(model, ids):
        logits = model(ids)[0][:, :-1]
        right = logits.log_softmax(-1).gather(-1, ids[:, 1:, None])
        return -right.mean()

    def learn(model, optimizer, ids):
        optimizer.zero_grad(set_to_none=True)
        loss = loss_of(model, ids)
        loss.backward()
        optimizer.step()
        return float(loss)

    assert check.loss(loss_of).ok
    assert check.learn(learn).ok


def test_nobody_s_random_numbers_are_used_up() -> None:
    torch.manual_seed(3)
    before = torch.get_rng_state()
    check.attend(in_einsum), check.multi_head(OtherNames)
    assert torch.equal(before, torch.get_rng_state())
