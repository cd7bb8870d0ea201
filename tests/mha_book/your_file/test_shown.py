"""A page shows the file folded, as a download, with its new lines marked."""

import base64

from bs4 import BeautifulSoup

from mha_book.your_file import changes, file_after, file_before, show
from mha_book.your_file.contents import path_pages
from mha_book.your_file.listings import new_lines


def parsed(html) -> BeautifulSoup:
    return BeautifulSoup(html.data, "html.parser")


def test_the_whole_file_is_there_and_can_be_downloaded():
    fold = parsed(show("heads-in-a-loop")).details
    text = file_after("heads-in-a-loop")
    assert fold.pre.get_text() == text
    link = fold.a
    assert link["download"] == "from_scratch.py"
    assert base64.b64decode(link["href"].split(",")[1]).decode() == text


def test_new_lines_are_marked_and_counted():
    for page in path_pages():
        text = file_after(page)
        new = new_lines(file_before(page), text)
        fold = parsed(show(page)).details
        marked = [line.get_text() for line in fold.select("ins")]
        assert marked == [text.splitlines()[k - 1] for k in new]
        count = len([line for line in text.splitlines() if line.strip()])
        grown = f"{len(new)} new" if new else "as before"
        assert fold.summary.get_text() == f"The file: {count} lines, {grown}"


def test_only_a_file_longer_than_a_screen_is_shown_in_part():
    first, *_, last = path_pages()
    assert not parsed(show(first)).select("input")
    (whole,) = parsed(show(last)).select("label")
    assert whole.get_text(strip=True) == "Show all"
    assert whole.input["type"] == "checkbox"


def test_only_on_the_last_page_does_the_file_stand_open():
    *earlier, last = path_pages()
    assert parsed(show(last)).details.has_attr("open")
    assert not any(parsed(show(page)).details.has_attr("open") for page in earlier)


def test_of_what_grows_only_the_changes_are_shown():
    code = parsed(changes("tell-the-order", "MultiHeadAttention"))
    marked = [line.get_text().strip() for line in code.select("ins")]
    assert "self.rope_base = rope_base  # None: positions are not told" in marked
    lines = code.pre.get_text().splitlines()
    assert lines[0] == "class MultiHeadAttention(nn.Module):"
    assert any(line.strip() == "# …" for line in lines)
    assert not any("self.output(merge_heads" in line for line in lines)
