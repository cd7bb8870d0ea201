"""HeadBrowser in a page: real MiniLM against PyTorch, and records made for it."""

import pytest
import torch
import transformers
from playwright.sync_api import Locator, expect

import checks
import reading
from headpages import cell, live, marks, picture, put, region, slide
from headrecords import BIRD, FISH, PATTERNS, SPECIAL, patterns, records
from mha.data.packaged import minilm_folder
from mha_book import palette
from mha_book.explorers import HeadBrowser, Record

HINT = "Point at a token or a cell, or move to it with Tab and the arrow keys"
PICTURE = "canvas:visible"  # of the two of a head, that of the page's theme
STATE = ("model", "sentence", "epoch", "layer", "head", "decimals")
CAT, DOG = "The cat sat because it was tired.", "The dog saw the other dog."


@pytest.fixture
def explorer(mount):
    return mount(records())


@pytest.fixture
def published(open_explorer):
    return open_explorer(HeadBrowser)


def title(explorer) -> str:
    return explorer.locator(".mha-title").inner_text()


# The heatmap's numbers, seen or not.
HEATMAP = """node => [...node.querySelectorAll("[aria-label=Weights] tbody tr")].map(
  row => [...row.querySelectorAll("td")].map(c => Number(c.textContent)))"""


def shown(explorer) -> torch.Tensor:
    return torch.tensor(explorer.evaluate(HEATMAP), dtype=torch.float64)


def labels_of(choices) -> list[str]:
    """The lists, decimals the last of them, then the sliders."""
    lists = [name for name in choices if name in ("model", "sentence")]
    sliders = [name for name in choices if name not in lists]
    return [LABELS[k] for k in lists] + ["Decimals"] + [LABELS[k] for k in sliders]


def visible_controls(explorer) -> list[str]:
    labels = explorer.locator(".mha-controls label:visible")
    return labels.all_inner_texts()


# ---- the published page, against PyTorch -----------------------------------------


@pytest.fixture(scope="module")
def minilm():
    """Each sentence's weights, (L, H, T, T), as PyTorch computes them here."""
    bert = transformers.AutoModel.from_pretrained(
        minilm_folder(), attn_implementation="eager"
    ).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(minilm_folder())
    found = {}
    for sentence in (CAT, DOG):
        text = tokenizer(sentence, return_tensors="pt")
        with torch.no_grad():
            layers = bert(**text, output_attentions=True).attentions
        found[sentence] = torch.stack([layer[0] for layer in layers]).double()
    return found


def edit(at, draw):
    """One random choice among the heads, and what it is on the page."""
    name = draw.choice(["sentence", "layer", "head", "picture"])
    if name == "sentence":
        at[name] = draw.choice([CAT, DOG])
        return "Sentence", at[name]
    if name == "picture":
        at |= {"layer": draw.randrange(6), "head": draw.randrange(12)}
        return f"layer {at['layer']}, head {at['head']},", None
    at[name] = draw.randrange(6) if name == "layer" else draw.randrange(-1, 12)
    return name.title(), at[name] + (name == "head")


def test_choices_show_minilms_weights(published, minilm):
    published.get_by_label("Decimals").select_option("4")
    slide(published, "Head", 0)
    start = {"sentence": CAT, "layer": 0, "head": -1}
    for found, at in reading.edit_at_random(published, start, edit, HEATMAP):
        heads = minilm[at["sentence"]][at["layer"]]
        expected = heads.mean(dim=0) if at["head"] < 0 else heads[at["head"]]
        # four digits of what was rounded to four
        gap = 1.01e-4 if at["head"] < 0 else 0.51e-4
        numbers = torch.tensor(found, dtype=torch.float64)
        torch.testing.assert_close(numbers, expected, rtol=0, atol=gap, msg=str(at))


