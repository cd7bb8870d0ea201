"""Each gate of the build and the pages, with its fault planted: it must go red."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
import yaml

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


def figure(name: str, *lines: str) -> str:
    """A cell that draws in the book's style, with all that a figure needs."""
    alt, caption = "a picture of a test", "What this test shows."
    options = (
        f"{{figure: {{name: fig-{name}, caption: {caption}}}, image: {{alt: {alt}}}}}"
    )
    style = ("from mha.figures import plots", "plots.use_style()")
    more = ("import torch", "from matplotlib import pyplot as plt")
    return cell("---", f"mystnb: {options}", "---", *style, *more, *lines)


SOUND = cell("6 * 7")
HEATMAP = figure("it", "plots.weight_heatmap(torch.eye(2), ['a', 'b']);")
BROKEN = {
    "a raising cell": (cell("1 / 0"), "ZeroDivisionError"),
    "a warning from a cell": (
        cell("import warnings", "warnings.warn('beware')"),
        "stderr",
    ),
    "a file that the download would lack": (
        cell("open('favicon.svg')"),
        "FileNotFoundError",
    ),
}
MISPRINTS = {
    "See [](nowhere.md).": "nowhere.md",
    "As {cite:t}`nobody1999` says.": "nobody1999",
    "Half: $\\frac{1$.": "Missing close brace",
    "Nameless: $\\unknown$.": "Undefined control sequence \\unknown",
    "$$\na & b\n$$": "Misplaced &",
}


@pytest.mark.parametrize(("text", "named"), BROKEN.values(), ids=BROKEN)
def test_the_build_goes_red_and_names_the_fault(text, named, tmp_path):
    build = Book(tmp_path, {"index": SOUND, "planted": text}).make()
    assert build.returncode != 0
    assert named in build.stdout


def test_the_build_goes_red_and_names_every_misprint(tmp_path):
    pages = {"index": SOUND, "planted": "\n\n".join(MISPRINTS)}
    build = Book(tmp_path, pages).make()
    assert build.returncode != 0
    for named in MISPRINTS.values():
        assert named in build.stdout


