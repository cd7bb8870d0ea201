"""The Python half of MaskExplorer."""

import random

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


def weights(mask) -> torch.Tensor:
    """(B, T, T) weights of a (B, T, T) mask, by PyTorch alone."""
    return (
        SCORES.masked_fill(~torch.as_tensor(mask), -torch.inf).softmax(-1).nan_to_num()
    )


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


def rule(inputs, b, i, j) -> bool:
    """Whether query i may attend to key j of sentence b, in plain words."""
    seen = True
    if (inputs["causal"] or inputs["window"]) and j > i:
        seen = False
    if inputs["padding"] and j >= inputs["lengths"][b]:
        seen = False
    if inputs["window"] and i - j >= inputs["window"]:
        seen = False
    return seen != inputs["painted"][b][i][j]


def test_results_are_the_rules_and_pytorchs_for_any_inputs():
    draw = random.Random(seed := random.randrange(2**32))
    print(f"seed {seed}")
    explorer = MaskExplorer()
    for _ in range(200):
        inputs = {
            "lengths": [draw.randrange(7), draw.randrange(7)],
            "causal": draw.random() < 0.5,
            "padding": draw.random() < 0.5,
            "window": draw.choice([0, 0, *range(1, 7)]),
            "painted": (torch.rand(2, 6, 6) < draw.choice([0.0, 0.1, 0.9])).tolist(),
        }
        changed = draw.sample(sorted(inputs), draw.randint(1, 5))
        for name in changed:
            setattr(explorer, name, inputs[name])
        inputs = {name: getattr(explorer, name) for name in inputs}
        mask = [
            [[rule(inputs, b, i, j) for j in range(6)] for i in range(6)]
            for b in range(2)
        ]
        assert explorer.mask == mask
        found = torch.tensor(explorer.weights, dtype=torch.float64)
        torch.testing.assert_close(found, weights(mask), rtol=0, atol=1e-12)


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


@pytest.mark.parametrize(
    ("convention", "shape", "dtype"),
    [
        ("boolean", (2, 1, 6, 6), torch.bool),
        ("additive", (2, 1, 6, 6), torch.float32),
        ("attn_mask", (2, 6, 6), torch.bool),
        ("key_padding_mask", (2, 6), torch.bool),
        ("attention_mask", (2, 6), torch.int64),
        ("sequence_first", (6, 6, 2), torch.bool),
    ],
)
def test_each_convention_has_its_tensor(convention, shape, dtype):
    explorer = MaskExplorer(convention=convention, **MIXED)
    passed = explorer.passed()
    assert (tuple(passed.shape), passed.dtype) == (shape, dtype)
    (told,) = (c for c in explorer.conventions if c["name"] == convention)
    assert tuple(told["shape"]) == shape
    assert f"torch.{told['dtype']}" == str(dtype)


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
    _, theirs = module(x, x, x, **{explorer.convention: explorer.passed()})
    ours = torch.tensor(explorer.weights, dtype=torch.float64)
    torch.testing.assert_close(theirs.nan_to_num(), ours)


@pytest.mark.parametrize("convention", ["key_padding_mask", "attention_mask"])
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


def test_elements_are_told_as_they_are_converted():
    told = {c["name"]: (c["seen"], c["hidden"]) for c in MaskExplorer().conventions}
    assert told == {
        "boolean": ("True", "False"),
        "additive": ("0", "−∞"),
        "attn_mask": ("False", "True"),
        "key_padding_mask": ("False", "True"),
        "attention_mask": ("1", "0"),
        "sequence_first": ("True", "False"),
    }


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
    told = next(c for c in explorer.conventions if c["name"] == convention)
    assert tensor.caption.text == (
        f"{told['argument']} of {told['taken_by']}: {told['dtype']}, shape "
        f"{tuple(passed.shape)} = {told['axes']}; {told['meaning']}"
    )
    if passed.dim() == 2:
        assert texts(tensor, "tbody th") == ["sentence 0", "sentence 1"]
        assert texts(tensor, "thead th") == list("012345")
        keys = padding_mask([5, 3], 6).flatten().tolist()
    else:
        assert texts(tensor, "thead th") == texts(tensor, "tbody th") == names
        keys = seen
    expected = [told["seen"] if key else told["hidden"] for key in keys]
    assert texts(tensor, "tbody td") == expected


def texts(table, selector) -> list[str]:
    return [node.text for node in table.select(selector)]
