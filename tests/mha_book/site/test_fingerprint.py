"""What a chapter's fingerprint follows, and what it does not."""

import ast
import re
import shutil

import pytest

from mha_book.site import fingerprint as fingerprints
from mha_book.site.fingerprint import (
    code_of_cells,
    digest_code,
    digest_files,
    fingerprint,
    strip_docstrings,
)
from mha_book.site.imports import find_imports
from project import CHAPTERS, PROJECT
from small_book import FRONT

SOURCE = PROJECT / "src"


def names(code, source=SOURCE):
    """The modules that code imports, as paths below the sources."""
    return {path.relative_to(source).as_posix() for path in find_imports(code, source)}


def test_imports_are_followed_and_packages_above_them_run_too():
    found = names("from mha_book.results.training import curves")
    assert {"mha_book/__init__.py", "mha_book/results/__init__.py"} < found
    assert "mha_book/results/training/__init__.py" in found
    assert "mha_book/results/training/published.py" not in found


def test_of_a_lazy_package_the_module_is_followed_that_has_the_name():
    found = names("from mha import causal_mask")
    assert {"mha/__init__.py", "mha/attention/masks.py"} <= found
    assert "mha/attention/checks.py" in found  # which that one imports
    assert not {"mha/attention/functional.py", "mha/attention/cache.py"} & found
    assert names("import mha\nmha.causal_mask(3)") == found
    assert "mha_book/in_numpy.py" in names("from mha_book import in_numpy")
    assert "mha/attention/cache.py" in names("from mha import KVCache")


PICTURE = "mha_book/pictures/one_head/by_hand.py"
FOLDERS = ("mha_book", "mha_book/pictures", "mha_book/pictures/one_head")


@pytest.mark.parametrize(
    "code",
    [
        "from mha_book import pictures\npictures.weighted_average()",
        "from mha_book import pictures as drawn\ndrawn.weighted_average()",
        "import mha_book.pictures as drawn\ndrawn.weighted_average()",
        "from mha_book.pictures import weighted_average",
        "from mha_book import pictures\ndef f():\n    pictures.weighted_average",
    ],
)
def test_of_what_is_asked_of_a_lazy_package_its_module_is_followed(code):
    found = names(code)
    assert PICTURE in found
    assert {f"{folder}/__init__.py" for folder in FOLDERS} <= found  # they run first


@pytest.mark.parametrize(
    "code",
    [
        "from mha_book import pictures",
        "from mha_book import pictures\npictures.two_sentences()",
        "pictures = {}\npictures.weighted_average()",
        "from mha_book import pictures\nx.weighted_average()",
    ],
)
def test_what_is_not_asked_of_it_is_not_followed(code):
    assert PICTURE not in names(code)


@pytest.mark.parametrize(
    "line",
    [
        "import mha_book.plots.sweeps",
        "import mha_book.plots.sweeps as figures",
        "from mha_book import palette, plots\nplots.sweep",
        "from mha_book.plots.sweeps import sweep",
        "def later():\n    from mha_book.plots.sweeps import sweep",
    ],
)
def test_every_way_to_import_is_seen(line):
    assert {"mha_book/plots/sweeps.py", "mha_book/palette.py"} <= names(line)


def test_a_chapter_follows_its_code_its_data_and_the_environment_alone(tmp_path):
    for package in ("mha", "mha_book"):
        shutil.copytree(SOURCE / package, tmp_path / "src" / package)
    shutil.copy(PROJECT / "requirements.txt", tmp_path)
    chapter = tmp_path / "chapter.md"
    cell = (
        "```{code-cell} ipython3\nfrom mha_book.results.training import curves\n```\n"
    )
    chapter.write_text(f"# A chapter\n\n{cell}\n", encoding="utf-8")
    first = fingerprint(chapter, tmp_path)

    def changed(name, line=b"planted = 1"):
        path = tmp_path / name
        kept = path.read_bytes()
        path.write_bytes(kept + line + b"\n")
        found = fingerprint(chapter, tmp_path)
        path.write_bytes(kept)
        assert fingerprint(chapter, tmp_path) == first
        return found != first

    results = "src/mha_book/results"
    assert changed(f"{results}/training/__init__.py")
    assert changed(f"{results}/__init__.py")
    assert changed(f"{results}/training/news.jsonl")
    assert changed("requirements.txt")
    others = (
        "src/mha/training/loop.py",
        f"{results}/benchmark/cpu.json",
        "src/mha_book/plots/sweeps.py",
        "src/mha_book/explorers/shared/arrays.js",
        "src/mha_book/site/scripts.py",
    )
    assert not any(changed(name) for name in others)
    assert not changed(f"{results}/training/__init__.py", b"# a comment")
    chapter.write_text(f"# A chapter in other words\n\n{cell}\n", encoding="utf-8")
    assert fingerprint(chapter, tmp_path) == first


