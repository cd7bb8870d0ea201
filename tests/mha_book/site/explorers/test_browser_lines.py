"""HeadBrowser's lines in a page: against PyTorch, by pointer, by keyboard, by ear."""

import random
import re

import pytest
import torch

import checks
from headpages import cell, live, marks, picture, slide
from headrecords import BIRD, any_record, records, weights
from mha import causal_mask
from mha_book.explorers import HeadBrowser, Record
from mha_book.scales import contrast
from seeds import any_seed

PLACES = {0: " (1st)", 3: " (4th)"}  # of the word that BIRD has twice
LEAST = 0.01  # the smallest weight that has a line
WIDTH = 10  # px of a line of weight 1


@pytest.fixture
def explorer(mount):
    return mount(records())


@pytest.fixture
def published(open_explorer):
    return open_explorer(HeadBrowser)


def drawn(explorer) -> list[dict]:
    """Every line, in the order of drawing: where from and to, how thick, how seen."""
    return explorer.locator(".mha-web path").evaluate_all(
        r"""all => all.map(path => {
             const style = getComputedStyle(path);
             const [, from] = path.getAttribute("d").match(/^M0 ([\d.]+)C/);
             const [, to] = path.getAttribute("d").match(/ 100 ([\d.]+)$/);
             return { i: from - 0.5, j: to - 0.5, width: parseFloat(style.strokeWidth),
               ink: Number(style.strokeOpacity), opacity: Number(style.opacity) };
           })"""
    )


def thickness(explorer, length: int) -> torch.Tensor:
    """(T, T): each pair's thickness, 0 where it has no line."""
    found = torch.zeros(length, length, dtype=torch.float64)
    for line in drawn(explorer):
        assert found[line["i"], line["j"]] == 0  # one line for each pair
        found[line["i"], line["j"]] = line["width"]
    return found


def strong(explorer) -> set[tuple[int, int]]:
    """The lines that have not stepped back."""
    return {(line["i"], line["j"]) for line in drawn(explorer) if line["opacity"] == 1}


def token(explorer, side: int, place: int):
    return explorer.locator(".mha-tokens").nth(side).get_by_role("button").nth(place)


def at_ends(explorer) -> list[list[str]]:
    """The numbers that stand beside the tokens, left and right."""
    columns = explorer.locator(".mha-tokens").all()
    weights = "all => all.map(n => getComputedStyle(n, '::after').content.slice(1, -1))"
    return [column.locator("button").evaluate_all(weights) for column in columns]


def held(explorer) -> list[str]:
    pressed = explorer.locator(".mha-tokens [aria-pressed=true]")
    return pressed.evaluate_all("all => all.map(n => n.ariaLabel)")


def note(explorer) -> str:
    return explorer.locator(".mha-lines .mha-note").last.inner_text()


def rest(page):
    """Wait until no line fades any more."""
    page.wait_for_function(
        "document.getAnimations().every(each => each.playState !== 'running')"
    )


# ---- what is drawn -----------------------------------------------------------------


def test_every_line_is_as_thick_as_pytorchs_weight(mount):
    seed = any_seed()
    draw = random.Random(seed)
    for _ in range(10):
        record = any_record(draw)
        kept = record.weights.round(decimals=4)  # what a page has
        layers, heads, length, _ = kept.shape
        layer, head = draw.randrange(layers), draw.randrange(heads)
        explorer = mount([record], layer=layer, head=head)
        w = kept[layer, head]
        expected = torch.where(w >= LEAST, WIDTH * w, 0)
        found = thickness(explorer, length)
        torch.testing.assert_close(found, expected, rtol=0, atol=1e-4)
        masked = (kept == 0).all(dim=1).all(dim=0)  # (L, H, T, T) -> (T, T)
        lines, small = (w >= LEAST).sum(), ((w < LEAST) & ~masked).sum()
        said = f"{lines} of {length**2} pairs have a line; {small} below 0.01 "
        assert note(explorer).startswith(said)
        share = 100 * w[w < LEAST].sum() / w.sum()
        told = float(re.search(r"\((\S+)\s% of all weight\)", note(explorer))[1])
        assert told == pytest.approx(share.item(), abs=0.0501)  # rounded either way
        none = masked.sum().item()
        assert (f"; {none} get 0 in every head" in note(explorer)) == (none > 0)


def test_minilms_lines_follow_the_head(published):
    draw = random.Random(5)
    for _ in range(5):
        layer, head = draw.randrange(6), draw.randrange(12)
        picture(published, layer, head).click()
        w = shown_weights(published)
        found = thickness(published, len(w))
        expected = torch.where(w >= LEAST, WIDTH * w, 0)
        torch.testing.assert_close(found, expected, rtol=0, atol=1e-4)


