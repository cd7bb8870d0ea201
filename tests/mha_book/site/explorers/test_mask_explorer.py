"""MaskExplorer on the published page, against PyTorch in float64."""

import json
from urllib.parse import urlencode

import pytest
import torch
from playwright.sync_api import expect
from torch import nn
from torch.nn import functional as F

import checks
import reading
from mha_book.examples import YOUR_JOURNEY
from mha_book.explorers import MaskExplorer

PAGE = "padding-and-packing.html"
TOKENS = YOUR_JOURNEY.tokens
X = torch.tensor(YOUR_JOURNEY.embeddings, dtype=torch.float64)  # (T, E)
SCORES = X @ X.T / 3**0.5
START = {
    "lengths": [6, 4],
    "causal": True,
    "padding": True,
    "window": 0,
    "painted": torch.zeros(2, 6, 6, dtype=torch.bool).tolist(),
    "sentence": 0,
    "convention": "boolean",
}
BOXES = {"causal": "later words", "padding": "padding"}
CONVENTIONS = {
    "boolean": "this book: boolean",
    "additive": "PyTorch's function: added to the scores",
    "attn_mask": "PyTorch's module: attn_mask",
    "key_padding_mask": "PyTorch's module: key_padding_mask",
    "attention_mask": "Hugging Face: attention_mask",
    "sequence_first": "sequence first: sentences on the last axis",
}
BY_KEY = ("key_padding_mask", "attention_mask")


def region(page):
    return page.get_by_role("region", name="Mask explorer, mask")


@pytest.fixture
def explorer(page, address):
    checks.open_page(page, f"{address}/{PAGE}")
    found = region(page)
    found.get_by_label("Decimals").select_option("8")
    return found


@pytest.fixture
def live(explorer):
    return explorer.locator("[aria-live=polite]")


def start() -> dict:
    return json.loads(json.dumps(START))


def cells(explorer, name):
    """A table's cells: the mask's are buttons."""
    grid = explorer.get_by_role("grid", name=name, exact=True)
    return grid.locator("tbody [tabindex]")


def choose(explorer, convention):
    explorer.get_by_label("As wanted by").select_option(label=CONVENTIONS[convention])


def show_sentence(explorer, sentence):
    explorer.get_by_label(f"sentence {sentence}", exact=True).check()


# ---- what PyTorch alone makes of the inputs --------------------------------------


def keys_of(state) -> torch.Tensor:
    """(B, T): which keys are not hidden as padding."""
    lengths = torch.tensor(state["lengths"])[:, None]
    return (torch.arange(6) < lengths) | (not state["padding"])


def mask_of(state) -> torch.Tensor:
    """(B, T, T), True = may attend."""
    back = torch.arange(6)[:, None] - torch.arange(6)  # how far back key j lies
    mask = keys_of(state)[:, None].expand(2, 6, 6).clone()
    if state["causal"] or state["window"]:
        mask &= back >= 0
    if state["window"]:
        mask &= back < state["window"]
    return mask ^ torch.tensor(state["painted"])


def weights_of(mask) -> torch.Tensor:
    """(B, T, T): PyTorch's softmax, 0 where it has no number for an empty row."""
    return SCORES.masked_fill(~mask, -torch.inf).softmax(-1).nan_to_num(0.0)


def passed_of(state) -> torch.Tensor:
    """The tensor that the chosen convention takes."""
    mask, keys = mask_of(state), keys_of(state)
    zeros = torch.zeros(2, 1, 6, 6)
    return {
        "boolean": mask[:, None],
        "additive": zeros.masked_fill(~mask[:, None], -torch.inf),
        "attn_mask": ~mask,  # one head: B·H = B
        "key_padding_mask": ~keys,
        "attention_mask": keys.long(),
        "sequence_first": mask.permute(1, 2, 0),
    }[state["convention"]]


def slice_of(state) -> torch.Tensor:
    """What is shown of it."""
    passed, b = passed_of(state), state["sentence"]
    if state["convention"] == "sequence_first":
        return passed[:, :, b]
    return passed if passed.dim() == 2 else passed[b].view(6, 6)


FACTS = """node => Object.fromEntries([...node.querySelectorAll("dt")].map(
  name => [name.textContent, name.nextElementSibling.textContent]))"""
PRESSED = """node => [...node.querySelectorAll("[aria-label=Mask] tbody button")].map(
  cell => cell.ariaPressed === "true")"""
ALL = f"node => [{reading.GRIDS}, {FACTS}, {PRESSED}].map(read => read(node))"


