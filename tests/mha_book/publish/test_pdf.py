"""Which PDFs there are, and what each is called; printing has tests of its own."""

import pytest

import project
import two_pages
from mha_book.publish import pdf
from mha_book.publish.about import about_book
from mha_book.your_file.contents import PACKAGE

SIZE = 3 * 2**20 // 2
BROWSER = "a browser"
PATH = [path.stem for path in project.PATH]


@pytest.fixture
def printed(monkeypatch, tmp_path):
    """What each file was made of, by its name: the book, its chapters, the paper."""
    made = []
    pages = {page: two_pages.page(page) for page in project.pages()}
    monkeypatch.setattr(pdf, "take_stills", lambda browser, site, names: pages)
    monkeypatch.setattr(pdf, "perf_counter", iter([10, 17, 20, 31]).__next__)
    monkeypatch.setattr(pdf, "join", lambda *given: made.append(given) or "html")
    printed = {(BROWSER, "html"): b"pdf"}
    monkeypatch.setattr(pdf, "print_book", lambda *given: printed[given])
    monkeypatch.setattr(pdf, "finish", lambda *given: bytes(SIZE))
    pdf.print_site(BROWSER, tmp_path, tmp_path / "to", "Letter")
    names = sorted((path.name for path in (tmp_path / "to").iterdir()), reverse=True)
    return dict(zip(names, made, strict=True))


def test_the_path_and_the_whole_book_are_a_file_each(printed):
    ends = ["path-Letter.pdf", "book-Letter.pdf"]
    assert list(printed) == [f"{PACKAGE}-{end}" for end in ends]
    (path, path_parts, _, paper, picture), (book, book_parts, *_) = printed.values()
    assert path == about_book("the path alone")
    assert book == about_book()
    assert paper == "Letter"
    assert "mha-step" in picture
    assert list(path_parts) == ["", "The path"]
    assert list(book_parts)[:2] == ["", "The path"]
    assert [one.page for one in path_parts["The path"]] == PATH
    every = [one.page for part in book_parts.values() for one in part]
    assert set(every) == set(project.pages())
    for parts in (path_parts, book_parts):
        assert [one.title for one in parts[""]] == ["Where to begin"]


def test_each_file_is_told_with_its_size_and_how_long_it_took(capsys, printed):
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[1] for line in lines] == ["1.5 MiB, 7 s", "1.5 MiB, 11 s"]
