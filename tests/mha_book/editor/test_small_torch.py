"""The small torch of the page's editor: whatever it is asked, torch says the same."""

import math
import random
import re
import statistics
import sys
import warnings
from itertools import chain
from pathlib import Path
from types import CodeType

import pytest
import torch

from mha_book.editor import small_torch
from rarer_torch_calls import CALLS
from seeds import any_seed
from single_torch_calls import SINGLE
from torch_calls import Drawn, drawn_call

COUNT = 10_000


def outcome(call, drawn, library):
    """What a call gives: numbers, shapes and strides, or an error in words."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return described(call(library, *drawn.tensors(library)), library)
    except Exception as error:
        # Torch numbers an axis as it was, or as it is by then.
        said = re.sub(r"for dimension \d", "for a dimension", str(error))
        return type(error).__name__, said.splitlines()[0]


def described(value, library):
    if isinstance(value, library.Tensor):
        steps = tuple(
            stride
            for size, stride in zip(value.shape, value.stride(), strict=True)
            if size > 1 and value.numel()
        )
        return str(value.dtype), tuple(value.shape), steps, value.tolist()
    if isinstance(value, tuple | list) or hasattr(value, "indices"):
        return [described(one, library) for one in value]
    return value


def same(one, other, near: float = 2e-5, off: float = 2e-6):
    """Whether two outcomes are one; what large numbers leave of a sum is less sure."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if "torch.float16" in one:
            near, off = 2e-3, 2e-4
        if len(other) == 4 and isinstance(other, tuple):  # as `described` has a tensor
            off *= max(1.0, largest(other[-1]))
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(*pair, near, off) for pair in pairs)
    if isinstance(one, float) and isinstance(other, float):
        both_nan = math.isnan(one) and math.isnan(other)
        return both_nan or math.isclose(one, other, rel_tol=near, abs_tol=off)
    return type(one) is type(other) and one == other


def largest(numbers) -> float:
    """The largest size among those of nested lists that are finite."""
    if isinstance(numbers, list):
        return max(map(largest, numbers), default=0.0)
    return abs(numbers) if math.isfinite(numbers) else 0.0


def test_ten_thousand_calls_give_what_torch_gives():
    seed = any_seed()
    rng = random.Random(seed)
    for _ in range(COUNT):
        name, call, drawn = drawn_call(rng)
        found, wanted = (
            outcome(call, drawn, library) for library in (small_torch, torch)
        )
        assert same(found, wanted), f"{name} {drawn}\n{found}\n{wanted}"


def test_each_call_goes_well_sometimes():
    rng = random.Random(0)
    for name, draw in CALLS.items():
        found = (outcome(*reversed(draw(rng)), torch) for _ in range(100))
        well = (not isinstance(one, tuple) or len(one) != 2 for one in found)
        assert any(well), f"{name} always ends in an error"


def test_what_is_drawn_lies_where_torchs_does():
    for library in (small_torch, torch):
        library.manual_seed(any_seed())
        assert set(library.randint(2, 5, (400,)).tolist()) == {2, 3, 4}
        assert all(0 <= number < 1 for number in library.rand(400).tolist())
        numbers = library.randn(4000).tolist()
        assert abs(statistics.mean(numbers)) < 0.1
        assert abs(statistics.stdev(numbers) - 1) < 0.1


FOLDER = Path(small_torch.__file__).parent
# What it prints, draws and keeps in modules is held to torch by tests of its own.
ELSEWHERE = ("printing.py", "random_numbers.py", "nn.py", "__init__.py")
NEVER = {"Base.__hash__", "Arithmetic.__hash__", "Size.__hash__", "Tensor.numpy"}
NEVER |= {"_method"}  # it makes methods, before any is called
PRINTED = {"Tensor.__repr__", "Tensor.__str__", "Tensor.__format__", "Pair.__repr__"}
PRINTED |= {"Size.__repr__", "DType.__repr__", "DType.__init__"}


def functions_in(code: CodeType) -> set[str]:
    """Each function that a module defines, with what stands around it."""
    inside = [one for one in code.co_consts if isinstance(one, CodeType)]
    named = {one.co_qualname for one in inside if one.co_flags & 2}  # no class's body
    return named.union(*map(functions_in, inside))


def test_no_function_of_it_is_never_tried():
    paths = [path for path in FOLDER.glob("*.py") if path.name not in ELSEWHERE]
    codes = [compile(path.read_text("utf-8"), path.name, "exec") for path in paths]
    known = set[str]().union(*map(functions_in, codes))
    assert len(known) > 150
    wanted = {name for name in known if not name.endswith(">")} - NEVER - PRINTED
    rng, tried = random.Random(0), set()

    def watch(frame, event, argument):
        if frame.f_code.co_filename.startswith(str(FOLDER)):
            tried.add(frame.f_code.co_qualname)

    single = [(Alone, lambda where, x, own=own: own(where)) for own in SINGLE.values()]
    each = (draw(rng) for draw in chain.from_iterable([CALLS.values()] * 40))
    for drawn, call in chain(single, each):
        if wanted <= tried:
            break
        sys.setprofile(watch)
        try:
            outcome(call, drawn, small_torch)
        finally:
            sys.setprofile(None)
    assert sorted(wanted - tried) == []


