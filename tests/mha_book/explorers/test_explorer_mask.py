"""The Python half of MaskExplorer."""

import re

import pytest
import torch
import traitlets
from bs4 import BeautifulSoup
from torch import nn
from torch.nn import functional as F

from mha import from_huggingface_mask, from_sequence_first, padding_mask
from mha_book.examples import YOUR_JOURNEY
from mha_book.explorers import MaskExplorer
from mha_book.explorers.mask.conventions import CONVENTIONS

X = torch.tensor(YOUR_JOURNEY.embeddings, dtype=torch.float64)  # (T, E)
SCORES = X @ X.T / 3**0.5
NO_PAINT = torch.zeros(2, 6, 6, dtype=torch.bool).tolist()
NAMES = [convention.name for convention in CONVENTIONS]


def painted(*cells) -> list:
    """Paint on the cells (sentence, query, key)."""
    paint = torch.zeros(2, 6, 6, dtype=torch.bool)
    for cell in cells:
        paint[cell] = True
    return paint.tolist()


def test_the_sentence_and_its_defaults():
    explorer = MaskExplorer()
    assert explorer.tokens == ["Your", "journey", "starts", "with", "one", "step"]
    assert explorer.embeddings[5] == [0.05, 0.8, 0.55]
    assert (explorer.name, explorer.lengths, explorer.window) == ("mask", [6, 4], 0)
    assert (explorer.causal, explorer.padding, explorer.sentence) == (True, True, 0)
    assert (explorer.convention, explorer.painted) == ("boolean", NO_PAINT)
    whole, short = (torch.tensor(mask) for mask in explorer.mask)
    assert torch.equal(whole, torch.ones(6, 6).tril().bool())
    assert short.int().tolist()[3:] == [[1, 1, 1, 1, 0, 0]] * 3
    assert torch.equal(short[:3], whole[:3])


def test_a_row_without_keys_is_zero():
    explorer = MaskExplorer(lengths=[0, 4], window=1)
    assert explorer.weights[0] == [[0.0] * 6] * 6
    assert explorer.weights[1][4] == [0.0] * 6
    assert explorer.weights[1][3] == [0, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("lengths", [6], r"lengths \[6\]; expected 2 numbers"),
        ("lengths", [6, 4, 2], r"lengths \[6, 4, 2\]; expected 2"),
        ("lengths", [6, 7], "length 7 is not within 0 to 6"),
        ("lengths", [-1, 4], "length -1 is not within 0 to 6"),
        ("lengths", [6, 1.5], "expected an int, not the float 1.5"),
        ("window", 7, "7"),
        ("window", -1, "-1"),
        ("painted", NO_PAINT[:1], r"painted has row lengths \[\[6, 6, 6, 6, 6, 6\]\]"),
        ("painted", [NO_PAINT[0], NO_PAINT[1][:5]], "expected 2 times 6 rows of 6"),
        ("painted", [NO_PAINT[0], [[False] * 5] * 6], "5, 5, 5, 5, 5, 5"),
        ("painted", [NO_PAINT[0], [[2] * 6] * 6], "expected a boolean, not the int 2"),
        ("sentence", 2, "2"),
        ("sentence", -1, "-1"),
        ("convention", "float", "float"),
        ("decimals", 9, "9"),
        ("decimals", 1, "1"),
        ("causal", 2, "2"),
        ("padding", "yes", "yes"),
        ("tokens", [], "tokens"),
        ("embeddings", [], "embeddings"),
        ("conventions", [], "conventions"),
    ],
)
def test_bad_inputs_are_named_and_the_old_ones_kept(name, value, message):
    explorer = MaskExplorer()
    before = getattr(explorer, name), explorer.mask
    with pytest.raises(traitlets.TraitError, match=message):
        setattr(explorer, name, value)
    assert (getattr(explorer, name), explorer.mask) == before


# A mask with something of each rule, and a painted cell each way.
MIXED = {"lengths": [5, 3], "window": 3, "painted": painted((0, 1, 0), (1, 4, 5))}


@pytest.mark.parametrize("convention", NAMES)
def test_the_script_gets_each_conventions_tensor_as_it_is(convention):
    explorer = MaskExplorer(convention=convention, **MIXED)
    passed = explorer.passed()
    (sent,) = (c for c in explorer.conventions if c["name"] == convention)
    assert tuple(sent["shape"]) == passed.shape
    assert f"torch.{sent['dtype']}" == str(passed.dtype)
    assert len(sent["index"]) == passed.dim()
    asking = [axis for axis in sent["index"] if axis in ("i", "j")]
    assert asking == sorted(asking)  # rows ask, columns answer


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda each: each.name)
def test_what_is_said_of_a_convention_holds_of_its_tensor(convention):
    sent = convention.describe(2, 6)
    assert re.search(rf"{sent['seen']} = (may attend|a token)", convention.meaning)
    assert re.search(rf"{sent['hidden']} = (hidden|padding)", convention.meaning)
    sizes = {"B": 2, "B·H": 2, "1": 1, "T": 6, "Tq": 6, "Tk": 6}
    axes = re.match(r"\((.*?)\)", convention.axes)[1].split(", ")
    assert sent["shape"] == [sizes[axis] for axis in axes]


