"""What a chapter builds in its cells is what the package has."""

import math
from functools import partial

import jupytext
import numpy as np
import pytest
import torch

from file_states import run_file
from mha import (
    AttentionHead,
    Block,
    CausalAttention,
    DynamicNTKScaling,
    LanguageModel,
    LayerCache,
    LearnedPositions,
    LinearScaling,
    MeanTextClassifier,
    MultiHeadAttention,
    NTKScaling,
    ResidualTextClassifier,
    RotaryPositions,
    SequenceFirstMultiHeadAttention,
    ShawPositions,
    SwiGLU,
    TextClassifier,
    YarnScaling,
    causal_mask,
    halves_to_pairs,
    merge_heads,
    next_probabilities,
    padding_mask,
    pairs_to_halves,
    rotate,
    same_text,
    scaled_dot_product_attention,
    sinusoidal,
    split_heads,
)
from mha.attention.softmax import masked_softmax
from mha_book import in_numpy
from mha_book.experiments import token_before
from mha_book.experiments.language import next_token_step
from mha_book.in_numpy import Projections, backward, forward, softmax, softmax_backward
from project import PROJECT


@pytest.fixture(autouse=True)
def _seeded():
    torch.manual_seed(0)


@pytest.fixture
def normal():
    """Normal numbers of any shape, the same in each run."""
    generator = np.random.default_rng(0)
    return lambda *shape: generator.normal(size=shape)


def built_in(chapter: str, *names: str) -> list:
    """The definitions that a chapter builds, run alone."""
    found = {"torch": torch, "nn": torch.nn, "math": math, "np": np}
    found |= {"F": torch.nn.functional, "in_numpy": in_numpy}
    for known in (
        TextClassifier,
        AttentionHead,
        LearnedPositions,
        MultiHeadAttention,
        SequenceFirstMultiHeadAttention,
        causal_mask,
        scaled_dot_product_attention,
        split_heads,
        merge_heads,
        softmax,
        Block,
    ):
        found[known.__name__] = known
    kinds = ("def {}(", "class {}(", "class {}:")
    starts = tuple(kind.format(name) for kind in kinds for name in names)
    notebook = jupytext.read(PROJECT / "book" / f"{chapter}.md")
    for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
        for definition in cell.source.split("\n\n\n"):
            if definition.removeprefix("@torch.no_grad()\n").startswith(starts):
                exec(definition, found)
    return [found[name] for name in names]


def assert_same(built, package, *inputs):
    for ours, theirs in zip(built(*inputs), package(*inputs), strict=True):
        torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-12)


def test_the_function_built_in_the_chapter_is_the_packages():
    (attend,) = built_in("attention-by-hand", "attend")
    inputs = (
        torch.randn(size, dtype=torch.float64)
        for size in ((2, 3, 5, 7), (2, 3, 11, 7), (2, 3, 11, 13))
    )
    assert_same(attend, scaled_dot_product_attention, *inputs)


@pytest.mark.parametrize("bias", [True, False])
def test_the_module_computed_by_hand_is_pytorchs(bias):
    (by_hand,) = built_in("pytorch-module", "by_hand")
    module = torch.nn.MultiheadAttention(
        15, 3, bias=bias, batch_first=True, dtype=torch.float64
    )
    for parameter in module.parameters():  # the biases are 0 at first
        torch.nn.init.normal_(parameter)
    x = torch.randn(2, 5, 15, dtype=torch.float64)
    theirs = module(x, x, x, average_attn_weights=False)
    for ours, expected in zip(by_hand(module, x), theirs, strict=True):
        torch.testing.assert_close(ours, expected, rtol=0, atol=1e-12)


def test_the_causal_head_built_in_the_chapter_is_the_packages():
    (made,) = built_in("masks-in-practice", "CausalHead")
    built, package = made(7, 15), CausalAttention(7, input_dim=15, bias=False)
    built.load_state_dict(package.state_dict())
    assert_same(built.double(), package.double(), torch.randn(2, 5, 15).double())


def test_the_softmax_under_a_mask_built_in_the_chapter_is_the_packages():
    (built,) = built_in("masks-in-practice", "masked_softmax")
    mask = torch.rand(2, 5, 7) < 0.5
    mask[1, 3] = False  # nothing to attend to
    found = []
    for made in (built, masked_softmax):
        scores = torch.linspace(-3, 3, 70).view(2, 5, 7).requires_grad_()
        weights = made(scores, mask)
        weights.square().sum().backward()
        found.append((weights, scores.grad))
    for ours, theirs in zip(*found, strict=True):
        torch.testing.assert_close(ours, theirs)
    assert found[0][0][1, 3].eq(0).all()


