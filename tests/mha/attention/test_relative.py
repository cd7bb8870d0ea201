"""Attention that knows distances: against slow loops, and what moving changes."""

from functools import partial

import pytest
import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode

from every_design import DESIGNS, EXACT, SCHEMES, every_design, made_for, normal, run
from mha import (
    AlibiPositions,
    MultiHeadAttention,
    RotaryPositions,
    ShawPositions,
    alibi_slopes,
    causal_mask,
    convert,
    rotate,
)

B, H, D, TQ, TK = 2, 3, 4, 5, 7
E = H * D


def module_of(relative, design=MultiHeadAttention, **options):
    torch.manual_seed(0)
    module = MultiHeadAttention(
        E, H, relative=made_for(relative, D), **options
    ).double()
    for parameter in module.parameters():
        nn.init.normal_(parameter, std=0.5)
    return convert(module, design)


def projected(module, query, key):
    """Queries, keys and values as (B, H, T, D)."""
    names = ("query_proj", "key_proj", "value_proj")
    pairs = zip(names, (query, key, key), strict=True)
    tensors = [getattr(module, name)(x) for name, x in pairs]
    return [t.unflatten(-1, (H, D)).transpose(1, 2) for t in tensors]


def attend(module, scores, mask, v):
    """The output from finished scores (B, H, Tq, Tk)."""
    weights = scores.masked_fill(~mask, -torch.inf).softmax(-1)
    return module.out_proj((weights @ v).transpose(1, 2).flatten(-2)), weights


QUERY, KEY = normal(B, TQ, E), normal(B, TK, E, seed=1)
MASK = causal_mask(TQ, TK)


def by_pairs(function, q, k):
    """Scores from a function of head, query, its place, key and its place."""
    scores = torch.zeros(B, H, TQ, TK).double()
    for b, h, i, j in torch.cartesian_prod(*map(torch.arange, scores.shape)).tolist():
        place = TK - TQ + i  # the last query stands where the last key does
        scores[b, h, i, j] = function(h, q[b, h, i], place, k[b, h, j], j)
    return scores


def shaw(module):
    """Adds a key for each distance."""
    table = module.relative.distance.weight
    assert table.shape == (7, D)
    return lambda h, q, i, k, j: q @ (k + table[min(max(j - i, -3), 3) + 3]) / D**0.5


def rotary(module):
    """Turns queries and keys."""

    def score(h, q, i, k, j):
        turn = (rotate(x[None], torch.tensor([t]))[0] for x, t in ((q, i), (k, j)))
        return torch.dot(*turn) / D**0.5

    return score


def alibi(module):
    """Takes a share of the distance off."""
    slopes = alibi_slopes(H)
    return lambda h, q, i, k, j: q @ k / D**0.5 - slopes[h] * abs(i - j)


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.__name__)
@pytest.mark.parametrize("scheme", [shaw, rotary, alibi])
def test_scores_are_those_of_a_loop_over_pairs(scheme, design):
    base = module_of(SCHEMES[scheme.__name__])
    q, k, v = projected(base, QUERY, KEY)
    expected, weights = attend(base, by_pairs(scheme(base), q, k), MASK, v)
    module = convert(base, design)
    output, found = run(module, QUERY, KEY, KEY, MASK)
    torch.testing.assert_close(output, expected, **EXACT)
    if found is not None:
        torch.testing.assert_close(found, weights, **EXACT)
    if scheme is shaw:  # its table learns
        tables = (module.relative.distance.weight, base.relative.distance.weight)
        pairs = zip((output, expected), tables, strict=True)
        moved = (torch.autograd.grad(o.square().sum(), table) for o, table in pairs)
        torch.testing.assert_close(*moved, **EXACT)


@every_design
def test_the_last_step_alone_equals_the_last_row(design, relative):
    """Keys of the past may be kept while one query comes at a time."""
    module = module_of(relative, design)
    whole, _ = run(module, KEY, KEY, KEY, causal_mask(TK))
    last, _ = run(module, KEY[:, -1:], KEY, KEY, None)
    torch.testing.assert_close(last, whole[:, -1:], **EXACT)


@every_design
def test_order_matters_where_there_are_positions(design, relative):
    module = module_of(relative, design)
    output, _ = run(module, KEY, KEY, KEY, None)
    turned, _ = run(module, *[KEY.flip(1)] * 3, None)
    difference = (turned.flip(1) - output).abs().max()
    symmetric = relative in (None, AlibiPositions)  # both directions fade alike
    assert (difference < 1e-10) == symmetric
    moved, _ = run(module, *[KEY.roll(1, 1)] * 3, None)
    assert torch.allclose(moved.roll(-1, 1), output) == (relative is None)