@pytest.mark.parametrize("convention", ["boolean", "additive"])
def test_pytorchs_function_takes_what_is_passed(convention):
    explorer = MaskExplorer(convention=convention, **MIXED)
    passed = explorer.passed()
    x = X.expand(2, 1, 6, 3)
    mask = passed if passed.dtype == torch.bool else passed.double()
    theirs = F.scaled_dot_product_attention(x, x, x, mask).nan_to_num()
    ours = torch.tensor(explorer.weights, dtype=torch.float64) @ X
    empty = ~torch.tensor(explorer.mask).any(-1, keepdim=True)
    torch.testing.assert_close(theirs[:, 0].masked_fill(empty, 0.0), ours)


@pytest.mark.parametrize(
    "inputs",
    [
        {"convention": "attn_mask", **MIXED},
        {"convention": "key_padding_mask", "causal": False, "lengths": [5, 3]},
    ],
)
def test_pytorchs_module_takes_what_is_passed(inputs):
    explorer = MaskExplorer(**inputs)
    module = nn.MultiheadAttention(3, 1, bias=False, batch_first=True).double()
    with torch.no_grad():  # no projection: the scores are the sentence's own
        module.in_proj_weight.copy_(torch.eye(3).repeat(3, 1))
    x = X.expand(2, 6, 3)
    (sent,) = (c for c in explorer.conventions if c["name"] == explorer.convention)
    _, theirs = module(x, x, x, **{sent["argument"]: explorer.passed()})
    ours = torch.tensor(explorer.weights, dtype=torch.float64)
    torch.testing.assert_close(theirs.nan_to_num(), ours)


@pytest.mark.parametrize("convention", [c.name for c in CONVENTIONS if c.by_key])
def test_without_padding_to_hide_every_key_is_a_token(convention):
    explorer = MaskExplorer(convention=convention, lengths=[5, 3], padding=False)
    hidden = convention == "key_padding_mask"
    assert (explorer.passed() != hidden).all()
    explorer.padding = True
    assert (explorer.passed() == hidden).sum() == 4


def test_the_others_lead_back_to_the_mask():
    explorer = MaskExplorer(convention="sequence_first", **MIXED)
    assert from_sequence_first(explorer.passed())[:, 0].tolist() == explorer.mask
    explorer.convention = "attention_mask"
    back = from_huggingface_mask(explorer.passed())
    assert torch.equal(back, padding_mask([5, 3], 6))


@pytest.mark.parametrize("convention", NAMES)
def test_static_tables_show_the_sentence_and_the_tensor(convention):
    explorer = MaskExplorer(convention=convention, sentence=1, decimals=3, **MIXED)
    html = BeautifulSoup(explorer.static_tables(), "html.parser")
    mask, scores, weights, tensor = html.select("table")
    names = ["Your", "journey", "starts", "pad", "pad", "pad"]
    for table in (mask, scores, weights):
        assert texts(table, "thead th") == texts(table, "tbody th") == names
    assert mask.caption.text == "Mask of sentence 1: ✓ = may attend"
    assert scores.caption.text == "Scores of sentence 1, hidden: −∞"
    assert weights.caption.text == "Weights of sentence 1"
    seen = [cell == "✓" for cell in texts(mask, "tbody td")]
    assert seen == [cell for row in explorer.mask[1] for cell in row]
    assert set(texts(mask, "tbody td")) == {"✓", "·"}
    allowed = torch.tensor(explorer.mask[1]).flatten().tolist()
    assert texts(scores, "tbody td") == [
        f"{score:.3f}" if may else "−∞"
        for score, may in zip(SCORES.flatten().tolist(), allowed, strict=True)
    ]
    flat = [f"{w:.3f}" for row in explorer.weights[1] for w in row]
    assert texts(weights, "tbody td") == flat
    passed = explorer.passed()
    sent = next(c for c in explorer.conventions if c["name"] == convention)
    assert tensor.caption.text == (
        f"{sent['argument']} of {sent['taken_by']}: {sent['dtype']}, shape "
        f"{tuple(passed.shape)} = {sent['axes']}; {sent['meaning']}"
    )
    if passed.dim() == 2:
        assert texts(tensor, "tbody th") == ["sentence 0", "sentence 1"]
        assert texts(tensor, "thead th") == list("012345")
        keys = padding_mask([5, 3], 6).flatten().tolist()
    else:
        assert texts(tensor, "thead th") == texts(tensor, "tbody th") == names
        keys = seen
    expected = [sent["seen"] if key else sent["hidden"] for key in keys]
    assert texts(tensor, "tbody td") == expected


def texts(table, selector) -> list[str]:
    return [node.text for node in table.select(selector)]