def shown_weights(published) -> torch.Tensor:
    """What the table tells, with all its digits."""
    published.get_by_label("Decimals").select_option("4")
    texts = published.get_by_role("grid", name="Weights").locator("tbody td")
    found = [float(text) for text in texts.all_text_contents()]
    return torch.tensor(found, dtype=torch.float64).view(-1, int(len(found) ** 0.5))


def test_a_masked_pair_has_no_line(mount):
    causal = weights(2, 3, 7, seed=3, causal=True)
    explorer = mount([Record("m", list("abcdefg"), causal)])
    hidden = {tuple(pair) for pair in (~causal_mask(7)).nonzero().tolist()}
    lines = {(line["i"], line["j"]) for line in drawn(explorer)}
    assert lines
    assert not lines & hidden
    assert "; 21 get 0 in every head, as masked pairs do." in note(explorer)


def test_who_attends_to_nothing_has_no_line(explorer):
    explorer.get_by_label("Model").select_option("large")
    explorer.get_by_label("Sentence").select_option("a fish swims")
    slide(explorer, "Layer", 1)
    assert {line["i"] for line in drawn(explorer)} == {0, 1}
    token(explorer, 0, 2).hover()
    assert live(explorer) == "“swims” attends to nothing"
    assert strong(explorer) == set()


def test_thick_lines_lie_on_top_and_are_seen_more(explorer):
    lines = drawn(explorer)
    widths, inks = ([line[key] for line in lines] for key in ("width", "ink"))
    assert widths == sorted(widths)
    assert inks == sorted(inks)
    assert inks[-1] > 2 * inks[0] > 0.5


def test_the_legend_says_how_thick_a_weight_is(explorer):
    samples = explorer.locator(".mha-sample")
    assert [float(text) for text in samples.all_inner_texts()] == [0.1, 0.5, 1]
    widths = samples.locator("path").evaluate_all(
        "all => all.map(path => parseFloat(getComputedStyle(path).strokeWidth))"
    )
    assert widths == [1, 5, 10]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_line_stands_out_in_either_theme(page, explorer, theme):
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(f"document.documentElement.dataset.theme === '{theme}'")
    line, ground = page.evaluate(
        """() => {
             const brush = document.createElement("canvas").getContext("2d");
             const rgb = colour => {
               brush.fillStyle = colour;
               brush.fillRect(0, 0, 1, 1);
               const [r, g, b] = brush.getImageData(0, 0, 1, 1).data;
               return [r / 255, g / 255, b / 255];
             };
             const of = (query, key) =>
               rgb(getComputedStyle(document.querySelector(query))[key]);
             return [of(".mha-web path", "stroke"),
                     of(".mha-explorer", "backgroundColor")];
           }"""
    )
    assert contrast(line, ground) >= 4.5


# ---- what is chosen ----------------------------------------------------------------


def test_a_token_that_is_pointed_at_keeps_its_lines_and_the_rest_steps_back(
    page, explorer
):
    every = strong(explorer)
    w = records()[0].weights[0, 0].round(decimals=4)
    token(explorer, 0, 3).hover()
    rest(page)
    assert strong(explorer) == {pair for pair in every if pair[0] == 3}
    assert {round(line["opacity"], 3) for line in drawn(explorer)} == {1, 0.2}
    told = [f"{x:.2f}" if x >= LEAST else "" for x in w[3].tolist()]
    assert at_ends(explorer) == [[""] * 5, told]
    token(explorer, 1, 1).hover()
    rest(page)
    assert strong(explorer) == {pair for pair in every if pair[1] == 1}
    told = [f"{x:.2f}" if x >= LEAST else "" for x in w[:, 1].tolist()]
    assert at_ends(explorer) == [told, [""] * 5]
    page.mouse.move(0, 0)
    rest(page)
    assert strong(explorer) == every
    assert at_ends(explorer) == [[""] * 5] * 2
    assert live(explorer).startswith("Point at a token")


def test_a_query_is_read_as_its_cell_is_and_a_key_by_its_column(explorer):
    w = records()[0].weights[0, 0].round(decimals=4)
    most = w[4].argmax().item()
    token(explorer, 0, 4).hover()
    line = live(explorer)
    cell(explorer, 4, most).hover()
    assert live(explorer) == line
    token(explorer, 1, 1).hover()
    order = [k for k in w[:, 1].argsort(descending=True).tolist() if w[k, 1] > 0][:3]
    first, *others = [
        f"{w[k, 1]:.2f} from “{BIRD[k]}”" + PLACES.get(k, "") for k in order
    ]
    rests = "".join(f"; {other}" for other in others)
    expected = (
        f"“bird” gets {first}, most of all{rests}; on average {w[:, 1].mean():.2f}"
    )
    assert live(explorer) == expected


