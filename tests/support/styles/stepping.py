"""Right answers as other people write them: turns, steps, gradients, sampling."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from styles.attending import attend_by_log_mask

INF = float("inf")


def rotate_by_outer(x, start=0, base=10_000.0):
    half = x.shape[-1] // 2
    speed = torch.pow(base, -torch.arange(half, dtype=torch.float64) / half)
    places = torch.arange(start, start + x.shape[-2], dtype=torch.float64)
    angle = torch.outer(places, speed).to(x.dtype)
    out = x.new_empty(x.shape)
    out[..., :half] = x[..., :half] * angle.cos() - x[..., half:] * angle.sin()
    out[..., half:] = x[..., half:] * angle.cos() + x[..., :half] * angle.sin()
    return out


def rotate_by_exponential(x, start=0, base=10_000.0):
    T, D = x.shape[-2:]
    speed = torch.exp(-math.log(base) * torch.arange(0, D, 2) / D)
    turn = torch.exp(1j * (torch.arange(T)[:, None] + start) * speed)
    pairs = torch.view_as_complex(x.unflatten(-1, (2, -1)).mT.contiguous())
    return torch.view_as_real(pairs * turn).mT.flatten(-2)


def rotate_with_a_big_table(x, start=0, base=10_000.0, longest=256):
    D = x.shape[-1]
    angle = torch.arange(longest)[:, None] / base ** (torch.arange(0, D, 2) / D)
    angle = torch.cat([angle, angle], -1)[start : start + x.shape[-2]]
    other = torch.cat([-x[..., D // 2 :], x[..., : D // 2]], -1)
    return torch.addcmul(x * angle.cos(), other, angle.sin())


def rotate_by_a_matrix(x, start=0, base=10_000.0):
    rows, D = [], x.shape[-1]
    for t in range(x.shape[-2]):
        a = (start + t) * base ** (-torch.arange(0, D, 2) / D)
        upper = torch.cat([a.cos().diag(), -a.sin().diag()], 1)
        lower = torch.cat([a.sin().diag(), a.cos().diag()], 1)
        rows.append(x[..., t, :] @ torch.cat([upper, lower]).T)
    return torch.stack(rows, -2)


def learn_with_a_tensor_detached(model, optimizer, ids):
    optimizer.zero_grad()
    output = model(ids)
    logits = output[0][:, :-1].contiguous()
    loss = F.cross_entropy(logits.view(-1, logits.shape[-1]), ids[:, 1:].reshape(-1))
    loss.backward()
    optimizer.step()
    return loss.detach().cpu()


def learn_in_numpy(model, optimizer, ids):
    optimizer.zero_grad()
    chances = model(ids[:, :-1])[0].softmax(-1)
    loss = -torch.gather(chances, 2, ids[:, 1:, None]).log().mean()
    loss.backward()
    optimizer.step()
    return np.float64(loss.item())


def learn_with_the_loss_itself(model, optimizer, ids):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(ids[:, :-1])[0].mT, ids[:, 1:])
    loss.backward()
    optimizer.step()
    return loss


def learn_by_autograd(model, optimizer, ids):
    parameters = list(model.parameters())
    logits, _ = model(ids[:, :-1])
    loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
    for one, slope in zip(
        parameters, torch.autograd.grad(loss, parameters), strict=True
    ):
        one.grad = slope
    optimizer.step()
    return loss.item()


def learn_summed_and_divided(model, optimizer, ids):
    model.train()
    with torch.set_grad_enabled(True):
        logits, _ = model(ids[..., :-1])
        chances = F.log_softmax(logits, -1)
        right = F.one_hot(ids[..., 1:], logits.shape[-1])
        loss = -(chances * right).sum() / ids[..., 1:].numel()
        model.zero_grad()
        loss.backward()
    optimizer.step()
    return loss.data


def learn_text_by_text(model, optimizer, ids):
    optimizer.zero_grad()
    losses = []
    for text in ids:
        logits = model(text[None, :-1])[0][0]
        losses.append(F.cross_entropy(logits, text[1:]))
        (losses[-1] / len(ids)).backward()
    optimizer.step()
    return sum(one.item() for one in losses) / len(losses)


def top_k_by_the_kth(logits, k):
    values = logits.topk(k, -1)[0]
    return logits + torch.where(logits < values.min(-1, keepdim=True)[0], -INF, 0.0)


def top_k_by_bottom(logits, k):
    left = logits.clone()
    rest = logits.shape[-1] - k
    low = logits.topk(rest, largest=False).indices
    return left.scatter_(-1, low, -INF) if rest else left


def top_k_in_numpy(logits, k):
    rows = logits.detach().numpy().copy()
    low = np.argsort(-rows, axis=-1, kind="stable")[..., k:]
    np.put_along_axis(rows, low, -np.inf, axis=-1)
    return torch.from_numpy(rows)


def top_k_by_sorting_back(logits, k):
    values, places = logits.sort(-1, descending=True)
    values[..., k:] = -INF
    return torch.empty_like(values).scatter(-1, places, values)


def gradient_by_backward(query, key, value, upstream):
    given = [one.clone().requires_grad_(True) for one in (query, key, value)]
    output, _ = attend_by_log_mask(*given)
    output.backward(gradient=upstream)
    return tuple(one.grad for one in given)


def gradient_by_func(query, key, value, upstream):
    _, back = torch.func.vjp(F.scaled_dot_product_attention, query, key, value)
    return back(upstream)


def gradient_by_einsum(query, key, value, upstream):
    root = query.shape[-1] ** 0.5
    w = torch.einsum("qd,kd->qk", query, key).div(root).softmax(-1)
    up = torch.einsum("qv,kv->qk", upstream, value)
    scores = torch.einsum(
        "qk,qkj->qj", up, torch.diag_embed(w) - w[..., None] * w[:, None]
    )
    to_query = torch.einsum("qk,kd->qd", scores, key) / root
    to_key = torch.einsum("qk,qd->kd", scores, query) / root
    return to_query, to_key, torch.einsum("qk,qv->kv", w, upstream)


def gradient_by_torch_s_own_softmax(query, key, value, upstream):
    scale = query.shape[-1] ** -0.5
    weights = torch.softmax(query @ key.mT * scale, -1)
    own = torch._softmax_backward_data(upstream @ value.mT, weights, -1, weights.dtype)
    return own @ key * scale, own.mT @ query * scale, weights.mT @ upstream
