"""The Python half of the explorers."""

import re
from collections import Counter
from itertools import product

import pytest
import torch
import traitlets
from bs4 import BeautifulSoup

from every_explorer import EXPLORERS, GIVEN, results_of
from mha_book.examples import HOW_ARE_YOU
from mha_book.explorers import (
    AttentionExplorer,
    HeadBrowser,
    SentenceExplorer,
    TensorLayoutExplorer,
)
from mha_book.explorers.base import ENTRY, html_table, style
from mha_book.explorers.layout.explorer import start_tensor
from mha_book.explorers.link import link

SINGLE = (str, int, float)


@pytest.fixture(params=EXPLORERS, ids=lambda kind: kind.__name__)
def each(request):
    """Each explorer in turn, as it starts."""
    return request.param(*GIVEN.get(request.param, []))


def test_each_brings_its_own_script_and_the_style_along(each):
    assert each._esm == link(each.folder / ENTRY)
    assert each._css == style(each.folder)


def test_a_script_that_uses_anothers_modules_brings_its_style_too():
    browser, own = HeadBrowser.folder, SentenceExplorer.folder
    for folder in (browser, own):
        sheet = (folder / "style.css").read_text(encoding="utf-8")
        assert style(own).count(sheet) == style(browser, own).count(sheet) == 1


def test_no_name_is_styled_by_two_explorers_since_a_page_has_all_their_styles():
    known = {"mha-area"}  # browser and map: it changes nothing that is seen
    found = Counter()
    for kind in EXPLORERS:
        sheet = (kind.folder / "style.css").read_text(encoding="utf-8")
        alone = re.findall(
            r"^\.mha-explorer \.(mha-[\w-]+)(?=,| \{)", sheet, re.MULTILINE
        )
        found.update(set(alone) - known)
    assert len(found) > 50
    assert [name for name, count in found.items() if count > 1] == []


def test_results_are_read_and_are_neither_set_nor_sent(each):
    results = results_of(each)
    assert results
    assert not set(results) & set(each.get_state())
    for name, value in results.items():
        with pytest.raises(AttributeError, match=f"property '{name}' .* no setter"):
            setattr(each, name, value)


def beyond(limit: dict) -> list:
    """Values that a limit leaves out."""
    if "among" in limit:
        return ["no such choice"]
    return [limit["min"] - 1, limit["max"] + 1] if "min" in limit else []


def test_no_choice_and_no_number_beyond_its_limit_is_taken(each):
    limits = getattr(each, "limits", {})
    single = {n: limits[n] for n in limits if isinstance(getattr(each, n, []), SINGLE)}
    for name, limit in single.items():
        before = getattr(each, name)
        for wrong in beyond(limit):
            with pytest.raises(traitlets.TraitError):
                setattr(each, name, wrong)
        assert getattr(each, name) == before


def test_a_table_shows_words_as_they_are_even_where_they_look_like_html():
    words = ["<i>", "<b>", "[CLS] & <s>", "<u>"]
    caption, column, row, cell = words
    made = BeautifulSoup(html_table(caption, [column], [(row, [cell])]), "html.parser")
    found = made.select("caption, th[scope=col], th[scope=row], td:not(:empty)")
    assert [part.get_text() for part in found] == words


def test_an_input_that_there_is_not_is_named():
    with pytest.raises(TypeError, match=r"no input 'casual'; .* causal,"):
        AttentionExplorer(casual=True)


def test_starts_with_the_worked_examples_results():
    explorer = AttentionExplorer(scores_from="illustrative", scaled=False)
    expected = [[2.0630, 2.1630], [2.1523, 2.2523], [2.0020, 2.1020]]
    for row, published in zip(explorer.output, expected, strict=True):
        assert row == pytest.approx(published, abs=5e-5)


def test_masks_and_temperature_reach_python():
    explorer = AttentionExplorer(causal=True, mask_self=True, temperature=2.0)
    x = torch.tensor(HOW_ARE_YOU.embeddings, dtype=torch.float64)
    last = (x[2] @ x[:2].T / 2**0.5 / 2).softmax(-1)
    assert explorer.weights[0] == [0, 0, 0]
    assert explorer.weights[1] == [1, 0, 0]
    assert explorer.weights[2] == pytest.approx([*last.tolist(), 0])
    assert explorer.output[0] == [0, 0]


def test_results_follow_inputs_that_python_sets():
    explorer = AttentionExplorer()
    explorer.embeddings = [[0.0, 0.0]] * 3
    assert explorer.output == [[0.0, 0.0]] * 3
    layout = TensorLayoutExplorer()
    layout.step = "start"
    assert layout.shape == [1, 3, 4]