def test_the_page_shows_the_head_that_looks_back(published):
    assert title(published).endswith(": mostly the previous token")
    assert visible_controls(published) == ["Sentence", "Decimals", "Layer", "Head"]
    assert published.locator(PICTURE).count() == 72
    cell(published, 3, 2).hover()
    assert live(published).startswith("“sat” attends to “cat” with 1.00, most of all")


def test_the_page_stays_light(page, address):
    visit = checks.Visit(page, f"{address}/several-heads.html", until="networkidle")
    size = visit.gzip_bytes() / 2**20
    print(f"first load of the page with the browser: {size:.2f} MiB gzip")
    assert size <= 1.2


def test_on_a_phone_the_dots_stand_for_the_numbers(page, published):
    table = published.get_by_role("grid", name="Weights")
    expect(table).not_to_contain_class("mha-bare")
    assert look(cell(published, 3, 2)) == ["12.8px", "none"]
    page.set_viewport_size({"width": 390, "height": 844})
    expect(table).to_contain_class("mha-bare")
    expect(cell(published, 3, 2)).to_have_text("1.00")  # there, but not seen
    assert look(cell(published, 3, 2)) == ["0px", '"•"']
    assert look(cell(published, 3, 3)) == ["0px", "none"]


def look(node) -> list[str]:
    """The size of a cell's number, and what is added to it."""
    return node.evaluate(
        """node => [getComputedStyle(node).fontSize,
                    getComputedStyle(node, "::after").content]"""
    )


# ---- records made for it ------------------------------------------------------------


@pytest.mark.slow
def test_numbers_stand_where_they_fit(page, mount):
    words = [f"w{k}" for k in range(12)]
    one = torch.eye(12)[None, None]
    explorer = mount([Record("m", words, one, epoch=epoch) for epoch in (1, 2)])
    table = explorer.get_by_role("grid", name="Weights")
    expect(table).not_to_contain_class("mha-bare")
    explorer.get_by_label("Decimals").select_option("4")
    expect(table).to_contain_class("mha-bare")
    explorer.get_by_label("Decimals").select_option("2")
    expect(table).not_to_contain_class("mha-bare")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(table).to_contain_class("mha-bare")
    at_once = "table => (model.set('epoch', 2), table.className)"
    assert "mha-bare" in table.evaluate(at_once)  # does not flicker
    page.set_viewport_size({"width": 1280, "height": 844})
    expect(table).not_to_contain_class("mha-bare")


def test_thirty_layers_are_seen_at_once_beside_the_lines(page, mount):
    page.set_viewport_size({"width": 1280, "height": 900})
    explorer = mount([Record("m", ["a", "b"], torch.full((30, 9, 2, 2), 0.5))])
    heads = explorer.get_by_role("grid", name="Heads").bounding_box()
    lines = explorer.locator(".mha-lines").bounding_box()
    assert heads["height"] < 900
    assert heads["x"] > lines["x"] + lines["width"]
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        last = explorer.locator(".mha-overview td button").last.bounding_box()
        assert min(last["width"], last["height"]) >= 24


# Inputs, the heatmap, each row's strongest key, and which controls there are.
SHOWN = f"""node => [state, ({HEATMAP})(node),
  [...node.querySelectorAll("[aria-label=Weights] tbody tr")].map(row => {{
    const place = [...row.querySelectorAll("td")].findIndex(
      cell => cell.classList.contains("mha-most"));
    return place < 0 ? null : place;
  }}),
  [...node.querySelectorAll(".mha-controls label")].filter(
    label => label.checkVisibility()).map(label => label.textContent)]"""
LABELS = {"model": "Model", "sentence": "Sentence", "epoch": "Training epoch"}
LABELS |= {"layer": "Layer", "head": "Head"}


def state_of(python) -> dict:
    """Inputs and results in Python, and the inputs that have a control: a choice."""
    inputs = {name: getattr(python, name) for name in STATE}
    choices = [name for name in LABELS if len(python.choices(name)) > 1]
    results = {"weights": python.weights, "strongest": python.strongest}
    return {"inputs": inputs, "choices": choices, **results}


