"""A page on paper: all is there, letters are large enough, links say where to."""

from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

import checks
from later import later
from on_a_sheet import put_on_paper

POINTS = 0.75  # of a CSS pixel
# The size of each word of an explorer as it is printed, and the word.
LETTERS = """() => [...document.querySelectorAll(".mha-explorer *")]
  .filter((part) => part.checkVisibility())
  .filter((part) => !part.closest("sub, .mha-low, title, desc"))
  .filter((part) => [...part.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .map((part) => {
    const size = parseFloat(getComputedStyle(part).fontSize);
    const scale = part.getScreenCTM?.().a ?? part.currentCSSZoom;
    return [size * scale, part.textContent.trim()];
  })
  .filter(([size]) => size > 0)"""


@pytest.mark.parametrize(
    "name", ["attention-by-hand", *later("walk-back", "several-heads", "map")]
)
def test_an_explorers_letters_have_seven_points(page, address, name):
    put_on_paper(page, address, name)
    found = page.evaluate(LETTERS)
    assert len(found) > 40
    assert [(size, word) for size, word in found if size * POINTS < 6.9] == []


@pytest.mark.slow
def test_a_picture_that_waits_behind_a_fold_is_printed(page, address):
    put_on_paper(page, address, "rope-scaling")
    folded = page.locator(".tag_hide-input.tag_hide-output")
    assert folded.count() > 1
    for cell in folded.all():
        assert cell.locator(".cell_output").is_visible()
        assert not cell.locator(".cell_input").is_visible()


# A browser takes words to the list's sheet only where both stand in one section.
TOGETHER = """list => [getComputedStyle(list).breakBefore,
  getComputedStyle(list).breakInside, list.previousElementSibling?.tagName]"""


def test_links_that_do_not_name_their_page_are_numbered_and_listed(page, address):
    put_on_paper(page, address, "hide-the-future")
    goals = page.locator(".mha-goals ol > li").all_inner_texts()
    works = page.locator(".mha-goals ul > li").all_inner_texts()
    cited = page.locator(".bibtex-citation a").evaluate_all(
        "all => all.map(a => a.title)"
    )
    assert sorted(works) == sorted(set(cited))
    assert "Attention is all you need" in works[0]
    marks = page.locator(".mha-goal").all_inner_texts()
    assert {int(mark) for mark in marks} == set(range(1, len(goals) + 1))
    together = page.locator(".mha-goals").evaluate(TOGETHER)
    assert together == ["avoid", "avoid", "DETAILS"]
    titles = [goal for goal in goals if goal.startswith("page ")]
    assert titles
    assert len(titles) < len(goals)
    assert not [goal for goal in goals if "://" in goal or address in goal]
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".mha-goal, .mha-goals").count() == 0


def test_a_link_that_names_its_page_needs_no_number(page, address):
    put_on_paper(page, address, "index")
    cited = page.locator("article a:has(+ .mha-goal)").all_inner_texts()
    titles = page.locator("nav.bd-links a").all_inner_texts()
    assert len(titles) > 40
    assert not [words for words in cited if any(t.startswith(words) for t in titles)]


# How each thing that is seen may be cut.
WHOLE = """query => [...document.querySelectorAll(query)]
  .filter(node => node.checkVisibility())
  .map(node => getComputedStyle(node).breakInside)"""


@pytest.mark.parametrize(
    ("name", "query", "least"),
    [
        ("attention-by-hand", ".mha-explorer", 1),
        ("attention-by-hand", "article :is(h2, h3)", 8),
        *later(
            ("glossary", "dt", 100),
            ("attention-by-hand", ".mha-questions > li", 5),
            ("bug-museum", ".mha-explorer", 1),
            ("bug-museum", ".mha-exhibit", 40),
            ("attention-by-hand", ".mha-judged", 1),
            ("attention-by-hand", ".mha-leads", 10),
        ),
    ],
)
def test_what_has_room_on_a_sheet_is_not_cut(page, address, name, query, least):
    put_on_paper(page, address, name)
    found = page.evaluate(WHOLE, query)
    assert len(found) >= least
    assert set(found) == {"avoid"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("smollm2-in-detail", ".mha-overview"),
        ("walk-back", ".mha-way"),
    ],
)
def test_what_takes_nearly_a_sheet_may_go_on_overleaf(page, address, name, part):
    put_on_paper(page, address, name)
    assert "auto" in page.evaluate(WHOLE, f".mha-explorer:has({part})")


