"""What a trace says of each operation: line, form, numbers, what it came from."""

import inspect
import linecache
import subprocess
import sys
import weakref
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
import torch.nn.functional as F
from torch import nn

import mha
from mha import trace
from mha.tracing.numbers import WHOLE
from mha.tracing.record import LIMIT
from mha.tracing.run import _notes_after

HERE = Path(__file__).name


class Attend(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(5, 3, bias=False)

    def forward(self, x, mask=None):
        q = self.query(x)
        scores = q @ q.mT
        if mask is not None:
            scores = scores.masked_fill(~mask, -torch.inf)
        return F.softmax(scores, dim=-1)


X = torch.arange(35.0).view(7, 5) / 35


def refs(step):
    return [ref.label for ref in step.made_from]


def kinds(seen):
    return [
        (step.name, out.kind, out.of and out.of.label)
        for step in seen.steps
        for out in step.outputs
    ]


def test_operations_stand_in_their_order_with_their_tensors():
    module = Attend()
    seen = trace(module, X)
    q = module.query(X)
    expected = [("linear", q), ("mT", q.mT), ("matmul", q @ q.mT)]
    expected.append(("softmax", (q @ q.mT).softmax(-1)))
    assert [step.name for step in seen.steps] == [name for name, _ in expected]
    for step, (_, tensor) in zip(seen.steps, expected, strict=True):
        numbers = step.outputs[0].numbers
        assert numbers.whole.equal(tensor)
        assert (numbers.shape, numbers.stride) == (tensor.shape, tensor.stride())
        assert numbers.dtype == "float32"
    assert [refs(step) for step in seen.steps] == [
        ["x", "query.weight"],
        ["#1"],
        ["#1", "#2"],
        ["#3"],
    ]
    assert [one.kind for one in seen.origins] == ["input", "parameter"]
    assert seen.returned == (("", seen.steps[3].made_from[0].__class__("4", "#4")),)
    assert repr(seen) == "Trace(title='Attend')"
    assert len(seen) == 4


def test_each_has_the_line_that_called_it_and_the_call_in_it():
    seen = trace(Attend(), X)
    code, first = inspect.getsourcelines(Attend.forward)
    for step, text in zip(seen.steps, [1, 2, 2, 5], strict=True):
        line = step.lines[0]
        assert line.file.endswith(HERE)
        assert line.number == first + text
        assert line.before + line.call + line.after == code[text].strip()
    calls = [step.lines[0].call for step in seen.steps]
    assert calls == ["self.query(x)", "q.mT", "q @ q.mT", "F.softmax(scores, dim=-1)"]
    assert len(seen.steps[3].lines) == 1  # that softmax calls softmax is no news
    inside = seen.steps[0].lines[1]
    assert inside.file == "torch/nn/modules/linear.py"
    assert inside.whose == "torch"
    assert inside.call == "F.linear(input, self.weight, self.bias)"
    assert [(step.module, step.kind) for step in seen.steps[:2]] == [
        ("query", "Linear"),
        ("", "Attend"),
    ]


def test_a_call_over_several_lines_is_there_whole():
    def several(x):
        return torch.cat(
            [x, x],
            dim=-1,
        )

    line = trace(several, X).steps[0].lines[0]
    assert line.call == "torch.cat(\n    [x, x],\n    dim=-1,\n)"

    def long(x):
        return torch.cat(
            [
                x,
                x,
                x,
                x,
                x,
            ],
        )

    line = trace(long, X).steps[0].lines[0]
    assert line.call == "torch.cat(\n    [\n" + "\n".join(["        x,"] * 4)
    assert line.after == "\n…"


def test_a_line_of_a_cell_is_called_so_and_read():
    name = "/tmp/ipykernel_17/23.py"  # where JupyterLab says that a cell lies
    code = "def call(x):\n    return x * 2 + 1\n"
    linecache.cache[name] = len(code), None, code.splitlines(True), name
    space = {}
    exec(compile(code, name, "exec"), space)
    line = trace(space["call"], X).steps[0].lines[0]
    assert (line.file, line.call) == ("a cell of the notebook", "x * 2")


def test_views_and_changes_in_place_are_told():
    def change(x):
        y = x * 1
        row = y[0]
        row.zero_()
        y += 1
        y[1, 2] = 7
        torch.add(y, 1, out=y)
        return y.view(-1), y.contiguous(), row + 1

    seen = trace(change, X)
    assert kinds(seen) == [
        ("mul", "new", None),
        ("getitem", "view", "#1"),
        ("zero_", "changed", "#2"),
        ("add_", "changed", "#1"),
        ("setitem", "changed", "#1"),
        ("add", "changed", "#1"),
        ("view", "view", "#1"),
        ("contiguous", "same", "#1"),
        ("add", "new", None),
    ]
    also = [[ref.label for ref in s.outputs[0].also] for s in seen.steps[2:6]]
    assert also == [["#1"], ["#2"], ["#2"], ["#2"]]
    assert seen.steps[0].outputs[0].numbers.whole.equal(X)  # as it was then
    assert seen.steps[5].outputs[0].numbers.whole[1, 2] == 8
    last = seen.steps[8].made_from[0]
    assert (last.label, last.changed) == ("#2", 6)


def test_an_inference_tensor_that_is_changed_is_told_too():
    with torch.inference_mode():
        seen = trace(lambda x: (x * 2).relu_(), X)
    assert kinds(seen)[1] == ("relu_", "changed", "#1")


def test_an_input_that_is_changed_keeps_its_first_numbers():
    given = X.clone()
    seen = trace(lambda x: x.add_(1), given)
    assert seen.origins[0].numbers.whole.equal(X)
    assert seen.steps[0].outputs[0].numbers.whole.equal(X + 1)


def test_what_is_read_out_of_a_tensor_is_told():
    seen = trace(lambda x: x.item() if bool(x > 1) else 0, torch.tensor(2.5))
    assert [(step.name, step.value) for step in seen.steps] == [
        ("gt", ""),
        ("bool", "True"),
        ("item", "2.5"),
    ]


def test_of_many_numbers_that_are_read_the_first_are_told():
    (step,) = trace(lambda x: x.tolist(), torch.arange(50)).steps
    assert step.value == str([*range(50)])[:80]


def test_inputs_and_what_a_function_closes_over_have_names():
    scale, layer = torch.tensor(3.0), Attend()

    def call(pair, *rest, mask=None):
        return layer(pair["x"] * scale + rest[0], mask)

    seen = trace(call, {"x": X}, X.clone(), mask=torch.ones(7, 7).bool())
    assert [(one.label, one.kind) for one in seen.origins] == [
        ("pair['x']", "input"),
        ("rest[0]", "input"),
        ("mask", "input"),
        ("scale", "from outside"),
        ("layer.query.weight", "parameter"),
    ]
    assert "layer" in {step.module for step in seen.steps}
    assert "".join(map(str, seen.steps[-2].call)).count("masked_fill") == 1


def test_what_is_only_asked_for_its_shape_is_no_origin():
    table = torch.ones(3, 5)
    seen = trace(lambda x: x * table.shape[0], X)
    assert [one.label for one in seen.origins] == ["x"]


def test_a_call_is_written_as_one_would_write_it():
    def call(x):
        return x.T[1:, None, ..., 0], x.mT.softmax(dim=0), torch.stack([x, x], 1)

    def text(part):
        return part if isinstance(part, str) else part.label

    calls = ["".join(map(text, step.call)) for step in trace(call, X).steps]
    assert calls == [
        "x.T",
        "#1[1:, None, …, 0]",
        "x.mT",
        "softmax(#3, dim=0)",
        "stack([x, x], 1)",
    ]


def test_autograd_goes_through_as_without_a_trace():
    x = X.clone().requires_grad_()
    trace(lambda x: x.exp().sum(), x).output.backward()
    assert x.grad.equal(X.exp())


def test_large_tensors_are_sampled_and_not_kept():
    large = []

    def call(x):
        for _ in range(5):
            x = x * 2
            large.append(weakref.ref(x))
        return x.sum()

    seen = trace(call, torch.ones(3, 200, 50))
    assert [one() for one in large] == [None] * 5
    numbers = seen.steps[0].outputs[0].numbers
    assert numbers.whole is None
    assert numbers.count > WHOLE
    (first, *_, last) = sheets = numbers.shown()
    assert len(sheets) == 3
    assert last.index == (2,)
    assert first.rows == (0, 1, 2, 3, 4, 5, 198, 199)
    assert first.columns == (0, 1, 2, 3, 4, 5, 48, 49)


@pytest.mark.parametrize(
    "shape",
    [(), (3,), (11,), (2, 3), (11, 13), (2, 3, 5), (2, 3, 11, 2), (0, 3), (3, 0)],
)
@pytest.mark.parametrize("times", [1, 40])
def test_what_is_shown_stands_in_the_tensor(shape, times):
    if shape and times > 1:  # larger than what is kept whole
        shape = (*shape[:-1], shape[-1] * times * 31)
    x = torch.randn(shape)
    for sheet in trace(lambda x: x * 1, x).steps[0].outputs[0].numbers.shown():
        for row, values in zip(sheet.rows or [None], sheet.values, strict=False):
            for column, value in zip(sheet.columns, values, strict=True):
                at = (*sheet.index, *([] if row is None else [row]), column)
                assert x[at[: x.ndim] if x.ndim else ()].item() == value


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (torch.vmap(lambda row: row * 2), "inside torch.vmap"),
        (lambda x: x.to("meta"), "device meta"),
        (lambda x: x.to(torch.float8_e4m3fn) if x.ndim else x, ""),
        (lambda x: x.to_sparse(), ""),
        (lambda x: torch.fft.fft(x), ""),
        (lambda x: x.bfloat16(), ""),
        (lambda x: x[:0], ""),
        (lambda x: x / 0 - x / 0, ""),
    ],
)
def test_tensors_of_every_kind_are_kept_or_it_says_why_not(call, told, tmp_path):
    seen = trace(call, X)
    numbers = seen.steps[-1].outputs[0].numbers
    assert told in numbers.unread
    assert bool(told) == bool(numbers.unread)
    assert seen.save(tmp_path / "x.html", beside=trace(call, X)).is_file()


