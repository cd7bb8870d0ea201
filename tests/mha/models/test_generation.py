"""Generation: the same with and without a cache, and drawn from the right chances."""

import pytest
import torch
from hypothesis import given, settings, strategies as st
from torch.nn import functional as F

from every_design import EXACT, SCHEMES, made_for, normal
from mha import (
    LanguageModel,
    SinusoidalPositions,
    evaluating,
    generate,
    next_probabilities,
    padding_mask,
)
from small_models import (
    LENGTHS,
    LONGEST,
    B,
    T,
    V,
    each_attention,
    each_bad,
    each_model,
    ids_of,
    model_of,
)


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def watched(model, *arguments, **options):
    """What `generate` returns, the ids of each reading, and its last logits."""
    read, scores = [], []

    def watch(_, inputs, outputs):
        read.append(inputs[0])
        scores.append(outputs[0][:, -1])

    handle = model.register_forward_hook(watch)
    tokens = generate(model, *arguments, **options)
    handle.remove()
    return tokens, read, scores


# ---- with and without a cache -----------------------------------------------------


@each_model
@settings(max_examples=6)
@given(
    sizes=st.tuples(st.integers(1, 3), st.integers(1, 6), st.integers(0, 7)),
    temperature=st.sampled_from([0, 0.3, 1.0, 4.0]),
    top_k=st.sampled_from([None, 1, 3, V]),
    seed=st.integers(0, 999),
)
def test_the_cache_changes_nothing(
    attention, positions, sizes, temperature, top_k, seed
):
    model, (batch, length, new) = model_of(attention, positions), sizes
    ids = ids_of(batch, length, seed)
    (tokens, read, scores), (expected, whole, expected_scores) = (
        watched(
            model,
            ids,
            new,
            temperature=temperature,
            top_k=top_k,
            cached=cached,
            generator=seeded(seed),
        )
        for cached in (True, False)
    )
    assert torch.equal(tokens, expected)
    assert tokens.shape == (batch, length + new)
    assert torch.equal(tokens[:, :length], ids)
    for ours, theirs in zip(scores, expected_scores, strict=True):
        torch.testing.assert_close(ours, theirs, **EXACT)
    assert [r.shape[1] for r in read] == [length, *[1] * (new - 1)][:new]
    assert [r.shape[1] for r in whole] == list(range(length, length + new))


@each_attention
@pytest.mark.parametrize("cached", [True, False])
def test_beginnings_of_different_lengths_are_padded_in_front(attention, cached):
    model, ids = model_of(attention), ids_of(B, T)
    mask = padding_mask(LENGTHS, T).flip(-1)
    options = {"temperature": 0, "cached": cached}
    found, _, scores = watched(model, ids, 6, mask=mask, **options)
    for b, length in enumerate(LENGTHS):
        alone, _, own = watched(model, ids[b : b + 1, -length:], 6, **options)
        assert torch.equal(found[b, T:], alone[0, length:])
        for batched, expected in zip(scores, own, strict=True):
            torch.testing.assert_close(batched[b], expected[0], **EXACT)
    _, _, seen = watched(model, ids, 6, **options)
    assert not torch.allclose(seen[0], scores[0])


# ---- what is drawn ----------------------------------------------------------------


def test_temperature_zero_takes_the_most_likely_token():
    model, ids = model_of(), ids_of(B, T)
    expected = ids
    for _ in range(6):
        best = model(expected)[0][:, -1].argmax(-1, keepdim=True)
        expected = torch.cat([expected, best], dim=1)
    assert torch.equal(generate(model, ids, 6, temperature=0), expected)
    assert torch.equal(generate(model, ids, 6, top_k=1), expected)


@pytest.mark.parametrize("temperature", [0.3, 1.0, 4.0])
def test_chances_are_a_softmax_of_logits_over_temperature(temperature):
    logits = normal(B, V) * 3
    expected = (logits / temperature).softmax(-1)
    found = next_probabilities(logits, temperature)
    torch.testing.assert_close(found, expected, **EXACT)
    torch.testing.assert_close(next_probabilities(logits), logits.softmax(-1), **EXACT)


