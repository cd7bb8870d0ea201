"""The Python half of the explorers."""

import re
from urllib.parse import unquote

import pytest
import torch
import traitlets
from bs4 import BeautifulSoup

from mha.examples import HOW_ARE_YOU, STACKING
from mha.explorers import (
    AttentionExplorer,
    TensorLayoutExplorer,
    WeightStackExplorer,
)
from mha.explorers.base import load_module
from mha.explorers.layout import start_tensor


def test_modules_carry_what_they_import():
    for name in ("attention.js", "layout.js", "stack.js"):
        module = load_module(name)
        assert 'from "./' not in module
        inlined = re.search(
            r'from "data:text/javascript;charset=utf-8,([^"]+)"', module
        )
        assert "export const" in unquote(inlined[1])


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
    "explorer", [AttentionExplorer, TensorLayoutExplorer, WeightStackExplorer]
)
def test_the_mount_holds_the_numbers_as_tables(explorer):
    widget = explorer()
    bundle = widget._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    mount = BeautifulSoup(data["text/html"], "html.parser").select_one(".mha-mount")
    assert mount["data-model-id"] == widget.model_id
    assert mount.select(".mha-static table caption")
    assert mount.select("th[scope=row]")
    assert "application/vnd.jupyter.widget-view+json" in data


def test_layout_results_are_pytorchs():
    explorer = TensorLayoutExplorer(batch=2, tokens=3, heads=2, head_dim=3)
    assert explorer.shape == [2, 2, 3, 3]
    assert explorer.strides == [18, 3, 6, 1]
    assert explorer.contiguous is False


def test_elements_say_where_they_come_from():
    assert start_tensor(2, 2, 2).tolist() == [
        [[11, 12], [21, 22]],
        [[111, 112], [121, 122]],
    ]


@pytest.mark.parametrize("inputs", [{"heads": 0}, {"tokens": 5}, {"step": "split2"}])
def test_layout_refuses_sizes_it_cannot_show(inputs):
    with pytest.raises(traitlets.TraitError):
        TensorLayoutExplorer(**inputs)


STACKED = [[10, 0, 0, 0], [0, 10, 0, 0], [20, 0, 0, 0], [0, 20, 0, 0]]
BOTH_HEADS = [[10, 100, 20, 200], [20, 200, 40, 400], [30, 300, 60, 600]]


def test_stacked_heads_give_their_columns_at_once():
    explorer = WeightStackExplorer()
    assert explorer.weights == STACKED
    assert explorer.output == BOTH_HEADS
    x = torch.tensor(STACKING.embeddings)
    one_by_one = [x @ torch.tensor(head).T for head in STACKING.weights]
    assert explorer.output == torch.cat(one_by_one, dim=1).tolist()


@pytest.mark.parametrize(
    ("step", "shape"),
    [("product", [3, 4]), ("view", [1, 3, 2, 2]), ("transpose", [1, 2, 3, 2])],
)
def test_each_step_of_the_stack_has_its_shape(step, shape):
    explorer = WeightStackExplorer()
    explorer.step = step
    assert explorer.shape == shape
    assert list(explorer.compute()[1].shape) == shape
    assert explorer.output == BOTH_HEADS  # only read differently


def test_the_transpose_gives_each_head_its_matrix():
    _, heads = WeightStackExplorer(step="transpose").compute()
    assert heads[0, 0].tolist() == [[10, 100], [20, 200], [30, 300]]
    assert heads[0, 1].tolist() == [[20, 200], [40, 400], [60, 600]]


def test_stack_results_follow_weights_that_python_sets():
    explorer = WeightStackExplorer()
    explorer.weights = [[0, 0, 0, 0]] * 3 + [[0.5, 0, 0, -1]]
    assert explorer.output == [[0, 0, 0, -999.5], [0, 0, 0, -1999], [0, 0, 0, -2998.5]]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (STACKED[:3], r"row lengths \[4, 4, 4\]; expected 4 rows of 4"),
        ([*STACKED[:3], [1, 2, 3]], r"row lengths \[4, 4, 4, 3\]; expected 4 rows"),
        ([*STACKED[:3], [0, 0, 0, 1000.5]], "weight 1000.5 is not within ±1000"),
        ([*STACKED[:3], [0, 0, 0, -1001]], "weight -1001.0 is not within ±1000"),
        ([[float("nan"), 0, 0, 0], *STACKED[1:]], "weight nan is not within ±1000"),
        ([["ten", 0, 0, 0], *STACKED[1:]], "expected a float, not the str 'ten'"),
        (STACKED[0], "expected a list, not the int 10"),
    ],
)
def test_bad_weights_are_named_and_the_old_ones_kept(weights, message):
    explorer = WeightStackExplorer()
    with pytest.raises(traitlets.TraitError, match=message):
        explorer.weights = weights
    assert explorer.weights == STACKED
    assert explorer.output == BOTH_HEADS


@pytest.mark.parametrize("inputs", [{"step": "split"}, {"heads": 4}])
def test_the_stack_refuses_what_it_cannot_show(inputs):
    with pytest.raises(traitlets.TraitError):
        WeightStackExplorer(**inputs)


@pytest.mark.parametrize(
    ("step", "columns", "rows"),
    [
        ("product", "0: head 0|1: head 0|2: head 1|3: head 1", "T 0|T 1|T 2"),
        ("view", "D 0|D 1", "(0, 0, 0)|(0, 0, 1)|(0, 1, 0)|(0, 1, 1)|(0, 2, 0)|…"),
        ("transpose", "D 0|D 1", "(0, 0, 0)|(0, 0, 1)|(0, 0, 2)|(0, 1, 0)|…"),
    ],
)
def test_the_stacks_tables_name_heads_and_indices(step, columns, rows):
    explorer = WeightStackExplorer(step=step)
    explorer.weights = [*STACKED[:3], [-0.0, -12.5, 0, 0]]
    x, w, result = BeautifulSoup(explorer.static_tables(), "html.parser").select(
        "table"
    )
    assert texts(x, "tbody th") == ["T 0", "T 1", "T 2"]
    assert texts(x, "td")[-1] == "3000"
    assert texts(w, "tbody th")[3] == "3: head 1, row 1"
    assert texts(w, "td")[-4:] == ["0", "−12.5", "0", "0"]
    assert texts(result, "thead th") == columns.split("|")
    named = rows.removesuffix("|…").split("|")
    assert texts(result, "tbody th")[: len(named)] == named
    assert str(tuple(explorer.shape)) in result.caption.text
    shown = [float(t.replace("−", "-")) for t in texts(result, "td") if t]
    assert shown == explorer.compute()[1].flatten().tolist()


def texts(table, selector) -> list[str]:
    return [node.text for node in table.select(selector)]
