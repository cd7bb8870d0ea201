"""Each gate of the build and the pages, with its fault planted: it must go red."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from bs4 import BeautifulSoup

import checks
import figure_checks
from project import PROJECT

FRONT = """---
jupytext:
  text_representation: {extension: .md, format_name: myst}
kernelspec: {display_name: Python 3, language: python, name: python3}
---

"""


def cell(*lines: str) -> str:
    return "\n".join(["```{code-cell} ipython3", *lines, "```", ""])


class Book:
    """A copy of the project with pages of its own."""

    def __init__(self, folder: Path, pages: dict[str, str]):
        self.folder, self.site = folder, folder / "_build" / "html"
        folder.mkdir(exist_ok=True)
        shutil.copytree(PROJECT / "src", folder / "src")
        (folder / "book").mkdir()
        for name in ("Makefile", "_config.yml", "requirements.txt", "pyproject.toml"):
            shutil.copy2(PROJECT / name, folder)
        for name in ("favicon.svg", "references.bib"):
            shutil.copy2(PROJECT / "book" / name, folder / "book")
        for name, text in pages.items():
            self.write(name, text)
        root, *others = pages
        chapters = [{"file": name} for name in others]
        toc = {"format": "jb-book", "root": root, "chapters": chapters}
        (folder / "_toc.yml").write_text(yaml.safe_dump(toc), encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        path = self.folder / "book" / f"{name}.md"
        path.write_text(f"{FRONT}# Page {name}\n\n{text}\n", encoding="utf-8")

    def make(self) -> subprocess.CompletedProcess:
        """`make book` with the project's environment and this copy's package."""
        return subprocess.run(
            ["make", "book", f"VENV={PROJECT / '.venv'}"],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(self.folder / "src")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def html(self, name: str) -> str:
        return (self.site / f"{name}.html").read_text(encoding="utf-8")

    def parsed(self, name: str) -> BeautifulSoup:
        return checks.parsed(self.site / f"{name}.html")

    def download(self, name: str) -> str:
        return (self.site / "_sources" / f"{name}.ipynb").read_text(encoding="utf-8")

    def change(self, module: str, edit: Callable[[str], str]) -> None:
        path = self.folder / "src" / "mha" / module
        path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")


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
    "```{glossary}\nunsaid\n  See [](index.md).\n```": "'index', which never says so",
    "Nameless: $\\unknown$.": "Undefined control sequence \\unknown",
    "$$\na & b\n$$": "Misplaced &",
    ":::{exercise} Products\n:label: levels\n\nHow hard?\n:::": "begins with none of",
}


def test_the_build_goes_red_names_every_fault_and_forgets_none(tmp_path):
    pages = {"index": SOUND, "misprints": "\n\n".join(MISPRINTS)}
    pages |= {"warning": WARNING, "worst": RAISING}  # read last: nothing follows it
    book = Book(tmp_path, pages)
    stopped = book.make()
    assert stopped.returncode != 0
    assert "FileNotFoundError" in stopped.stdout, stopped.stdout[-3000:]
    book.write("worst", SOUND)
    build = book.make()
    assert build.returncode != 0
    for named in MISPRINTS.values():
        assert named in build.stdout
    for output in (stopped.stdout, build.stdout):  # the second time, it did not run
        assert re.search(r"warning\.md.*stderr was found in the cell outputs", output)


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """One sound page, and pages that build but break a promise to their readers."""
    plot = cell("import matplotlib.pyplot as plt", "plt.plot([1, 2]);")
    solved = EXERCISE + SOLUTION
    whole = [SOUND, EXPLORER, PREDICT, FOLDED, ASIDE, EXERCISE, SOLUTION, HIDDEN]
    whole.append(HEATMAP)
    pages = {
        "index": "".join(whole),
        "fetching": '<img src="https://example.org/p.png" alt="a far away picture">',
        "throwing": "<script>throw new Error('planted')</script>",
        "formula": '<span class="math">x</span><span class="math"><svg/></span>',
        "pathalt": plot,
        "figures": SLAB + FIXED + TINY,
        "unnamed": "<button></button>",
        "faint": 'Words.\n\n<p style="color: #999">Faint words.</p>',
        "wide": '<div style="width: 900px">wide</div>',
        "unasked": PREDICT + SOUND,
        "answered": PREDICT.replace("Answer", "Answer\n:open:"),
        "unanswered": PREDICT.replace("{dropdown}", "{note}").replace("Answer", ""),
        "old": PREDICT + "**Predict:** what is it?",
        "unsolved": EXERCISE.replace("LABEL", "unsolved"),
        "unproven": solved.replace("LABEL", "unproven"),
        "stuck": '<details onclick="return false"><summary>S</summary>T</details>',
        "unprinted": ASIDE + NOT_ON_PAPER,
    }
    book = Book(tmp_path_factory.mktemp("faulty"), pages)
    build = book.make()
    assert build.returncode == 0, build.stdout
    return book


@pytest.fixture
def visit(faulty, page):
    return lambda name: checks.Visit(page, f"{faulty.site.as_uri()}/{name}.html")


def test_a_sound_page_has_no_fault(faulty, visit, page):
    seen = visit("index")
    assert seen.outside_requests() == seen.complaints == seen.formula_errors() == []
    notebook = faulty.site / "_sources" / "index.ipynb"
    assert checks.unmounted_views(page, notebook) == []
    assert checks.bad_alts(faulty.parsed("index")) == []
    assert checks.axe_violations(page, "light") == []
    assert checks.overflow(page, 390) == []
    built = faulty.parsed("index")
    assert checks.open_predictions(built) == checks.loose_exercises(built) == []
    assert page.locator("article summary").count() == 4
    assert checks.stuck_folds(page) == checks.missing_on_paper(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_sound_figure_has_no_fault(faulty, visit, page, theme):
    visit("index")
    assert figure_checks.uncaptioned(faulty.parsed("index")) == []
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
def test_a_figure_without_name_number_or_caption_is_seen(faulty, lost):
    html = faulty.html("index").replace(lost, "lost")
    assert figure_checks.uncaptioned(BeautifulSoup(html, "html.parser")) == [
        "a picture of a test"
    ]
    assert len(figure_checks.uncaptioned(faulty.parsed("pathalt"))) == 1


def test_a_figure_without_words_is_seen(faulty):
    html = faulty.html("index").replace('aria-label="a picture of a test"', "")
    assert checks.bad_alts(soup(html)) == [""]


@pytest.mark.parametrize("name", ["mount", "explorers"])
def test_a_missing_explorer_script_is_seen(faulty, visit, page, name):
    path = faulty.site / "_static" / "mha" / f"{name}.js"
    kept = path.read_text(encoding="utf-8")
    path.write_text("", encoding="utf-8")
    try:
        visit("index")
        notebook = faulty.site / "_sources" / "index.ipynb"
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


def test_a_path_as_alternative_text_is_seen(faulty):
    (alt,) = checks.bad_alts(faulty.parsed("pathalt"))
    assert alt.endswith(".png")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_unnamed_button_is_seen(visit, page, theme):
    visit("unnamed")
    assert any("button-name" in found for found in checks.axe_violations(page, theme))


def test_faint_words_are_seen(visit, page):
    visit("faint")
    (found,) = checks.axe_violations(page, "light")
    assert found.startswith("color-contrast")


@pytest.mark.parametrize("name", ["unasked", "answered", "unanswered", "old"])
def test_a_prediction_with_its_answer_in_sight_is_seen(name, faulty):
    assert len(checks.open_predictions(faulty.parsed(name))) == 1


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


def seconds_of(book: Book) -> float:
    """How long a build takes: by the clock, or by its own work if others delayed it."""
    start, before = time.monotonic(), os.times()
    assert book.make().returncode == 0
    after, waited = os.times(), time.monotonic() - start
    worked = sum(after[2:4]) - sum(before[2:4])  # of children; 0 on Windows
    return min(waited, worked or waited)


PLANTED = {  # a line for each kind of file that changes pages, or none, and runs none
    "explorers/shared/shared.css": "/* planted */",
    "explorers/attention/index.js": "/* planted */",
    "training/loop.py": "# planted",
    "site/templates/navbar-logo.html": "<!-- planted -->",
}
# In a module that a page imports.
SENTENCE = "The worked examples: the one place their numbers stand."
WORDS = """```{glossary}
sixfold
  Also called *six times*. See [](apart.md).
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
    book = Book(tmp_path / "book", pages)
    assert book.make().returncode == 0
    assert "(10, 3, 5)" in book.html("index")
    assert sorted(ran.read_text()) == ["a", "i", "o"]

    book.write("index", f"{shown}\n\nIn other words.")
    for name, line in PLANTED.items():
        book.change(name, lambda text, line=line: f"{text}\n{line}\n")
    book.change("examples.py", lambda text: text.replace(SENTENCE, "Planted."))
    assert seconds_of(book) < 20
    assert sorted(ran.read_text()) == ["a", "i", "o"]  # nothing ran again
    page, download = book.html("index"), book.download("index")
    assert "In other words." in page
    assert "Planted." in book.html("reference")
    assert "(10, 3, 5)" in download  # with its outputs
    assert_scripts_follow(book, page, download)

    book.write("other", cell("'changed'", log % "o"))
    ids = "ids=(10, 3, 5)", "ids=(11, 3, 5)"
    book.change("examples.py", lambda text: text.replace(*ids))
    assert book.make().returncode == 0
    assert "(11, 3, 5)" in book.html("index")
    # The changed chapter, and what imports the changed module, and no other.
    assert sorted(ran.read_text()) == ["a", "i", "i", "o", "o"]
    # Of pages that were not written again, the search still has every name.
    index = (book.site / "searchindex.js").read_text(encoding="utf-8")
    assert all(
        re.search(rf'"{name}": ?\[\[', index) for name in ("sixfold", "six times")
    )


def assert_scripts_follow(book: Book, page: str, download: str):
    """What was planted is in the site's files, and in what is downloaded."""
    for name in ("explorers.css", "explorers.js"):
        built = book.site / "_static" / "mha" / name
        assert "/* planted */" in built.read_text(encoding="utf-8")
    assert "<!-- planted -->" in page
    assert "/* planted */" not in page
    assert '"_esm"' not in page
    assert download.count("/* planted */") == 2
