"""What a layer claims: that no word looks ahead."""

import ast
import inspect
import textwrap
from collections.abc import Iterator

import torch
from torch import nn

from mha.check.clinic.forms import parameters_of

FLAGS = ("causal", "is_causal", "mask_future", "is_decoder")


def claims_causal(layer: nn.Module) -> str:
    """Say by what a layer claims to hide the future, without a mask; else ""."""
    flags = [vars(one).get(name) for one in layer.modules() for name in FLAGS]
    takes_flag = any("causal" in name for name in parameters_of(layer))
    if takes_flag or any(flag is False for flag in flags):
        return ""
    if "causal" in type(layer).__name__.lower():
        return f"its name, {type(layer).__name__}"
    if vars(layer).get("causal") is True:
        return "causal=True"
    return _by_a_buffer(layer) or _by_its_code(layer)


def _by_a_buffer(layer: nn.Module) -> str:
    for name, buffer in layer.named_buffers():
        if buffer.dim() < 2 or buffer.shape[-1] != buffer.shape[-2] or len(buffer) == 0:
            continue
        table = buffer.reshape(-1, *buffer.shape[-2:])[0]
        words = torch.ones(len(table), len(table), dtype=torch.bool)
        triangles = (words.tril(), words.triu(1))
        if len(table) > 1 and any(torch.equal(table != 0, one) for one in triangles):
            return f"its buffer {name}, a triangle"
    return ""


def _by_its_code(layer: nn.Module) -> str:
    """A triangle that is made in `forward` in any case, or a fused call's is_causal."""
    try:
        source = textwrap.dedent(inspect.getsource(type(layer).forward))
        tree = ast.parse(source)
    except (OSError, TypeError, SyntaxError):
        return ""
    for node, sure in _calls(tree, True):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in ("tril", "triu") and sure:
            return f"the `{name}` in its forward"
        for word in node.keywords:
            always = isinstance(word.value, ast.Constant) and word.value.value is True
            if word.arg == "is_causal" and always:
                return "the `is_causal=True` in its forward"
    return ""


def _calls(node: ast.AST, sure: bool) -> Iterator[tuple[ast.Call, bool]]:
    """Every call, and whether it is made in any case."""
    if isinstance(node, ast.Call):
        yield node, sure
    inside = sure and not isinstance(node, ast.If | ast.IfExp)
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, inside)
