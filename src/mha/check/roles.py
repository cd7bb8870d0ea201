"""What a reader's parameter is for: its name says it, and in an MLP also its shape."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from torch import Tensor, nn

from mha.check.guard import Stumble
from mha.check.layouts import Layout

# The words in a parameter's name that say what it is; the first that is found decides.
ROLES = {
    "norm": {"norm", "ln", "rmsnorm", "layernorm", "rms"},
    "embedding": {"embedding", "embed", "emb", "wte", "tokens", "token", "tok"},
    "gate": {"gate", "w1"},
    "up": {"up", "w3"},
    "down": {"down", "w2"},
    "q": {"q", "query", "queries"},
    "k": {"k", "key"},
    "v": {"v", "value"},
    "qkv": {"qkv", "in", "attn"},
    "kv": {"kv"},
    "o": {"o", "out", "output", "proj", "projection", "fc", "unifyheads", "combine"},
}
FUSED = {"qkv": ["q", "k", "v"], "kv": ["k", "v"]}
BIASES = {"bias", "biases", "b", "bq", "bk", "bv", "bo", "b1", "b2", "b3"}
BIASES |= {"beta", "shift", "offset"}
SAID, UNSAID = "names say it", ["gate or up"]
UPWARD = (["gate"], ["up"], UNSAID)
BEFORE, AFTER = r"^(to|lin|fc|w)", r"(proj|s|\d+)$"  # tokeys, wq, keyproj, q2


class Owned(NamedTuple):
    """A parameter, once, however many names it has.

    Attributes:
        names: its paths in the layer.
        parameter: its numbers.
        linear: an `nn.Linear` has it, so that it is (out, in).
    """

    names: tuple[str, ...]
    parameter: Tensor
    linear: bool

    @property
    def is_bias(self) -> bool:
        """Whether it is added, and so becomes 0."""
        own = self.names[0].rpartition(".")[2]
        return own.endswith("bias") or bool(words_in(own) & BIASES)


def owned_by(layer: nn.Module) -> list[Owned]:
    """Give a layer's parameters in the order in which they were made."""
    found: dict[int, Owned] = {}
    for path, module in layer.named_modules():
        linear = isinstance(module, nn.Linear)
        for own, parameter in module.named_parameters(recurse=False):
            name = f"{path}.{own}".strip(".")
            one = found.get(id(parameter), Owned((), parameter, linear))
            found[id(parameter)] = one._replace(names=(*one.names, name))
    return list(found.values())


def roles_in(
    parameters: Sequence[Owned],
    matrices: Mapping[str, Tensor],
    copies: int,
    layout: Layout,
) -> list[list[str]]:
    """Say of each parameter which matrices belong into it.

    Args:
        parameters: those of a layer, without biases.
        matrices: what there is to be put in, (in, out).
        copies: how many layers share the roles.
        layout: how the layer holds them.

    Raises:
        Stumble: of one it cannot be said.
    """
    said = [_said(one, matrices, one.linear or not layout.in_out) for one in parameters]
    if layout.up_first and UNSAID not in said:
        raise Stumble("Its names say which layer is the gate.", SAID)
    _say_by_order(said, copies, ["up", "gate"] if layout.up_first else ["gate", "up"])
    missing = {"q", "k", "v", "o"} & set(matrices) - {r for one in said for r in one}
    if len(missing) == 1 and said.count([]) == copies:
        said = [one or list(missing) for one in said]
    for one, roles in sorted(zip(parameters, said, strict=True), key=_name):
        if not roles or not set(roles) <= set(matrices):
            raise unknown(one.names[0])
    return said


def _name(pair: tuple[Owned, list[str]]) -> tuple[str, ...]:
    return pair[0].names


def _said(one: Owned, matrices: Mapping[str, Tensor], turned: bool) -> list[str]:
    """What its name says, or its shape; nothing where neither does."""
    by_name = next(filter(None, map(role_of, one.names)), [])
    shape = tuple(one.parameter.shape)[:: -1 if turned else 1]
    if len(shape) < 2:
        return ["norm"]
    if "embedding" in matrices and set(shape) == set(matrices["embedding"].shape):
        return ["embedding"]
    width = matrices["up"].shape if "up" in matrices else ()
    if shape == (*width[::-1],) and width:
        return ["down"]
    if shape == (*width,) and width:
        known = set(by_name) & {"gate", "up"} and "gate" in matrices
        return by_name if known else UNSAID
    both = [one for one in ("gate", "up") if one in matrices]
    return both if width and set(shape) == {width[0], 2 * width[1]} else by_name


def _say_by_order(said: list[list[str]], copies: int, order: Sequence[str]) -> None:
    """Name those of an MLP whose names do not say it, two by two, or one by one."""
    at = [n for n, one in enumerate(said) if one in UPWARD]
    if len(at) != 2 * copies:
        for n in at:
            said[n] = ["up"] if said[n] == UNSAID else said[n]
        return
    for pair in zip(at[::2], at[1::2], strict=True):
        known = [said[n][0] for n in pair if said[n] != UNSAID]
        left = [role for role in order if role not in known]
        for n in pair:
            said[n] = [left.pop(0)] if said[n] == UNSAID else said[n]


def role_of(name: str) -> list[str]:
    """Say by its name what a parameter is for; nothing where it does not say it."""
    parts = [part for part in name.split(".") if part not in {"weight", "kernel"}]
    for part in reversed(parts):  # the innermost name says most
        words = words_in(part)
        words |= {re.sub(BEFORE, "", one) for one in words}
        words |= {re.sub(AFTER, "", one) for one in words}
        if {"gate", "up"} <= words:
            return ["gate", "up"]
        for role, names in ROLES.items():
            # Of all that is in `attn` not everything is fused.
            if words & names and (role not in FUSED or part == parts[-1]):
                return FUSED.get(role, [role])
    return []


def unknown(name: str) -> Stumble:
    """Tell of a name that says nothing."""
    told = f"What its parameter {name} is for, its name does not say. Please call it "
    told += "query, key, value or output, and gate, up or down in an MLP."
    return Stumble(told, f"name {name}", unjudged=True)


def words_in(name: str) -> set[str]:
    """Give the words of a name: toKeys and to_keys have the same."""
    spaced = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()
    return set(re.split(r"[^a-z0-9]+", spaced))
