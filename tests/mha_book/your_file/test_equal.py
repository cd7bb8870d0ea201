"""Each part of the reader's file equals the package's: outputs, gradients, masks."""

from functools import partial
from types import SimpleNamespace

import pytest
import torch
from torch import nn

import mha
from file_states import run_file
from mha.models.mlp import SwiGLU

B, T, E, H, V = 2, 5, 12, 3, 11
PROJECTIONS = {"query": "query_proj", "key": "key_proj", "value": "value_proj"}
PROJECTIONS |= {"output": "out_proj"}


@pytest.fixture(scope="module")
def file() -> SimpleNamespace:
    """The whole file as a module."""
    return SimpleNamespace(**run_file())


@pytest.fixture
def x() -> torch.Tensor:
    return torch.randn(B, T, E, generator=torch.manual_seed(0))


def theirs_of(name: str) -> str:
    """What the package calls a parameter of the file's."""
    return ".".join(PROJECTIONS.get(part, part) for part in name.split("."))


def share(ours: nn.Module, theirs: nn.Module) -> None:
    """Give the package's module the file's numbers."""
    state = {theirs_of(name): t for name, t in ours.state_dict().items()}
    theirs.load_state_dict(state)


def assert_equal_in_both_passes(ours, theirs, inputs: dict, x: torch.Tensor) -> None:
    """Outputs, weights, and gradients of inputs and parameters."""
    outputs, weights, slopes = [], [], []
    for layer in (ours, theirs):
        given = x.clone().requires_grad_() if x.is_floating_point() else x
        output, looks = layer(given, **inputs)
        layer.zero_grad()
        (
            output * torch.linspace(-1, 1, output.numel()).view_as(output)
        ).sum().backward()
        found = {n: p.grad for n, p in layer.named_parameters()}
        outputs.append(output)
        weights.append(looks)
        slopes.append({"x": getattr(given, "grad", None), **found})
    torch.testing.assert_close(*outputs)
    torch.testing.assert_close(*weights)
    for name, slope in slopes[0].items():
        torch.testing.assert_close(slope, slopes[1][theirs_of(name)], msg=name)


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_attend_is_scaled_dot_product_attention(file, masked, dtype):
    make = torch.manual_seed(0)
    shapes = (B, H, 4, 7), (B, H, T, 7), (B, H, T, 2)
    inputs = [torch.randn(s, generator=make).to(dtype).requires_grad_() for s in shapes]
    mask = torch.rand(4, T, generator=make) < 0.6 if masked else None
    if mask is not None:
        mask[:, 0] = True
    results = [
        function(*inputs, mask=mask)
        for function in (file.attend, mha.scaled_dot_product_attention)
    ]
    close = {"rtol": 0.05, "atol": 0.05} if dtype == torch.bfloat16 else {}
    torch.testing.assert_close(*results, **close)
    slopes = [torch.autograd.grad(out.sum(), inputs) for out, _ in results]
    torch.testing.assert_close(*slopes, **close)


def test_a_row_that_may_look_nowhere_is_nan_here_and_0_there(file, x):
    mask = torch.tensor([True, True, False, True, True])[:, None].expand(T, T)
    ours, theirs = (
        file.attend(x, x, x, mask)[0],
        mha.scaled_dot_product_attention(x, mask=mask)[0],
    )
    assert ours[:, 2].isnan().all()
    assert (theirs[:, 2] == 0).all()
    rest = [0, 1, 3, 4]
    torch.testing.assert_close(ours[:, rest], theirs[:, rest])


def test_masks_and_positions_are_the_packages(file, x):
    assert torch.equal(file.causal_mask(T), mha.causal_mask(T))
    torch.testing.assert_close(file.sinusoids(T, E), mha.sinusoidal(T, E))
    for base in (10_000.0, 100.0):
        expected = mha.rotate(x, base=base)
        torch.testing.assert_close(file.rotate(x, base=base), expected)
    heads = file.split_heads(x, H)
    assert torch.equal(heads, mha.split_heads(x, H))
    assert torch.equal(file.merge_heads(heads), mha.merge_heads(heads))
    assert file.rotate(x.bfloat16()).dtype == torch.bfloat16


