"""Attention whose heads share keys and values in groups."""

import math


def grouped(query, key, value, times):
    key = key.repeat_interleave(times, dim=-3)
    value = value.repeat_interleave(times, dim=-3)
    scores = query @ key.mT / math.sqrt(query.shape[-1])
    weights = scores.softmax(dim=-1)
    return weights @ value