# A book has the styles of all outputs in its head.
TO_HEAD = """() => document.querySelectorAll("article style")
  .forEach(style => document.head.append(style))"""
LAID_OUT = """all => all.flatMap(museum => [museum, museum.parentElement])
  .map(node => getComputedStyle(node).display)"""


@pytest.mark.slow
def test_a_museum_may_be_cut_in_a_book_too(page, address):
    put_on_paper(page, address, "bug-museum")
    as_page = page.locator(".mha-museum").evaluate_all(LAID_OUT)
    page.evaluate(TO_HEAD)
    assert page.locator(".mha-museum").evaluate_all(LAID_OUT) == as_page
    assert len(as_page) > 10
    assert not [display for display in as_page if display.startswith("inline")]


AFTER = "all => all.map(node => getComputedStyle(node).breakAfter)"


@pytest.mark.slow
def test_a_term_is_followed_by_what_it_means(page, address):
    put_on_paper(page, address, "glossary")
    assert set(page.locator("dt").evaluate_all(AFTER)) == {"avoid"}


@pytest.mark.slow
def test_a_signature_leads_to_what_it_does_and_fields_may_be_parted(page, address):
    put_on_paper(page, address, "api")
    for query, way in ("dt.sig, .rubric", "avoid"), (".field-list > dt", "auto"):
        found = page.locator(query).evaluate_all(AFTER)
        assert len(found) > 20
        assert set(found) == {way}


@pytest.mark.slow
def test_a_list_of_files_is_not_printed(page, address):
    put_on_paper(page, address, "for-teachers")
    assert page.locator(".mha-files").count() > 1
    assert not page.locator(".mha-files:visible").count()


# The height of each drawing on paper, and its smallest letters.
DRAWN = """() => [...document.querySelectorAll(".mha-diagrams")]
  .filter(both => both.checkVisibility())
  .map(both => [...both.children].filter(each => each.checkVisibility())[0])
  .map(drawing => [drawing.classList.contains("mha-wide"),
    drawing.getBoundingClientRect().height, 12 * drawing.getScreenCTM().a])"""


@pytest.mark.parametrize(
    "name", ["assemble-a-decoder", *later("run-a-real-model", "norms-and-starts")]
)
def test_a_drawing_is_as_wide_as_on_a_screen_and_half_a_sheet_tall(page, address, name):
    put_on_paper(page, address, name)
    found = page.evaluate(DRAWN)
    assert found
    for is_wide, height, letters in found:
        assert is_wide
        assert height < 480
        assert letters * POINTS >= 6.9


@pytest.mark.slow
def test_a_graph_of_many_numbers_takes_the_width(page, address):
    put_on_paper(page, address, "walk-back")
    assert min(letters for *_, letters in page.evaluate(DRAWN)) * POINTS >= 6.9


def test_a_map_is_printed_to_its_end_and_its_colours_too(page, address):
    put_on_paper(page, address, "hide-the-future")
    grid, later = page.locator("svg.mha-grid"), page.locator("svg .mha-later")
    assert later.count() == 0
    assert 15.5 * grid.evaluate("map => map.getScreenCTM().a") * POINTS > 6.9
    explorer = page.locator(".mha-explorer:has(.mha-grid)")
    style = "node => [getComputedStyle(node).printColorAdjust, node.innerText]"
    adjusted, said = explorer.evaluate(style)
    assert adjusted == "exact"
    assert "Three words go in" in said
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert later.count() > 10
    assert "5 Softmax" in explorer.inner_text()


