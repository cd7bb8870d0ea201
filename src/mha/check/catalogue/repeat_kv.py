"""`repeat_kv` as the check knows it: heads of keys for those that share them."""


def repeat_kv(x, times):
    return x.repeat_interleave(times, dim=-3)