def test_every_choice_gives_what_python_gives(explorer):
    python = HeadBrowser(records(), decimals=4)
    explorer.get_by_label("Decimals").select_option("4")

    def choose(state, draw):
        name = draw.choice(state["choices"])
        choices = python.choices(name)
        value = draw.choice(choices)
        setattr(python, name, value)
        state |= state_of(python)
        is_listed = name in ("model", "sentence")
        return LABELS[name], value if is_listed else choices.index(value)

    start = state_of(python)
    for found, state in reading.edit_at_random(explorer, start, choose, SHOWN):
        inputs, heatmap, strongest, controls = found
        assert {name: inputs[name] for name in STATE} == state["inputs"]
        assert controls == labels_of(state["choices"])
        assert strongest == state["strongest"]
        numbers, weights = (
            torch.tensor(rows, dtype=torch.float64)
            for rows in (heatmap, state["weights"])
        )
        torch.testing.assert_close(numbers, weights, rtol=0, atol=0.000051)


def test_of_names_the_first_is_taken(page, mount):
    one = torch.ones(1, 1, 1, 1)
    made = [Record("a", ["go"], one, sentence=name) for name in (2, 5)]
    made += [Record("b", ["go"], one, sentence=name) for name in (3, "x", 6)]
    python = HeadBrowser(made, sentence=5)
    explorer = mount(made, sentence=5)
    python.model = "b"
    explorer.get_by_label("Model").select_option("b")
    assert page.evaluate("state.sentence") == python.sentence == 3


def test_only_what_has_a_choice_is_a_control(explorer):
    every = ["Model", "Sentence", "Decimals", "Training epoch", "Layer", "Head"]
    assert visible_controls(explorer) == every
    explorer.get_by_label("Model").select_option("large")
    every.remove("Training epoch")
    assert visible_controls(explorer) == every
    explorer.get_by_label("Model").select_option("small")
    explorer.get_by_label("Sentence").select_option("go")
    assert visible_controls(explorer) == ["Model", "Sentence", "Decimals"]
    assert explorer.get_by_role("grid", name="Heads").is_hidden()  # a single head


def test_what_is_no_control_is_hidden_in_a_notebook_too(page):
    """Which has no style of the site's."""
    page.goto("about:blank")
    page.set_content("<article></article>")
    put(page, HeadBrowser([Record("m", FISH, [[ROWS]])]))
    assert visible_controls(region(page)) == ["Decimals"]


def test_sliders_say_their_value(explorer):
    said = "node => [node.ariaValueText, node.nextElementSibling.textContent]"
    slider = explorer.get_by_label("Training epoch")
    slide(explorer, "Training epoch", 1)
    assert slider.evaluate(said) == ["epoch 4"] * 2
    slide(explorer, "Head", 0)
    head = explorer.get_by_label("Head", exact=True)
    assert head.evaluate(said) == ["average of the heads"] * 2
    slide(explorer, "Head", 5)
    assert head.evaluate(said) == ["head 4"] * 2
    slide(explorer, "Layer", 1)
    layer = explorer.get_by_label("Layer", exact=True)
    assert layer.evaluate(said) == ["layer 1"] * 2
    assert title(explorer).startswith("small, layer 1, head 4: ")


# A second between two epochs counts as ten, as on a slow machine.
SLOW = "(now => performance.now = () => 10 * now())(performance.now.bind(performance))"


def test_play_goes_to_the_last_epoch_and_one_undo_takes_it_back(explorer):
    explorer.page.evaluate(SLOW)
    start = title(explorer)
    explorer.get_by_role("button", name="Play").click()
    said = explorer.get_by_label("Training epoch").locator("+ span")
    expect(said).to_have_text("epoch 9")
    play = explorer.get_by_role("button", name="Play")
    expect(play).to_be_visible()  # no more: Stop
    explorer.get_by_role("button", name="Undo").click()
    assert said.inner_text() == "epoch 1"
    assert title(explorer) == start