def facts(explorer) -> dict[str, str]:
    return explorer.evaluate(FACTS)


def assert_shown(found, state):
    grids, told, pressed = found
    mask, b = mask_of(state), state["sentence"]
    expected = {
        "Mask": mask[b].double(),
        "Scores": SCORES.masked_fill(~mask[b], -torch.inf),
        "Weights": weights_of(mask)[b],
        "Tensor": slice_of(state).double(),
    }
    reading.assert_shows(grids, expected, state)
    passed = passed_of(state)
    assert f"torch.{told['dtype']}" == str(passed.dtype)
    assert told["shape"].startswith(f"{tuple(passed.shape)} = ")
    assert pressed == mask[b].flatten().tolist()


def assert_same(explorer, state):
    assert_shown(explorer.evaluate(ALL), state)


def attributes(explorer, name) -> list[str]:
    return cells(explorer, "Mask").evaluate_all(
        f"cells => cells.map(cell => cell.getAttribute('{name}'))"
    )


def edit(state, draw):
    """One random edit in the state that PyTorch is given; gives it as the page's."""
    b = state["sentence"]
    choice = draw.choice(["painted", "painted", *sorted(START)])
    if choice == "causal" and state["window"]:  # then there is no such choice
        choice = "painted"
    if choice == "painted":
        i, j = draw.randrange(6), draw.randrange(6)
        state["painted"][b][i][j] = not state["painted"][b][i][j]
        return ["Mask", i, j], None
    if choice == "lengths":
        state["lengths"][b] = draw.randrange(7)
        return f"Length of sentence {b}", state["lengths"][b]
    if choice == "window":
        state["window"] = draw.choice([0, 0, *range(1, 7)])
        return "Window, 0 = none", state["window"]
    if choice == "sentence":
        state["sentence"] = draw.randrange(2)
        return f"sentence {state['sentence']}", True
    if choice == "convention":
        state["convention"] = draw.choice(sorted(CONVENTIONS))
        return "As wanted by", CONVENTIONS[state["convention"]]
    state[choice] = not state[choice]
    return BOXES[choice], state[choice]


def test_two_hundred_edits_show_pytorchs_numbers(explorer):
    for found, state in reading.two_hundred_edits(explorer, START, edit, ALL):
        assert_shown(found, state)


# ---- the tensor that is passed ---------------------------------------------------


def whole_tensor(explorer, state) -> torch.Tensor:
    """The tensor, put together from the slices that the page shows."""
    slices = []
    for sentence in (0, 1):
        show_sentence(explorer, sentence)
        slices.append(reading.shown(explorer)["Tensor"])
    if state["convention"] in BY_KEY:
        assert torch.equal(*slices)
        return slices[0]
    axis = 2 if state["convention"] == "sequence_first" else 0
    return torch.stack(slices, axis).view(passed_of(state).shape)


def weights_shown(explorer) -> torch.Tensor:
    shown = []
    for sentence in (0, 1):
        show_sentence(explorer, sentence)
        shown.append(reading.shown(explorer)["Weights"])
    return torch.stack(shown)


def set_up(explorer, state):
    """A window, padding, and a painted cell each way."""
    state |= {"lengths": [5, 3], "window": 3}
    for b in (0, 1):
        explorer.get_by_label(f"Length of sentence {b}").fill(str(state["lengths"][b]))
    explorer.get_by_label("Window, 0 = none").fill("3")
    for b, i, j in ((0, 1, 0), (1, 4, 5)):
        show_sentence(explorer, b)
        cells(explorer, "Mask").nth(6 * i + j).click()
        state["painted"][b][i][j] = True
    state["sentence"] = 1


@pytest.mark.parametrize("convention", ["boolean", "additive"])
def test_pytorchs_function_gives_the_weights_shown(explorer, convention):
    state = start() | {"convention": convention}
    set_up(explorer, state)
    choose(explorer, convention)
    shown = whole_tensor(explorer, state)
    mask = shown.bool() if convention == "boolean" else shown
    x = X.expand(2, 1, 6, 3)
    theirs = F.scaled_dot_product_attention(x, x, x, mask)[:, 0]
    weights = weights_shown(explorer)
    some = weights.sum(-1) > 0
    torch.testing.assert_close(theirs[some], (weights @ X)[some], rtol=0, atol=1e-6)


