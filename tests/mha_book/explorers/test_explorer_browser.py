"""The Python half of HeadBrowser, and the records that it shows."""

import json

import pytest
import torch
import traitlets
from bs4 import BeautifulSoup

from headrecords import BIRD, FISH, records, weights
from mha_book.explorers import HeadBrowser, Record

THE_BIRD = "the bird saw the cat"
STATE = ("model", "sentence", "epoch", "layer", "head")


@pytest.fixture
def browser():
    return HeadBrowser(records())


def state(browser) -> list:
    return [getattr(browser, name) for name in STATE]


def given(place: int, layer: int, head: int) -> torch.Tensor:
    return records()[place].weights[layer, head].round(decimals=4)


def test_it_starts_with_the_first_of_everything(browser):
    assert state(browser) == ["small", THE_BIRD, 1, 0, 0]
    assert browser.name == "browser"
    assert browser.decimals == 2
    assert browser.weights == given(0, 0, 0).tolist()


def test_inputs_choose_the_weights(browser):
    browser.epoch, browser.layer, browser.head = 4, 1, 3
    assert browser.weights == given(1, 1, 3).tolist()
    chosen = HeadBrowser(records(), head=1, layer=2, sentence=THE_BIRD, model="large")
    assert state(chosen) == ["large", THE_BIRD, None, 2, 1]
    assert chosen.weights == given(5, 2, 1).tolist()
    assert HeadBrowser(records(), decimals=4, name="one").name == "one"


def test_the_average_is_that_of_the_heads(browser):
    browser.layer, browser.head = 1, -1
    expected = records()[0].weights[1].round(decimals=4).mean(dim=0)
    torch.testing.assert_close(torch.tensor(browser.weights).double(), expected)


def test_the_strongest_key_is_the_first_of_equals_and_none_where_there_is_none():
    rows = [[0.2, 0.4, 0.4], [0, 0, 1], [0, 0, 0]]
    browser = HeadBrowser([Record("m", FISH, [[rows]])])
    assert browser.strongest == [1, 2, None]


def test_another_model_keeps_what_it_has_and_takes_the_nearest_else(browser):
    browser.epoch, browser.layer, browser.head = 9, 1, 4
    browser.model = "large"  # has other sentences first, no epochs, two heads
    assert state(browser) == ["large", THE_BIRD, None, 1, 1]
    assert browser.weights == given(5, 1, 1).tolist()
    browser.layer, browser.head = 2, -1
    browser.model = "small"
    assert state(browser) == ["small", THE_BIRD, 1, 1, -1]
    browser.sentence = "go"  # one epoch, one layer, one head
    assert state(browser) == ["small", "go", 9, 0, 0]
    assert browser.weights == [[1.0]]
    browser.model = "large"
    assert state(browser) == ["large", "a fish swims", None, 0, 0]


def test_the_nearest_epoch_is_taken():
    made = [
        Record("a", ["x"], torch.ones(1, 1, 1, 1), epoch=epoch) for epoch in (0, 3, 7)
    ]
    other = [
        Record("b", ["x"], torch.ones(1, 1, 1, 1), epoch=epoch) for epoch in (2, 4, 9)
    ]
    browser = HeadBrowser(made + other, epoch=7)
    browser.model = "b"
    assert browser.epoch == 9
    browser.model, browser.epoch = "a", 3
    browser.model = "b"
    assert browser.epoch == 2  # the first of equals


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("model", "huge", r"model 'huge': expected one of \['small', 'large'\]"),
        ("sentence", "no", rf"sentence 'no': expected one of \['{THE_BIRD}', 'go'\]"),
        ("epoch", 2, r"epoch 2: expected one of \[1, 4, 9\]"),
        ("epoch", None, r"epoch None: expected one of \[1, 4, 9\]"),
        ("layer", 2, r"layer 2: expected one of \[0, 1\]"),
        ("layer", -1, r"layer -1: expected one of \[0, 1\]"),
        ("head", 5, r"head 5: expected one of \[-1, 0, 1, 2, 3, 4\]"),
        ("head", -2, r"head -2: expected one of"),
        ("head", "mean", "expected an int"),
        ("decimals", 5, "5"),
        ("decimals", 1, "1"),
        ("records", [], "read-only"),
    ],
)
def test_what_no_record_has_is_refused(browser, name, value, message):
    before = state(browser)
    with pytest.raises(traitlets.TraitError, match=message):
        setattr(browser, name, value)
    assert state(browser) == before


def test_the_tables_caption_tells_the_epoch_before_training_too():
    record = Record("m", ["go"], torch.ones(1, 1, 1, 1), epoch=0)
    assert "m, epoch 0, layer 0" in HeadBrowser([record]).static_tables()