def test_play_at_the_last_epoch_begins_anew(explorer):
    slider = explorer.get_by_label("Training epoch")
    slider.press("End")
    expect(slider.locator("+ span")).to_have_text("epoch 9")
    explorer.get_by_role("button", name="Play").click()
    expect(slider.locator("+ span")).to_have_text("epoch 1")
    expect(slider.locator("+ span")).to_have_text("epoch 9")


def test_once_it_is_gone_nothing_plays(page, explorer):
    explorer.get_by_role("button", name="Play").click()
    assert page.evaluate("model.get('epoch')") == 4
    page.evaluate("contract.mounted.unmount()")
    page.wait_for_timeout(1000)  # longer than a step
    assert page.evaluate("model.get('epoch')") == 4
    page.evaluate("delete contract.mounted")


def test_the_sliders_far_left_is_told(explorer):
    head = explorer.get_by_label("Head", exact=True)
    assert head.evaluate("n => n.ariaDescription") == "far left: their average"
    assert "far left: their average" in explorer.inner_text()


def test_short_heads_of_columns_stand_upright(mount):
    turned = "node => getComputedStyle(node).writingMode != 'horizontal-tb'"
    for tokens, is_turned in ((["a", "b"], False), (["because", "it"], True)):
        explorer = mount([Record("m", tokens, torch.eye(2)[None, None])])
        head = explorer.get_by_role("grid", name="Weights").locator("thead th")
        assert head.first.evaluate(turned) == is_turned


def test_an_epoch_that_is_missing_is_not_a_number(mount):
    one = torch.ones(1, 1, 1, 1)
    explorer = mount([Record("m", ["go"], one), Record("m", ["go"], one, epoch=1)])
    said = explorer.get_by_label("Training epoch").evaluate("n => n.ariaValueText")
    assert said == "not given"


def test_both_axes_have_the_words(explorer):
    grid = explorer.get_by_role("grid", name="Weights")
    assert grid.locator("thead th").all_inner_texts() == BIRD
    assert grid.locator("tbody th").all_inner_texts() == BIRD
    assert "rows ask, columns answer" in grid.locator("caption").inner_text()
    roles = grid.locator(".mha-role").evaluate_all(
        "all => all.map(n => n.style.background)"
    )
    rgb = [
        tuple(int(c[k : k + 2], 16) for k in (1, 3, 5))
        for c in (palette.QUERY, palette.KEY)
    ]
    assert roles == [f"rgb{colour}" for colour in rgb]
    explorer.get_by_label("Model").select_option("large")
    explorer.get_by_label("Sentence").select_option("a fish swims")
    assert grid.locator("thead th").all_inner_texts() == FISH
    assert shown(explorer).shape == (3, 3)


ROWS = [[0.2, 0.5, 0.3], [0.001, 0.9985, 0.0005], [0, 0, 0]]


@pytest.mark.parametrize(
    ("place", "decimals", "line"),
    [
        (
            (0, 1),
            2,
            "“a” attends to “fish” with 0.50, most of all; 0.30 to “swims”; "
            "0.20 to “a”",
        ),
        (
            (0, 0),
            3,
            "“a” attends to “a” with 0.200; most of all to “fish”, 0.500; "
            "0.300 to “swims”; 0.200 to “a”",
        ),
        (
            (1, 1),
            2,
            "“fish” attends to “fish” with 1.00, most of all; "
            "every other weight rounds to 0.00",
        ),
        (
            (1, 2),
            4,
            "“fish” attends to “swims” with 0.0005; most of all to “fish”, 0.9985; "
            "0.0010 to “a”; 0.0005 to “swims”",
        ),
        ((2, 0), 2, "“swims” attends to nothing"),
    ],
)
def test_a_cell_is_read_in_words(mount, place, decimals, line):
    explorer = mount([Record("m", FISH, [[ROWS]])], decimals=decimals)
    assert live(explorer).startswith(HINT)
    cell(explorer, *place).hover()
    assert live(explorer) == line
    cell(explorer, 0, 2).focus()
    assert live(explorer) != line
    cell(explorer, *place).focus()
    assert live(explorer) == line