def test_too_many_operations_are_counted():
    def count(x):
        for _ in range(LIMIT + 3):
            x = x + 1
        return x

    seen = trace(count, torch.zeros(2))
    assert len(seen) == LIMIT
    assert seen.output.tolist() == [LIMIT + 3] * 2
    assert seen.notes[0].startswith(f"Of {LIMIT + 3:,} operations, here are {LIMIT:,}.")


def test_what_is_compiled_runs_as_it_was_written():
    seen = trace(torch.compile(Attend(), backend="eager"), X)
    assert [step.name for step in seen.steps] == ["linear", "mT", "matmul", "softmax"]
    assert seen.title == "Attend"
    assert refs(seen.steps[0]) == ["x", "query.weight"]
    assert "torch.compile" in seen.notes[0]
    assert [step.module for step in seen.steps] == ["query", "", "", ""]
    layer = Attend()
    layer.compile(backend="eager")  # in place, and inside
    assert "torch.compile" in trace(lambda x: layer(x), X).notes[0]


def test_no_operation_at_all_is_told():
    assert "No operation of torch" in trace(lambda x: x, X).notes[0]
    assert "No operation of torch" in trace(lambda x: x.numpy() * 2, X).notes[0]


def test_a_backward_pass_is_told():
    layer = Attend()
    seen = trace(lambda x: layer(x).sum().backward(), X)
    assert "walked back" in seen.notes[0]


