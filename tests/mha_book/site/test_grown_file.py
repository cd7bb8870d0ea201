"""On the site, what grows is marked, and the file can be fetched after each page."""

import pytest
import yaml

from mha_book.your_file import file_after
from mha_book.your_file.contents import path_pages
from small_book import Book


def listing(*lines: str) -> str:
    return "\n".join(
        ["```{code-cell} ipython3", ":tags: [your-file]", "", *lines, "```", ""]
    )


PAGES = {
    "index": "Words.",
    "one": listing("def f(x):", "    return x") + listing("def g():", "    pass"),
    "two": listing("def f(x, y=0):", "    z = x", "    return x")
    + "```{code-cell} ipython3\ndef f(x):\n    return 3\n```\n",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A book whose second page has a listing that grows."""
    made = Book(tmp_path_factory.mktemp("book"), PAGES)
    parts = [{"caption": "The path", "chapters": [{"file": "one"}, {"file": "two"}]}]
    toc = {"format": "jb-book", "root": "index", "parts": parts}
    (made.folder / "_toc.yml").write_text(yaml.safe_dump(toc), encoding="utf-8")
    assert made.build() == ""
    return made


def test_only_what_grows_is_marked(book):
    marked = [line.get_text() for line in book.parsed("two").select(".hll")]
    assert marked == ["def f(x, y=0):\n", "    z = x\n"]
    assert book.parsed("one").select(".hll") == []


def test_each_state_of_the_file_can_be_fetched(book):
    folder = book.site / "_static" / "from_scratch"
    whole = (folder / "from_scratch.py").read_text(encoding="utf-8")
    assert "y=0" in whole
    assert "y=0" not in (folder / "one" / "from_scratch.py").read_text(encoding="utf-8")
    assert (folder / "two" / "from_scratch.py").read_text(encoding="utf-8") == whole


def test_the_site_offers_the_file_after_each_page(site):
    folder = site / "_static" / "from_scratch"
    for page in path_pages():
        text = (folder / page / "from_scratch.py").read_text(encoding="utf-8")
        assert text == file_after(page)
    whole = (folder / "from_scratch.py").read_text(encoding="utf-8")
    assert whole == file_after(path_pages()[-1])