@pytest.mark.parametrize("convention", ["attn_mask", "key_padding_mask"])
def test_pytorchs_module_gives_the_weights_shown(explorer, convention):
    state = start() | {"convention": convention}
    if convention == "attn_mask":
        set_up(explorer, state)
    else:
        explorer.get_by_role("checkbox", name="later words").uncheck()
        explorer.get_by_label("Length of sentence 0").fill("5")
    choose(explorer, convention)
    mask = whole_tensor(explorer, state).bool()
    module = nn.MultiheadAttention(3, 1, bias=False, batch_first=True).double()
    with torch.no_grad():  # no projection: the scores are the sentence's own
        module.in_proj_weight.copy_(torch.eye(3).repeat(3, 1))
    x = X.expand(2, 6, 3)
    _, theirs = module(x, x, x, **{convention: mask})
    weights = weights_shown(explorer)
    torch.testing.assert_close(theirs.nan_to_num(), weights, rtol=0, atol=1e-6)


@pytest.mark.parametrize(
    ("convention", "argument", "dtype", "shape", "meaning", "part"),
    [
        (
            "boolean",
            "mask",
            "bool",
            "(2, 1, 6, 6) = (B, 1, T, T)",
            "True = may attend, False = hidden",
            "mask[1, 0, :, :]",
        ),
        (
            "additive",
            "attn_mask",
            "float32",
            "(2, 1, 6, 6) = (B, 1, T, T)",
            "0 = may attend, −∞ = hidden",
            "attn_mask[1, 0, :, :]",
        ),
        (
            "attn_mask",
            "attn_mask",
            "bool",
            "(2, 6, 6) = (B·H, T, T), here H = 1",
            "True = hidden, False = may attend",
            "attn_mask[1, :, :]",
        ),
        (
            "key_padding_mask",
            "key_padding_mask",
            "bool",
            "(2, 6) = (B, T)",
            "True = padding, False = a token",
            "key_padding_mask[:, :]",
        ),
        (
            "attention_mask",
            "attention_mask",
            "int64",
            "(2, 6) = (B, T)",
            "1 = a token, 0 = padding",
            "attention_mask[:, :]",
        ),
        (
            "sequence_first",
            "mask",
            "bool",
            "(6, 6, 2) = (Tq, Tk, B)",
            "True = may attend, False = hidden",
            "mask[:, :, 1]",
        ),
    ],
)
def test_a_convention_is_told(
    explorer, convention, argument, dtype, shape, meaning, part
):
    show_sentence(explorer, 1)
    choose(explorer, convention)
    told = facts(explorer)
    takers = {c["name"]: c["taken_by"] for c in MaskExplorer().conventions}
    assert told == {
        "argument": argument,
        "taken by": takers[convention],
        "dtype": dtype,
        "shape": shape,
        "meaning": meaning,
    }
    grid = explorer.get_by_role("grid", name="Tensor")
    assert grid.locator("caption").inner_text() == part
    heads = grid.locator("tbody th").all_inner_texts()
    columns = grid.locator("thead th").all_inner_texts()
    if convention in BY_KEY:
        assert (heads, columns) == (["sentence 0", "sentence 1"], list("012345"))
    else:
        assert heads == columns == [*TOKENS[:4], "pad", "pad"]


# ---- words -----------------------------------------------------------------------

PADDING = "It says the padding alone: which keys no query may see."
LATER = {
    "key_padding_mask": "That later words are hidden goes into attn_mask.",
    "attention_mask": "A causal model hides later words itself.",
}
WINDOW = {
    "key_padding_mask": "The window goes into attn_mask.",
    "attention_mask": "A causal model made with a window adds it itself.",
}
PAINT = {
    "key_padding_mask": "Painted cells cannot be said here; attn_mask can say them.",
    "attention_mask": "Painted cells cannot be said here.",
}


def left_out(explorer) -> str:
    grid = explorer.get_by_role("grid", name="Tensor")
    return grid.locator("xpath=following-sibling::p").inner_text()


@pytest.mark.parametrize("convention", BY_KEY)
def test_what_a_tensor_leaves_out_is_said(explorer, convention):
    choose(explorer, convention)
    assert left_out(explorer) == f"{PADDING} {LATER[convention]}"
    explorer.get_by_role("checkbox", name="later words").uncheck()
    assert left_out(explorer) == PADDING
    cells(explorer, "Mask").nth(35).click()
    assert left_out(explorer) == f"{PADDING} {PAINT[convention]}"
    show_sentence(explorer, 1)  # the whole tensor is shown, and what it lacks
    assert left_out(explorer) == f"{PADDING} {PAINT[convention]}"
    explorer.get_by_label("Window, 0 = none").fill("2")
    said = f"{PADDING} {WINDOW[convention]} {PAINT[convention]}"
    assert left_out(explorer) == said
    explorer.get_by_role("button", name="Clear paint").click()
    assert left_out(explorer) == f"{PADDING} {WINDOW[convention]}"
    choose(explorer, "boolean")
    assert left_out(explorer) == ""