def test_a_gpu_is_told():
    """No GPU is needed to see it: what a step has kept of one is enough."""
    step = trace(lambda x: x * 2, X).steps[0]
    (output,) = step.outputs
    there = replace(output, numbers=replace(output.numbers, device="cuda:0"))
    seen = SimpleNamespace(
        steps=[replace(step, outputs=(there,))], left_out=0, seen=set()
    )
    assert [note for note in _notes_after(seen) if "GPU" in note]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (3, "found int"),
        (X, "found Tensor"),
        (Attend, r"the class Attend; expected one, as Attend\(\)"),
    ],
)
def test_what_cannot_be_called_is_refused(wrong, told):
    with pytest.raises(TypeError, match=told):
        trace(wrong, X)


def test_an_error_of_the_module_says_how_far_it_came():
    def wrong(x):
        y = x * 2
        return y @ torch.ones(11, 2)

    with pytest.raises(RuntimeError, match="cannot be multiplied") as caught:
        trace(wrong, X)
    (note,) = caught.value.__notes__
    assert "the last of 2 operations was ones" in note
    assert HERE in note


def test_a_wrong_call_fails_as_without_a_trace():
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        trace(Attend())


def test_nothing_stays_behind():
    module = Attend()
    trace(module, X)
    assert not module._forward_hooks
    assert not module.query._forward_pre_hooks
    with pytest.raises(RuntimeError):
        trace(lambda x: x @ x, X)
    assert torch.overrides._get_current_function_mode() is None


def test_the_library_stays_light():
    code = (
        "import sys, mha; mha.trace; wrong = {'matplotlib', 'IPython', 'transformers'}"
    )
    code += "; sys.exit(bool(wrong & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert mha.trace is trace