def test_the_positions_built_in_the_chapters_are_the_packages():
    _, sinusoids, on_its_page = built_in(
        "tell-the-order", "angles", "sinusoids", "rotate"
    )
    in_the_file = run_file()["rotate"]
    names = ("turned", "turned_neighbours", "Relative")
    turned, neighbours, Relative = built_in("rotary-and-relative", *names)
    torch.testing.assert_close(sinusoids(50, 8), sinusoidal(50, 8))
    x, at = torch.randn(5, 6), torch.arange(5)
    torch.testing.assert_close(turned(x, at), rotate(x))
    torch.testing.assert_close(on_its_page(x), rotate(x))
    torch.testing.assert_close(in_the_file(x, start=3), rotate(x, at + 3))
    expected = halves_to_pairs(rotate(pairs_to_halves(x)))
    torch.testing.assert_close(neighbours(x, at), expected)
    built, package = (
        MultiHeadAttention(15, 3, relative=partial(kind, 5, max_distance=2))
        for kind in (Relative, ShawPositions)
    )
    built.load_state_dict(package.state_dict())
    x = torch.randn(2, 7, 15).double()
    assert_same(built.double(), package.double(), x[:, :5], x)


def test_the_models_of_longer_texts_are_the_packages():
    names = ("TokenBefore", "train", "accuracy", "scores_by_distance")
    model, train, *measure = built_in("longer-texts", *names)
    models = []
    for made, trained in (
        (model, train),
        (token_before.TokenBefore, token_before.train_token_before),
    ):
        torch.manual_seed(0)
        models.append(trained(made(relative=RotaryPositions), 3, length=8))
    texts = token_before.unseen_texts(7, 11)
    for built, name in zip(measure, ("token_before_accuracy", names[3]), strict=True):
        ours, theirs = built(models[0], texts), getattr(token_before, name)
        torch.testing.assert_close(ours, theirs(models[1], texts), rtol=0, atol=1e-6)


def test_the_scalings_built_in_the_chapter_are_the_packages():
    names = ("linear", "ntk_aware", "dynamic_ntk", "yarn")
    linear, ntk_aware, dynamic_ntk, yarn = built_in("rope-scaling", *names)
    speeds = 10000 ** -(torch.arange(7) / 7)
    for built, package in (
        (linear(speeds, 3), LinearScaling(3.0)),
        (ntk_aware(speeds, 3), NTKScaling(3.0)),
        (dynamic_ntk(speeds, 3, 97, 41), DynamicNTKScaling(3.0, 41)),
        (yarn(speeds, 3, 411), YarnScaling(3.0, 411)),
    ):
        expected = package(speeds, base=10000, length=97)
        torch.testing.assert_close(built, expected, rtol=0, atol=1e-6)


def test_the_classifiers_built_in_the_chapter_are_the_packages():
    names = ("Classifier", "MeanClassifier", "ResidualClassifier")
    made, *others = built_in("does-attention-pay", *names)
    package = TextClassifier(MultiHeadAttention(15, 3), 11, 5)
    built = made(MultiHeadAttention(15, 3), 11, 5, None)
    built.load_state_dict(package.state_dict())
    assert_same(built, package, torch.randint(11, (2, 7)))
    packages = (MeanTextClassifier, ResidualTextClassifier)
    for made, kind in zip(others, packages, strict=True):
        package = kind(MultiHeadAttention(15, 3), 11, 5)
        built = made(MultiHeadAttention(15, 3), 11, 5)
        built.load_state_dict(package.state_dict())
        for mask in (padding_mask([7, 4], 7), None):
            assert_same(built, package, torch.randint(11, (2, 7)), mask)


@pytest.mark.parametrize("norm_first", [True, False])
def test_the_block_built_in_the_chapter_is_the_packages(norm_first):
    _, made = built_in("norms-and-starts", "MLP", "Block")
    x, mask = torch.randn(2, 5, 15), causal_mask(5)
    built, package = (
        kind(MultiHeadAttention(15, 3), norm_first=norm_first) for kind in (made, Block)
    )
    built.load_state_dict(package.state_dict())
    torch.testing.assert_close(built(x, mask), package(x, mask)[0])


def test_the_decoder_built_in_the_chapter_is_the_packages():
    *_, Decoder = built_in("norms-and-starts", "MLP", "Block", "Decoder")
    sizes = {"vocab_size": 11, "embed_dim": 15, "num_heads": 3, "num_layers": 2}
    options = {"relative": None, "scale_embedding": False}
    package = LanguageModel(**sizes, **options, positions=LearnedPositions(7, 15))
    built = Decoder(**sizes, max_len=7)
    built.load_state_dict(package.state_dict())
    ids = torch.randint(11, (2, 5))
    torch.testing.assert_close(built(ids), package(ids)[0])


