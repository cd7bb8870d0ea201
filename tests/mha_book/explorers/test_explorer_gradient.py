"""The Python half of GradientInspector."""

import numpy as np
import pytest
import torch
import traitlets
from bs4 import BeautifulSoup

from mha_book.examples import HOW_ARE_YOU, TWO_HEADS
from mha_book.explorers import GradientInspector
from mha_book.in_numpy import Projections, backward, forward
from mha_book.pictures.learning.gradients import TARGET

PROJECTIONS = ("w_q", "w_k", "w_v", "w_o")


def by_hand(explorer) -> tuple[float, dict[str, np.ndarray]]:
    """The loss, and the gradients at the projections, by `in_numpy`."""
    w = {name: np.array(getattr(explorer, name), float) for name in PROJECTIONS}
    heads = {name: w[name][None] for name in PROJECTIONS[:3]}  # one head
    x, target = np.array(explorer.embeddings), np.array(explorer.target)
    output, cache = forward(x, x, x, Projections(**heads, w_o=w["w_o"]))
    found = backward(output - target, cache)
    gradients = {name: found[name].reshape(2, 2) for name in PROJECTIONS}
    return 0.5 * ((output - target) ** 2).sum(), gradients


def assert_as_by_hand(explorer):
    loss, gradients = by_hand(explorer)
    assert explorer.loss == pytest.approx(loss, rel=1e-12)
    for name, expected in gradients.items():
        found = explorer.gradients["exact"][name]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_it_starts_with_the_example():
    explorer = GradientInspector()
    assert explorer.embeddings == [list(row) for row in HOW_ARE_YOU.embeddings]
    assert explorer.target == [list(row) for row in TARGET]
    assert_as_by_hand(explorer)


def test_gradients_follow_what_python_sets():
    explorer = GradientInspector()
    rng = np.random.default_rng(0)
    for name in ("embeddings", "target", *PROJECTIONS):
        shape = np.shape(getattr(explorer, name))
        setattr(explorer, name, rng.normal(size=shape).tolist())
        assert_as_by_hand(explorer)


def test_the_gradients_on_the_way_are_one_step_from_each_other():
    exact = GradientInspector().gradients["exact"]
    _, numbers = GradientInspector().compute()
    output, weights, scores = (
        torch.tensor(exact[kind]).double() for kind in ("output", "weights", "scores")
    )
    target = torch.tensor(TARGET).double()
    torch.testing.assert_close(output, numbers["output"].detach() - target)
    p = numbers["weights"].detach()
    jacobians = torch.diag_embed(p) - p[:, :, None] * p[:, None, :]  # (T, T, T)
    torch.testing.assert_close(scores, (jacobians @ weights[..., None])[..., 0])


def test_faults_change_scores_queries_and_keys_alone():
    gradients = GradientInspector().gradients
    exact = gradients["exact"]
    p = GradientInspector().compute()[1]["weights"].detach().numpy()
    above = np.array(exact["weights"])
    faults = {"elementwise": above * p * (1 - p), "multiplied": above @ (p * (1 - p))}
    x = np.array(HOW_ARE_YOU.embeddings)
    keys, queries = x @ np.array(TWO_HEADS.key).T, x @ np.array(TWO_HEADS.query).T
    for rule, at_scores in faults.items():
        found = gradients[rule]
        for kind in ("output", "weights", "w_v", "w_o"):
            assert found[kind] == exact[kind]
        np.testing.assert_allclose(found["scores"], at_scores, atol=1e-14)
        at_queries = x.T @ at_scores @ keys / 2**0.5
        np.testing.assert_allclose(found["w_q"], at_queries, atol=1e-14)
        at_keys = x.T @ at_scores.T @ queries / 2**0.5
        np.testing.assert_allclose(found["w_k"], at_keys, atol=1e-14)


def test_the_example_shows_both_faults():
    """Both too long by a multiple; rows that should sum to zero have one sign."""
    rules = GradientInspector().gradients
    exact, elementwise, multiplied = (np.ravel(rules[r]["w_q"]) for r in rules)
    assert np.linalg.norm(elementwise) > 4 * np.linalg.norm(exact)
    assert np.linalg.norm(multiplied) > 10 * np.linalg.norm(exact)
    for rule in ("elementwise", "multiplied"):
        signs = np.sign(rules[rule]["scores"])
        assert (signs == signs[:, :1]).all()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("embeddings", [[1.0, 2.0]] * 2, r"embeddings has row lengths \[2, 2\]; exp"),
        ("target", [[1.0]] * 3, r"target .*\[1, 1, 1\]; expected 3 rows of 2"),
        ("w_q", [[1.0, 2.0]] * 3, r"w_q .*\[2, 2, 2\]; expected 2 rows of 2"),
        ("w_k", [[1.0, 2.0], [3.0, 10.5]], "w_k: 10.5 is not within ±10"),
        ("w_v", [[1.0, -11.0], [0.0, 0.0]], "w_v: -11.0 is not within ±10"),
        ("w_o", [[float("nan"), 0.0], [0.0, 0.0]], "w_o: nan is not within ±10"),
        ("picked", ["key", 0, 0], r"picked \['key', 0, 0\]; expected \[one of output,"),
        ("picked", ["scores", 0], "expected .*row, column"),
        ("picked", ["scores", 3, 0], "scores has 3 rows and 3 columns"),
        ("picked", ["output", 0, 2], "output has 3 rows and 2 columns"),
        ("picked", ["w_o", -1, 0], "w_o has 2 rows and 2 columns"),
        ("exponent", 0, "exponent"),
        ("exponent", -13, "exponent"),
        ("decimals", 9, "decimals"),
        ("tokens", ["a"], "read-only"),
    ],
)
def test_bad_inputs_of_the_inspector_are_named_and_lose_nothing(name, value, message):
    explorer = GradientInspector()
    before, gradients = getattr(explorer, name), explorer.gradients
    with pytest.raises(traitlets.TraitError, match=message):
        setattr(explorer, name, value)
    assert getattr(explorer, name) == before
    assert explorer.gradients == gradients


def test_the_tables_hold_every_number_and_its_gradient():
    explorer = GradientInspector(decimals=3)
    html = BeautifulSoup(explorer.static_tables(), "html.parser")
    assert html.p.text == "Loss L = 2.621"
    tables = {t.caption.text: t for t in html.select("table")}
    there = ["W_O", "W_V", "W_K", "W_Q", "S", "P", "O"]
    back = ["O", "P", "S", "W_Q", "W_K", "W_V", "W_O"]
    assert list(tables) == ["X", "Y", *there, *(f"d{name}" for name in back)]
    cells = [cell.text for cell in tables["dW_Q"].select("td")[1:]]
    assert cells == ["−1.186", "−0.659", "−1.150", "−0.639"]
    heads = [cell.text for cell in tables["P"].select("th")]
    assert heads == ["how", "are", "you"] * 2
    rows = [cell.text for cell in tables["W_Q"].select("tbody th")]
    assert rows == ["row 0", "row 1"]


@pytest.mark.parametrize("picked", [["scores", 2, 2], ["output", 0, 1], ["w_o", 1, 0]])
def test_a_number_that_is_there_can_be_picked(picked):
    assert GradientInspector(picked=picked).picked == picked