@pytest.mark.parametrize(
    ("embeddings", "message"),
    [
        ([[1.0, 2.0], [3.0]], r"row lengths \[2, 1\]; expected 3 rows"),
        (
            [[1.0], [2.0, 3.0], [4.0]],
            r"row lengths \[1, 2, 1\]; expected 3 rows of one",
        ),
        ([[1.0], [2.0], [1001.0]], r"embedding 1001.0 is not within ±1000"),
        ([[1.0], [2.0], [float("nan")]], "embedding nan is not within"),
        ([[], [], []], r"row lengths \[0, 0, 0\]"),
        ([], r"row lengths \[\]; expected 3 rows"),
    ],
)
def test_bad_embeddings_are_named_and_the_old_ones_kept(embeddings, message):
    explorer = AttentionExplorer()
    with pytest.raises(traitlets.TraitError, match=message):
        explorer.embeddings = embeddings
    assert explorer.embeddings == [list(row) for row in HOW_ARE_YOU.embeddings]


def test_other_sentences_need_scores_of_their_own_size():
    numbers = [[1.0], [2.0]]
    with pytest.raises(
        traitlets.TraitError, match="illustrative has 3 rows; expected 2"
    ):
        AttentionExplorer(tokens=["a", "b"], embeddings=numbers)
    explorer = AttentionExplorer(
        tokens=["a", "b"], embeddings=numbers, illustrative=[[0.0, 1.0], [1.0, 0.0]]
    )
    assert len(explorer.output) == 2


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({}, "scaled is True; expected False where settings is False"),
        ({"scaled": False, "temperature": 2}, "temperature is 2.0; expected 1"),
        ({"scaled": False, "causal": True}, "causal is True; expected False"),
        ({"scaled": False, "mask_self": True}, "mask_self is True; expected False"),
    ],
)
def test_without_settings_no_hidden_step_may_change_the_numbers(inputs, message):
    with pytest.raises(traitlets.TraitError, match=message):
        AttentionExplorer(settings=False, **inputs)
    assert AttentionExplorer(settings=False, scaled=False).settings is False


def test_the_mount_holds_the_numbers_as_tables(each):
    bundle = each._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    mount = BeautifulSoup(data["text/html"], "html.parser").select_one(".mha-mount")
    assert mount["data-model-id"] == each.model_id
    assert mount.select(".mha-static table caption")
    assert mount.select("th[scope=row]")
    assert "application/vnd.jupyter.widget-view+json" in data


def test_layout_results_are_pytorchs():
    explorer = TensorLayoutExplorer(batch=2, tokens=3, heads=2, head_dim=3)
    assert explorer.shape == [2, 2, 3, 3]
    assert explorer.strides == [18, 3, 6, 1]
    assert explorer.contiguous is False


@pytest.mark.parametrize(
    ("inputs", "captions"),
    [
        (
            {"step": "split", "heads": 2, "head_dim": 2},
            [
                "x.view(B, T, H, D).transpose(1, 2): shape (1, 2, 3, 2), "
                "strides (12, 2, 4, 1), not contiguous",
                "wrong: x.view(B, H, T, D): shape (1, 2, 3, 2), "
                "strides (12, 6, 2, 1), contiguous",
            ],
        ),
        (
            {"step": "merge", "heads": 1, "head_dim": 3},
            [
                "heads.transpose(1, 2).reshape(B, T, E): shape (1, 3, 3), "
                "strides (9, 3, 1), contiguous",
                "no difference here: heads.reshape(B, T, E): shape (1, 3, 3), "
                "strides (9, 3, 1), contiguous",
            ],
        ),
    ],
)
def test_layouts_tables_say_where_numbers_lie_and_which_way_is_wrong(inputs, captions):
    explorer = TensorLayoutExplorer(batch=1, tokens=3, **inputs)
    page = BeautifulSoup(explorer.static_tables(), "html.parser")
    assert [caption.text for caption in page.select("caption")] == captions
    for table in page.select("table"):
        heads, *rows = [[c.text for c in row.select("th,td")] for row in table("tr")]
        width = explorer.shape[-1]
        assert heads[-width:] == [str(i) for i in range(width)]
        places = product(*map(range, explorer.shape[:-1]))
        assert [row[0] for row in rows] == [str([*place]) for place in places]
        found = sorted(number for row in rows for number in row[1:])
        features = range(explorer.heads * explorer.head_dim)
        assert found == [
            f"{token}{feature}" for token in range(3) for feature in features
        ]


def test_elements_say_where_they_come_from():
    assert start_tensor(2, 2, 2).tolist() == [
        [[0, 1], [10, 11]],
        [[100, 101], [110, 111]],
    ]


@pytest.mark.parametrize("inputs", [{"heads": 0}, {"tokens": 5}, {"step": "split2"}])
def test_layout_refuses_sizes_it_cannot_show(inputs):
    with pytest.raises(traitlets.TraitError):
        TensorLayoutExplorer(**inputs)
