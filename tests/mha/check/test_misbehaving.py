"""Code that raises, prints, never ends or gives something else gets a sentence."""

import contextlib
import subprocess
import sys
import time
import warnings

import pytest
import torch

from mha import check
from mha.check import guard
from mha.check.common import far_from
from mha.check.subjects import SUBJECTS


def solution(name):
    return next(one for one in SUBJECTS if one.name == name).listing.solution()


attend = solution("attend")


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (3, "3 cannot be called"),
        (lambda q, k, v, mask=None: None, "is there a `return`?"),
        (
            lambda q, k, v, mask=None: q,
            "It returns one thing; expected two: output and weights",
        ),
        (lambda q, k, v, mask=None: (q, k, v), "It returns 3 things"),
        (
            lambda q, k, v, mask=None: [x.numpy() for x in attend(q, k, v, mask)],
            "`torch.from_numpy(…)` makes a tensor of it",
        ),
        (lambda q, k, v, mask=None: ("no", 1.0), "What it gives as output is a str"),
        (lambda q, k: (q, k), "TypeError"),
        (lambda q, k, v, mask=None: q @ v, "It raises RuntimeError"),
        (
            lambda q, k, v, mask=None: [x[None] for x in attend(q, k, v, mask)],
            "the shape of its output is (1, 1, 1); expected (1, 1)",
        ),
        (
            lambda q, k, v, mask=None: [x > 0 for x in attend(q, k, v, mask)],
            "there are booleans in its output; expected real numbers",
        ),
        (
            lambda q, k, v, mask=None: attend(q + torch.rand(1), k, v, mask),
            "it gives two results",
        ),
        (  # also where the numbers stay within their tolerance
            lambda q, k, v, mask=None: attend(q, k, v + 1e-5 * torch.rand(1), mask),
            "it gives two results",
        ),
        (
            lambda q, k, v, mask=None: attend(q.mul_(2), k, v, mask),
            "It changes its argument 1",
        ),
    ],
)
def test_it_is_said(one, said: str) -> None:
    found = check.attend(one)
    assert not found.ok
    assert not found.faults
    assert said in str(found)


def test_the_line_that_raises_is_told() -> None:
    def mine(query, key, value, mask=None):
        return query @ key, value  # not turned round

    assert "in its line “return query @ key, value" in str(check.attend(mine))


def forever(x):
    while True:
        x = x + 0


def forever_and_catching(x):
    while True:
        with contextlib.suppress(BaseException):
            x = x + 0


@pytest.mark.parametrize("one", [forever, forever_and_catching])
def test_a_loop_without_an_end_is_ended(one) -> None:
    with pytest.raises(guard.Stumble, match="is there a loop without an end"):
        guard.call(one, torch.ones(2), seconds=0.2)


def test_who_waits_for_ever_is_ended(monkeypatch) -> None:
    monkeypatch.setattr(guard, "WAIT", 0.2)
    monkeypatch.setattr(time, "process_time", float)  # it works on nothing
    with pytest.raises(guard.Stumble, match="without an end"):
        guard.call(lambda x: [time.sleep(0.01) for _ in range(10**6)], 1, seconds=0.1)


def test_what_is_printed_or_warned_of_is_kept_off(capsys, recwarn) -> None:
    def loud(*args):
        print("hello")
        warnings.warn("hello", stacklevel=1)
        return attend(*args)

    assert check.attend(loud).ok
    assert capsys.readouterr().out == ""
    assert [str(one.message) for one in recwarn] == []


def test_half_precision_is_told_and_no_fault() -> None:
    def mine(q, k, v, mask=None):
        scores = q @ k.mT / q.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, -1e9)
        weights = scores.softmax(-1)
        return weights @ v, weights

    found = check.attend(mine)
    assert found.ok
    assert "half precision" in found.notes[0]
    assert "−1e9" in found.notes[1]


def test_nobody_waits_for_a_loop_twice(monkeypatch) -> None:
    calls = []

    def endless(*args):
        calls.append(args)
        forever(torch.ones(1))

    monkeypatch.setattr(guard.call, "__kwdefaults__", {"seconds": 0.2})
    assert "is there a loop without an end" in str(check.attend(endless))
    assert len(calls) == 1


class Dropping(torch.nn.Module):
    """Dropout that is always on."""

    def __init__(self, d, h):
        super().__init__()
        self.inner = solution("MultiHeadAttention")(d, h)

    def forward(self, x, mask=None):
        output, weights = self.inner(x, mask)
        return torch.nn.functional.dropout(output, 0.5), weights


def test_dropout_in_a_class_is_seen() -> None:
    assert "is there dropout" in str(check.multi_head(Dropping))


TRACED = """
import sys
from mha.check import guard

def ends(): return sum(range(10))
def never():
    while True: pass

for function in (ends, never):
    try:
        guard.call(function, seconds=0.1)
    except guard.Stumble:
        pass
lines = []
def trace(frame, event, arg):
    lines.append(event)
    return trace

sys.settrace(trace)
ends()
sys.settrace(None)
assert lines
"""


def test_a_debugger_goes_on_after_a_check():
    """In a process of its own: what it once did was to stand still for ever."""
    subprocess.run([sys.executable, "-c", TRACED], check=True, timeout=120)


def test_threads_are_as_many_after_a_check_as_before():
    before = torch.get_num_threads()
    torch.set_num_threads(before + 1)
    try:
        check.attend(lambda *given: None)
        assert torch.get_num_threads() == before + 1
    finally:
        torch.set_num_threads(before)


def test_of_several_numbers_that_are_off_the_first_is_told():
    found, wanted = torch.zeros(2, 3), torch.tensor([[0, 0, 1.0], [2, 0, 3]])
    assert far_from(found, wanted, 1e-3) == (0, 2)


@pytest.mark.parametrize(
    ("power", "told"),
    [
        (2, "chances' logarithms differ by 0.0625, expected 0.25."),
        (-1, "The largest chance is 0.4738 at 0.5, and 0.9338 at 2: expected less."),
    ],
)
def test_what_a_temperature_does_is_told_beside_what_it_should(power, told):
    found = str(check.temperature(lambda logits, T: (logits / T**power).softmax(-1)))
    assert told in found
