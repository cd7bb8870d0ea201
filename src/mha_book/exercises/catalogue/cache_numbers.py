"""How many numbers a cache keeps, for one text."""


def cache_numbers(layers, heads, groups, head_dim, words):
    return 2 * layers * groups * head_dim * words
