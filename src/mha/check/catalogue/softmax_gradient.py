"""`softmax_gradient` as the check knows it: back through a softmax."""


def softmax_gradient(weights, upstream):
    shared = (weights * upstream).sum(dim=-1, keepdim=True)
    return weights * (upstream - shared)