# How a file may be cut: at all, before a second line, before another function.
CUT = """file => [getComputedStyle(file.querySelector("pre")).breakInside,
  ...[":is(ins) ~ *, .mha-tied:has(> ins)", ".mha-row:not(.mha-tied):has(> ins)"]
    .map(row => getComputedStyle(file.querySelector(row)).breakBefore)]"""
ROWS = """file => [...file.querySelectorAll(".mha-row")]
  .filter(row => row.checkVisibility()).map(row => row.matches(":has(> ins)"))"""


def test_of_a_long_file_the_new_lines_are_printed(page, address):
    put_on_paper(page, address, "hide-the-future")
    file = page.locator("details.mha-your-file")
    said = "e => e.textContent + getComputedStyle(e, '::after').content"
    told = 'The file: 71 lines, 9 new". Here are the new ones"'
    assert file.locator("summary").evaluate(said) == told
    assert file.evaluate(ROWS) == [True] * 9
    assert file.evaluate(CUT) == ["auto", "avoid", "auto"]  # between two functions
    file.evaluate("file => (file.open = true)")
    assert len(file.evaluate(ROWS)) > 100  # a reader has asked for all


# Of each question: its kind, whether letters stand below it, and its lines.
ROOM = """page => [...document.querySelectorAll(".mha-questions > li, .exercise")]
  .filter(asked => asked.checkVisibility())
  .map(asked => [asked.className, asked.querySelector(":scope > ul") !== null,
    (parseFloat(getComputedStyle(asked, "::after").height) || 0) / (8 * 96 / 25.4)])"""
LINES = {"mha-paper": 5, "mha-code": 4, "mha-bug": 2, "mha-filled-in": 0}


@pytest.mark.parametrize(
    ("name", "count"), [("attention-by-hand", 8), *later(("hide-the-future", 8))]
)
def test_there_is_room_to_answer_with_a_pencil(page, address, name, count):
    put_on_paper(page, address, name)
    found = page.evaluate(ROOM)
    assert len(found) == count
    for kind, has_letters, lines in found:
        known = [LINES[one] for one in LINES if one in kind.split()]
        needed = known[0] if known else 2 if has_letters else 4
        assert lines == pytest.approx(needed, abs=0.01)


def test_letters_of_a_question_stand_close(page, address):
    put_on_paper(page, address, "attention-by-hand")
    letters = page.locator(".mha-questions > li > ul")
    style = "all => all.map(list => getComputedStyle(list).listStyleType)"
    assert letters.evaluate_all(style) == ["lower-alpha"] * 2
    air = "all => all.map(line => getComputedStyle(line).marginBottom)"
    assert set(letters.locator("> li").evaluate_all(air)) == {"0px"}


def test_of_a_model_that_writes_the_bars_are_printed(page, address):
    put_on_paper(page, address, "write-the-next-word")
    assert page.locator(".mha-writer .mha-bars").is_visible()
    explorer = page.locator(".mha-explorer:has(.mha-writer)")
    for part in (".mha-beginning", ".mha-paper", "details", "summary"):
        assert explorer.locator(part).count()
        assert not explorer.locator(f"{part}:visible").count()


@pytest.mark.slow
def test_the_way_of_a_gradient_begins_on_a_sheet_of_its_own(page, address):
    put_on_paper(page, address, "walk-back")
    way = page.locator(".cell_output:has(.mha-way)")
    style = "node => getComputedStyle(node).breakBefore"
    assert way.evaluate(style) == "page"


@pytest.mark.slow
def test_what_an_exercise_asks_about_stands_on_its_sheet(page, address):
    put_on_paper(page, address, "bug-museum")
    shown = page.locator("div.cell:has(+ .exercise)")
    assert shown.evaluate_all(AFTER) == ["avoid"]