PAD_ROW = ". The row is padding itself: a padding mask hides keys, never rows."


@pytest.mark.parametrize(
    ("sentence", "i", "j", "line"),
    [
        (0, 1, 2, "journey may attend to starts: hidden, it is later"),
        (0, 2, 2, "starts may attend to starts: yes, no rule hides it"),
        (0, 5, 3, "step may attend to with: hidden, it is beyond the window"),
        (0, 4, 4, "one may attend to one: hidden, it is painted"),
        (0, 0, 3, "Your may attend to with: yes, painted, though it is later"),
        (
            1,
            3,
            4,
            "with may attend to pad at position 4: hidden, it is later and padding",
        ),
        (
            1,
            4,
            4,
            "pad at position 4 may attend to pad at position 4: hidden, "
            f"it is padding{PAD_ROW}",
        ),
        (
            1,
            5,
            2,
            "pad at position 5 may attend to starts: hidden, "
            f"it is beyond the window{PAD_ROW}",
        ),
        (
            1,
            4,
            3,
            f"pad at position 4 may attend to with: yes, no rule hides it{PAD_ROW}",
        ),
    ],
)
def test_the_mask_says_which_rule_hides(explorer, live, sentence, i, j, line):
    explorer.get_by_label("Window, 0 = none").fill("2")
    for painted in (28, 3):
        cells(explorer, "Mask").nth(painted).click()
    show_sentence(explorer, sentence)
    cells(explorer, "Mask").nth(6 * i + j).hover()
    assert live.inner_text() == f"row {line}"
    other = cells(explorer, "Mask").nth((6 * i + j + 1) % 36)
    other.focus()
    assert live.inner_text() != f"row {line}"
    cells(explorer, "Mask").nth(6 * i + j).focus()
    assert live.inner_text() == f"row {line}"


def test_the_weights_read_their_arithmetic(explorer, live):
    explorer.get_by_label("Decimals").select_option("2")
    cells(explorer, "Weights").nth(6).hover()
    first, second = (f"e^{score:.2f}" for score in SCORES[1, :2].tolist())
    value = weights_of(mask_of(START))[0, 1, 0]
    powers = f"{first} + {second} + 0 + 0 + 0 + 0"
    line = f"weight journey → Your: {first} / ({powers}) = {value:.2f}"
    assert live.inner_text() == line
    show_sentence(explorer, 1)  # read anew for what is now shown
    explorer.get_by_label("Length of sentence 1").fill("0")
    line = (
        "weight pad at position 1 → pad at position 0: "
        "pad at position 1 has nothing to attend to, so 0.00"
    )
    assert live.inner_text() == line


@pytest.mark.parametrize(
    ("convention", "place", "line"),
    [
        ("boolean", 8, "mask[1, 0, 1, 2] = False: journey may not attend to starts"),
        ("additive", 7, "attn_mask[1, 0, 1, 1] = 0: journey may attend to journey"),
        (
            "attn_mask",
            29,
            "attn_mask[1, 4, 5] = True: "
            "pad at position 4 may not attend to pad at position 5",
        ),
        (
            "key_padding_mask",
            10,
            "key_padding_mask[1, 4] = True: "
            "pad at position 4 of sentence 1 is padding, hidden from every query",
        ),
        (
            "attention_mask",
            4,
            "attention_mask[0, 4] = 1: one of sentence 0 counts as a token",
        ),
        ("sequence_first", 6, "mask[1, 0, 1] = True: journey may attend to Your"),
    ],
)
def test_the_tensor_reads_its_elements(explorer, live, convention, place, line):
    show_sentence(explorer, 1)
    choose(explorer, convention)
    cells(explorer, "Tensor").nth(place).focus()
    assert live.inner_text() == line


def test_what_is_gone_is_no_longer_read(explorer, live):
    hint = live.inner_text()
    assert "A padding mask hides keys" in hint
    cells(explorer, "Tensor").nth(8).focus()
    explorer.get_by_role("checkbox", name="later words").uncheck()
    assert live.inner_text().startswith("mask[0, 0, 1, 2] = True: ")
    choose(explorer, "attention_mask")
    assert live.inner_text() == hint
    assert set(marks(explorer)) == {"Mask", *TABLES}
    assert not any(marks(explorer).values())
    cells(explorer, "Mask").nth(8).focus()
    choose(explorer, "additive")
    assert live.inner_text().startswith("row journey may attend to starts")


