"""The Python half of WeightStackExplorer."""

import pytest
import torch
import traitlets
from bs4 import BeautifulSoup

from mha.examples import STACKING
from mha.explorers import WeightStackExplorer

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


@pytest.mark.parametrize(
    "inputs", [{"step": "split"}, {"heads": 4}, {"embeddings": []}]
)
def test_the_stack_refuses_what_it_cannot_show(inputs):
    with pytest.raises(traitlets.TraitError):
        WeightStackExplorer(**inputs)


@pytest.mark.parametrize(
    ("step", "shape", "columns", "rows"),
    [
        (
            "product",
            "(3, 4) = (T, E)",
            ["0: head 0", "1: head 0", "2: head 1", "3: head 1"],
            ["T 0", "T 1", "T 2"],
        ),
        (
            "view",
            "(1, 3, 2, 2) = (B, T, H, D)",
            ["D 0", "D 1"],
            [f"(0, {t}, {h})" for t in range(3) for h in range(2)],
        ),
        (
            "transpose",
            "(1, 2, 3, 2) = (B, H, T, D)",
            ["D 0", "D 1"],
            [f"(0, {h}, {t})" for h in range(2) for t in range(3)],
        ),
    ],
)
def test_the_stacks_tables_name_heads_and_indices(step, shape, columns, rows):
    explorer = WeightStackExplorer(step=step)
    explorer.weights = [*STACKED[:3], [-0.0, -12.5, 0.000001, 0]]
    html = BeautifulSoup(explorer.static_tables(), "html.parser")
    x, w, result = html.select("table")
    assert texts(x, "tbody th") == ["T 0", "T 1", "T 2"]
    assert texts(x, "thead th") == texts(w, "thead th") == ["E 0", "E 1", "E 2", "E 3"]
    assert texts(x, "td")[-1] == "3000"
    assert texts(w, "tbody th")[3] == "3: head 1, row 1"
    assert texts(w, "td")[-4:] == ["0", "−12.5", "0.000001", "0"]
    assert result.caption.text == f"X Wᵀ, {step}: shape {shape}"
    assert texts(result, "thead th") == columns
    assert texts(result, "tbody th") == rows
    shown = [float(t.replace("−", "-")) for t in texts(result, "tbody td")]
    assert shown == pytest.approx(explorer.compute()[1].flatten().tolist(), abs=1e-6)


def texts(table, selector) -> list[str]:
    return [node.text for node in table.select(selector)]
