"""Each gate of the build and the pages, with its fault planted: it must go red."""

import re

import pytest
from bs4 import BeautifulSoup

import checks
import figure_checks
from small_book import Book, Project, cell

# What the checks see changes with the checks alone; builds of small books take longest.
pytestmark = pytest.mark.slow


def figure(name: str, *lines: str) -> str:
    """A cell that draws in the book's style, with all that a figure needs."""
    alt, caption = "a picture of a test", "What this test shows."
    options = (
        f"{{figure: {{name: fig-{name}, caption: {caption}}}, image: {{alt: {alt}}}}}"
    )
    style = ("from mha_book import plots", "plots.use_style()")
    more = ("import torch", "from matplotlib import pyplot as plt")
    return cell("---", f"mystnb: {options}", "---", *style, *more, *lines)


SOUND = cell("6 * 7")
EXPLORER = cell(
    "from mha_book.explorers import AttentionExplorer", "AttentionExplorer()"
)
WARNING = cell("import warnings", "warnings.warn('beware')")
# It raises where nothing of the book lies beside it, as with a reader who downloads it.
RAISING = cell("open('favicon.svg')")
PREDICT = """
::::{admonition} Predict
:class: predict

What is it?

:::{dropdown} Answer
42.
:::
::::

"""
FOLDED = cell(":tags: [hide-output]", "", "6 * 7")
EXERCISE = """
:::{exercise} In code: products
:label: LABEL

Compute it.
:::

"""
SOLUTION = """
:::{solution} LABEL
:class: dropdown

As above.
:::

"""
HIDDEN = cell(":tags: [hide-cell]", "", "assert 6 * 7 == 42")
NOT_ON_PAPER = "<style>details::details-content {display: none !important}</style>"
ASIDE = f"## Going deeper: why\n\nSo.\n\n{SOUND}\n\n+++\n\n## After\n\n"
HEATMAP = figure("it", "plots.weight_heatmap(torch.eye(2), ['a', 'b']);")
# Without words: whether these follow the theme is asked of the next.
SLAB = figure("slab", "plt.figure(facecolor='#f4ecd8').add_subplot().axis('off');")
FIXED = figure("fixed", "_ = plt.title('always dark', color='#444444')")
TINY = figure("tiny", "_ = plt.title('too small', fontsize=5)")
MISPRINTS = {
    "See [](nowhere.md).": "nowhere.md",
    "As {cite:t}`nobody1999` says.": "nobody1999",
    "Half: $\\frac{1$.": "Missing close brace",
    "Nameless: $\\unknown$.": "Undefined control sequence \\unknown",
    "$$\na & b\n$$": "Misplaced &",
    ":::{exercise} Products\n:label: levels\n\nHow hard?\n:::": "begins with none of",
}


def test_every_misprint_is_a_warning(tmp_path):
    told = Book(tmp_path / "book", {"index": "\n\n".join(MISPRINTS)}).build()
    assert len(told.splitlines()) == len(MISPRINTS), told
    for named in MISPRINTS.values():
        assert named in told


def test_the_build_goes_red_names_every_fault_and_forgets_none(tmp_path):
    pages = {"index": SOUND, "misprint": "See [](nowhere.md)."}
    pages |= {"warning": WARNING, "worst": RAISING}  # read last: nothing follows it
    book = Project(tmp_path / "book", pages)
    stopped = book.make()
    assert stopped.returncode != 0
    assert "FileNotFoundError" in stopped.stdout, stopped.stdout[-3000:]
    book.write("worst", SOUND)
    build = book.make()
    assert build.returncode != 0
    assert "nowhere.md" in build.stdout
    for output in (stopped.stdout, build.stdout):  # the second time, it did not run
        assert re.search(r"warning\.md.*stderr was found in the cell outputs", output)


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """One sound page, and pages with a fault in what their cells show."""
    whole = [SOUND, EXPLORER, PREDICT, FOLDED, ASIDE, EXERCISE, SOLUTION, HIDDEN]
    pages = {
        "index": "".join([*whole, HEATMAP]),
        "pathalt": cell("import matplotlib.pyplot as plt", "plt.plot([1, 2]);"),
        "figures": SLAB + FIXED + TINY,
        "unasked": PREDICT + SOUND,
    }
    book = Project(tmp_path_factory.mktemp("ran") / "book", pages)
    output = book.make().stdout
    told = re.findall(r"(\w+)\.md: WARNING: (a figure has no \w+)", output)
    lacks = ["a figure has no alternative", "a figure has no name"]
    assert told == [("pathalt", lack) for lack in lacks], output
    return book


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """Pages that build but break a promise to their readers; nothing runs."""
    solved = EXERCISE + SOLUTION
    pages = {
        "index": "Words.",
        "fetching": '<img src="https://example.org/p.png" alt="a far away picture">',
        "throwing": "<script>throw new Error('planted')</script>",
        "formula": '<span class="math">x</span><span class="math"><svg/></span>',
        "unnamed": "<button></button>",
        "faint": 'Words.\n\n<p style="color: #999">Faint words.</p>',
        "wide": '<div style="width: 900px">wide</div>',
        "answered": PREDICT.replace("Answer", "Answer\n:open:"),
        "unanswered": PREDICT.replace("{dropdown}", "{note}").replace("Answer", ""),
        "old": PREDICT + "**Predict:** what is it?",
        "unsolved": EXERCISE.replace("LABEL", "unsolved"),
        "unproven": solved.replace("LABEL", "unproven"),
        "stuck": '<details onclick="return false"><summary>S</summary>T</details>',
        "unprinted": ASIDE + NOT_ON_PAPER,
    }
    book = Book(tmp_path_factory.mktemp("faulty") / "book", pages)
    assert book.build() == ""
    return book


