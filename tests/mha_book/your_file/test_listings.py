"""The reader's file is what the tagged cells of the path's pages make together."""

import ast

import pytest
from bs4 import BeautifulSoup

from mha_book.your_file import changes, file_after, file_before
from mha_book.your_file.contents import number_of, path_pages, title_of
from mha_book.your_file.listings import grown_lines, listings, new_lines
from small_book import FRONT


def page(title: str, *cells: str) -> str:
    """A page whose cells all belong to the file."""
    code = "".join(
        f"```{{code-cell}} ipython3\n:tags: [your-file]\n\n{cell}\n```\n\n"
        for cell in cells
    )
    return f"{FRONT}# {title}\n\n{code}"


@pytest.fixture
def project(tmp_path):
    """A book with a path of three pages, and a page that is not on it."""
    (tmp_path / "book").mkdir()
    pages = {
        "one": page("First", "import math\n\n\ndef f(x):\n    return math.pi * x"),
        "two": page(
            "Second",
            "from torch import nn\nimport abc",
            "@staticmethod\ndef g():\n    return 1",
        ),
        "three": page(
            "Third", "def f(x, y=0):\n    return math.pi * x + y\n\n\nNAMES = {}"
        ),
        "aside": page("Aside", "def h():\n    pass"),
    }
    for name, text in pages.items():
        (tmp_path / "book" / f"{name}.md").write_text(text, encoding="utf-8")
    (tmp_path / "_toc.yml").write_text(
        "parts:\n- caption: The path\n"
        "  chapters: [{file: one}, {file: two}, {file: three}]\n"
        "- caption: Shelf\n  chapters: [{file: aside}]\n"
    )
    return tmp_path


def test_the_path_is_the_part_of_that_name(project):
    assert path_pages(project) == ("one", "two", "three")
    assert number_of("two", project) == 2
    assert title_of("aside", project) == "Aside"
    with pytest.raises(ValueError, match="'aside' is not on the path: one, two, three"):
        number_of("aside", project)


def test_without_the_book_the_file_cannot_be_made(tmp_path):
    with pytest.raises(FileNotFoundError, match="a copy of the project"):
        number_of("one", tmp_path)


def test_a_later_listing_stands_in_the_earlier_ones_place(project):
    expected = (
        "import abc\nimport math\nfrom torch import nn\n\n\n# Page 1: First\n\n\n"
        "def f(x, y=0):\n    return math.pi * x + y\n\n\n# Page 2: Second\n\n\n"
        "@staticmethod\ndef g():\n    return 1\n\n\n# Page 3: Third\n\n\nNAMES = {}\n"
    )
    assert file_after("three", project) == expected
    assert file_before("three", project) == file_after("two", project)
    assert "y=0" not in file_before("three", project)
    assert file_before("one", project) == ""


def test_grown_lines_are_those_that_changed(project):
    code = "def f(x, y=0):\n    return math.pi * x + y"
    assert grown_lines("three", code, project) == [1, 2]
    assert grown_lines(
        "three", "def f(x):\n    z = 1\n    return math.pi * x", project
    ) == [2]
    assert grown_lines("three", "def new():\n    pass", project) == []
    assert grown_lines("one", code, project) == []


def test_new_lines_are_counted_from_one_and_are_not_empty():
    assert new_lines("a\nb", "a\n\nc\nb\nd") == [3, 5]


def test_of_what_grows_the_head_and_the_neighbours_are_shown(project):
    body = [f"    x += {k}" for k in range(8)]
    for name, lines in {
        "two": body,
        "three": [*body[:5], "    x = 7", *body[5:]],
    }.items():
        code = "\n".join(["def long(x):", *lines, "    return x"])
        text = page(name, "def f(x):\n    return x", code)
        (project / "book" / f"{name}.md").write_text(text, encoding="utf-8")
    shown = BeautifulSoup(
        changes("three", "long", "f", project=project).data, "html.parser"
    )
    long, f = [code.get_text().splitlines() for code in shown.select("pre")]
    expected = ["def long(x):", "    # …", body[4], "    x = 7", body[5], "    # …"]
    assert long == expected
    assert [line.get_text() for line in shown.select("ins")] == ["    x = 7"]
    assert f == ["def f(x):", "    # …"]  # nothing of it has grown


def test_a_cell_that_only_tries_something_is_refused(project):
    (project / "book" / "one.md").write_text(
        page("First", "print(3)"), encoding="utf-8"
    )
    with pytest.raises(ValueError, match=r"may only define, not 'print\(3\)'"):
        file_after("one", project)


# The book's own path.


@pytest.mark.parametrize("name", path_pages())
def test_a_listing_grows_and_is_not_written_anew(name):
    """What a page prints again keeps most of its lines."""
    before = {
        one.name: one for one in listings(path_pages()[max(0, number_of(name) - 2)])[1]
    }
    for one in listings(name)[1]:
        old = before.get(one.name)
        if old and old.code != one.code:
            kept = set(old.code.splitlines()) & set(one.code.splitlines())
            assert len(kept) >= 0.7 * len(set(old.code.splitlines())), one.name


def test_the_file_is_short_and_imports_torch_alone():
    text = file_after(path_pages()[-1])
    assert 180 <= len([line for line in text.splitlines() if line.strip()]) <= 250
    assert max(map(len, text.splitlines())) <= 72
    imported = {
        (node.module if isinstance(node, ast.ImportFrom) else node.names[0].name)
        for node in ast.parse(text).body
        if isinstance(node, (ast.Import, ast.ImportFrom))
    }
    assert {name.split(".")[0] for name in imported} == {"math", "torch"}


def test_names_of_the_path_are_there_from_their_page_on():
    names = {
        "attention-by-hand": {"attend"},
        "queries-keys-values": {"Head"},
        "batched-products": {"moved"},
        "heads-in-a-loop": {"HeadsInALoop"},
        "heads-in-one-product": {"split_heads", "merge_heads", "MultiHeadAttention"},
        "hide-the-future": {"causal_mask", "leak"},
        "tell-the-order": {"angles", "sinusoids", "rotate"},
        "transformer-block": {"MLP", "Block"},
        "assemble-a-decoder": {"Decoder"},
        "how-a-model-learns": {"loss_of", "learn"},
        "write-the-next-word": {"train", "top_k", "choose", "generate"},
        "keep-keys-and-values": {"Cache"},
        "run-a-real-model": {"NAMES", "load_smollm2"},
    }
    assert tuple(names) == path_pages()
    for name, expected in names.items():
        assert {one.name for one in listings(name)[1] if one.page == name} == expected
