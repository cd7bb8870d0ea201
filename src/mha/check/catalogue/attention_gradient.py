"""`attention_gradient` as the check knows it: back through softmax(q kᵀ / √D) v."""

import math


def attention_gradient(query, key, value, upstream):
    root = math.sqrt(query.shape[-1])
    weights = (query @ key.mT / root).softmax(dim=-1)
    to_value = weights.mT @ upstream
    to_weights = upstream @ value.mT
    shared = (weights * to_weights).sum(dim=-1, keepdim=True)
    to_scores = weights * (to_weights - shared) / root
    return to_scores @ key, to_scores.mT @ query, to_value
