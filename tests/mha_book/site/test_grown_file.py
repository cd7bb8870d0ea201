"""On the site the reader's file can be fetched after each page."""

from mha_book.your_file import file_after
from mha_book.your_file.contents import path_pages


def test_the_site_offers_the_file_after_each_page(site):
    folder = site / "_static" / "from_scratch"
    for page in path_pages():
        text = (folder / page / "from_scratch.py").read_text(encoding="utf-8")
        assert text == file_after(page)
    whole = (folder / "from_scratch.py").read_text(encoding="utf-8")
    assert whole == file_after(path_pages()[-1])