def marks(explorer) -> dict[str, list]:
    """Places of what is ringed (r) and underlined (u), table by table."""
    return explorer.evaluate(
        """node => Object.fromEntries(
             [...node.querySelectorAll("table.mha-grid")].map(t => [t.ariaLabel,
               [...t.querySelectorAll("tbody [tabindex]")].flatMap((c, k) =>
                 c.classList.contains("mha-read") ? [`r${k}`] :
                 c.classList.contains("mha-used") ? [`u${k}`] : [])]))"""
    )


TABLES = ("Scores", "Weights", "Tensor")


def assert_marked(explorer, read, place, *others):
    """A table's cell is ringed, and in the three others these are underlined."""
    expected = {name: [f"u{k}" for k in others] for name in ("Mask", *TABLES)}
    assert marks(explorer) == expected | {read: [f"r{place}"]}


def test_the_same_pair_is_marked_in_each_table(explorer, page):
    cells(explorer, "Mask").nth(8).focus()
    assert_marked(explorer, "Mask", 8, 8)
    cells(explorer, "Scores").nth(9).focus()
    assert_marked(explorer, "Scores", 9, 9)
    cells(explorer, "Tensor").nth(21).hover()
    assert_marked(explorer, "Tensor", 21, 21)
    choose(explorer, "attention_mask")
    show_sentence(explorer, 1)
    page.mouse.move(0, 0)  # what scrolls below the pointer would be read
    cells(explorer, "Weights").nth(8).focus()  # key 2 of sentence 1
    assert_marked(explorer, "Weights", 8, 8)
    cells(explorer, "Tensor").nth(9).focus()  # key 3, from every query
    assert_marked(explorer, "Tensor", 9, *range(3, 36, 6))
    cells(explorer, "Tensor").nth(3).focus()  # of the sentence that is not shown
    assert_marked(explorer, "Tensor", 3)


def test_the_scores_read_their_arithmetic(explorer, live):
    explorer.get_by_label("Decimals").select_option("2")
    cells(explorer, "Scores").nth(6).hover()
    products = " + ".join(f"{a:.2f}·{b:.2f}" for a, b in zip(X[1], X[0], strict=True))
    line = f"score journey → Your: ({products}) / √3 = {SCORES[1, 0]:.2f}"
    assert live.inner_text() == line
    cells(explorer, "Scores").nth(8).hover()
    assert live.inner_text() == "score journey → starts: hidden, so −∞"


def test_hidden_is_hatched_among_scores_and_weights(explorer):
    for name in ("Scores", "Weights"):
        seen, hidden = (cells(explorer, name).nth(k).evaluate(HATCH) for k in (0, 1))
        assert (seen, "gradient" in hidden) == ("none", True)
        assert cells(explorer, name).nth(1).inner_text() in ("−∞", "0.00000000")
    cells(explorer, "Mask").nth(1).click()  # painted: seen again
    for name in ("Scores", "Weights"):
        assert cells(explorer, name).nth(1).evaluate(HATCH) == "none"


HATCH = "cell => getComputedStyle(cell).backgroundImage"


def test_padding_is_named(explorer):
    show_sentence(explorer, 1)
    for name in ("Mask", *TABLES):
        grid = explorer.get_by_role("grid", name=name, exact=True)
        for part in ("thead", "tbody"):
            heads = grid.locator(f"{part} th").all_inner_texts()
            assert heads == ["Your", "journey", "starts", "with", "pad", "pad"]
    names = attributes(explorer, "aria-label")
    assert names[1] == "Your may attend to journey"
    assert names[-2] == "pad at position 5 may attend to pad at position 4"


def test_an_empty_row_is_told_in_words(explorer):
    weights = explorer.get_by_role("grid", name="Weights")
    note = weights.locator("xpath=following-sibling::p")
    assert note.inner_text() == ""
    show_sentence(explorer, 1)
    explorer.get_by_label("Window, 0 = none").fill("1")
    heads = weights.locator("tbody th").all_inner_texts()
    empty = "pad\nall 0"
    assert heads == ["Your", "journey", "starts", "with", empty, empty]
    share = torch.full((6,), -1e9, dtype=torch.float64).softmax(0)[5]
    assert note.inner_text() == (
        "All 0: the row has nothing to attend to. With −1e9 in place of −∞ it would "
        f"not be 0: every key, hidden as it is, would get 1/6 = {share:.8f}."
    )


