"""The worked example's published digits."""

from dataclasses import FrozenInstanceError, fields

import pytest
import torch

from mha import (
    attention_weights,
    causal_mask,
    scaled_dot_product_attention,
    split_heads,
)
from mha_book import examples
from mha_book.examples import (
    FOUR_STEPS,
    HOW_ARE_YOU,
    STACKING,
    THE_CAT_SAT,
    TWO_HEADS,
    YOUR_JOURNEY,
)

X = torch.tensor(HOW_ARE_YOU.embeddings, dtype=torch.float64)
SCORES = torch.tensor(HOW_ARE_YOU.scores, dtype=torch.float64)


def test_the_sentence():
    assert dict(zip(HOW_ARE_YOU.tokens, HOW_ARE_YOU.ids, strict=True)) == {
        "how": 10,
        "are": 3,
        "you": 5,
    }


@pytest.mark.parametrize("name", [n for n in vars(examples) if n.isupper()])
def test_no_example_can_be_changed_by_who_reads_it(name):
    example = getattr(examples, name)
    for field in fields(example):
        with pytest.raises(FrozenInstanceError):
            setattr(example, field.name, ())


def test_six_words_give_the_published_weights_and_vectors():
    """Raschka 2024, "Build a Large Language Model (From Scratch)", section 3.3."""
    x = torch.tensor(YOUR_JOURNEY.embeddings, dtype=torch.float64)
    output, weights = scaled_dot_product_attention(x, x, x, scale=1.0)
    assert " ".join(YOUR_JOURNEY.tokens) == "Your journey starts with one step"
    second = torch.tensor([0.1385, 0.2379, 0.2333, 0.1240, 0.1082, 0.1581]).double()
    torch.testing.assert_close(weights[1], second, rtol=0, atol=5e-5)
    published = [
        [0.4421, 0.5931, 0.5790],
        [0.4419, 0.6515, 0.5683],
        [0.4431, 0.6496, 0.5671],
        [0.4304, 0.6298, 0.5510],
        [0.4671, 0.5910, 0.5266],
        [0.4177, 0.6503, 0.5645],
    ]
    expected = torch.tensor(published).double()
    torch.testing.assert_close(output, expected, rtol=0, atol=5e-5)


def test_each_head_of_the_grammar_asks_one_question():
    """Row by row: whose query, whose key and whose value is not zero, and how much."""
    x = torch.tensor(THE_CAT_SAT.embeddings).double()
    found = [
        [
            {THE_CAT_SAT.tokens[t]: value for t, value in enumerate(row) if value}
            for row in (torch.tensor(matrix).double() @ x.mT).tolist()
        ]
        for matrix in (THE_CAT_SAT.query, THE_CAT_SAT.key, THE_CAT_SAT.value)
    ]
    asks, answers, gives = found
    assert asks == [{"sat": 2}, {"cat": 2}, {"cat": 2}, {"the": 2}]
    assert answers == [{"cat": 2}, {"sat": 2}, {"the": 2}, {"cat": 2}]
    assert gives == [{"cat": 1}, {"sat": 1}, {"the": 1}, {"cat": 1}]
    assert THE_CAT_SAT.features == ("article", "noun", "verb", "alive")


@pytest.mark.parametrize("example", [FOUR_STEPS, STACKING])
def test_a_number_s_first_digit_names_its_word_and_its_noughts_its_feature(example):
    told = [[len(str(number)) - 1 for number in row] for row in example.embeddings]
    assert told == [[0, 1, 2, 3]] * 3
    first = [[int(str(number)[0]) for number in row] for row in example.embeddings]
    assert [row[:3] for row in first] == [[word] * 3 for word in (1, 2, 3)]


@pytest.mark.parametrize(("head", "times"), [(0, 10), (1, 20)])
def test_each_head_of_the_stack_picks_the_first_two_features(head, times):
    weights = torch.tensor(STACKING.weights[head])
    for row in STACKING.embeddings:
        picked = (weights @ torch.tensor(row)).tolist()
        assert picked == [times * row[0], times * row[1]]


def test_illustrative_scores_give_the_published_sums():
    identity = torch.eye(3, dtype=torch.float64)
    output, weights = scaled_dot_product_attention(SCORES, identity, X, scale=1.0)
    published = [[0.38, 0.26, 0.35], [0.23, 0.48, 0.29], [0.38, 0.34, 0.28]]
    # Published to two digits, some of them cut off instead of rounded.
    assert (weights - torch.tensor(published)).abs().max() < 0.01
    expected = [[2.0630, 2.1630], [2.1523, 2.2523], [2.0020, 2.1020]]
    torch.testing.assert_close(
        output, torch.tensor(expected).double(), rtol=0, atol=5e-5
    )


def test_no_embeddings_give_the_illustrative_scores():
    assert SCORES[0, 2] ** 2 > SCORES[0, 0] * SCORES[2, 2]
    assert torch.linalg.eigvalsh(SCORES).min() < -0.1


# ---- the matrices of two heads, on the same words ---------------------------------

VISIBLE = 0.05  # a difference that rounding to one decimal does not hide


def weights_of_two_heads(causal: bool) -> torch.Tensor:
    """(2, 3, 3), of heads of width 1."""
    query, key = (
        split_heads(X @ torch.tensor(matrix, dtype=torch.float64).mT, 2)
        for matrix in (TWO_HEADS.query, TWO_HEADS.key)
    )
    return attention_weights(query, key, mask=causal_mask(3) if causal else None)


def test_the_two_heads_look_at_different_words_and_none_is_all_or_nothing():
    weights = weights_of_two_heads(causal=False)
    first, second = weights.argmax(-1)
    assert (first != second).all()
    assert ((weights >= 0.05) & (weights <= 0.9)).all()


def test_a_causal_mask_changes_the_weights_of_both_heads():
    full, causal = map(weights_of_two_heads, (False, True))
    assert ((full - causal).abs().amax((1, 2)) > VISIBLE).all()
    assert not causal[:, ~causal_mask(3)].any()
