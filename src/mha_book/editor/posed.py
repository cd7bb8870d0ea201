"""A listing to be written, as the page gets it."""

import ast
import inspect
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from torch import Tensor

from mha.check.subject import Case, Tried
from mha_book.editor.answers import EXACT, coded, coded_number, known, right, telling
from mha_book.editor.drawing import attend_map
from mha_book.editor.parts import PAGES, Part
from mha_book.exercises.posed import Told
from mha_book.your_file.listings import listings


@cache
def posed(page: str, part: Part) -> dict[str, Any]:
    """Give all that the page knows of a listing."""
    told, cases = Told(), part.tried().cases
    handed = {one for case in cases for one in case.args if callable(one)}
    return {
        "name": part.name,
        "asked": part.asked,
        "start": start_of(page, part.name),
        "before": before(page, part.name) + texts_of(handed),
        "roles": list(part.roles),
        "results": list(part.subject.results),
        "calls": [
            posed_call(part, case) | {"right": coded(wanted)}
            for case, wanted in zip(cases, right(part), strict=True)
        ],
        **posed_shown(part),
        "arguments": arguments_of(page, part),
        "telling": list(telling(part)),
        "known": [
            {
                "faults": list(map(told.number, one.faults)),
                "found": [coded(one.results[at]) for at in telling(part)],
            }
            for one in known(part)
        ],
        "faults": told.posed(),
    }


def posed_call(part: Part, case: Case) -> dict[str, Any]:
    """Give a call's arguments, those by name apart."""
    named = part.named(case.args)
    count = len(case.args) if not named else 1
    return {
        "told": case.told,
        "args": [given(one) for one in case.args[:count]],
        "named": named,
        "mayStumble": case.may_stumble,
        "tolerance": case.tolerance,
    }


def posed_shown(part: Part) -> dict[str, Any]:
    """Give the call whose results are shown, if there is one."""
    if part.shown is None:
        return {}
    solution = part.subject.listing.solution()
    values = Tried(solution, part.subject, own=True)(*part.shown.args)
    labels = {"labels": [one._asdict() for one in part.labels], "right": coded(values)}
    drawn = {"map": attend_map()} if part.map else {}
    return {"shown": posed_call(part, part.shown) | labels | drawn}


def arguments_of(page: str, part: Part) -> list[str]:
    """What a call's arguments are called; a class is handed the text and matrices."""
    (node,) = ast.parse(_code_of(page, part.name)).body
    if isinstance(node, ast.FunctionDef):
        return [one.arg for one in node.args.args]
    matrices = [f"matrix of the {words.split()[0]}" for words in part.roles]
    return ["x", *matrices, "", "mask"]


def texts_of(functions: Iterable[Callable[..., Any]]) -> str:
    """The text of functions that calls hand over, in the order of their names."""
    ordered = sorted(functions, key=lambda one: one.__name__)
    return "".join(f"\n\n{inspect.getsource(one)}" for one in ordered)


def given(one: Any) -> Any:
    """An argument: a tensor as plain numbers, a function's name, or what it is."""
    if callable(one):
        return {"name": one.__name__}
    if not isinstance(one, Tensor):
        return one
    return {
        "dtype": str(one.dtype).removeprefix("torch."),
        "shape": list(one.shape),
        "values": [coded_number(float(number), EXACT) for number in one.flatten()],
    }


def before(page: str, name: str) -> str:
    """The file's listings that come before one, as the book writes them."""
    imports, found = listings(page)
    names = [one.name for one in found]
    earlier = found[: names.index(name)]
    return "\n\n\n".join(["\n".join(imports), *(one.code for one in earlier)]) + "\n"


def start_of(page: str, name: str) -> str:
    """What a reader starts from: what a listing imports, and its first lines."""
    code = _code_of(page, name)
    (node,) = ast.parse(code).body
    if isinstance(node, ast.ClassDef):
        return f"{imports_of(code)}{opened(code, node)}\n\n{_methods(code, node)}\n"
    assert isinstance(node, ast.FunctionDef)
    return f"{imports_of(code)}{opened(code, node)}\n    ...\n"


def _code_of(page: str, name: str) -> str:
    (code,) = [one.code for one in listings(page)[1] if one.name == name]
    return code


def opened(code: str, node: ast.FunctionDef | ast.ClassDef) -> str:
    """The lines of a definition up to its docstring's end."""
    first = node.body[0]
    is_told = isinstance(first, ast.Expr)
    last = first.end_lineno if is_told else first.lineno - 1
    return "\n".join(code.splitlines()[:last])


def _methods(code: str, node: ast.ClassDef) -> str:
    """The heads of a class's methods."""
    methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
    lines = code.splitlines()
    return "\n\n".join(f"{lines[one.lineno - 1]}\n        ..." for one in methods)


def imports_of(code: str) -> str:
    """The imports that a listing uses."""
    lines = {
        "math.": "import math",
        "torch.": "import torch",
        "nn.": "from torch import nn",
    }
    used = [line for name, line in lines.items() if name in code]
    return "".join(f"{line}\n" for line in used) + ("\n\n" if used else "")


def all_posed(page: str) -> list[dict[str, Any]]:
    """Give a page's listings.

    Raises:
        KeyError: there is nothing to write on the page.
    """
    return [posed(page, part) for part in PAGES[page]]
