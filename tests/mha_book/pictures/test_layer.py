"""The layer, declared once: its numbers, its code, its layouts and its picture."""

import itertools
import math
import re
from types import SimpleNamespace

import pytest
import torch
from bs4 import BeautifulSoup

from mha import MultiHeadAttention, MultiHeadAttentionWrapper, causal_mask
from mha.attention.positions import sinusoidal
from mha_book.pictures.kit.arrows import arrows_into
from mha_book.pictures.kit.layer import describe, evaluate, example, layer
from mha_book.pictures.kit.layout import CELL, FORMS, PHONE, arrange, size_of
from mha_book.pictures.kit.markup import Drawing, serialise
from mha_book.pictures.kit.steps import STEPS
from mha_book.pictures.kit.tiles import ROW
from mha_book.pictures.whole import draw_layer

ROLES = ("query", "key", "value")
LAYERS = list(itertools.product((1, 2), ("wrapper", "split"), (False, True)))
LAYOUTS = list(itertools.product(LAYERS, FORMS))
each_layer = pytest.mark.parametrize(("heads", "design", "placed"), LAYERS)
each_layout = pytest.mark.parametrize(("setting", "form"), LAYOUTS)
masked_or_not = pytest.mark.parametrize("causal", [False, True])


def close(found, expected):
    torch.testing.assert_close(found, expected, rtol=0, atol=1e-12)


def drawn() -> dict[str, torch.Tensor]:
    """The example with other embeddings and matrices; positions are as they are."""
    given = {name: torch.randn_like(rows) for name, rows in example().items()}
    return given | {"positions": example()["positions"]}


def module(design: str, heads: int, given: dict[str, torch.Tensor]):
    """The book's module of a design, with these matrices."""
    kinds = {"wrapper": MultiHeadAttentionWrapper, "split": MultiHeadAttention}
    made = kinds[design](2, heads, bias=False).double()
    made.out_proj.weight.data = given["out"]
    for role in ROLES:
        layers = [getattr(head, f"{role}_proj") for head in getattr(made, "heads", [])]
        layers = layers or [getattr(made, f"{role}_proj")]
        parts = given[role].chunk(len(layers))
        for linear, part in zip(layers, parts, strict=True):
            linear.weight.data = part
    return made


@masked_or_not
@each_layer
def test_the_layers_numbers_are_those_of_the_books_modules(
    heads, design, placed, causal
):
    for given in (example(), drawn()):
        made = evaluate(layer(heads, design, placed), given, causal=causal)
        x = given["embeddings"] + given["positions"] * placed
        mask = causal_mask(3) if causal else None
        output, weights = module(design, heads, given)(x, mask=mask)
        close(made["output"], output)
        close(torch.stack([made[f"weights{h}"] for h in range(heads)]), weights)


@masked_or_not
@pytest.mark.parametrize("heads", [1, 2])
def test_both_designs_agree_in_every_block_that_both_have(heads, causal):
    given = drawn()
    wrapper, split = (
        evaluate(layer(heads, design), given, causal=causal)
        for design in ("wrapper", "split")
    )
    assert {"q0", f"scores{heads - 1}", "joined", "output"} < {*wrapper} & {*split}
    for name in {*wrapper} & {*split}:
        close(wrapper[name], split[name])


@pytest.fixture
def exact():
    """Tensors that a line of code makes are float64."""
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


@masked_or_not
@each_layer
def test_a_blocks_line_of_code_makes_its_numbers(heads, design, placed, causal, exact):
    made = evaluate(layer(heads, design, placed), given := drawn(), causal=causal)
    mask = causal_mask(3) if causal else torch.ones(3, 3).bool()
    names = {"torch": torch, "mask": mask, "sinusoidal": sinusoidal}
    for block in layer(heads, design, placed):
        exec(block.code.replace("{}", str(made[block.name].tolist())), names)
        assert names[block.name].shape == block.shape
        close(names[block.name], made[block.name])
    assert given["out"].tolist() == names["w_o"].tolist()


@each_layer
def test_a_line_of_code_mixes_no_types(heads, design, placed):
    names = {"torch": torch, "mask": causal_mask(3), "sinusoidal": sinusoidal}
    made = evaluate(layer(heads, design, placed), example())
    for block in layer(heads, design, placed):  # a reader's default is float32
        exec(block.code.replace("{}", str(made[block.name].tolist())), names)
        assert names[block.name].dtype == torch.float32


@each_layer
def test_a_block_comes_after_what_it_is_made_from(heads, design, placed):
    blocks = layer(heads, design, placed)
    names = [block.name for block in blocks]
    assert len(set(names)) == len(names)
    for place, block in enumerate(blocks):
        assert set(block.inputs) <= set(names[:place])
        assert (block.op == "given") == (not block.inputs) == bool(block.given)
        earlier = [b.step for b in blocks if b.name in block.inputs]
        assert max([1, *earlier]) <= block.step <= len(STEPS)
    used = {name for block in blocks for name in block.inputs}
    assert set(names) - used == {"output"}