SHOWN = [
    [[0.5, -1.25], [3.0, 1000.0]],
    [[1.0, 2.0], [3.0, -4.0]],
    [1e-5, 1.0],
    [float("-inf"), 0.0, 2.5, float("nan")],
    [float("inf"), 1.0],
    [[[1, 20], [300, 4]], [[5, 6], [7, 8]]],
    [[True, False]],
    3.14159,
    7,
    True,
    [],
    [0.0, 0.0],
    [123456789.0],
    [[k * 0.37 for k in range(30)]] * 2,
    [list(range(40))] * 40,
    [k / 7 for k in range(1200)],
    [k / 7 for k in range(1000)],  # just not too many
    [0.25, 250.0],  # a thousand times as large, just
    [0.25, 250.5],
    [100000000.0, 1000000.5],
    [0.0001, 0.01],
    [0.001, 0.0002],
]


@pytest.mark.parametrize("data", SHOWN, ids=range(len(SHOWN)))
def test_it_prints_as_torch_does(data):
    assert repr(small_torch.tensor(data)) == repr(torch.tensor(data))
    mine, theirs = small_torch.tensor(data), torch.tensor(data)
    for kind in ("double", "half", "int"):
        if kind == "int" and theirs.is_floating_point():
            continue
        assert repr(getattr(mine, kind)()) == repr(getattr(theirs, kind)())
    assert f"{mine.shape}" == f"{theirs.shape}"


@pytest.mark.parametrize("digits", range(1, 9))
def test_a_line_breaks_where_torchs_does(digits):
    """Up to the last letter of a line: with each number it is a little longer."""
    for count in range(1, 40):
        data = [10 ** (digits - 1)] * count
        mine = small_torch.tensor(data).int()
        assert repr(mine) == repr(torch.tensor(data).int())


class Alone:
    """In the place of a drawn tensor: a number."""

    @staticmethod
    def tensors(library):
        return (library.tensor(2.5),)


ALONE = {
    "softmax": lambda x: x.softmax(0),
    "sum": lambda x: x.sum(-1),
    "max": lambda x: x.max(0),
    "beyond": lambda x: x.sum(1),
}


@pytest.mark.parametrize("call", ALONE.values(), ids=ALONE)
def test_a_number_alone_has_an_axis_as_torch_lends_it_one(call):
    found, wanted = (
        outcome(lambda where, x: call(x), Alone, library)
        for library in (small_torch, torch)
    )
    assert found == wanted


@pytest.mark.parametrize("call", SINGLE.values(), ids=SINGLE)
def test_what_is_rarely_asked_gets_the_same_answer(call):
    found, wanted = (
        outcome(lambda where, x: call(where), Alone, library)
        for library in (small_torch, torch)
    )
    assert same(found, wanted), (found, wanted)


def test_a_view_shares_its_numbers_and_a_copy_does_not():
    for library in (small_torch, torch):
        x = library.zeros(2, 3)
        x.T[1] = 5
        x[0, 0] += 1
        x.reshape(6)[2] = 7
        x.clone()[1, 2] = 9
        x.T.reshape(6)[0] = 9
        x[x > 6] = -1
        assert x.tolist() == [[1, 5, -1], [0, 5, 0]]


def test_a_planted_fault_is_seen(monkeypatch):
    monkeypatch.setattr(small_torch.Tensor, "tril", small_torch.Tensor.triu)
    with pytest.raises(AssertionError, match="tril"):
        test_ten_thousand_calls_give_what_torch_gives()


def test_drawn_tensors_are_the_same_in_both():
    drawn = Drawn(random.Random(1), 2)
    mine, theirs = (drawn.tensors(library) for library in (small_torch, torch))
    assert [described(one, small_torch) for one in mine] == [
        described(one, torch) for one in theirs
    ]


def test_a_step_of_0_is_refused_and_no_number_is_smaller_than_nan() -> None:
    numbers = small_torch.tensor([2.0, math.nan, 1.0])
    with pytest.raises(ValueError, match="step must be greater than zero"):
        numbers[::0]
    assert math.isnan(numbers.min().item())
    assert numbers[::2].min().item() == 1


def test_a_norm_that_it_does_not_have_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="no norm of p=1"):
        small_torch.tensor([3.0, 4.0]).norm(1)
