"""One head of attention, its matrices (in, out) handed over."""

import math


def head(x, w_q, w_k, w_v):
    query, key, value = x @ w_q, x @ w_k, x @ w_v
    scores = query @ key.mT / math.sqrt(query.shape[-1])
    weights = scores.softmax(dim=-1)
    return query, weights, weights @ value