@each_layer
def test_the_second_heads_half_is_striped(heads, design, placed):
    stripes = {block.name: block.stripe for block in layer(heads, design, placed)}
    if heads == 1:
        assert set(stripes.values()) == {""}
        return
    assert (stripes["joined"], stripes["w_o"]) == ("columns", "columns")
    assert (stripes["mixed0"], stripes["mixed1"]) == ("", "all")
    if design == "split":
        assert (stripes["w_q"], stripes["q"]) == ("rows", "columns")


@each_layout
def test_every_block_has_a_place_of_its_own(setting, form):
    layout, blocks = arrange(*setting, form), layer(*setting)
    assert set(layout.places) == {block.name for block in blocks}
    assert form != "column" or layout.width <= PHONE == 336
    boxes = {}
    for block in blocks:
        place = layout.places[block.name]
        width, height = size_of(block, place)
        boxes[block.name] = (place.x, place.y, place.x + width, place.y + height)
        left, top, right, bottom = boxes[block.name]
        assert min(left, top) >= 0, block.name
        assert right <= layout.width, block.name
        assert bottom <= layout.height, block.name
    for (one, a), (other, b) in itertools.combinations(boxes.items(), 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (one, other)


@each_layout
def test_what_is_of_a_head_stands_in_its_lane(setting, form):
    layout = arrange(*setting, form)
    assert len(layout.lanes) == setting[0]
    for x, y, width, height in layout.lanes:
        assert min(x, y) >= 0
        assert x + width <= layout.width
        assert y + height <= layout.height
    for block in layer(*setting):
        place = layout.places[block.name]
        across, down = size_of(block, place)
        at = [
            head
            for head, (x, y, width, height) in enumerate(layout.lanes)
            if x <= place.x and place.x + across <= x + width
            if y <= place.y and place.y + down <= y + height
        ]
        assert at == ([] if block.head is None else [block.head]), block.name


@each_layout
def test_an_arrow_starts_at_what_it_works_on(setting, form):
    """Where tables stand below each other, other ones stand beside them."""
    layout = arrange(*setting, form)
    for block in layer(*setting):
        if block.op not in ("mask", "softmax"):
            continue
        place, source = (layout.places[n] for n in (block.name, block.inputs[0]))
        shaft = next(arrows_into(block, place, layout)).find("path")
        (x, y), *_, (end, low) = (
            map(float, point.split(","))
            for point in re.findall(r"[\d.]+,[\d.]+", shaft.get("d"))
        )
        if low > y:
            assert x == end
            assert source.x < x < source.x + 3 * CELL
            assert place.x < x < place.x + 3 * CELL


def number(words: str) -> float:
    return -math.inf if words == "−∞" else float(words.replace("−", "-"))


def printed(drawing: Drawing) -> list[SimpleNamespace]:
    """Every number of a picture, and where it stands."""
    soup = BeautifulSoup(serialise(drawing.root()), "html.parser")
    return [
        SimpleNamespace(
            at=(float(cell.rect["x"]), float(cell.rect["y"])),
            number=number(cell.find("text").text),
            words=cell.find("text").text,
            kinds=cell["class"],
        )
        for cell in soup.select(".mha-tile .mha-cell")
    ]


@masked_or_not
@each_layout
def test_every_number_that_is_printed_follows_from_the_values(setting, form, causal):
    heads, design, placed = setting
    options = {"num_heads": heads, "design": design, "placed": placed}
    values = evaluate(layer(*setting), drawn(), causal=causal)
    drawing = draw_layer(**options, causal=causal, form=form, values=values)
    found = {cell.at: cell for cell in printed(drawing)}
    for block in layer(*setting):
        place = arrange(*setting, form).places[block.name]
        for i, j in itertools.product(*map(range, block.shape)):
            across, down = (i, j) if place.transposed else (j, i)
            cell = found.pop((place.x + across * CELL, place.y + down * ROW))
            value = values[block.name][i, j].item()
            assert cell.number == pytest.approx(value, abs=0.0050001), block.name
            assert ("mha-hidden" in cell.kinds) == (value == -math.inf)
            assert cell.words != "−0"
            assert not cell.words.startswith("−0.00")
    assert found == {}


def test_the_example_is_drawn_when_no_values_are_given():
    drawing = draw_layer(causal=True)
    values = evaluate(layer(), example(), causal=True)
    expected = sorted(
        round(x, 2) for rows in values.values() for x in rows.flatten().tolist()
    )
    assert sorted(cell.number for cell in printed(drawing)) == pytest.approx(expected)


def test_the_script_gets_each_block_as_plain_data():
    for block, said in zip(layer(), describe(layer()), strict=True):
        assert said["name"] == block.name
        assert said["code"] == block.code
        assert (said["step"], said["head"]) == (block.step, block.head)