@pytest.mark.parametrize("turn", [list, reversed])
def test_nothing_depends_on_the_order_in_which_files_are_found(monkeypatch, turn):
    code = "import mha_book.teaching.cards.deck, mha_book.teaching.course.routes"
    files = sorted(find_imports(code, SOURCE))
    expected = digest_code(code, PROJECT), digest_files(files, PROJECT)
    monkeypatch.setattr(fingerprints, "find_imports", lambda *_: turn(files))
    found = digest_code(code, PROJECT), digest_files(turn(files), PROJECT)
    assert found == expected


def test_a_page_with_exercises_follows_the_catalogue_of_faults(tmp_path):
    shutil.copytree(SOURCE / "mha", tmp_path / "src" / "mha")
    shutil.copytree(SOURCE / "mha_book", tmp_path / "src" / "mha_book")
    shutil.copy(PROJECT / "requirements.txt", tmp_path)
    chapter = tmp_path / "chapter.md"
    cell = "```{code-cell} ipython3\nfrom mha_book import Exercises\n```\n"
    chapter.write_text(f"# A chapter\n\n{cell}\n", encoding="utf-8")
    found = {fingerprint(chapter, tmp_path)}
    for name in ("attend.py", "attend.toml"):
        with (tmp_path / "src/mha/check/catalogue" / name).open("a") as file:
            file.write("# planted\nplanted = 1\n")
        found.add(fingerprint(chapter, tmp_path))
    assert len(found) == 3


def test_a_page_of_the_path_follows_the_listings_before_it(tmp_path):
    shutil.copy(PROJECT / "requirements.txt", tmp_path)
    (tmp_path / "book").mkdir()
    toc = "parts:\n- caption: The path\n  chapters: [{file: one}, {file: two}]\n"
    (tmp_path / "_toc.yml").write_text(toc, encoding="utf-8")
    pages = {name: tmp_path / "book" / f"{name}.md" for name in ("one", "two", "index")}

    def write(name, said, code, tag=":tags: [your-file]\n"):
        cell = f"```{{code-cell}} ipython3\n{tag}\n{code}\n```\n"
        text = f"{FRONT}# A page\n\n{said}\n\n{cell}"
        pages[name].write_text(text, encoding="utf-8")

    def found():
        return [fingerprint(page, tmp_path) for page in pages.values()]

    write("one", "Words.", "def f():\n    return 1")
    write("two", "Words.", "def g():\n    return 1")
    write("index", "Words.", "from mha_book import your_file", tag="")
    first = found()
    write("one", "Other words.", "def f():\n    return 1")
    assert found() == first
    write("one", "Words.", "def f():\n    return 2")
    assert [a == b for a, b in zip(found(), first, strict=True)] == [True, False, False]
    write("one", "Words.", "def f():\n    return 1")
    write("two", "Words.", "def g():\n    return 2")
    assert [a == b for a, b in zip(found(), first, strict=True)] == [True, True, False]


