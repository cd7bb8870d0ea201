"""`padding_mask` as the check knows it."""

import torch


def padding_mask(lengths, T):
    real = torch.arange(T) < lengths[:, None]
    return real[:, None, None, :]