@pytest.mark.parametrize("relative", SCHEMES.values(), ids=SCHEMES)
@pytest.mark.parametrize(
    "design", [d for d in DESIGNS if d.batch_first], ids=lambda d: d.__name__
)
def test_one_sentence_needs_no_batch(design, relative):
    module = module_of(relative, design)
    batched, _ = module(QUERY, KEY)
    alone, _ = module(QUERY[1], KEY[1])
    torch.testing.assert_close(alone, batched[1], **EXACT)


@pytest.mark.parametrize("relative", SCHEMES.values(), ids=SCHEMES)
def test_keys_may_be_the_same_for_every_sentence(relative):
    module = module_of(relative)
    shared, _ = module(QUERY, KEY[0, :TQ])  # as many as there are queries
    repeated, _ = module(QUERY, KEY[:1, :TQ].expand(B, -1, -1))
    torch.testing.assert_close(shared, repeated, **EXACT)


def test_the_nearest_distance_alone_may_have_a_key():
    module = module_of(partial(ShawPositions, D, max_distance=1))
    assert module.relative.distance.weight.shape == (3, D)


@every_design
def test_dropout_acts_in_training_alone(design, relative):
    module = module_of(relative, design, dropout=0.5)
    plain, weights = run(module.eval(), KEY, KEY, KEY, None)
    without = module_of(relative, design)  # the same parameters
    torch.testing.assert_close(run(without, KEY, KEY, KEY, None)[0], plain, **EXACT)
    dropped, before = run(module.train(), KEY, KEY, KEY, None)
    assert not torch.allclose(dropped, plain)
    if weights is not None:
        torch.testing.assert_close(before, weights, **EXACT)


@every_design
def test_an_empty_row_gives_zeros_and_finite_gradients(design, relative):
    module = module_of(relative, design)
    x = KEY.clone().requires_grad_()
    output, weights = run(module, x, x, x, torch.zeros(1, 1).bool())
    assert weights is None or (weights == 0).all()
    torch.testing.assert_close(output, module.out_proj.bias.expand_as(output))
    (gradient,) = torch.autograd.grad(output.sum(), x)
    assert (gradient == 0).all()


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="max_distance 0 is below 1"):
        ShawPositions(D, max_distance=0)
    with pytest.raises(ValueError, match="width 5 is odd"):
        MultiHeadAttention(15, 3, relative=RotaryPositions)(normal(1, 15).float())
    module, lengths = module_of(AlibiPositions), (TQ, TQ, TK)
    with pytest.raises(ValueError, match="5 keys but 7 values"):
        module(*(normal(B, n, E) for n in lengths))
    with pytest.raises(ValueError, match="query has shape"):
        module(normal(B, TQ, 5))


@pytest.mark.parametrize("relative", SCHEMES.values(), ids=SCHEMES)
def test_more_queries_than_keys_have_no_place(relative):
    with pytest.raises(ValueError, match="query_len 7 must be between 1 and key_len 5"):
        module_of(relative)(KEY, QUERY)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("base", [0.5, 1e4])
@pytest.mark.parametrize(("first", "length"), [(0, 5), (2, 5), (2, 3)])
def test_what_is_kept_for_the_next_layer_is_this_ones(first, length, base, dtype):
    """Twice in turn with another module: what is kept was made for its arguments."""
    x, other = normal(H, length, D).to(dtype), normal(H, 4, D)
    expected = rotate(x, torch.arange(first, first + length), base=base)
    for _ in range(2):
        RotaryPositions().turned(other, first)
        placed = RotaryPositions(base=base).turned(x, first)
        torch.testing.assert_close(placed, expected, **EXACT)


def test_angles_made_in_inference_or_for_a_stand_in_are_not_trained_with():
    rotary, x = RotaryPositions(), normal(H, 11, D)
    with torch.inference_mode():
        rotary.turned(x, 0)
    with FakeTensorMode() as mode:
        rotary.turned(mode.from_tensor(x), 1)
    for first in (0, 1):
        placed = rotary.turned(x.clone().requires_grad_(), first)
        placed.square().sum().backward()  # needs real cosines that autograd may keep
        assert type(placed.detach()) is torch.Tensor
