"""The reader's file as it stands after a page, run from top to bottom."""

from mha_book.your_file import file_after
from mha_book.your_file.contents import path_pages


def run_file(after: str = "") -> dict:
    """What the file defines after a page; without a page, the whole file."""
    page = after or path_pages()[-1]
    names: dict = {"__name__": "from_scratch"}
    exec(compile(file_after(page), f"<after {page}>", "exec"), names)
    return names
