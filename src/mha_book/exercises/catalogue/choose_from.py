"""The chances from which a model draws: the k best, at a temperature."""

import math


def choose_from(logits, k, T):
    logits = logits / T
    smallest = logits.topk(k).values[..., -1:]
    logits = logits.masked_fill(logits < smallest, -math.inf)
    return logits.softmax(dim=-1)