def test_a_single_head_has_no_average():
    browser = HeadBrowser([Record("m", ["go"], torch.ones(1, 1, 1, 1))])
    assert browser.choices("head") == [0]
    with pytest.raises(traitlets.TraitError, match=r"head -1: expected one of \[0\]"):
        browser.head = -1


def test_a_wrong_start_is_named():
    with pytest.raises(traitlets.TraitError, match="layer 4: expected one of"):
        HeadBrowser(records(), model="large", layer=4)


def test_records_need_names_of_their_own():
    with pytest.raises(ValueError, match=r"^no records: a browser shows at least one$"):
        HeadBrowser([])
    one = Record("m", ["go"], torch.ones(1, 1, 1, 1))
    expected = "two records of model 'm', sentence 'go', epoch None"
    with pytest.raises(ValueError, match=expected):
        HeadBrowser([one, one])


def test_a_record_in_plain_numbers():
    made = weights(2, 3, 3, seed=5).float().requires_grad_()
    record = Record("m", tuple(FISH), made, epoch=7).describe()
    assert json.loads(json.dumps(record)) == record
    assert record["tokens"] == FISH
    assert record["sentence"] == "a fish swims"
    assert (record["model"], record["epoch"]) == ("m", 7)
    found = torch.tensor(record["weights"], dtype=torch.float64)
    assert found.shape == (2, 3, 3, 3)
    assert (found - made.double()).abs().max() <= 0.5e-4
    assert all(len(str(x)) <= 6 for x in found.flatten().tolist())
    assert Record("m", FISH, made, sentence=0).describe()["sentence"] == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ((..., slice(2)), r"shape \(2, 3, 3, 2\); expected \(layers, heads, 3, 3\)"),
        ((0,), r"shape \(3, 3, 3\); expected \(layers, heads, 3, 3\) for 3 tokens"),
        ((slice(0),), r"weights have shape \(0, 3, 3, 3\)"),
        ((slice(None), slice(0)), r"weights have shape \(2, 0, 3, 3\)"),
    ],
)
def test_weights_that_do_not_fit_are_named(change, message):
    with pytest.raises(ValueError, match=message):
        Record("m", FISH, weights(2, 3, 3, seed=5)[change])


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([0.5, 0.7, -0.2], "row 0, column 2: weight -0.2 is not within 0 to 1"),
        ([0.5, 1.2, 0], "layer 1, head 2, row 0, column 1: weight 1.2 is not within"),
        ([0.5, float("nan"), 0.5], "column 1: weight nan is not within 0 to 1"),
        ([0.5, 0.3, 0.1], "layer 1, head 2, row 0 sums to 0.9000; expected 1, or 0"),
        ([0.5, 0.5, 0.1], "layer 1, head 2, row 0 sums to 1.1000; expected 1, or 0"),
        ([0.001, 0, 0], "layer 1, head 2, row 0 sums to 0.0010; expected 1, or 0"),
    ],
)
def test_what_is_no_weight_is_named(row, message):
    wrong = weights(2, 3, 3, seed=5)
    wrong[1, 2, 0] = torch.tensor(row)
    with pytest.raises(ValueError, match=message):
        Record("m", FISH, wrong)


def test_a_record_allows_what_rounding_does():
    row = [1 / 3] * 3  # 0.3333 three times
    assert (
        Record("m", FISH, [[[row] * 3]]).describe()["weights"][0][0][0] == [0.3333] * 3
    )
    long = torch.full((1, 1, 32, 32), 1 / 32)  # 0.0312: 0.9984 in all
    assert Record("m", ["go"] * 32, long)
    assert Record("m", FISH, [[[[1.00002, 0, 0]] * 3]])  # of 16 bits, say


def test_the_table_without_scripts(browser):
    browser.epoch, browser.head = 4, 2
    table = BeautifulSoup(browser.static_tables(), "html.parser").table
    assert table.caption.text == (
        "small, epoch 4, layer 0, head 2: rows ask, columns answer"
    )
    assert [th.text for th in table.select("thead th")] == BIRD
    assert [th.text for th in table.select("tbody th")] == BIRD
    shown = [float(td.text) for td in table.select("tbody td")]
    assert shown == pytest.approx(given(1, 0, 2).flatten().tolist(), abs=0.005)
    assert table.select("tbody td")[1].text == "0.00"
    browser.model, browser.head, browser.decimals = "large", -1, 4
    table = BeautifulSoup(browser.static_tables(), "html.parser").table
    assert table.caption.text.startswith("large, layer 0, average of the heads: rows")
    assert len(table.select("tbody td")[0].text) == 6
