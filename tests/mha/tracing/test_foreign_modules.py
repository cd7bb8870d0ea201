"""Modules that other people wrote compute the same, traced or not, bit for bit."""

import copy

import pytest
import torch

import traced
from mha import trace
from mha.tracing.steps import tensors_in


@pytest.fixture(autouse=True)
def no_fast_path():
    """The way that a trace takes, too; that it differs otherwise, the trace says."""
    before = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    yield
    torch.backends.mha.set_fastpath_enabled(before)


def run(call, module, inputs, kwargs):
    """All that a call gives, and the gradients of what learns."""
    torch.manual_seed(11)  # of dropout
    outputs = [one for _, one in tensors_in(call(*inputs, **kwargs), "")]
    if not torch.is_grad_enabled():
        return outputs, []
    sum(one.square().sum() for one in outputs if one.requires_grad).backward()
    return outputs, [one.grad for one in module.parameters() if one.grad is not None]


@pytest.mark.parametrize("mode", ["train", "eval", "no_grad"])
@pytest.mark.parametrize("name", traced.MODULES)
def test_a_trace_changes_no_bit_of_outputs_or_gradients(name, mode):
    module, inputs, kwargs = traced.made(name)
    module.train(mode == "train")
    other = copy.deepcopy(module)
    seen = []

    def call(*args, **named):
        seen.append(trace(module, *args, **named))
        return seen[0].output

    with torch.set_grad_enabled(mode != "no_grad"):
        outputs, gradients = run(call, module, inputs, kwargs)
        expected, slopes = run(other, other, inputs, kwargs)
    assert len(outputs) == len(expected) > 0
    for found, right in zip(outputs + gradients, expected + slopes, strict=True):
        assert torch.equal(found, right)
        assert found.requires_grad == right.requires_grad
    assert len(gradients) == len(slopes)
    assert (len(slopes) > 0) == (mode != "no_grad")
    for found, right in zip(module.buffers(), other.buffers(), strict=True):
        assert torch.equal(found, right)


@pytest.mark.parametrize("name", traced.MODULES)
def test_what_it_returns_is_what_an_operation_made(name):
    module, inputs, kwargs = traced.made(name)
    seen = trace(module, *inputs, **kwargs)
    outputs = [one for _, one in tensors_in(seen.output, "")]
    for (_, ref), right in zip(seen.returned, outputs, strict=True):
        made = seen.steps[(ref.changed or int(ref.key)) - 1].outputs
        place = int(ref.label.partition("[")[2].rstrip("]") or 0)
        numbers = made[0 if ref.changed else place].numbers
        assert numbers.shape == right.shape
        assert numbers.whole.equal(right.detach())


@pytest.mark.parametrize("name", traced.MODULES)
def test_each_operation_has_a_line_and_each_tensor_a_name(name, tmp_path):
    module, inputs, kwargs = traced.made(name)
    seen = trace(module, *inputs, **kwargs)
    assert all(step.lines and step.lines[0].call for step in seen.steps)
    assert all(step.kind for step in seen.steps)
    known = {one.key for one in seen.origins} | {str(s.number) for s in seen.steps}
    for step in seen.steps:
        assert {ref.key for ref in step.made_from} <= known
    assert not [one for one in seen.origins if one.label == "a tensor"]
    page = seen.save(tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<article ") == len(seen) + len(seen.origins)


def test_many_heads_of_pytorch_are_seen_inside():
    module, inputs, _ = traced.made("nn.MultiheadAttention")
    seen = trace(module, *inputs)
    names = [step.name for step in seen.steps]
    assert [names.count(one) for one in ("linear", "softmax", "bmm")] == [2, 1, 2]
    weights = next(step for step in seen.steps if step.name == "softmax")
    assert weights.outputs[0].numbers.rows_sum_to_1
    assert weights.lines[0].file == "torch/nn/functional.py"
    assert "softmax(" in weights.lines[0].call


def test_of_a_library_its_own_line_comes_first_and_then_the_readers():
    module, inputs, _ = traced.made("bert")

    def mine(x):
        return module(x) + 1

    first, *_, last = trace(mine, *inputs).steps
    assert [line.whose for line in first.lines] == ["library", "yours", "torch"]
    assert first.lines[0].file == "transformers/models/bert/modeling_bert.py"
    assert first.lines[1].call == "module(x)"
    assert first.module.startswith("module.attention")
    assert [line.call for line in last.lines] == ["module(x) + 1"]


def test_the_fast_path_is_told():
    module, inputs, _ = traced.made("encoder layer")
    torch.backends.mha.set_fastpath_enabled(True)
    with torch.no_grad():
        told = trace(module.eval(), *inputs).notes
        assert len(told) == 1
        assert "fused" in told[0]
        assert trace(module.train(), *inputs).notes == ()
        torch.backends.mha.set_fastpath_enabled(False)
        assert trace(module.eval(), *inputs).notes == ()
        torch.backends.mha.set_fastpath_enabled(True)
    frozen = copy.deepcopy(module).eval().requires_grad_(False)
    assert "fused" in trace(frozen, *inputs).notes[0]
    assert trace(module.eval(), *inputs).notes == ()  # its parameters learn
