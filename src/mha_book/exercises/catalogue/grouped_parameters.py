"""How many parameters a layer has whose heads share keys and values in groups."""


def grouped_parameters(width, heads, groups):
    head_dim = width // heads
    asking = width * width
    shared = width * groups * head_dim
    return shared, 2 * asking + 2 * shared
