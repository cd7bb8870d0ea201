"""`moved` as the check knows it."""


def moved(layer, x, changed):
    difference = layer(changed)[0] - layer(x)[0]
    return difference.abs().amax(dim=-1)
