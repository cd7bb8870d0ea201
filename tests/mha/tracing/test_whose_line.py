"""Of the lines that lead to an operation, those that tell most."""

import sysconfig
from functools import partial
from pathlib import Path

import pytest
import torch

from mha import trace
from mha.tracing.lines import short

X = torch.arange(6.0).view(2, 3)
TORCH = str(Path(torch.__file__).parent)
SITE, STANDARD = sysconfig.get_path("purelib"), sysconfig.get_path("stdlib")
TWICE = "def call(x):\n    return x * 2\n"


def made(file, code="def call(f, x):\n    return f(x)\n"):
    """A function as if it stood in that file."""
    space = {}
    exec(compile(code, file, "exec"), space)
    return space["call"]


@pytest.mark.parametrize(
    ("files", "whose"),
    [
        (["yours"], ["yours"]),
        ([f"{SITE}/other/one.py", "yours"], ["yours"]),
        ([f"{SITE}/other/one.py", f"{TORCH}/some.py", "yours"], ["yours"]),
        ([f"{SITE}/other/one.py", f"{TORCH}/some.py"], ["library", "yours", "torch"]),
        ([f"{TORCH}/some.py", f"{SITE}/other/one.py"], ["library", "yours"]),
        ([f"{STANDARD}/contextlib.py"], ["yours"]),
    ],
)
def test_the_innermost_that_is_not_torchs_comes_first(files, whose):
    function = (lambda x: x * 2) if files[-1] == "yours" else made(files[-1], TWICE)
    for file in reversed(files[:-1]):
        function = partial(made(file), function)
    seen = trace(lambda x: function(x), X).steps[0].lines
    assert [line.whose for line in seen] == whose
    assert [line.file for line in seen if line.whose == "yours"] == [short(__file__)]


def test_a_file_elsewhere_has_its_folder_and_a_line_before_which_other_letters_stand():
    for name in ("mine", "yours"):  # whose lines are the same
        call = made(f"/elsewhere/place/{name}.py", TWICE)
        line, *_ = trace(lambda x, call=call: call(x), X).steps[0].lines
        assert line.place == f"{line.file}:2" == f"place/{name}.py:2"
    seen = trace(lambda x: "é—é" and x * 2 + 1, X)
    assert [step.lines[0].call for step in seen.steps] == ["x * 2", "x * 2 + 1"]


def test_a_call_of_as_many_lines_as_there_is_room_for_is_whole():
    def fits(x):
        return torch.cat(
            [
                x,
                x,
            ],
        )

    def too_long(x):
        return torch.cat(
            [
                x,
                x,
                x,
            ],
        )

    first, second = (trace(one, X).steps[0].lines[0] for one in (fits, too_long))
    assert (first.call.count("\n"), first.after) == (5, "")
    assert (second.call.count("\n"), second.after) == (5, "\n…")
