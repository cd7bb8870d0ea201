"""What a trace calls a run, its tensors and its calls, and what it notes."""

import functools

import pytest
import torch
from torch import nn

from mha import trace
from mha.tracing.record import MOST_OUTPUTS, Recorder

X = torch.arange(35.0).view(7, 5) / 35


class Attend(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(5, 3, bias=False)
        self.register_buffer("scale", torch.tensor(2.0))

    def forward(self, x):
        return self.query(x) * self.scale


LAYER = Attend()


def labels(seen):
    return [(one.label, one.kind) for one in seen.origins]


def calls(function, *inputs):
    def text(part):
        return part if isinstance(part, str) else part.label

    return ["".join(map(text, step.call)) for step in trace(function, *inputs).steps]


def kinds(seen):
    return [(step.name, *(out.kind for out in step.outputs)) for step in seen.steps]


OWN = [("x", "input"), ("query.weight", "parameter"), ("scale", "buffer")]


def test_an_input_is_there_once_and_also_where_nothing_takes_it():
    assert labels(trace(lambda a, b: a + b, X, X)) == [("a", "input")]
    unused = trace(lambda a, b: a * 2, X, X.clone())
    assert labels(unused) == [("a", "input"), ("b", "input")]
    nested = {"a": [{"b": X}]}
    assert labels(trace(lambda x: x["a"][0]["b"] * 2, nested)) == [
        ("x['a'][0]['b']", "input")
    ]


def test_a_method_knows_its_object_and_a_wrapped_function_what_it_closes_over():
    seen = trace(LAYER.forward, X)
    assert seen.title == "Attend.forward"
    assert labels(seen) == OWN
    assert [step.module for step in seen.steps] == ["query", ""]
    layer = LAYER

    @functools.wraps(LAYER.forward)
    def noted(*args):
        return inner(*args)

    def inner(x):
        return layer(x)

    noted.__wrapped__ = inner
    assert ("layer.query.weight", "parameter") in labels(trace(noted, X))
    everywhere = trace(lambda x: LAYER(x), X)
    assert labels(everywhere)[1:] == [(f"LAYER.{name}", k) for name, k in OWN[1:]]


def test_what_has_no_signature_or_no_name_is_named_all_the_same():
    seen = trace(functools.partial(torch.mul, other=X), X)
    assert seen.title == "partial"
    assert trace(lambda x: x * 2, X).title.endswith("<lambda>")
    plain = trace(torch.mul, X, other=X.clone())
    assert plain.title == "mul"
    assert labels(plain) == [("inputs[0]", "input"), ("other", "input")]


def test_what_a_call_was_given_is_written_as_one_would_write_it():
    def call(x):
        y = x * 0.123456789
        y[0] = 1.5
        return (
            y[::2], y[1:5:2], y[[0, 2]], y.reshape(y.shape), torch.ones(size=(2, 3)),
            torch.stack([x] * 8), torch.stack([x] * 9),
        )  # fmt: skip

    assert calls(call, X) == [
        "mul(x, 0.123457)",
        "#1[0] = 1.5",
        "#1[::2]",
        "#1[1:5:2]",
        "#1[[0, 2]]",
        "reshape(#1, torch.Size([7, 5]))",
        "ones(size=(2, 3))",
        f"stack([{', '.join('x' * 8)}])",
        f"stack([{', '.join('x' * 8)}, …])",
    ]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda x: [3, 5, 7][x], ("index", "1")),
        (int, ("int", "1")),
        (float, ("float", "1.0")),
        (lambda x: torch.equal(x, x), ("equal", "True")),
        (lambda x: x.equal(x), ("equal", "True")),
        (lambda x: torch.allclose(x, x), ("allclose", "True")),
        (lambda x: x.allclose(x), ("allclose", "True")),
    ],
)
def test_each_way_to_read_a_number_is_told(call, told):
    seen = trace(lambda x: call(x), torch.tensor(1))
    assert [(step.name, step.value) for step in seen.steps] == [told]


def test_to_print_a_tensor_is_no_operation():
    def call(x):
        words = repr(x), f"{x}", f"{x.sum():.2f}", str(x)
        return x * len(words)

    assert [step.name for step in trace(call, X).steps] == ["sum", "mul"]


def test_of_several_outputs_each_has_its_place_and_the_first_few_are_kept():
    assert calls(lambda x: torch.add(*x.chunk(2)), X[:6])[1] == "add(#1[0], #1[1])"
    (step,) = trace(torch.unbind, torch.ones(MOST_OUTPUTS + 3)).steps
    assert len(step.outputs) == MOST_OUTPUTS


@pytest.mark.filterwarnings("ignore:torch.chain_matmul")
def test_a_function_with_defaults_by_name_runs_as_it_would():
    seen = trace(torch.chain_matmul, X, X.mT, X)  # whose `out` is not handed on
    assert seen.output.allclose(X @ X.mT @ X)
    assert len(seen) == 1


def test_what_changes_in_inference_is_the_first_alone():
    def call(x):
        y, z = x * 2, x * 3
        y[0] = 1
        y.add_(z)
        return (y > 1) & (z > 1)

    with torch.inference_mode():
        seen = trace(call, X)
    assert kinds(seen)[2:] == [
        ("setitem", "changed"),
        ("add_", "changed"),
        ("gt", "new"),
        ("gt", "new"),
        ("and", "new"),
    ]


def test_what_is_empty_shares_no_memory():
    seen = trace(lambda x: x[:0] * 1 + 1, X)
    assert kinds(seen) == [("getitem", "view"), ("mul", "new"), ("add", "new")]


def test_what_is_gone_lends_its_name_to_nobody():
    """A new tensor may get the identity of one that is gone."""
    recorder = Recorder(trace.__code__, {}, {})
    gone, other = X.clone(), X.clone()
    recorder.origin(gone, "gone", "input")
    recorder._known[id(other)] = recorder._known.pop(id(gone))
    assert recorder.found(other) is None
    assert recorder.ref(other).label == "a tensor"
    assert recorder.found(other).label == "a tensor"


@pytest.mark.parametrize("name", ["grad", "backward"])
def test_gradients_that_are_asked_for_are_told(name):
    walk = getattr(torch.autograd, name)
    x = X.clone().requires_grad_()
    (note,) = trace(lambda x: walk(x.exp().sum(), inputs=x), x).notes
    assert "walked back" in note
    assert trace(lambda x: x * 2, X).notes == ()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_is_scripted_is_told():
    seen = trace(nn.Sequential(torch.jit.script(nn.ReLU())), X)
    assert seen.notes[0].startswith("Operations inside scripted modules")
