"""The timed designs: one input, one set of weights, nothing kept from call to call."""

import pytest
import torch
from torch.nn import functional as F

from mha import (
    FusedMultiHeadAttention,
    MultiHeadAttention,
    convert,
    merge_heads,
    split_heads,
)
from mha.benchmark.designs import (
    BARE,
    TORCH,
    TORCH_WEIGHTS,
    BenchmarkCase,
    compile_runners,
    make_runners,
)
from mha.benchmark.measure import assert_designs_equal

TINY = BenchmarkCase(batch=3, tokens=7, embed_dim=15, num_heads=5)


@pytest.fixture(scope="module")
def doubles():
    return make_runners(TINY, dtype=torch.float64)


@pytest.fixture(scope="module")
def problem():
    """The model, the input and the gradient that every design is given."""
    torch.manual_seed(0)
    base = MultiHeadAttention(15, 5).double()
    return base, *torch.randn(2, 3, 7, 15).double()


def test_every_design_reaches_every_parameter(doubles):
    for name, runner in doubles.items():
        gradients = runner.backward()
        assert all(g is not None for g in gradients), name
        assert all(leaf.grad is None for leaf in runner.leaves), name
        for before, after in zip(gradients, runner.backward(), strict=True):
            assert torch.equal(before, after), name


def test_forward_keeps_nothing_for_a_backward_pass(doubles):
    for name, runner in doubles.items():
        assert not any(output.requires_grad for output in runner.forward()), name
        assert all(output.requires_grad for output in runner.call()), name
        assert all(leaf.is_leaf and leaf.requires_grad for leaf in runner.leaves)


def test_every_design_has_its_own_copy_of_the_same_input(doubles, problem):
    _, x, gradient = problem
    copies = {runner.leaves[0].data_ptr() for runner in doubles.values()}
    assert len(copies) == len(doubles)
    for name, runner in doubles.items():
        own, above = runner.leaves[0], runner.gradients[-1]
        assert runner.sequence_first == (name == "sequence first")
        assert all(t.is_contiguous() for t in (*runner.leaves, *runner.gradients))
        if runner.sequence_first:
            own, above = own.transpose(0, 1), above.transpose(0, 1)
        assert torch.equal(own, x), name
        assert torch.equal(above, gradient), name


def test_every_design_is_the_published_sum_in_full(doubles, problem):
    base, x, gradient = problem
    x = x.clone().requires_grad_()
    output, _ = base(x)
    output.backward(gradient)
    own = {name: runner for name, runner in doubles.items() if name != BARE}
    for runner in own.values():
        found, *_ = runner.forward()
        from_x, *parameters = runner.backward()
        if runner.sequence_first:
            found, from_x = found.transpose(0, 1), from_x.transpose(0, 1)
        torch.testing.assert_close(found, output)
        torch.testing.assert_close(from_x, x.grad)
        assert sum(p.numel() for p in parameters) == 4 * 15 * (15 + 1)


def test_the_bare_sum_has_every_part_of_the_fused_design(doubles, problem):
    base, x, gradient = problem
    module = convert(base, FusedMultiHeadAttention)
    packed, heads, projected = doubles[BARE].forward()
    torch.testing.assert_close(packed, module.in_proj(x))
    q, k, v = (split_heads(t, 5) for t in packed.chunk(3, dim=-1))
    torch.testing.assert_close(heads, F.scaled_dot_product_attention(q, k, v))
    torch.testing.assert_close(module.out_proj(merge_heads(heads)), module(x)[0])
    torch.testing.assert_close(projected, module.out_proj(x))
    leaves = doubles[BARE].leaves
    assert len({leaf.data_ptr() for leaf in leaves}) == 5 + 4  # and 4 parameters
    assert torch.equal(doubles[BARE].gradients[1], split_heads(gradient, 5))


def test_the_weights_are_asked_for_where_the_name_says_so(doubles, monkeypatch):
    asked = []

    def answer(module, *inputs, need_weights):
        asked.append(need_weights)
        return inputs[0], None

    monkeypatch.setattr(torch.nn.MultiheadAttention, "forward", answer)
    for name in (TORCH_WEIGHTS, TORCH):
        doubles[name].forward()
    assert asked == [True, False]


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_every_tensor_is_in_the_dtype_that_is_asked_for(dtype):
    for name, runner in make_runners(TINY, "cpu", dtype).items():
        tensors = (*runner.leaves, *runner.gradients, *runner.forward())
        assert {t.dtype for t in tensors} == {dtype}, name


def test_a_device_holds_every_tensor():
    for name, runner in make_runners(TINY, "meta").items():
        tensors = (*runner.leaves, *runner.gradients, *runner.forward())
        assert {t.device.type for t in tensors} == {"meta"}, name


@pytest.mark.slow
def test_a_compiled_design_stands_beside_the_others(monkeypatch):
    traced = []

    def backend(graph, inputs):  # traces as always, but needs no C++ compiler
        traced.append(graph)
        return graph.forward

    compile_with = torch.compile
    monkeypatch.setattr(torch, "compile", lambda f: compile_with(f, backend=backend))
    made = {name: make_runners(TINY)[name] for name in ("sequence first", TORCH, BARE)}
    both = made | compile_runners(made)
    assert list(both) == [*made, "sequence first, compiled", f"{TORCH}, compiled"]
    assert not traced
    assert assert_designs_equal(both, torch.float32) < 1e-4
    assert traced


def test_what_was_compiled_before_is_forgotten_first(monkeypatch):
    calls = []
    monkeypatch.setattr(torch.compiler, "reset", lambda: calls.append("reset"))
    monkeypatch.setattr(torch, "compile", lambda f: calls.append("compile") or f)
    compile_runners({name: make_runners(TINY)[name] for name in ("split", TORCH)})
    assert calls == ["reset", "compile", "compile"]
