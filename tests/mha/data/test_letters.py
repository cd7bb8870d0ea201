"""Letters that come again: each period's own, and the alphabet in between."""

import pytest
import torch

from mha.data.letters import repeats


def made(seed=0, **options):
    return repeats(499, generator=torch.Generator().manual_seed(seed), **options)


def test_each_sequence_repeats_its_own_period_of_different_letters():
    ids, periods = made(length=29, vocab_size=13, shortest=3, longest=11)
    assert ids.shape == (499, 30)
    assert periods.unique().tolist() == list(range(3, 12))
    assert ids.unique().tolist() == list(range(13))
    for row, period in zip(ids.tolist(), periods.tolist(), strict=True):
        assert len(set(row[:period])) == period
        assert row == [row[t % period] for t in range(30)]


def test_a_small_alphabet_may_be_cut_everywhere():
    ids, periods = made(vocab_size=3, shortest=2, longest=3)
    assert ids.unique().tolist() == [0, 1, 2]
    assert periods.unique().tolist() == [2, 3]


def test_the_alphabet_goes_on_in_more_than_half_of_the_pairs():
    ids, _ = made(length=11, shortest=12, longest=12)  # one period, and no repeat
    before, after = ids[:, :-1], ids[:, 1:]
    follows = (after == before + 1).float().mean().item()
    assert follows == pytest.approx(5 / 9, abs=0.03)  # by the cuts, and by chance


def test_the_generator_decides():
    assert torch.equal(made(seed=1)[0], made(seed=1)[0])
    assert not torch.equal(made(seed=1)[0], made(seed=2)[0])


@pytest.mark.parametrize(
    ("shortest", "longest", "message"),
    [
        (1, 5, "shortest 1 and longest 5: expected 2 to 16"),
        (6, 5, "shortest 6 and longest 5"),
        (6, 17, "longest 17: expected 2 to 16"),
    ],
)
def test_periods_that_cannot_be_are_told(shortest, longest, message):
    with pytest.raises(ValueError, match=message):
        repeats(2, shortest=shortest, longest=longest)