def test_a_module_says_what_else_of_the_book_it_reads(tmp_path):
    shutil.copy(PROJECT / "requirements.txt", tmp_path)
    for folder in ("book", "src/mha_book"):
        (tmp_path / folder).mkdir(parents=True)
    toc = "parts:\n- caption: The path\n  chapters: [{file: one}, {file: two}]\n"
    (tmp_path / "_toc.yml").write_text(toc, encoding="utf-8")
    code = "from mha_book import reader"
    cell = f"```{{code-cell}} ipython3\n:tags: [your-file]\n\n{code}\n```\n"

    def found(read, title="One", said="Words.", other=code):
        reader = tmp_path / "src/mha_book/reader.py"
        reader.write_text(f"READS = {read!r}\n", encoding="utf-8")
        first = f"{FRONT}# {title}\n\n{said}\n\n{cell}"
        second = f"{FRONT}# Two\n\n{cell.replace(code, other)}"
        for name, text in (("one", first), ("two", second), ("cards", cell)):
            (tmp_path / "book" / f"{name}.md").write_text(text, encoding="utf-8")
        return fingerprint(tmp_path / "book" / "cards.md", tmp_path)

    long, new = "Words. " * 900, "def f():\n    return 2"
    changes = {"title": "Another", "said": long, "other": new}
    seen = {
        "titles": {"title"},
        "minutes": {"said"},
        "file": {"other"},
        "book/one.md": {"title", "said"},
        "book/*.md": {"title", "said", "other"},
    }
    for read, followed in seen.items():
        asked = (read,)
        assert followed == {
            name
            for name, to in changes.items()
            if found(asked, **{name: to}) != found(asked)
        }, read


ASKED = {  # what a module may ask of the book, and what it then says that it reads
    "title_of": "titles",
    "titles": "titles",
    "words_of": "minutes",
    "minutes_of": "minutes",
    "listings": "file",
    "file_after": "file",
    "pages_of_pictures": "pictures",
    "plots_of_pages": "pictures",
}
ROOMS = ("teaching/cards", "teaching/course", "teaching/glance", "teaching/pictures")
ROOMS += ("capstone/standing.py",)  # whose results stand on pages
WRITTEN_BESIDE = {"anki.py"}  # which no page imports


def test_a_module_says_all_that_it_reads_of_the_book():
    """Else its page would stay as it was, whatever became of what it tells."""
    for room in ROOMS:
        place = SOURCE / "mha_book" / room
        for path in place.glob("*.py") if place.is_dir() else [place]:
            text = path.read_text(encoding="utf-8")
            called = set(re.findall(r"(?<!def )\b(\w+)\(", text)) & ASKED.keys()
            needed = {ASKED[name] for name in called}
            page = re.search(r'^PAGE = "(.*)"', text, re.MULTILINE)
            needed |= {f"book/{page[1]}.md"} if page else set()
            needed |= set(re.findall(r'\(project / "([\w.]+)"\)', text)) - {"book"}
            said = fingerprints.READS.search(text)
            if path.name not in WRITTEN_BESIDE:
                assert needed <= {*(ast.literal_eval(said[1]) if said else ())}, path


def test_a_files_place_in_its_project_counts_and_not_the_projects_own(tmp_path):
    def digits(*place):
        path = tmp_path.joinpath(*place)
        path.parent.mkdir(exist_ok=True)
        path.write_text("{}", encoding="utf-8")
        return digest_files([path], path.parent)

    assert digits("here", "one.json") == digits("there", "one.json")
    assert digits("here", "one.json") != digits("here", "other.json")


def test_of_a_module_the_code_counts_and_not_what_is_said_of_it():
    code = b"def one(x):\n    return x\n"
    said = b'"""A module."""\n\ndef one(x):\n    """It."""\n    return x  # that\n'
    assert strip_docstrings(said) == strip_docstrings(code)
    for other in (b"return 1", b"'It.'; x = 'It.'; return x"):
        assert strip_docstrings(code.replace(b"return x", other)) != strip_docstrings(
            code
        )


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_chapter_is_read_and_none_follows_the_site(path):
    code = code_of_cells(path)
    found = {str(file.relative_to(SOURCE)) for file in find_imports(code, SOURCE)}
    assert (" mha" in code) == bool(found)
    assert not any(file.startswith("mha_book/site") for file in found)


def test_options_and_magics_of_cells_are_no_code(tmp_path):
    lines = (
        "---",
        "tags: [a]",
        "---",
        "%time x = 1",
        "from mha_book.plots import sweep",
        "!ls",
    )
    text = "\n".join(["# A chapter", "", "```{code-cell} ipython3", *lines, "```", ""])
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    assert "mha_book/plots/sweeps.py" in names(code_of_cells(tmp_path / "a.md"))
