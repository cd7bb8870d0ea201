"""Right ways to find a leak, to turn clocks, to draw a token, and to write a text."""

import math
import random

import numpy as np
import torch


def leak_as_a_number(layer, x):
    before = layer(x)[0]
    other = torch.cat([x[..., :-1, :], x[..., -1:, :] + 5.0], dim=-2)
    after = layer(other)[0]
    return (after - before)[..., :-1, :].abs().max().item()


def leak_by_a_nudge(layer, x):
    other = x.clone()
    other[..., -1, :] += 1e-2
    moved = layer(other)[0] - layer(x)[0]
    return moved[..., :-1, :].abs().max()


def leak_yes_or_no(layer, x):
    changed = x.clone()
    changed[..., -1, :] = -x[..., -1, :] - 1
    one, two = layer(x)[0], layer(changed)[0]
    return not torch.equal(one[..., :-1, :], two[..., :-1, :])


def leak_by_slopes(layer, x):
    x = x.clone().requires_grad_()
    with torch.enable_grad():
        earlier = layer(x)[0][..., :-1, :].square().sum()
        (slopes,) = torch.autograd.grad(earlier, x)
    return slopes[..., -1, :].abs().max()


def leak_word_by_word(layer, x):
    changed = x.clone()
    changed[..., -1, :] += torch.rand_like(changed[..., -1, :]) + 1
    one, two = layer(x)[0], layer(changed)[0]
    moves = [(one - two)[..., t, :].abs().max() for t in range(x.shape[-2] - 1)]
    return torch.stack(moves).max()


def angles_by_outer(length, dim, base=10_000.0):
    speeds = torch.tensor([base ** (-2 * i / dim) for i in range(dim // 2)])
    return torch.outer(torch.arange(length).float(), speeds)


def angles_by_exp(length, dim, base=10_000.0):
    step = math.log(base) / dim
    speeds = torch.exp(-step * torch.arange(0, dim, 2))
    return torch.einsum("t,i->ti", torch.arange(length).float(), speeds)


def angles_in_numpy(length, dim, base=10_000.0):
    table = np.arange(length)[:, None] / np.power(base, np.arange(0, dim, 2) / dim)
    return torch.from_numpy(table)


def angles_summed_up(length, dim, base=10_000.0):
    speeds = 1.0 / base ** torch.linspace(0, 1 - 2 / dim, dim // 2)
    return speeds.repeat(length, 1).cumsum(dim=0) - speeds


def choose_by_gumbel(logits, temperature=1.0, k=None):
    if k:
        border = logits.sort(descending=True).values[:, k - 1 : k]
        logits = torch.where(logits >= border, logits, -math.inf)
    if temperature == 0:
        return logits.max(dim=-1, keepdim=True).indices
    noise = -torch.log(-torch.log(torch.rand(logits.shape)))
    return (logits / temperature + noise).argmax(dim=-1)[:, None]


def choose_by_distribution(logits, temperature=1.0, k=None):
    if temperature < 1e-6:
        return logits.topk(1).indices
    if k is not None:
        kept, places = logits.topk(k)
        drawn = torch.distributions.Categorical(logits=kept / temperature).sample()
        return places.gather(1, drawn[:, None])
    drawn = torch.distributions.Categorical(logits=logits / temperature).sample()
    return drawn.unsqueeze(1)


def choose_by_a_pointer(logits, temperature=1.0, k=None):
    k = logits.shape[-1] if k is None else k
    if temperature == 0:
        k, temperature = 1, 1.0
    values, places = logits.topk(k)
    sums = (values / temperature).softmax(-1).cumsum(-1)
    pointer = torch.rand(len(logits), 1) * sums[:, -1:]
    return places.gather(1, torch.searchsorted(sums, pointer).clamp(max=k - 1))


def choose_in_python(logits, temperature=1.0, k=None):
    drawn = []
    for row in logits.tolist():
        order = sorted(range(len(row)), key=row.__getitem__, reverse=True)[:k]
        if temperature == 0:
            drawn.append(order[0])
            continue
        powers = [math.exp((row[at] - row[order[0]]) / temperature) for at in order]
        drawn += random.choices(order, powers)
    return torch.tensor(drawn).reshape(-1, 1)


def _pick(logits, temperature, k):
    return choose_by_gumbel(logits, temperature, k)


def generate_into_a_table(model, ids, length, temperature=1.0, k=None):
    batch, begun = ids.shape
    text = torch.zeros(batch, begun + length, dtype=ids.dtype)
    text[:, :begun] = ids
    for at in range(begun, begun + length):
        text[:, at : at + 1] = _pick(model(text[:, :at])[0][:, -1], temperature, k)
    return text


def generate_by_calling_itself(model, ids, length, temperature=1.0, k=None):
    if length == 0:
        return ids
    new = _pick(model(ids)[0][:, -1, :], temperature, k)
    longer = torch.hstack((ids, new))
    return generate_by_calling_itself(model, longer, length - 1, temperature, k)


def generate_with_an_option(
    model, ids, length, temperature=1.0, k=None, cache=None, stop=None
):
    model.eval()
    columns = list(ids.T)
    while len(columns) < ids.shape[1] + length:
        text = torch.stack(columns, dim=1)
        logits, _ = model(text, cache=cache)
        columns.append(_pick(logits[:, -1], temperature, k)[:, 0])
    return torch.stack(columns, dim=1)


def top_k_with_a_large_negative_number(logits, k):
    border = torch.sort(logits, dim=-1).values[..., -k].unsqueeze(-1)
    return torch.where(logits < border, torch.tensor(-1e9), logits)


def temperature_of_chances(logits, T):
    powers = logits.softmax(dim=-1) ** (1 / T)
    return powers / powers.sum(dim=-1, keepdim=True)


def temperature_in_logarithms(logits, T):
    cooled = logits / T
    return (cooled - cooled.logsumexp(dim=-1, keepdim=True)).exp()


def temperature_in_python(logits, T):
    rows = []
    for row in logits.tolist():
        powers = [math.exp((one - max(row)) / T) for one in row]
        rows.append([one / sum(powers) for one in powers])
    return torch.tensor(rows)
