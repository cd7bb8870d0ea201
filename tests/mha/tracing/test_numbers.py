"""What is kept of a tensor, and in which words."""

import math

import pytest
import torch

from mha.tracing.compare import difference
from mha.tracing.numbers import WHOLE, read, sheets, written

INF, NAN = math.inf, math.nan


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([0.5, -1.25, 3], "-1.25 to 3"),
        ([2, 2], "all 2"),
        ([NAN, INF, -INF, -INF, 1, 2], "1 to 2, 1 NaN, 1 inf, 2 -inf"),
        ([NAN] * 10 + [7], "all 7, 10 NaN"),
        ([NAN, NAN], "2 NaN"),
        ([True, False, True, True], "3 of 4 are True"),
        ([1 + 2j], ""),
        ([], ""),
        ([0] * 1999 + [NAN] * 1001, "all 0, 1,001 NaN"),
    ],
)
def test_a_range_is_told(values, words):
    assert read(torch.tensor(values)).range == words


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.123456, "0.1235"), (12345, "12345"), (True, "True"), (1 / 3 + 2j, "0.333+2j")],
)
def test_a_number_has_four_digits_and_a_whole_one_all_of_its_own(value, text):
    assert written(value) == text


@pytest.mark.parametrize(("size", "is_whole"), [(WHOLE, True), (WHOLE + 1, False)])
def test_a_tensor_of_up_to_so_many_numbers_is_kept_whole(size, is_whole):
    assert (read(torch.zeros(size)).whole is not None) == is_whole


def test_shares_are_known_by_their_rows():
    x = torch.randn(7, 3, 5, generator=torch.Generator().manual_seed(1))
    for shares in (x.softmax(-1), x.bfloat16().softmax(-1), x[0, 0].softmax(-1)):
        assert read(shares).rows_sum_to_1
    alone, signed = torch.ones(3, 1), torch.tensor([[2.0, -1.0]])
    whole, nearly = torch.tensor([[0, 1]]), x.softmax(-1) * 0.98
    wrong = alone, signed, whole, nearly, x.softmax(0), x.softmax(1)[..., :1]
    for other in (*wrong, torch.zeros(0, 3), torch.tensor(1.0)):
        assert not read(other).rows_sum_to_1


@pytest.mark.filterwarnings("ignore")
def test_tensors_of_rare_kinds_are_read_or_say_why_not():
    x = torch.arange(6.0)
    ragged = torch.nested.as_nested_tensor([x, x[:2]])
    assert "lengths of their own" in read(ragged).unread
    assert read(torch.zeros(1, WHOLE).to_sparse()).whole is not None
    large = torch.eye(70).to_sparse()
    assert read(large).unread == "it is sparse, and large"
    assert difference(read(large), read(torch.eye(70))).by == 0  # nothing is known
    rough = torch.quantize_per_tensor(x, 0.5, 0, torch.qint8)
    assert read(rough).whole.equal(x)
    assert read(rough).dtype == "qint8"


def test_a_place_far_within_is_among_what_is_shown():
    x = torch.arange(3 * 5 * 2 * 11).view(3, 5, 2, 11)
    shown = sheets(x, (2, 1, 0, 7))
    assert [one.index for one in shown] == [(0, 0), (0, 1), (0, 2), (2, 1), (2, 4)]
    assert shown[3].columns == (0, 1, 2, 3, 4, 5, 7, 9, 10)
    assert shown[3].values[0][6] == x[2, 1, 0, 7]


def test_of_a_long_vector_the_first_that_differs_is_told():
    one = torch.zeros(5000)
    other = one.clone()
    other[3] = 2
    moved = difference(read(one), read(other))
    assert (moved.first, moved.by, moved.part) == ((3,), 2, 1)


def test_what_is_infinite_is_out_of_measure():
    one, other = torch.tensor([INF]), torch.tensor([-INF])
    moved = difference(read(one), read(other))
    assert (moved.by, moved.part, moved.first) == (INF, 1, (0,))
