"""What follows a letter, by counting pairs in a text."""

from itertools import pairwise

import torch


def follows(ids, letter, size):
    counts = torch.zeros(size, size)
    for before, after in pairwise(ids):
        counts[before, after] += 1
    return counts[letter] / counts[letter].sum()
