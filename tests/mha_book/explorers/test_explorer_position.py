"""The Python half of PositionExplorer."""

import math

import pytest
import torch
import traitlets
from bs4 import BeautifulSoup

from mha_book.explorers import PositionExplorer

DEFAULTS = {
    "width": 8,
    "base": 10000.0,
    "position": 5,
    "key": 8,
    "feature": 0,
    "part": "picture",
    "decimals": 4,
}


def close(numbers):
    return pytest.approx(numbers, abs=1e-12)


def test_starts_with_eight_features_at_position_five():
    explorer = PositionExplorer()
    assert {name: getattr(explorer, name) for name in DEFAULTS} == DEFAULTS
    assert explorer.name == "position"
    angles = [5, 0.5, 0.05, 0.005]  # 10000^(−2i / 8) is 10^−i
    assert explorer.angles == close(angles)
    vector = [wave(a) for a in angles for wave in (math.sin, math.cos)]
    assert explorer.vector == close(vector)
    assert explorer.similarity[5] == close(1)
    cosines = sum(math.cos(3 * w) for w in (1, 0.1, 0.01, 0.001))
    assert explorer.similarity[8] == close(cosines / 4)
    assert explorer.score == close(cosines / math.sqrt(8))


def test_results_follow_each_input():
    explorer = PositionExplorer()
    explorer.position, explorer.key = 3, 7
    assert explorer.similarity[3] == close(1)
    assert explorer.angles == close([3, 0.3, 0.03, 0.003])
    explorer.base = 16.0
    assert explorer.angles == close([3, 1.5, 0.75, 0.375])
    explorer.width = 5  # the last sine has no cosine, and does not turn
    assert explorer.vector[4] == close(math.sin(3 * 16 ** (-4 / 5)))
    assert len(explorer.angles) == 2
    assert explorer.score is None


def test_the_vectors_of_all_positions_are_exact():
    table = PositionExplorer().compute()
    assert table.shape == (64, 8)
    assert table.dtype == torch.float64
    assert table[63, 2].item() == close(math.sin(6.3))


def test_a_smaller_width_puts_the_feature_back_in_range():
    explorer = PositionExplorer(width=16, feature=15)
    explorer.width = 5
    assert explorer.feature == 4
    explorer.width = 9
    assert explorer.feature == 4


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("width", 1, "less than 2, but a value of 1"),
        ("width", 33, "greater than 32, but a value of 33"),
        ("width", 4.5, "expected an int, not the float 4.5"),
        ("base", 9.9, "base 9.9 is not within 10 to 100000"),
        ("base", 100001, "base 100001.0 is not within 10 to 100000"),
        ("base", math.nan, "base nan is not within 10 to 100000"),
        ("position", -1, "less than 0, but a value of -1"),
        ("position", 64, "greater than 63, but a value of 64"),
        ("key", -1, "less than 0, but a value of -1"),
        ("key", 64, "greater than 63, but a value of 64"),
        ("feature", -1, "feature -1 is not within 0 to 7"),
        ("feature", 8, "feature 8 is not within 0 to 7"),
        ("part", "Rotary", "any of .*'rotary'.*, not the str 'Rotary'"),
        ("decimals", 1, "less than 2, but a value of 1"),
        ("decimals", 9, "greater than 8, but a value of 9"),
    ],
)
def test_bad_inputs_are_named_and_the_old_ones_kept(name, value, message):
    explorer = PositionExplorer()
    with pytest.raises(traitlets.TraitError, match=message):
        setattr(explorer, name, value)
    assert getattr(explorer, name) == DEFAULTS[name]
    with pytest.raises(traitlets.TraitError, match=message):
        PositionExplorer(**{name: value})


def tables(explorer) -> list[dict]:
    html = BeautifulSoup(explorer.static_tables(), "html.parser")
    return [
        {
            "caption": table.caption.text,
            "columns": [head.text for head in table.select("thead th")],
            "rows": {
                row.th.text: [cell.text for cell in row.select("td")]
                for row in table.select("tbody tr")
            },
        }
        for table in html.select("table")
    ]


def test_the_tables_show_every_result():
    explorer = PositionExplorer(width=6, base=12345.5, position=9, key=20, decimals=3)
    waves, similarity, compared = tables(explorer)
    assert waves["caption"] == "Position 9 in 6 features, base 12345.5"
    columns = ["frequency", "wavelength", "angle", "sine", "cosine"]
    assert waves["columns"] == columns
    w = 12345.5 ** (-1 / 3)
    numbers = (w, 2 * math.pi / w, 9 * w, math.sin(9 * w), math.cos(9 * w))
    assert waves["rows"]["pair 1"] == [f"{x:.3f}" for x in numbers]
    assert list(waves["rows"]) == ["pair 0", "pair 1", "pair 2"]
    assert waves["rows"]["pair 0"][-1] == "−0.911"
    assert (
        similarity["caption"]
        == "Similarity of the query at position 9 to a key at each"
    )
    assert similarity["columns"] == [f"+{step}" for step in range(8)]
    assert list(similarity["rows"])[1] == "8 to 15"
    cells = [text for row in similarity["rows"].values() for text in row]
    shown = [float(text.replace("−", "-")) for text in cells]
    assert shown == pytest.approx(explorer.similarity, abs=5.1e-4)
    assert compared["caption"] == "The query at position 9 and the key at 20"
    assert compared["columns"] == ["similarity", "rotary score"]
    pair = [f"{x:.3f}" for x in (explorer.similarity[20], explorer.score)]
    assert compared["rows"] == {"key at 20": [text.replace("-", "−") for text in pair]}


def test_the_tables_of_an_odd_width_say_what_is_missing():
    waves, _, compared = tables(PositionExplorer(width=3, position=0))
    assert waves["rows"]["pair 1"][2:] == ["0.0000", "0.0000", "none"]
    assert compared["rows"]["key at 8"][1] == "none"


def test_no_number_is_shown_as_minus_zero():
    # 63 · w_1 is a little more than π, and its sine −0.002.
    explorer = PositionExplorer(width=4, base=401.6, position=63, decimals=2)
    assert -0.005 < explorer.vector[2] < 0
    assert tables(explorer)[0]["rows"]["pair 1"][3] == "0.00"
