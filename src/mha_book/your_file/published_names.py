"""Numbers of our changed layers, under the names of the published ones."""

import torch
from torch import Tensor

State = dict[str, Tensor]
NAMES = {  # the file's names, and those that most models give
    "query.0.": "q_proj.",
    "query.1.": "q_norm.",
    "query.2.": "q_norm.",
    "key.0.": "k_proj.",
    "key.1.": "k_norm.",
    "key.2.": "k_norm.",
    "query.": "q_proj.",
    "key.": "k_proj.",
    "value.": "v_proj.",
    "output.": "o_proj.",
}
LATENT_NAMES = {
    "query.": "q_proj.",
    "down.": "kv_a_proj_with_mqa.",
    "norm.": "kv_a_layernorm.",
    "up.": "kv_b_proj.",
    "output.": "o_proj.",
}


def renamed(state: State, heads: int, names: dict[str, str] = NAMES) -> State:
    """The same numbers; what no name begins keeps its own."""
    found = {}
    for name, numbers in state.items():
        old = next((old for old in names if name.startswith(old)), "")
        found[names.get(old, "") + name.removeprefix(old)] = numbers
    return found


def latent(state: State, heads: int) -> State:
    """DeepSeek: a matrix down, its norm, and a matrix up."""
    return renamed(state, heads, LATENT_NAMES)


def stacked(state: State, heads: int) -> State:
    """GPT-NeoX: one matrix, of each head the rows of its query, key and value."""
    parts = (state[f"{name}.weight"] for name in ("query", "key", "value"))
    whole = interleaved(*parts, heads=heads)
    return {"query_key_value.weight": whole, "dense.weight": state["output.weight"]}


def with_gate(state: State, heads: int) -> State:
    """Qwen3-Next: one matrix, of each head the rows of its query and its gate."""
    found = renamed(state, heads)
    both = found["q_proj.weight"], found.pop("gate.weight")
    return found | {"q_proj.weight": interleaved(*both, heads=heads)}


def by_lambda(state: State, heads: int) -> State:
    """DiffLlama: each of the four vectors that make lambda by its name."""
    found = renamed(state, heads)
    each = zip(("q1", "k1", "q2", "k2"), found.pop("lambdas"), strict=True)
    return found | {f"lambda_{name}": vector for name, vector in each}


def interleaved(*matrices: Tensor, heads: int) -> Tensor:
    """Each (H · D, E) -> (H · N · D, E): head by head, of each head all N in turn."""
    return torch.stack([m.unflatten(0, (heads, -1)) for m in matrices], 1).flatten(0, 2)