def test_the_parts_of_llama_built_in_the_chapter_are_the_packages():
    rms_norm, swiglu = built_in("norms-and-starts", "rms_norm", "swiglu")
    x, gain, package = torch.randn(2, 5, 15), torch.randn(15), SwiGLU(15)
    expected = torch.nn.functional.rms_norm(x, (15,), gain, 1e-6)
    torch.testing.assert_close(rms_norm(x, gain), expected)
    torch.testing.assert_close(swiglu(x, *package.parameters()), package(x))


def test_the_passes_built_in_the_chapters_are_the_packages(normal):
    through, _, there, back = built_in(
        "walk-back", "through_softmax", "flip", "forward_by_head", "backward_by_head"
    )
    p, above = softmax(normal(5, 7)), normal(5, 7)
    np.testing.assert_allclose(through(above, p), softmax_backward(above, p))
    w = Projections(*(normal(3, 6, 2) for _ in range(3)), normal(6, 6))
    query, key, value = normal(2, 5, 6), normal(2, 7, 6), normal(2, 7, 6)
    output, cache = forward(query, key, value, w)
    built, notes = there(query, key, value, w)
    np.testing.assert_allclose(built, output, atol=1e-12)
    ours, theirs = back(output, notes), backward(output, cache)
    assert set(ours) == {"w_q", "w_k", "w_v", "w_o"}
    for name, gradient in ours.items():
        np.testing.assert_allclose(gradient, theirs[name], atol=1e-12)


@pytest.mark.parametrize("block", [1, 3, 7, 11])
def test_attention_in_blocks_is_attention(block, normal):
    _, there, back = built_in("keep-less", "cut", "attend_in_blocks", "back_in_blocks")
    q, k, v, above = (normal(*s) for s in ((5, 3), (7, 3), (7, 2), (5, 2)))
    s = q @ k.T / 3**0.5
    p = softmax(s)
    output, lse = there(q, k, v, block)
    np.testing.assert_allclose(output, p @ v, atol=1e-12)
    np.testing.assert_allclose(np.exp(s - lse), p, atol=1e-12)
    ds = softmax_backward(above @ v.T, p) / 3**0.5
    found = back(above, q, k, v, output, lse, block)
    for ours, theirs in zip(found, (ds @ k, ds.T @ q, p.T @ above), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)


def test_what_learns_from_the_news_is_the_packages():
    same_article, loss_of = built_in("a-news-model", "same_article", "loss_of")
    articles = torch.tensor([[0, 0, 0, 1, 1, 1], [2, 2, 2, 2, 2, 3]])
    assert torch.equal(same_article(articles), same_text(articles))
    model, ids = LanguageModel(11, 6, 3, num_layers=2), torch.randint(11, (2, 6))
    expected, _ = next_token_step(model, [ids, articles])
    torch.testing.assert_close(loss_of(model, ids, articles), expected)


@pytest.mark.parametrize(
    ("temperature", "k"), [(1.0, 11), (0.5, 3), (2.0, 11), (1.0, 1)]
)
def test_what_chooses_the_next_word_is_the_packages(temperature, k):
    (top_k,) = built_in("write-the-next-word", "top_k")
    logits = torch.randn(5, 11)
    chances = (top_k(logits, k) / temperature).softmax(dim=-1)
    expected = next_probabilities(logits, temperature, k)
    torch.testing.assert_close(chances, expected)


def test_keep_keys_and_values_keeps_what_the_package_keeps(normal):
    (Cache,) = built_in("keep-keys-and-values", "Cache")
    ours, package = Cache(), LayerCache()
    for length in (5, 1, 3):
        key, value = (torch.from_numpy(normal(2, 3, length, 7)) for _ in "kv")
        found = ours.append(key, value)
        for one, other in zip(found, package.extend(key, value), strict=True):
            assert torch.equal(one, other)
    assert torch.equal(ours.key, package.keys)
    assert torch.equal(ours.value, package.values)


@pytest.mark.parametrize("groups", [1, 3, 15])
def test_shared_keys_and_values_are_the_packages(groups, normal):
    (made,) = built_in("share-keys-and-values", "GroupedQueryAttention")
    built = made(30, 15, groups)
    package = MultiHeadAttention(30, 15, bias=False, num_kv_heads=groups)
    package.load_state_dict(built.state_dict())
    x = torch.from_numpy(normal(2, 7, 30)).float()
    outputs = built(x, causal_mask(7)), package(x, mask=causal_mask(7))[0]
    torch.testing.assert_close(*outputs)
    for output in outputs:
        output.square().sum().backward()
    for one, other in zip(built.parameters(), package.parameters(), strict=True):
        torch.testing.assert_close(one.grad, other.grad)
