"""What new words may look at, where earlier ones are kept."""

import torch


def mask_with_cache(new, kept):
    return torch.ones(new, kept + new, dtype=torch.bool).tril(diagonal=kept)