def test_an_exercise_goes_overleaf_whole_after_the_questions(page, address):
    put_on_paper(page, address, "attention-by-hand")
    questions = page.locator("div.cell:has(.mha-questions):has(+ .exercise)")
    assert questions.count() == 1
    expect(questions).to_have_css("break-after", "auto")
    expect(page.locator("div.cell + .exercise")).to_have_css("break-inside", "avoid")


@pytest.mark.slow
def test_an_exhibit_is_short(page, address):
    put_on_paper(page, address, "bug-museum")
    exhibits = page.locator(".mha-exhibit:has(.mha-maps):has(.mha-sight)")
    assert exhibits.count() > 30
    for exhibit in exhibits.all():
        assert exhibit.locator(".mha-differing").is_visible()
        assert exhibit.locator("figure:visible").count() == 2
        assert not exhibit.locator(".mha-verdicts, .mha-on-screen").first.is_visible()


def test_the_map_is_half_a_sheet_tall_and_its_foot_covers_nothing(page, address):
    put_on_paper(page, address, "heads-in-one-product")  # the tallest
    shown, drawn = page.locator(".mha-explorer .mha-grid").evaluate(
        "map => [map.getBoundingClientRect(), map.viewBox.baseVal].map("
        "box => box.height / box.width)"
    )
    assert shown == pytest.approx(drawn, rel=0.01)
    assert shown < 1
    foot = page.locator(".mha-explorer .mha-foot")
    expect(foot).to_have_css("position", "static")
    page.evaluate("dispatchEvent(new Event('afterprint'))")


@pytest.mark.slow
def test_a_recorded_run_is_printed_to_its_end(page, address):
    put_on_paper(page, address, "watch-a-head-form")
    explorer = page.locator(".mha-explorer:has(.mha-train)")
    said = explorer.locator(".mha-state")
    assert said.inner_text() == "This is step 1,000 of a recorded run."
    assert explorer.locator(".mha-chart .mha-bar").count() == 24
    tops = explorer.locator(".mha-side").evaluate_all(
        "all => all.map(side => side.getBoundingClientRect().top)"
    )
    assert tops[0] == tops[1]  # beside each other
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert "Step shown" in said.inner_text()


def test_nobody_is_told_what_to_type_next(page, address):
    checks.Visit(page, f"{address}/attention-by-hand.html")
    asked = page.locator("article p.mha-to-type")
    assert asked.first.is_visible()
    page.emulate_media(media="print")
    assert not asked.first.is_visible()


def test_what_a_cell_does_on_a_screen_alone_is_not_printed(page, address):
    checks.Visit(page, f"{address}/attention-by-hand.html")
    cell = page.locator(".tag_on-screen")
    assert cell.is_visible()
    page.emulate_media(media="print")
    assert not cell.is_visible()


WRITTEN = ".mha-editor, .mha-to-write"


@pytest.mark.parametrize("scripts", ["all", "none"])
def test_what_is_done_on_a_screen_alone_is_not_printed(page, address, scripts):
    if scripts == "none":
        page.route("**/mount.js*", lambda route: route.abort())
        page.goto(f"{address}/hide-the-future.html")
        page.emulate_media(media="print")
    else:
        put_on_paper(page, address, "hide-the-future")
    for said in ("Or write the mask right here:", "Try these here first: each"):
        assert not page.locator("p", has_text=said).is_visible()
    assert not any(part.is_visible() for part in page.locator(WRITTEN).all())
    assert page.locator(".mha-questions").is_visible()


HEADS = """() => [...document.querySelectorAll("head > style")]
  .filter(style => style.textContent.includes("@top-left")).length"""


def test_each_sheet_says_of_which_page_it_is_and_which_of_how_many(page, address):
    checks.Visit(page, f"{address}/transformer-block.html")
    sheets = PdfReader(BytesIO(page.pdf(format="A4"))).pages
    title = "8. The transformer block: attention, norm and MLP — Attention, Number"
    for number, sheet in enumerate(sheets, 1):
        text = sheet.extract_text()
        assert title in text
        assert f"{number} / {len(sheets)}" in text
    assert page.evaluate(HEADS) == 0
