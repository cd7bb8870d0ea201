"""`temperature` as the check knows it: the chances at a temperature."""


def temperature(logits, T):
    return (logits / T).softmax(dim=-1)