def test_a_window_says_that_it_is_causal(explorer):
    box = explorer.get_by_role("checkbox", name="later words")
    box.uncheck()
    explorer.get_by_label("Window, 0 = none").fill("6")
    expect(box).to_be_checked()
    expect(box).to_be_disabled()
    expect(box).to_have_accessible_name("later words, as the window does")
    explorer.get_by_label("Window, 0 = none").fill("0")
    expect(box).not_to_be_checked()
    expect(box).to_be_enabled()
    expect(box).to_have_accessible_name("later words")


def test_seen_and_painted_cells_differ_by_more_than_colour(explorer):
    mask = cells(explorer, "Mask")
    assert mask.nth(0).inner_text() == "✓"
    assert mask.nth(1).inner_text() == "·"
    mask.nth(1).click()
    mask.nth(0).click()
    assert mask.nth(1).inner_text() == "✓*"
    assert mask.nth(0).inner_text() == "·*"
    fills = [mask.nth(k).evaluate(BACKGROUND) for k in range(2)]
    assert fills[0] != fills[1]


def test_tensors_are_tinted_where_a_key_is_seen(explorer):
    for convention in ("boolean", "attn_mask"):
        choose(explorer, convention)
        seen, hidden = (
            cells(explorer, "Tensor").nth(k).evaluate(BACKGROUND) for k in range(2)
        )
        assert seen == cells(explorer, "Mask").first.evaluate(BACKGROUND) != hidden


BACKGROUND = "cell => getComputedStyle(cell).backgroundColor"


# ---- keyboard, reset, links ------------------------------------------------------


def test_keyboard_alone_paints_and_reads(explorer, live, page):
    focused = "document.activeElement.closest('table')?.ariaLabel"
    state = start()
    explorer.get_by_label("Decimals").focus()
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "Mask"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert live.inner_text() == "row journey may attend to starts: hidden, it is later"
    page.keyboard.press("Space")
    state["painted"][0][1][2] = True
    assert_same(explorer, state)
    assert live.inner_text().endswith("yes, painted, though it is later")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    state["painted"][0][1][0] = True
    assert_same(explorer, state)
    page.keyboard.press("Enter")
    state["painted"][0][1][0] = False
    assert_same(explorer, state)
    page.keyboard.press("Tab")
    clear = explorer.get_by_role("button", name="Clear paint")
    expect(clear).to_be_focused()
    for table in ("Scores", "Weights"):  # one stop per table
        page.keyboard.press("Tab")
        assert page.evaluate(focused) == table
    page.keyboard.press("Tab")
    expect(explorer.get_by_label("As wanted by")).to_be_focused()
    page.keyboard.press("ArrowDown")
    assert_same(explorer, state | {"convention": "additive"})
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "Tensor"
    clear.press("Enter")
    assert_same(explorer, start() | {"convention": "additive"})


@pytest.mark.parametrize(
    ("label", "kept"),
    [
        ("Length of sentence 0", "6"),
        ("Length of sentence 1", "4"),
        ("Window, 0 = none", "0"),
    ],
)
def test_bad_numbers_are_named_and_lose_nothing(explorer, label, kept):
    field = explorer.get_by_label(label)
    expected = f"expected a whole number from 0 to 6; {kept} is kept."
    for typed in ("7", "-1", "1.5", ""):
        field.fill(typed)
        found = f"{label}: found {typed or 'no number'}, {expected}"
        assert explorer.get_by_role("alert").inner_text() == found
        assert field.get_attribute("aria-invalid") == "true"
        assert_same(explorer, START)
        field.blur()
        assert field.input_value() == kept


def link_to(address, values) -> str:
    texts = {name: json.dumps(value) for name, value in values.items()}
    return f"{address}/{PAGE}#{urlencode({'explorer': 'mask', **texts})}"


def test_every_convention_fits_a_phone(page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    long = {"window": 1, "sentence": 1, "lengths": [6, 2], "decimals": 8}
    checks.open_page(page, link_to(address, long))
    explorer = region(page)
    for convention in CONVENTIONS:
        choose(explorer, convention)
        cells(explorer, "Mask").nth(7).click()
        assert checks.overflow(page, 390) == []
        assert explorer.evaluate("node => contract.stickingOut(node)") == []
