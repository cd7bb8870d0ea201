"""A listing is run, and each tensor that it names on its way is written down."""

import ast
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from mha.check.guard import Stumble
from mha.check.layouts import Layout
from mha.check.subject import Subject

KEEP = "_keep"  # what is called after each assignment
# The second value of a name, where that has a name of its own.
AGAIN = {"scores": "masked scores"}


@dataclass(frozen=True)
class Run:
    """One call of a listing.

    Attributes:
        results: what it gave back, by the names that its check has for that; empty
            where it stumbled.
        named: each name in it, and the tensors that it stood for, in their order.
        message: what was raised, and not returned.
        counted: the message is its check's, which counts what there is to learn.
    """

    results: dict[str, Tensor] = field(default_factory=dict)
    named: dict[str, list[Tensor]] = field(default_factory=dict)
    message: str = ""
    counted: bool = False


def run(
    text: str,
    subject: Subject,
    args: tuple[Any, ...],
    then: Callable[..., dict[str, Tensor]] | None = None,
) -> Run:
    """Call a listing's function or class twice, and write down the second call.

    What a first call leaves behind is seen by the second one alone.

    Args:
        text: the listing.
        subject: its check, which knows how it is called.
        args: what is handed over.
        then: makes the named results of what was returned.
    """
    named: dict[str, list[Tensor]] = {}

    def keep(name: str, value: Any) -> None:
        if isinstance(value, Tensor):
            named.setdefault(name, []).append(value.clone())

    function = subject.adapt(_keeping(text, subject.name, keep), Layout())
    try:
        with torch.no_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function(*args)
            named.clear()
            results = (then or _named)(function(*args), subject.results)
    except Stumble as stumble:
        return Run(message=stumble.told, counted=True)
    except Exception as error:
        return Run(message=f"{type(error).__name__}: {error}".splitlines()[0])
    return Run(results, {} if then else named)  # else the steps are what comes of it


def _named(returned: Any, names: tuple[str, ...]) -> dict[str, Tensor]:
    values = returned if isinstance(returned, tuple) else (returned,)
    return dict(zip(names, map(torch.as_tensor, values), strict=True))


def _keeping(text: str, name: str, keep: Callable[[str, Any], None]) -> Any:
    """Make a listing's function or class that tells each tensor it gives a name to."""
    tree = ast.parse(text)
    (own,) = [one for one in tree.body if getattr(one, "name", "") == name]
    if isinstance(own, ast.ClassDef):
        methods = [one for one in own.body if getattr(one, "name", "") == "forward"]
    else:
        methods = [own]
    for method in methods:
        _Keeper().generic_visit(method)
    space: dict[str, Any] = {KEEP: keep}
    exec(compile(ast.fix_missing_locations(tree), f"<{name}>", "exec"), space)
    return space[name]


class _Keeper(ast.NodeTransformer):
    """Puts a call after each assignment; functions inside are left as they are."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        names = [
            one.id
            for target in node.targets
            for one in ast.walk(target)
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        ]
        return [node, *(ast.parse(f"{KEEP}({one!r}, {one})").body[0] for one in names)]


def label(name: str, place: int) -> str:
    """What a name's first, second … value is called."""
    return name if not place else AGAIN.get(name, f"{name}, changed {place} ×")
