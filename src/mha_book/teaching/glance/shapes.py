"""What shape each step of a layer has: its line is run, on sizes all distinct."""

import math
from collections.abc import Iterator
from typing import Any

import torch

from mha.check.fault import listing
from mha_book.teaching.table import MarkedTable

B, T, H, G, D = 2, 5, 6, 3, 8  # no two axes can be mistaken for each other
E = H * D
LETTERS = {B: "B", T: "T", H: "H", G: "G", D: "D", E: "E", G * D: "G·D"}
FUNCTIONS = ("split_heads", "merge_heads", "causal_mask", "padding_mask", "repeat_kv")
LINES = (
    ("the words", "x"),
    ("each of the four matrices", "W_q"),
    ("queries; so are keys, values", "query = split_heads(x @ W_q.T, H)"),
    ("scores", "scores = query @ key.mT / math.sqrt(D)"),
    ("causal mask", "past = causal_mask(T)"),
    ("how long each text is", "lengths"),
    ("padding mask", "real = padding_mask(lengths, T)"),
    ("weights", "weights = scores.masked_fill(~(past & real), -math.inf).softmax(-1)"),
    ("what the heads found", "found = weights @ value"),
    ("joined again", "joined = merge_heads(found)"),
    ("output", "output = joined @ W_o.T"),
    ("one new word’s scores, T kept", "query[:, :, -1:] @ key.mT"),
)
# Where H heads share G of keys and values, these matrices are smaller.
SHARED = (
    ("keys’ matrix, where heads share keys", "W_k"),
    ("keys that heads share", "shared = split_heads(x @ W_k.T, G)"),
    ("the same, for each head", "repeat_kv(shared, H // G)"),
)


def shapes() -> MarkedTable:
    """Run the lines of a layer one by one, and write what shape each of them gives."""
    rows = [
        (name, f"`{line}`", shape)
        for lines, heads in ((LINES, H), (SHARED, G))
        for (name, line), shape in zip(lines, ran(lines, heads), strict=True)
    ]
    return MarkedTable(("what it is", "the line", "its shape"), rows)


def ran(lines: tuple[tuple[str, str], ...], heads: int) -> Iterator[str]:
    """Run each line, and give its shape in letters."""
    space = given(heads)
    for _, line in lines:
        name, _, code = line.rpartition(" = ")
        result = eval(code, space)
        if name:
            space[name] = result
        yield lettered(result.shape)


def given(heads: int) -> dict[str, Any]:
    """What the lines are run on: words, matrices, and the functions of the file.

    Args:
        heads: how many heads of keys and values there are.
    """
    torch.manual_seed(0)
    space: dict[str, Any] = {n: listing(n, n).solution() for n in FUNCTIONS}
    space |= {"math": math, "T": T, "H": H, "G": G, "D": D}
    space |= {"x": torch.randn(B, T, E), "lengths": torch.tensor([T, T - 1])}
    space |= {f"W_{role}": torch.randn(E, E) for role in "qo"}
    for name, role in (("key", "k"), ("value", "v")):
        space[f"W_{role}"] = torch.randn(heads * D, E)
        space[name] = space["split_heads"](space["x"] @ space[f"W_{role}"].T, heads)
    return space


def lettered(shape: torch.Size) -> str:
    """Write a shape with the book's letters; an axis of 1 stays a 1."""
    letters = ", ".join(LETTERS.get(size, str(size)) for size in shape)
    return f"({letters}{',' * (len(shape) == 1)})"
