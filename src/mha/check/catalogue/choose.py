"""`choose` as the check knows it: a token is drawn by its chances."""

import torch

from mha.check.catalogue.top_k import top_k


def choose(logits, temperature=1.0, k=None):
    if temperature == 0:
        return logits.argmax(dim=-1, keepdim=True)
    if k is not None:
        logits = top_k(logits, k)
    chances = (logits / temperature).softmax(dim=-1)
    return torch.multinomial(chances, 1)