def test_no_more_than_three_are_told_and_words_twice_by_place(explorer):
    slide(explorer, "Training epoch", 2)
    cell(explorer, 3, 0).hover()
    row = records()[2].weights[0, 0, 3]
    order = row.argsort(descending=True)[:3].tolist()
    names = ["“the” (1st)", "“bird”", "“saw”", "“the” (4th)", "“cat”"]
    line = live(explorer)
    assert line.startswith(f"“the” (4th) attends to “the” (1st) with {row[0]:.2f}")
    assert [line.rfind(names[k]) for k in order] == sorted(
        line.rfind(names[k]) for k in order
    )
    assert line.count(";") in (2, 3)


def test_marks_show_the_cell_its_rows_largest_and_each_rows_first(explorer):
    explorer.get_by_label("Model").select_option("large")
    w = records()[5].weights[0, 0]
    cell(explorer, 1, 3).focus()
    assert marks(explorer, "mha-read") == [[1, 3]]
    largest = sorted(w[1].argsort(descending=True)[:3].tolist())
    assert marks(explorer, "mha-used") == [[1, k] for k in largest]
    assert marks(explorer, "mha-most") == [[i, k] for i, k in enumerate(w.argmax(-1))]
    bold = cell(explorer, 0, w[0].argmax().item())
    assert bold.evaluate("node => getComputedStyle(node).fontWeight") == "700"
    picture(explorer, 1, 1).hover()
    assert marks(explorer, "mha-read") == marks(explorer, "mha-used") == []


def test_what_is_read_follows_the_choices_until_it_is_gone(explorer):
    cell(explorer, 4, 2).focus()
    before = live(explorer)
    slide(explorer, "Training epoch", 1)
    row = records()[1].weights[0, 0, 4]
    assert live(explorer) != before
    assert live(explorer).startswith(f"“cat” attends to “saw” with {row[2]:.2f}")
    assert marks(explorer, "mha-read") == [[4, 2]]
    explorer.get_by_label("Sentence").select_option("go")
    assert live(explorer).startswith(HINT)
    assert marks(explorer, "mha-read") == []


def test_a_picture_has_its_pattern_for_a_name_and_chooses_its_head(mount, page):
    explorer = mount(patterns())
    buttons = explorer.get_by_role("grid", name="Heads").get_by_role("button")
    names = buttons.evaluate_all("all => all.map(n => n.ariaLabel)")
    assert names == [f"layer 0, head {h}, {words}" for h, words in enumerate(PATTERNS)]
    for head, words in enumerate(PATTERNS):
        picture(explorer, 0, head).click()
        assert page.evaluate("[state.layer, state.head]") == [0, head]
        assert title(explorer) == f"special, layer 0, head {head}: {words}"
        pressed = buttons.evaluate_all("all => all.map(n => n.ariaPressed)")
        assert pressed == [str(h == head).lower() for h in range(len(PATTERNS))]
    slide(explorer, "Head", 0)
    pressed = buttons.evaluate_all("all => all.map(n => n.ariaPressed)")
    assert set(pressed) == {"false"}  # the average is none of them
    explorer.get_by_label("Model").select_option("plain")
    assert title(explorer).endswith("average of the heads: spread evenly")
    assert picture(explorer, 0, 0).get_attribute("aria-label").endswith("spread evenly")
    assert (
        picture(explorer, 0, 1)
        .get_attribute("aria-label")
        .endswith("mostly the first token")
    )