@pytest.mark.parametrize("masked", [False, True])
def test_both_designs_are_the_packages(file, x, masked):
    mask = mha.causal_mask(T) if masked else None
    split = file.MultiHeadAttention(E, H)
    theirs = mha.MultiHeadAttention(E, H, bias=False)
    share(split, theirs)
    assert_equal_in_both_passes(split, theirs, {"mask": mask}, x)
    loop = file.HeadsInALoop(E, H)
    with torch.no_grad():
        loop.output.weight.copy_(split.output.weight)
        for kind in ("query", "key", "value"):
            parts = getattr(split, kind).weight.chunk(H)
            for head, part in zip(loop.heads, parts, strict=True):
                getattr(head, kind).weight.copy_(part)
    for one, other in zip(loop(x, mask), split(x, mask), strict=True):
        torch.testing.assert_close(one, other)
    slopes = [
        torch.autograd.grad(layer(x, mask)[0].pow(2).sum(), layer.output.weight)
        for layer in (loop, split)
    ]
    torch.testing.assert_close(*slopes)


@pytest.mark.parametrize(
    ("heads", "groups", "base"), [(4, 2, None), (3, 3, 100.0), (6, 2, 1e5)]
)
def test_shared_keys_and_turned_ones_are_the_packages(file, x, heads, groups, base):
    ours = file.MultiHeadAttention(E, heads, rope_base=base, num_kv_heads=groups)
    relative = partial(mha.RotaryPositions, base=base) if base else None
    theirs = mha.MultiHeadAttention(
        E, heads, bias=False, num_kv_heads=groups, relative=relative
    )
    share(ours, theirs)
    assert_equal_in_both_passes(ours, theirs, {"mask": mha.causal_mask(T)}, x)


def test_the_block_is_the_packages(file, x):
    ours = file.Block(E, H, 16, rope_base=10_000.0)
    attention = mha.MultiHeadAttention(E, H, bias=False, relative=mha.RotaryPositions)
    norm = partial(nn.RMSNorm, eps=1e-5)
    theirs = mha.Block(attention, norm=norm, mlp=partial(SwiGLU, hidden_dim=16))
    share(ours, theirs)
    assert_equal_in_both_passes(ours, theirs, {"mask": mha.causal_mask(T)}, x)


@pytest.fixture
def decoders(file):
    """The file's and the package's, with the same numbers."""
    ours = file.Decoder(V, E, 6, 16, 2, num_kv_heads=2)
    theirs = mha.LanguageModel(
        V,
        E,
        6,
        2,
        num_kv_heads=2,
        bias=False,
        scale_embedding=False,
        norm=partial(nn.RMSNorm, eps=1e-5),
        mlp=partial(SwiGLU, hidden_dim=16),
    )
    share(ours, theirs)
    return ours, theirs


def test_the_decoder_is_the_packages(decoders):
    ids = torch.randint(V, (B, T), generator=torch.manual_seed(0))
    assert_equal_in_both_passes(*decoders, {}, ids)


def test_a_new_decoder_finds_all_tokens_about_equally_likely(file):
    torch.manual_seed(0)
    chances = file.Decoder(V, 64, 4, 128, 2)(torch.arange(V)[None])[0].softmax(-1)
    assert (chances * V - 1).abs().max() < 0.7


def test_both_write_the_same(file, decoders):
    start = torch.tensor([[1, 2, 3]])
    ours = file.generate(decoders[0], start, 8, temperature=0)
    cache = [file.Cache() for _ in decoders[0].blocks]
    kept = file.generate(decoders[0], start, 8, temperature=0, cache=cache)
    theirs = mha.generate(decoders[1].eval(), start, 8, temperature=0)
    assert ours.tolist() == kept.tolist() == theirs.tolist()


def test_the_loss_is_the_mean_of_minus_log_p(file, decoders):
    ids = torch.randint(V, (B, T), generator=torch.manual_seed(1))
    chances = decoders[0](ids[:, :-1])[0].softmax(dim=-1)
    right = chances.gather(-1, ids[:, 1:, None])
    torch.testing.assert_close(file.loss_of(decoders[0], ids), -right.log().mean())
