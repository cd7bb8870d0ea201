"""A word's row, brought to an even size."""


def rms_norm(x):
    size = x.pow(2).mean(dim=-1, keepdim=True).sqrt()
    return x / size