@pytest.mark.parametrize("top_k", [1, 3, V])
@pytest.mark.parametrize("spread", [0, 3])  # with 0, all are equally likely
def test_top_k_keeps_the_k_most_likely(top_k, spread):
    logits = normal(B, V) * spread
    found = next_probabilities(logits, 2.0, top_k)
    assert ((found > 0).sum(-1) == top_k).all()
    torch.testing.assert_close(found.sum(-1), torch.ones(B).double(), **EXACT)
    order = logits.argsort(-1, descending=True)
    if spread:
        best = logits.gather(-1, order[:, :top_k])
        kept = found.gather(-1, order[:, :top_k])
        torch.testing.assert_close(kept, (best / 2.0).softmax(-1), **EXACT)


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
def test_no_temperature_is_too_small_or_too_large(dtype):
    logits = torch.tensor([[30.0, -7.0, 29.0], [-40.0, -60.0, -39.0]], dtype=dtype)
    for temperature in (1e-5, 0):  # each row by itself, however far below the other
        found = next_probabilities(logits, temperature)
        assert found.tolist() == [[1, 0, 0], [0, 0, 1]]
    even = next_probabilities(logits, float("inf")).float()
    torch.testing.assert_close(even, torch.full((2, 3), 1 / 3), rtol=0, atol=1e-3)


DRAWS = 20_000


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("top_k", [None, 5])
def test_draws_are_as_frequent_as_their_chances(temperature, top_k):
    model, ids = model_of(), ids_of(1, 3)
    options = {"temperature": temperature, "top_k": top_k}
    many = ids.expand(DRAWS, -1)
    drawn = generate(model, many, 1, generator=seeded(), **options)[:, -1]
    counts = drawn.bincount(minlength=V).double()
    logits = model(ids)[0][0, -1].detach()

    def chi_square(divisor):
        scaled = logits / divisor
        if top_k is not None:
            least = scaled.topk(top_k).values[-1]
            scaled = scaled.masked_fill(scaled < least, -torch.inf)
        expected = DRAWS * scaled.softmax(-1)
        often = expected > 5  # the statistic is for such counts
        assert counts[expected == 0].sum() == 0
        return ((counts - expected)[often] ** 2 / expected[often]).sum().item()

    assert chi_square(temperature) < 35  # 1 in 2,000 exceed it with 12 free counts
    assert chi_square(temperature * 1.2) > 100


def test_a_generator_decides_alone():
    model, ids = model_of(), ids_of(B, T)
    before = torch.get_rng_state()
    first, again, other = (
        generate(model, ids, 9, generator=seeded(seed)) for seed in (1, 1, 2)
    )
    assert torch.equal(first, again)
    assert not torch.equal(first, other)
    options = {"temperature": 1.0, "generator": seeded(1)}  # what is left out above
    found, read, _ = watched(model, ids, 9, **options)
    assert torch.equal(found, first)
    assert [ids.shape[1] for ids in read] == [T] + [1] * 8  # cached
    assert torch.equal(torch.get_rng_state(), before)
    generate(model, ids, 1)
    assert not torch.equal(torch.get_rng_state(), before)


# ---- what is left as it was -------------------------------------------------------


def test_no_dropout_and_no_gradients_while_generating():
    model, ids = model_of(dropout=0.5), ids_of(B, T)
    kept = ids.clone()
    expected = generate(model.eval(), ids, 9, temperature=0)
    found, _, scores = watched(model.train(), ids, 9, temperature=0)
    assert torch.equal(found, expected)
    assert torch.equal(ids, kept)
    assert not any(s.requires_grad for s in scores)


