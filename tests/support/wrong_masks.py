"""Causal masks as tutorials get them wrong, with the arguments of the right one."""

import torch


def sees_the_next_token(query_len, key_len=None, device=None):
    key_len = key_len or query_len
    return torch.ones(query_len, key_len).bool().tril(key_len - query_len + 1)


def sees_not_itself(query_len, key_len=None, device=None):
    key_len = key_len or query_len
    return torch.ones(query_len, key_len).bool().tril(key_len - query_len - 1)


def from_the_top_left(query_len, key_len=None, device=None):
    return torch.ones(query_len, key_len or query_len).bool().tril()


def upper_triangle(query_len, key_len=None, device=None):
    return torch.ones(query_len, key_len or query_len).bool().triu(1)