@pytest.fixture
def visit(request, page):
    """A function: name -> the page of that name, opened."""

    def open_page(name):
        of_cells = name in ("index", "pathalt", "figures")
        book = request.getfixturevalue("ran" if of_cells else "faulty")
        url = f"{book.site.as_uri()}/{name}.html"
        return checks.Visit(page, url, until="networkidle")

    return open_page


def test_a_sound_page_has_no_fault(ran, visit, page):
    seen = visit("index")
    assert seen.outside_requests() == seen.complaints == seen.formula_errors() == []
    notebook = ran.site / "_sources" / "index.ipynb"
    assert checks.unmounted_views(page, notebook) == []
    assert checks.bad_alts(ran.parsed("index")) == []
    assert checks.axe_violations(page, "light") == []
    assert checks.overflow(page, 390) == []
    built = ran.parsed("index")
    assert checks.open_predictions(built) == checks.loose_exercises(built) == []
    assert page.locator("article summary").count() == 5
    assert checks.stuck_folds(page) == checks.missing_on_paper(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_sound_figure_has_no_fault(ran, visit, page, theme):
    visit("index")
    assert figure_checks.uncaptioned(ran.parsed("index")) == []
    assert figure_checks.apart(page, theme) == []
    assert figure_checks.faint_text(page, theme) == []
    assert figure_checks.small_text(page) == []


@pytest.mark.parametrize("name", ["figures", "pathalt"])
def test_a_figure_that_ignores_the_theme_is_seen(visit, page, name):
    visit(name)
    assert len(figure_checks.apart(page, "dark")) == 1


def test_text_that_ignores_the_theme_is_seen(visit, page):
    visit("figures")
    assert figure_checks.faint_text(page, "light") == []
    assert figure_checks.faint_text(page, "dark") == ["always dark"]


def test_text_too_small_for_a_phone_is_seen(visit, page):
    visit("figures")
    assert figure_checks.small_text(page) == ["too small"]


def soup(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


@pytest.mark.parametrize("lost", ["fig-it", "caption-number", "caption-text"])
def test_a_figure_without_name_number_or_caption_is_seen(ran, lost):
    html = ran.html("index").replace(lost, "lost")
    assert figure_checks.uncaptioned(BeautifulSoup(html, "html.parser")) == [
        "a picture of a test"
    ]
    assert len(figure_checks.uncaptioned(ran.parsed("pathalt"))) == 1


def test_a_figure_without_words_is_seen(ran):
    html = ran.html("index").replace('aria-label="a picture of a test"', "")
    assert checks.bad_alts(soup(html)) == [""]


@pytest.mark.parametrize("name", ["mount", "explorers"])
def test_a_missing_explorer_script_is_seen(ran, visit, page, name):
    path = ran.site / "_static" / "mha" / f"{name}.js"
    kept = path.read_text(encoding="utf-8")
    path.write_text("", encoding="utf-8")
    try:
        visit("index")
        notebook = ran.site / "_sources" / "index.ipynb"
        assert len(checks.unmounted_views(page, notebook)) == 1
        assert page.locator(".mha-static").is_visible()  # the numbers still show
    finally:
        path.write_text(kept, encoding="utf-8")


def test_an_outside_request_is_seen(visit):
    assert visit("fetching").outside_requests() == ["https://example.org/p.png"]


def test_a_script_error_is_seen(visit):
    assert visit("throwing").complaints == ["planted"]


def test_a_formula_that_is_not_drawn_or_not_read_is_seen(visit):
    assert len(visit("formula").formula_errors()) == 2


def test_a_path_as_alternative_text_is_seen(ran):
    (alt,) = checks.bad_alts(ran.parsed("pathalt"))
    assert alt.endswith(".png")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_unnamed_button_is_seen(visit, page, theme):
    visit("unnamed")
    assert any("button-name" in found for found in checks.axe_violations(page, theme))


def test_faint_words_are_seen(visit, page):
    visit("faint")
    (found,) = checks.axe_violations(page, "light")
    assert found.startswith("color-contrast")


@pytest.mark.parametrize("name", ["answered", "unanswered", "old"])
def test_a_prediction_with_its_answer_in_sight_is_seen(name, faulty):
    assert len(checks.open_predictions(faulty.parsed(name))) == 1


def test_an_output_right_after_the_prediction_is_seen(ran):
    assert len(checks.open_predictions(ran.parsed("unasked"))) == 1


@pytest.mark.parametrize("name", ["unsolved", "unproven"])
def test_an_exercise_without_a_solution_that_asserts_is_seen(name, faulty):
    assert len(checks.loose_exercises(faulty.parsed(name))) == 1


def test_a_fold_that_no_key_opens_is_seen(visit, page):
    visit("stuck")
    assert checks.stuck_folds(page) == ["S", "S"]  # clicked, and by a real key


def test_a_fold_that_stays_shut_on_paper_is_seen(visit, page):
    visit("unprinted")
    assert len(checks.missing_on_paper(page)) == 1


def test_overflow_is_seen(visit, page):
    visit("wide")
    assert checks.overflow(page, 390) != []


PLANTED = {  # a line for each kind of file that changes pages, or none, and runs none
    # No comments: pages load scripts and styles without.
    "mha_book/explorers/shared/shared.css": ".planted-here { color: red; }",
    "mha_book/explorers/attention/index.js": 'globalThis.planted = "planted-here";',
    "mha/training/loop.py": "# planted",
    "mha_book/site/templates/navbar-logo.html": "<!-- planted -->",
}
# In a module that a page imports.
SENTENCE = "The worked examples: the one place their numbers stand."
WORDS = """```{glossary}
sixfold
  Also called *{index}`!six times`*. See [](apart.md).
```
"""
REFERENCE = "```{eval-rst}\n.. automodule:: mha_book.examples\n```\n"


def test_pages_follow_words_scripts_and_code_and_run_again_for_code_alone(tmp_path):
    ran = tmp_path / "ran.log"  # each execution leaves its letter
    log = f"with open({str(ran)!r}, 'a') as log: log.write(%r)"
    shows = "from mha_book.examples import HOW_ARE_YOU", "print(HOW_ARE_YOU.ids)"
    shown = cell(*shows, log % "i") + EXPLORER
    apart = f"All is sixfold.\n\n{cell(log % 'a')}"
    pages = {"index": shown, "other": cell(log % "o"), "apart": apart}
    pages |= {"words": WORDS, "reference": REFERENCE}
    book = Project(tmp_path / "book", pages)
    assert book.make().returncode == 0
    assert "(10, 3, 5)" in book.html("index")
    assert sorted(ran.read_text()) == ["a", "i", "o"]

    book.write("index", f"{shown}\n\nIn other words.")
    for name, line in PLANTED.items():
        book.change(name, lambda text, line=line: f"{text}\n{line}\n")
    book.change("mha_book/examples.py", lambda text: text.replace(SENTENCE, "Planted."))
    assert book.make().returncode == 0
    assert sorted(ran.read_text()) == ["a", "i", "o"]  # nothing ran again
    page, download = book.html("index"), book.download("index")
    assert "In other words." in page
    assert "Planted." in book.html("reference")
    assert "(10, 3, 5)" in download  # with its outputs
    assert_scripts_follow(book, page, download)

    book.write("other", cell("'changed'", log % "o"))
    ids = "ids=(10, 3, 5)", "ids=(11, 3, 5)"
    book.change("mha_book/examples.py", lambda text: text.replace(*ids))
    assert book.make().returncode == 0
    assert "(11, 3, 5)" in book.html("index")
    # The changed chapter, and what imports the changed module, and no other.
    assert sorted(ran.read_text()) == ["a", "i", "i", "o", "o"]
    # Of pages that were not written again, the search still has every name.
    index = (book.site / "searchindex.js").read_text(encoding="utf-8")
    assert all(
        re.search(rf'"{name}": ?\[\[', index) for name in ("sixfold", "six times")
    )


def assert_scripts_follow(book: Project, page: str, download: str):
    """What was planted is in the site's files, and in what is downloaded."""
    for name in ("explorers.css", "explorers.js"):
        built = book.site / "_static" / "mha" / name
        assert "planted-here" in built.read_text(encoding="utf-8")
    assert "<!-- planted -->" in page
    assert "planted-here" not in page
    assert '"_esm"' not in page
    assert download.count("planted-here") == 2