def test_each_module_comes_back_in_its_own_mode():
    model = model_of().train()
    model.blocks[0].eval()
    modes = [module.training for module in model.modules()]
    generate(model, ids_of(B, T), 2)
    assert [module.training for module in model.modules()] == modes
    with evaluating(model):
        assert not any(module.training for module in model.modules())
    model.norm.register_forward_hook(lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        generate(model, ids_of(B, T), 2)
    assert [module.training for module in model.modules()] == modes


def test_a_layer_that_gave_no_weights_gives_none_afterwards():
    model = model_of()
    model.blocks[0].attention.need_weights = False
    generate(model, ids_of(B, T), 2)
    assert [block.attention.need_weights for block in model.blocks] == [False, True]


@pytest.mark.parametrize("new_tokens", [0, 2])
def test_what_is_generated_is_a_copy_that_can_be_trained_with(new_tokens):
    model, ids = model_of(), ids_of(B, T)
    found = generate(model, ids, new_tokens)
    model(found)[0].sum().backward()
    found.zero_()
    assert torch.equal(ids, ids_of(B, T))


def test_an_accelerator_is_waited_for_at_the_first_new_token_alone(monkeypatch):
    """The CPU stands for one: what `is_cpu` says of it is replaced."""
    read, (aminmax, isfinite) = [], (torch.Tensor.aminmax, torch.Tensor.isfinite)

    def watch(name, own):
        def watched(self):
            read.append((name, *self.shape))
            return own(self)

        monkeypatch.setattr(torch.Tensor, name, watched)

    watch("aminmax", aminmax)
    watch("isfinite", isfinite)
    monkeypatch.setattr(torch.Tensor, "is_cpu", False)
    generate(model_of(), ids_of(B, T), 5)
    assert read == [("aminmax", B, T)] * 2 + [("isfinite", B, 1, V)]


# ---- something real ---------------------------------------------------------------


@pytest.mark.parametrize("relative", [None, *SCHEMES.values()], ids=["none", *SCHEMES])
def test_learns_a_sequence_by_heart(relative):
    torch.manual_seed(0)
    ids = torch.randint(V, (1, 23))
    nexts = {(a.item(), b.item()) for a, b in zip(ids[0], ids[0, 1:], strict=False)}
    assert len(nexts) > V  # the last token alone does not tell the next
    added = SinusoidalPositions()
    model = LanguageModel(V, 24, 2, 2, positions=added, relative=made_for(relative, 12))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(80):
        logits, _ = model(ids[:, :-1])
        loss = F.cross_entropy(logits[0], ids[0, 1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss < 0.1
    assert torch.equal(generate(model, ids[:, :1], 22, temperature=0), ids)


# ---- what is refused --------------------------------------------------------------


@each_bad
def test_bad_prompts_are_named(ids, message):
    with pytest.raises(ValueError, match=message):
        generate(model_of(), ids, 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"temperature": -0.5}, "temperature -0.5 must be 0 or above"),
        ({"temperature": float("nan")}, "temperature nan must be 0 or above"),
        ({"top_k": 0}, "top_k 0 must be between 1 and vocab_size 13"),
        ({"top_k": 14}, "top_k 14 must be between 1 and vocab_size 13"),
    ],
)
def test_impossible_arguments_are_named(options, message):
    for new in (0, 1):  # even where nothing is drawn
        with pytest.raises(ValueError, match=message):
            generate(model_of(), ids_of(B, T), new, **options)
    with pytest.raises(ValueError, match=message):
        next_probabilities(normal(B, V), **options)


def test_a_negative_number_of_new_tokens_is_named():
    with pytest.raises(ValueError, match="new_tokens -1 is below 0"):
        generate(model_of(), ids_of(B, T), -1)


def test_a_text_beyond_the_learned_positions_is_refused_before_it_begins():
    model, room = model_of(positions="learned"), LONGEST - T
    assert generate(model, ids_of(B, T), room).shape == (B, LONGEST)
    model.register_forward_hook(lambda *_: pytest.fail("it was read"))
    with pytest.raises(ValueError, match="7 tokens and 23 new ones are more"):
        generate(model, ids_of(B, T), room + 1)
    assert generate(model_of(), ids_of(B, T), room + 1).shape == (B, LONGEST + 1)
