"""Random numbers, to try things on. They are not torch's own."""

import math
import random

from .axes import as_sizes, product
from .functions import made
from .kinds import FLOAT32, INT64


def manual_seed(seed):
    """Begin the row of random numbers anew."""
    random.seed(seed)


def rand(*size):
    """Give numbers between 0 and 1."""
    sizes = as_sizes(size)
    return made([random.random() for _ in range(product(sizes))], sizes, FLOAT32)


def randn(*size):
    """Give numbers of a normal distribution."""
    sizes = as_sizes(size)
    return made([_normal() for _ in range(product(sizes))], sizes, FLOAT32)


def _normal():
    """One such number, by the method of Box and Muller."""
    radius = math.sqrt(-2 * math.log(1 - random.random()))
    return radius * math.cos(2 * math.pi * random.random())


def randint(low, high, size):
    """Give whole numbers from low to before high."""
    values = [random.randint(low, high - 1) for _ in range(product(size))]
    return made(values, size, INT64)
