"""What the exercises' listings compute, by other code: PyTorch's where it has some."""

from itertools import pairwise

import torch
from torch.nn import functional

from mha import causal_mask, rotate, sinusoidal
from mha.check.fault import listing


def attend(query, key, value, mask=None):
    """Attention as PyTorch has it; its weights are what it makes of one-hot values."""
    run = functional.scaled_dot_product_attention
    ones = torch.eye(key.shape[-2]).expand(*key.shape[:-1], -1)
    return run(query, key, value, mask), run(query, key, ones, mask)


def turned_by_positions(x, start=0, base=10_000.0):
    return rotate(x, torch.arange(start, start + x.shape[-2]), base=base)


def repeated(x, times):
    sizes = (*x.shape[:-2], times, *x.shape[-2:])
    return x[..., None, :, :].expand(sizes).flatten(-4, -3)


def slopes_of_scores(weights, upstream):
    scores = weights.log().requires_grad_()
    (scores.softmax(dim=-1) * upstream).sum().backward()
    return scores.grad


def parameters_of_heads(embed_dim, num_heads):
    layer = listing("heads_in_a_loop", "HeadsInALoop").solution()(embed_dim, num_heads)
    return counted(layer.heads), counted(layer.output), counted(layer)


def parameters_of_a_decoder(vocab, width, hidden, layers):
    kind = listing("decoder", "Decoder").solution()
    decoder = kind(vocab, width, 1, hidden, layers)
    return counted(decoder.blocks[0]), counted(decoder)


def counted(module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


def pushed(w, aim, rate):
    place = torch.tensor(w, requires_grad=True)
    optimizer = torch.optim.SGD([place], lr=rate)
    for _ in range(2):
        optimizer.zero_grad()
        ((place - aim) ** 2).backward()
        optimizer.step()
    return place.item()


def chances_after(ids, letter, size):
    after = [two for one, two in pairwise(ids) if one == letter]
    return torch.tensor([after.count(n) / len(after) for n in range(size)])


def in_groups(query, key, value, times):
    run = functional.scaled_dot_product_attention
    one = run(query[None], key[None], value[None], enable_gqa=True)
    return one[0]


def head(x, w_q, w_k, w_v):
    query, key, value = (functional.linear(x, each.mT) for each in (w_q, w_k, w_v))
    output, weights = attend(query, key, value)
    return query, weights, output


def surprise(model, ids):
    logits, _ = model(ids[:, :-1])
    return functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())


def kept_best(logits, k):
    best = logits.topk(k)
    return torch.full_like(logits, -torch.inf).scatter(-1, best.indices, best.values)


def chances_of_the_best(logits, k, T):
    return kept_best(logits, k).div(T).log_softmax(dim=-1).exp()


OTHERS = {
    "attend": attend,
    "split_heads": lambda x, h: x.unflatten(-1, (h, -1)).movedim(-2, -3),
    "merge_heads": lambda x: torch.cat(x.unbind(-3), dim=-1),
    "causal_mask": causal_mask,
    "sinusoids": sinusoidal,
    "rotate": turned_by_positions,
    "repeat_kv": repeated,
    "softmax_gradient": slopes_of_scores,
    "temperature": lambda logits, T: (logits / T).log_softmax(dim=-1).exp(),
    "project": lambda x, weight: functional.linear(x, weight.mT),
    "turned": lambda key: key.transpose(-2, -1),
    "compare": lambda query, key: torch.einsum("bqd,bkd->bqk", query, key),
    "rms_norm": lambda x: functional.rms_norm(x, x.shape[-1:]),
    "loop_parameters": parameters_of_heads,
    "decoder_parameters": parameters_of_a_decoder,
    "descend": pushed,
    "follows": chances_after,
    "grouped": in_groups,
    "head": head,
    "loss_of": surprise,
    "top_k": kept_best,
    "choose_from": chances_of_the_best,
}
