"""`rotate` as the check knows it."""

import torch


def rotate(x, start=0, base=10_000.0):
    length, dim = x.shape[-2:]
    speed = base ** -(torch.arange(0, dim, 2) / dim)
    turned = torch.arange(start, start + length)[:, None] * speed
    cos, sin = turned.cos().to(x), turned.sin().to(x)
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
