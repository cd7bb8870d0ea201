"""`generate` as the check knows it: tokens are written one at a time."""

import torch

from mha.check.catalogue.choose import choose


@torch.no_grad()
def generate(model, ids, length, temperature=1.0, k=None):
    for _ in range(length):
        logits, _ = model(ids)
        new = choose(logits[:, -1], temperature, k)
        ids = torch.cat([ids, new], dim=-1)
    return ids
