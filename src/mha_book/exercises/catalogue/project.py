"""A row of numbers for each word, made by a matrix (in, out)."""


def project(x, weight):
    return x @ weight