def test_a_fault_is_not_forgotten_by_the_next_build(tmp_path):
    text, named = BROKEN["a warning from a cell"]
    book = Book(tmp_path, {"index": SOUND, "planted": text})
    for build in (book.make(), book.make()):
        assert build.returncode != 0
        assert named in build.stdout


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """One sound page, and pages that build but break a promise to their readers."""
    explorer = cell(
        "from mha.explorers import AttentionExplorer", "AttentionExplorer()"
    )
    plot = cell("import matplotlib.pyplot as plt", "plt.plot([1, 2]);")
    pages = {
        "index": SOUND + explorer + HEATMAP,
        "dead": explorer,
        "fetching": '<img src="https://example.org/p.png" alt="a far away picture">',
        "throwing": "<script>throw new Error('planted')</script>",
        "formula": '<span class="math">x</span><span class="math"><svg/></span>',
        "pathalt": plot,
        "slab": figure("slab", "plt.figure(facecolor='#f4ecd8')", "plt.plot([1, 2]);"),
        "fixed": figure("fixed", "_ = plt.title('always dark', color='#444444')"),
        "tiny": figure("tiny", "_ = plt.title('too small', fontsize=5)"),
        "unnamed": "<button></button>",
        "wide": '<div style="width: 900px">wide</div>',
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
    assert checks.bad_alts(faulty.html("index")) == []
    assert checks.axe_violations(page, "light") == []
    assert checks.overflow(page, 390) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_sound_figure_has_no_fault(faulty, visit, page, theme):
    visit("index")
    assert figure_checks.uncaptioned(faulty.html("index")) == []
    assert figure_checks.apart(page, theme) == []
    assert figure_checks.faint_text(page, theme) == []
    assert figure_checks.small_text(page) == []


@pytest.mark.parametrize("name", ["slab", "pathalt"])
def test_a_figure_that_ignores_the_theme_is_seen(visit, page, name):
    visit(name)
    assert len(figure_checks.apart(page, "dark")) == 1


def test_text_that_ignores_the_theme_is_seen(visit, page):
    visit("fixed")
    assert figure_checks.faint_text(page, "light") == []
    assert figure_checks.faint_text(page, "dark") == ["always dark"]


def test_text_too_small_for_a_phone_is_seen(visit, page):
    visit("tiny")
    assert figure_checks.small_text(page) == ["too small"]


@pytest.mark.parametrize("lost", ["fig-it", "caption-number", "caption-text"])
def test_a_figure_without_name_number_or_caption_is_seen(faulty, lost):
    html = faulty.html("index").replace(lost, "lost")
    assert figure_checks.uncaptioned(html) == ["a picture of a test"]
    assert len(figure_checks.uncaptioned(faulty.html("pathalt"))) == 1


def test_a_figure_without_words_is_seen(faulty):
    html = faulty.html("index").replace('aria-label="a picture of a test"', "")
    assert checks.bad_alts(html) == [""]


@pytest.mark.parametrize("name", ["mount", "explorers"])
def test_a_missing_explorer_script_is_seen(faulty, visit, page, name):
    path = faulty.site / "_static" / "mha" / f"{name}.js"
    kept = path.read_text(encoding="utf-8")
    path.write_text("", encoding="utf-8")
    try:
        visit("dead")
        notebook = faulty.site / "_sources" / "dead.ipynb"
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
    (alt,) = checks.bad_alts(faulty.html("pathalt"))
    assert alt.endswith(".png")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_unnamed_button_is_seen(visit, page, theme):
    visit("unnamed")
    assert any("button-name" in found for found in checks.axe_violations(page, theme))


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


def test_pages_follow_the_code_and_rest_when_nothing_changed(tmp_path):
    ran = tmp_path / "ran.log"  # each execution leaves a line
    log = f"with open({str(ran)!r}, 'a') as log: log.write(%r)"
    shown = cell("from mha.examples import HOW_ARE_YOU", "HOW_ARE_YOU.ids", log % "i")
    shown = shown.replace("HOW_ARE_YOU.ids\n", "print(HOW_ARE_YOU.ids)\n")
    book = Book(tmp_path / "book", {"index": shown, "other": cell(log % "o")})
    assert book.make().returncode == 0
    assert "(10, 3, 5)" in book.html("index")
    assert sorted(ran.read_text()) == ["i", "o"]

    assert seconds_of(book) < 20
    assert sorted(ran.read_text()) == ["i", "o"]  # nothing ran again

    book.write("index", f"{shown}\n\nIn other words.")
    assert book.make().returncode == 0
    assert "In other words." in book.html("index")
    assert sorted(ran.read_text()) == ["i", "o"]
    download = book.site / "_sources" / "index.ipynb"
    assert "(10, 3, 5)" in download.read_text(encoding="utf-8")  # with its outputs

    book.write("other", cell("'changed'", log % "o"))
    assert book.make().returncode == 0
    assert sorted(ran.read_text()) == ["i", "o", "o"]  # the changed chapter alone

    source = book.folder / "src" / "mha" / "examples.py"
    code = source.read_text(encoding="utf-8").replace(
        "ids=(10, 3, 5)", "ids=(11, 3, 5)"
    )
    source.write_text(code, encoding="utf-8")
    assert book.make().returncode == 0
    assert "(11, 3, 5)" in book.html("index")
    assert sorted(ran.read_text()) == ["i", "i", "o", "o"]  # what imports it

    with (book.folder / "requirements.txt").open("a") as requirements:
        requirements.write("# another environment\n")
    os.utime(book.folder / "requirements.txt", (0, 0))  # nothing to install
    assert book.make().returncode == 0
    assert sorted(ran.read_text()) == ["i", "i", "i", "o", "o", "o"]  # everything


def test_a_change_in_scripts_styles_or_training_runs_nothing(tmp_path):
    ran = tmp_path / "ran.log"
    log = f"with open({str(ran)!r}, 'a') as log: log.write('x')"
    explorer = cell(
        "from mha.explorers import AttentionExplorer", "AttentionExplorer()"
    )
    book = Book(tmp_path / "book", {"index": explorer + cell(log), "other": SOUND})
    assert book.make().returncode == 0
    package = book.folder / "src" / "mha"
    for name, line in {
        "explorers/shared/shared.css": "/* planted */",
        "explorers/attention/index.js": "/* planted */",
        "training/loop.py": "# planted",
        "site/templates/navbar-logo.html": "<!-- planted -->",
    }.items():
        with (package / name).open("a", encoding="utf-8") as source:
            source.write(f"\n{line}\n")
    assert seconds_of(book) < 20
    assert ran.read_text() == "x"
    built = book.site / "_static" / "mha"
    for name in ("explorers.css", "explorers.js"):
        assert "/* planted */" in (built / name).read_text(encoding="utf-8")
    notebook = (book.site / "_sources" / "index.ipynb").read_text(encoding="utf-8")
    assert notebook.count("/* planted */") == 2  # what is downloaded follows as well
    page = book.html("index")
    assert "/* planted */" not in page
    assert '"_esm"' not in page
