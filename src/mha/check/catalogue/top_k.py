"""`top_k` as the check knows it."""

import math


def top_k(logits, k):
    smallest = logits.topk(k).values[..., -1:]
    return logits.masked_fill(logits < smallest, -math.inf)
