"""`leak` as the check knows it: the last word is changed, and none before may move."""

import torch

from mha.check.catalogue.moved import moved


def leak(layer, x):
    changed = x.clone()
    changed[..., -1, :] = torch.randn(x.shape[-1])
    return moved(layer, x, changed)[..., :-1].max()
