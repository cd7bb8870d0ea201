"""The classifiers: counted, equal with any attention, blind to padding."""

import pytest
import torch
from torch import nn

from every_design import DESIGNS, EXACT
from mha import (
    MeanTextClassifier,
    MultiHeadAttention,
    NoAttention,
    ResidualTextClassifier,
    SinusoidalPositions,
    TextClassifier,
    convert,
    padding_mask,
)

V, C, E, H, B, T = 50, 5, 12, 3, 2, 7
ATTENTIONS = [*DESIGNS, nn.MultiheadAttention]
KINDS = [TextClassifier, MeanTextClassifier, ResidualTextClassifier]
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)


def ids_of(lengths, total):
    generator = torch.Generator().manual_seed(0)
    ids = torch.randint(1, V, (len(lengths), total), generator=generator)
    return ids * padding_mask(lengths, total)[:, 0, 0]


def model_of(kind, attention=MultiHeadAttention, **options):
    torch.manual_seed(0)
    base = MultiHeadAttention(E, H)
    model = kind(convert(base, attention), V, C, **options)
    return model.double().eval()


@pytest.mark.parametrize("attention", ATTENTIONS, ids=lambda a: a.__name__)
def test_the_published_configuration_has_89605_parameters(attention):
    model = (
        TextClassifier(attention(64, 8), 1000, 5)
        if attention in DESIGNS
        else (TextClassifier(nn.MultiheadAttention(64, 8, batch_first=True), 1000, 5))
    )
    assert sum(p.numel() for p in model.parameters()) == 89_605


@each_kind
@pytest.mark.parametrize("attention", ATTENTIONS, ids=lambda a: a.__name__)
@pytest.mark.parametrize("masked", [False, True])
def test_any_attention_gives_the_same_logits(kind, attention, masked):
    ids, mask = ids_of([7, 4], T), padding_mask([7, 4], T) if masked else None
    expected, weights = model_of(kind)(ids, mask)
    model = model_of(kind, attention)
    logits, found = model(ids, mask)
    assert logits.shape == (B, C)
    torch.testing.assert_close(logits, expected, **EXACT)
    if found is not None:
        torch.testing.assert_close(found, weights, **EXACT)


@each_kind
def test_with_the_mask_an_article_does_not_see_its_batch(kind):
    model = model_of(kind)
    alone, _ = model(ids_of([4], 4), padding_mask([4], 4))
    padded = torch.cat([ids_of([4], 4), torch.zeros(1, 5).long()], 1)
    with_mask, _ = model(padded, padding_mask([4], 9))
    torch.testing.assert_close(with_mask, alone, **EXACT)
    without, _ = model(padded)
    assert not torch.allclose(without, alone, atol=1e-4)


def test_the_first_classifier_reads_the_first_token_alone():
    model = model_of(TextClassifier)
    x = torch.randn(B, T, E).double()
    assert torch.equal(model.pool(x, 2 * x, None), 2 * x[:, 0])


def test_the_second_reads_the_mean_of_its_tokens_and_the_third_adds_them_up():
    x, mixed = torch.randn(2, B, T, E).double()
    summed = nn.functional.layer_norm(x + mixed, (E,))
    for kind, read in ((MeanTextClassifier, mixed), (ResidualTextClassifier, summed)):
        model = model_of(kind)
        pooled = model.pool(x, mixed, padding_mask([7, 4], T))
        torch.testing.assert_close(pooled[0], read[0].mean(0), **EXACT)
        torch.testing.assert_close(pooled[1], read[1, :4].mean(0), **EXACT)
        every = model.pool(x, mixed, None)
        torch.testing.assert_close(every, read.mean(1), **EXACT)


@each_kind
def test_positions_tell_the_order(kind):
    ids = ids_of([7], T)
    swapped = ids[:, [0, 2, 1, *range(3, T)]]
    for positions, differs in ((None, False), (SinusoidalPositions(), True)):
        model = model_of(kind, positions=positions)
        same = torch.allclose(model(ids)[0], model(swapped)[0], atol=1e-10)
        assert same != differs


def test_paddings_embedding_stays_zero():
    model = model_of(TextClassifier)
    model(ids_of([7, 4], T))[0].sum().backward()
    assert not model.embedding.weight[0].any()
    assert not model.embedding.weight.grad[0].any()


def test_a_sequence_first_module_of_pytorch_is_refused():
    with pytest.raises(ValueError, match="expected batch_first=True"):
        TextClassifier(nn.MultiheadAttention(E, H), V, C)


@each_kind
@pytest.mark.parametrize("std", [1.0, 0.02])
def test_embeddings_start_as_wide_as_asked(kind, std):
    torch.manual_seed(0)
    options = {} if std == 1 else {"embedding_std": std}
    weight = kind(MultiHeadAttention(64, 8), 1000, C, **options).embedding.weight
    assert weight[1:].std().item() == pytest.approx(std, rel=0.02)
    assert not weight[0].any()


def test_without_attention_a_text_is_a_bag_of_embeddings():
    torch.manual_seed(0)
    model = ResidualTextClassifier(NoAttention(E), V, C).double().eval()
    ids = ids_of([7, 4], T)
    logits, weights = model(ids, padding_mask([7, 4], T))
    assert weights is None
    normed = nn.functional.layer_norm(model.embedding(ids), (E,))
    bags = torch.stack([normed[0].mean(0), normed[1, :4].mean(0)])
    first, *_, last = model.decide
    torch.testing.assert_close(logits, last(first(bags).relu()), **EXACT)
