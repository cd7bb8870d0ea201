"""The command behind ``make sheets``: writes the sheets of a seed, and says where."""

import sys
from collections.abc import Iterator
from pathlib import Path

from mha_book.exercises.contents import PAGES
from mha_book.teaching.printing import print_page
from mha_book.teaching.sheets.document import sheets, sign, solutions
from mha_book.your_file.contents import PROJECT


def main(
    *pages: str,
    seed: int = 1,
    to: Path = PROJECT / "_build" / "sheets",
    browser: str = "",
) -> None:
    """Write exercise sheets with the numbers of a seed, and their solutions apart.

    Args:
        pages: of the path; all, unless named.
        seed: 0 or a larger number.
        to: the folder that the files go to.
        browser: what prints them as PDF; else they are HTML, which any browser prints.
    """
    try:
        for path in write(list(pages or PAGES), seed, to):
            print(print_page(path, browser) if browser else path)
    except ValueError as refusal:
        sys.exit(str(refusal))
    if not browser:
        print("No browser was found for a PDF: open these in one, and print them.")


def write(pages: list[str], seed: int, folder: Path) -> Iterator[Path]:
    """Write the sheets and their solutions as HTML."""
    texts = {"sheet": sheets(pages, seed), "solutions": solutions(pages, seed)}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        path = folder / f"{name}-{sign(seed)}.html"
        path.write_text(text, encoding="utf-8")
        yield path