def means(w, tokens) -> dict[str, float]:
    """Mean weight on each place, by PyTorch."""
    found = {
        "the previous token": w.diagonal(-1).mean(),
        "itself": w.diagonal().mean(),
        "the next token": w.diagonal(1).mean(),
        "[CLS]" if tokens[0] == "[CLS]" else "the first token": w[:, 0].mean(),
    }
    if "[SEP]" in tokens:
        found["[SEP]"] = w[:, tokens.index("[SEP]")].mean()
    return {name: mean.item() for name, mean in found.items()}


def test_a_pattern_is_told_from_the_mean_weights(mount):
    explorer = mount(patterns(), decimals=4)
    for head, w in enumerate(list(PATTERNS.values())[:-1]):
        picture(explorer, 0, head).click()
        facts = told_facts(explorer)
        peak = facts.pop("a row’s largest weight, in even shares")
        back = (w.triu(1) == 0).all()
        keys = torch.arange(1, 6) if back else torch.tensor(5)
        assert peak == pytest.approx((w.amax(dim=-1) * keys).mean().item(), abs=1e-4)
        expected = means(w, SPECIAL)
        assert list(facts) == [f"mean weight on {name}" for name in expected]
        assert list(facts.values()) == pytest.approx(list(expected.values()), abs=1e-4)
        where = picture(explorer, 0, head)
        where.hover()
        shares = ", ".join(f"{mean:.4f} to {name}" for name, mean in expected.items())
        assert live(explorer) == f"layer 0, head {head}: on average {shares}"
    picture(explorer, 0, 7).click()
    assert told_facts(explorer) == {}
    expect(explorer.get_by_text("These places overlap")).to_be_hidden()
    note = explorer.locator(".mha-pattern details").text_content()
    assert "more than 0.5 of the weight" in note
    assert "less than 2 times its even share" in note


def told_facts(explorer) -> dict[str, float]:
    pairs = explorer.locator("dd").evaluate_all(
        "all => all.map(n => [n.dataset.fact, Number(n.textContent)])"
    )
    return dict(pairs)


def test_rows_that_attend_to_nothing_count_in_no_mean(mount):
    w = torch.eye(3, dtype=torch.float64)[[0, 0, 1]]
    w[2] = 0
    explorer = mount([Record("m", FISH, w[None, None])])
    facts = told_facts(explorer)
    assert facts["mean weight on the previous token"] == 1
    assert facts["mean weight on the first token"] == 1
    assert facts["mean weight on the next token"] == 0
    assert facts["a row’s largest weight, in even shares"] == 1.5
    assert list(facts)[-2] == "mean weight on the first token"  # no [SEP]
    assert marks(explorer, "mha-most") == [[0, 0], [1, 0]]


def test_a_picture_has_the_weights_colours(page, mount):
    explorer = mount([Record("m", FISH, [[ROWS, ROWS]])])
    dark = page.evaluate("document.documentElement.dataset.theme") == "dark"
    shown = explorer.locator(f"canvas.mha-{'night' if dark else 'day'}").first
    points = shown.evaluate(
        """canvas => [[0, 0], [1, 0], [0, 1], [1, 1], [2, 2]].map(([x, y]) =>
             [...canvas.getContext("2d").getImageData(x, y, 1, 1).data].slice(0, 3))"""
    )
    scale = palette.WEIGHTS_NIGHT if dark else palette.WEIGHTS
    anchors = [[int(c[k : k + 2], 16) for k in (1, 3, 5)] for c in scale]
    for found, weight in zip(points, (0.2, 0.5, 0.001, 0.9985, 0), strict=True):
        weight **= 0.5  # so that small ones are seen
        low = min(int(weight * 8), 7)
        part = weight * 8 - low
        expected = [
            a + (b - a) * part
            for a, b in zip(anchors[low], anchors[low + 1], strict=True)
        ]
        assert found == pytest.approx(expected, abs=1)
    assert shown.bounding_box()["width"] < 90  # of two heads
    assert shown.evaluate("c => [c.width, c.height]") == [3, 3]