def test_a_key_to_which_nothing_attends_is_told(mount):
    explorer = mount([Record("m", ["a", "b"], torch.tensor([[[[1.0, 0], [1, 0]]]]))])
    token(explorer, 1, 1).hover()
    assert live(explorer) == "nothing attends to “b”"


def test_a_click_holds_a_token_until_escape_or_another(page, explorer):
    token(explorer, 0, 2).click()
    assert held(explorer) == ["“saw” asks"]
    line, lines = live(explorer), strong(explorer)
    token(explorer, 1, 4).hover()
    cell(explorer, 4, 0).hover()
    picture(explorer, 1, 1).hover()
    assert (live(explorer), strong(explorer)) == (line, lines)
    slide(explorer, "Training epoch", 1)  # stays, and says the new numbers
    assert live(explorer) != line
    assert live(explorer).startswith("“saw” attends to ")
    token(explorer, 1, 4).click()
    assert held(explorer) == ["“cat” is asked"]
    page.keyboard.press("Escape")
    assert held(explorer) == []
    rest(page)
    assert len(strong(explorer)) == len(drawn(explorer))
    assert live(explorer).startswith("Point at a token")
    token(explorer, 0, 2).click()
    token(explorer, 0, 2).click()
    assert held(explorer) == []


def test_what_comes_to_a_resting_mouse_is_not_read(explorer):
    said = live(explorer)
    for kind in ("pointerenter", "pointerover"):  # as when the page is scrolled
        for part in (token(explorer, 0, 2), explorer.locator(".mha-web path").last):
            part.dispatch_event(kind, {"pointerType": "mouse"})
    assert live(explorer) == said
    token(explorer, 0, 2).hover()
    assert live(explorer) != said


def test_a_line_and_a_cell_can_be_held_too(page, explorer):
    line = explorer.locator(".mha-web path").last  # the thickest
    last = drawn(explorer)[-1]
    line.dispatch_event("pointermove", {"pointerType": "mouse"})
    assert marks(explorer, "mha-read") == [[last["i"], last["j"]]]
    line.dispatch_event("click")
    token(explorer, 0, 4 if last["i"] < 4 else 3).hover()
    assert marks(explorer, "mha-read") == [[last["i"], last["j"]]]
    cell(explorer, 3, 1).click()
    assert marks(explorer, "mha-read") == [[3, 1]]
    cell(explorer, 0, 0).hover()
    page.mouse.move(0, 0)
    assert marks(explorer, "mha-read") == [[3, 1]]
    cell(explorer, 3, 1).press("ArrowLeft")  # the focus moves on all the same
    assert marks(explorer, "mha-read") == [[3, 0]]


def test_by_keyboard_it_is_one_stop_with_arrows_inside(page, explorer):
    stops = explorer.locator(".mha-pairs [tabindex='0']")
    assert stops.count() == 1
    stops.focus()
    focused = "document.activeElement.ariaLabel"
    assert page.evaluate(focused) == "“the” (1st) asks"
    for key, name in {
        "ArrowDown": "“bird” asks",
        "ArrowRight": "“bird” is asked",
        "ArrowUp": "“the” (1st) is asked",
        "ArrowLeft": "“the” (1st) asks",
    }.items():
        page.keyboard.press(key)
        assert page.evaluate(focused) == name
        assert live(explorer).startswith(name.removesuffix(" asks").split(" is ")[0])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert held(explorer) == ["“bird” asks"]
    page.keyboard.press("Escape")
    assert held(explorer) == []
    page.keyboard.press("Tab")
    inside = "document.activeElement.closest('table')?.ariaLabel"
    assert page.evaluate(inside) == "Weights"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(focused) == "“bird” asks"
    assert stops.count() == 1


def seen(explorer) -> list[list[str]]:
    """Which words are marked: left, right, of the table's rows, of its columns."""
    parts = (".mha-tokens >> nth=0", ".mha-tokens >> nth=1", "tbody", "thead")
    within = explorer.locator(".mha-lines, .mha-heatmap")
    word = "all => all.map(n => (n.querySelector('.mha-word') ?? n).textContent)"
    marked = [within.locator(part).locator(".mha-seen") for part in parts]
    return [nodes.evaluate_all(word) for nodes in marked]


