"""`angles` as the check knows it: how far each clock has turned."""

import torch


def angles(length, dim, base=10_000.0):
    speed = base ** -(torch.arange(0, dim, 2) / dim)
    return torch.arange(length)[:, None] * speed