def test_who_asks_and_who_is_asked_have_their_colours(explorer):
    cell(explorer, 1, 0).hover()
    grounds = explorer.locator(".mha-tokens .mha-seen, .mha-area th.mha-seen")
    colour = "all => all.map(n => getComputedStyle(n).backgroundColor)"
    found = grounds.evaluate_all(colour)
    assert len(found) == 4  # beside the lines and beside the numbers
    assert set(found[:2]) == set(found[2:])
    assert len(set(found)) == 2


def test_pictures_follow_the_epoch_and_the_model(explorer):
    image = "all => all.map(canvas => canvas.toDataURL())"
    first = explorer.locator(PICTURE).evaluate_all(image)
    assert len(first) == 10
    slide(explorer, "Training epoch", 2)
    second = explorer.locator(PICTURE).evaluate_all(image)
    assert all(a != b for a, b in zip(first, second, strict=True))
    clear = "canvas => (canvas.width = canvas.width, canvas.toDataURL())"
    empty = explorer.locator(PICTURE).first.evaluate(clear)
    slide(explorer, "Head", 3)  # the same pictures: none is painted again
    assert explorer.locator(PICTURE).evaluate_all(image) == [
        empty,
        *second[1:],
    ]
    explorer.get_by_label("Model").select_option("large")
    assert explorer.locator(PICTURE).count() == 6


def test_digits(page, explorer):
    decimals = explorer.get_by_label("Decimals")
    assert decimals.locator("option").all_inner_texts() == ["2", "3", "4"]
    decimals.select_option("4")
    assert page.evaluate("state.decimals") == 4
    expected = records()[0].weights[0, 0].round(decimals=4)
    torch.testing.assert_close(shown(explorer), expected, rtol=0, atol=1e-9)


def test_python_changes_the_model_first_and_the_rest_after(page, explorer):
    """Between the two messages nothing is shown that has no record."""
    slide(explorer, "Head", 5)
    page.evaluate("model.set('model', 'large')")
    assert shown(explorer).shape == (5, 5)
    assert title(explorer).startswith("large, layer 0, head 1: ")


@pytest.mark.slow
def test_long_sentences_and_many_controls_fit_a_phone(page, mount):
    page.set_viewport_size({"width": 390, "height": 844})
    words = [f"word{k}" for k in range(29)]
    long = torch.rand(2, 12, len(words), len(words), dtype=torch.float64).softmax(-1)
    explorer = mount([*records(), Record("long", words, long)])
    for model in ("small", "long"):
        explorer.get_by_label("Model").select_option(model)
        cell(explorer, 0, 0).focus()
        page.wait_for_timeout(100)
        assert checks.overflow(page, 390) == []
        right = explorer.bounding_box()["x"] + explorer.bounding_box()["width"]
        for box in map(Locator.bounding_box, explorer.locator("select:visible").all()):
            assert box["x"] + box["width"] < right


def test_what_was_pointed_at_is_let_go_where_the_mouse_leaves(published, page):
    live = published.locator("[aria-live=polite]")
    hint = live.inner_text()
    published.locator(".mha-overview button").nth(3).hover()
    expect(live).not_to_have_text(hint)
    page.mouse.move(1, 1)
    expect(live).to_have_text(hint)


def test_a_words_letters_stand_clear_of_the_line_below_them(published, page):
    checks.resize(page, 390)
    gaps = published.locator(".mha-turned thead th").evaluate_all(
        """all => all.map(th => {
          const words = document.createRange();
          words.selectNodeContents(th);
          return th.closest("thead").getBoundingClientRect().bottom -
            words.getBoundingClientRect().bottom;
        })"""
    )
    assert gaps
    assert min(gaps) >= 3