def test_grid_and_lines_show_the_same_choice(page, explorer):
    explorer.get_by_label("Model").select_option("large")
    w = records()[5].weights[0, 0].round(decimals=4)
    cell(explorer, 1, 4).hover()
    rest(page)
    assert seen(explorer) == [["bird"], ["cat"], ["bird"], ["cat"]]
    assert strong(explorer) == {(1, j) for j in range(5) if w[1, j] >= LEAST}
    token(explorer, 0, 2).hover()
    assert seen(explorer) == [["saw"], [], ["saw"], []]
    assert marks(explorer, "mha-read") == []
    largest = sorted(w[2].argsort(descending=True)[:3].tolist())
    assert marks(explorer, "mha-used") == [[2, k] for k in largest]
    token(explorer, 1, 4).hover()
    assert seen(explorer) == [[], ["cat"], [], ["cat"]]
    largest = sorted(w[:, 4].argsort(descending=True)[:3].tolist())
    assert marks(explorer, "mha-used") == [[k, 4] for k in largest]
    picture(explorer, 1, 1).hover()
    rest(page)
    assert seen(explorer) == [[]] * 4
    assert len(strong(explorer)) == len(drawn(explorer))


def test_what_was_chosen_is_gone_with_its_sentence(explorer):
    token(explorer, 0, 4).click()
    explorer.get_by_label("Sentence").select_option("go")
    assert held(explorer) == []
    assert len(strong(explorer)) == len(drawn(explorer)) == 1


# ---- how it stands -----------------------------------------------------------------


def test_the_picture_stands_before_the_digits(page, published):
    boxes = (".mha-pairs", ".mha-area")
    lines, digits = (published.locator(box).bounding_box() for box in boxes)
    assert lines["x"] + lines["width"] <= digits["x"]
    assert abs(lines["y"] - digits["y"]) < 20
    checks.resize(page, 390)
    lines, digits = (published.locator(box).bounding_box() for box in boxes)
    assert lines["y"] + lines["height"] <= digits["y"]
    assert lines["height"] > 200


@pytest.mark.slow
def test_long_sentences_fit_a_phone_with_words_that_can_be_read(page, mount):
    words = [f"extraordinary{k}" for k in range(64)]
    explorer = mount([Record("m", words, torch.ones(1, 1, 64, 64).tril().softmax(-1))])
    token(explorer, 0, 40).click()
    assert checks.overflow(page, 390) == []
    frame = explorer.bounding_box()
    web = explorer.locator(".mha-web").bounding_box()
    assert web["width"] >= 80
    right = token(explorer, 1, 0).bounding_box()
    assert right["x"] + right["width"] <= frame["x"] + frame["width"]
    size = "all => all.map(n => parseFloat(getComputedStyle(n).fontSize))"
    assert min(explorer.locator(".mha-word, .mha-lines p").evaluate_all(size)) >= 11
    after = size.replace("(n)", "(n, '::after')")
    assert min(explorer.locator(".mha-tokens button").evaluate_all(after)) >= 11
    first, last = (token(explorer, 0, place).bounding_box()["y"] for place in (0, 63))
    ends = [web["y"], web["y"] + web["height"]]
    middle = token(explorer, 0, 0).bounding_box()["height"] / 2
    assert [first, last + 2 * middle] == pytest.approx(ends, abs=1)


def test_lines_do_not_move_when_a_number_comes(mount):
    words = [f"extraordinary{k}" for k in range(5)]  # wider than their column's head
    explorer = mount([Record("m", words, weights(1, 1, 5, seed=1))])
    before = explorer.locator(".mha-web").bounding_box()
    token(explorer, 0, 3).hover()
    assert explorer.locator(".mha-web").bounding_box() == before


def test_nothing_fades_for_who_wants_less_motion(page, explorer):
    page.emulate_media(reduced_motion="no-preference")
    fades = "node => getComputedStyle(node).transitionDuration"
    line = explorer.locator(".mha-web path").first
    assert line.evaluate(fades) != "0s"
    page.emulate_media(reduced_motion="reduce")
    assert line.evaluate(fades) == "0s"


def test_by_ear_there_are_two_lists_in_a_group(explorer):
    group = explorer.get_by_role("group", name="Weights as lines")
    sides = {"Tokens that ask": "asks", "Tokens that are asked": "is asked"}
    for spoken, name in sides.items():
        column = group.get_by_role("list", name=spoken, exact=True)
        buttons = column.get_by_role("button")
        names = buttons.evaluate_all("all => all.map(n => n.ariaLabel)")
        words = [f"“{BIRD[k]}”" + PLACES.get(k, "") for k in range(5)]
        assert names == [f"{word} {name}" for word in words]
    assert group.locator("svg").get_attribute("aria-hidden") == "true"
