"""Runs a reader's listing on the page: MicroPython, in a worker, starts here.

A job comes as JSON, and so does the answer: for each call its results, or over what it
stumbled. What is right, or which mistake it is, the page says.
"""

import builtins
import json
import sys
from io import StringIO

import torch

from . import handed

FILE, BEFORE = "from_scratch.py", "before.py"
INFINITIES = {float("inf"): "Infinity", float("-inf"): "-Infinity"}


def run(text):
    """Do a job; gives JSON.

    Args:
        text: {name, before, source, calls, results, roles}.
    """
    job, builtins.print = json.loads(text), _print
    space = {"__name__": "from_scratch"}
    exec(compile(job["before"], BEFORE, "exec"), space)
    there = dict(space)
    try:
        exec(compile(job["source"], FILE, "exec"), space)
    except Exception as error:
        return json.dumps({"broken": stumble_of(error)})
    made = space.get(job["name"])
    if made is None or not callable(made):
        return json.dumps({"broken": {"kind": "missing"}})
    function = handed.as_function(made, job["roles"]) if job["roles"] else made
    calls = [answer(function, one, job, there) for one in job["calls"]]
    return json.dumps({"calls": calls})


def answer(function, call, job, there):
    """Make one call: its results as plain numbers, or over what it stumbled."""
    given = [decoded(one, there) for one in call["args"]]
    before = [list(getattr(one, "numbers", ())) for one in given]
    builtins.print = printing_after(f"On {call['told'].replace('*', '')}:")
    try:
        returned = function(*given, **call["named"])
    except handed.Unfit as unfit:
        return {"kind": unfit.args[0], "told": unfit.args[1]}
    except Exception as error:
        return stumble_of(error)
    for number, (one, numbers) in enumerate(zip(given, before)):
        if hasattr(one, "numbers") and one.numbers != numbers:
            return {"kind": f"changes {number}", "number": number + 1}
    return results_of(returned, job["results"])


def results_of(returned, names):
    """Take what was returned as so many tensors, or say what it is instead."""
    if returned is None:
        return {"kind": "None"}
    several = isinstance(returned, (tuple, list))
    values = list(returned) if several else [returned]
    if len(values) != len(names):
        return {"kind": f"returns {len(values)}", "several": several}
    for name, value in zip(names, values):
        if not isinstance(value, torch.Tensor):
            word = type(value).__name__
            return {"kind": f"{name} {word}", "name": name, "word": word}
    return {"results": [coded(value) for value in values]}


def stumble_of(error):
    """An exception in words: what, and in which line of the reader's."""
    written = StringIO()
    sys.print_exception(error, written)
    lines = written.getvalue().split("\n")
    own = [line for line in lines if f'"{FILE}"' in line]
    number = int(own[-1].split("line ")[1].split(",")[0]) if own else 0
    said = f"{type(error).__name__}: {error}"
    if said.endswith(": "):
        said = said[:-2]
    return {"kind": said.split("\n")[0], "line": number}


def coded(tensor):
    """A tensor as plain numbers; JSON has none that are infinite."""
    return {
        "family": tensor.dtype.family,
        "shape": list(tensor.shape),
        "values": [plain(value) for value in tensor.values()],
    }


def plain(value):
    """A number, or the word for one that JSON has not."""
    if isinstance(value, bool):
        return int(value)
    return "NaN" if value != value else INFINITIES.get(value, value)


def decoded(one, there):
    """A tensor from plain numbers, a function by its name; all else stays."""
    if not isinstance(one, dict):
        return one
    if "name" in one:
        return there[one["name"]]
    flat = torch.tensor(one["values"], dtype=getattr(torch, one["dtype"]))
    return flat.view(one["shape"]) if one["shape"] else flat.view(())


_zip, _print = builtins.zip, builtins.print


def printing_after(line):
    """Make a `print` that says first, once, on which call it is."""
    left = [line]

    def say(*values, **options):
        if left:
            _print(left.pop())
        _print(*values, **options)

    return say


def zip_as_in_python(*given, strict=False):
    """MicroPython's `zip` knows no `strict`."""
    if not strict:
        return _zip(*given)
    rows = [list(one) for one in given]
    if len({len(row) for row in rows}) > 1:
        raise ValueError("zip() arguments have different lengths")
    return _zip(*rows)


builtins.zip = zip_as_in_python
