"""`loss_of` as the check knows it."""

from torch.nn import functional as F


def loss_of(model, ids):
    logits, _ = model(ids[:, :-1])
    return F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
