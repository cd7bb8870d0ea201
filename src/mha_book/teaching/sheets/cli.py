"""The command behind ``make sheets``: writes the sheets of a seed, and says where."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from mha_book.exercises.contents import PAGES
from mha_book.teaching.printing import print_page
from mha_book.teaching.sheets.document import sheets, sign, solutions

ABOUT = """Write exercise sheets with the numbers of a seed, and their solutions apart:
as PDF where a browser is named, else as HTML, which any browser prints."""


def main(argv: list[str] | None = None) -> None:
    """Write both documents, and name their files."""
    parser = argparse.ArgumentParser(prog="make sheets", description=ABOUT)
    parser.add_argument("--seed", type=int, default=1, help="0 or a larger number")
    parser.add_argument("--out", type=Path, default=Path("_build/sheets"))
    parser.add_argument("--browser", default="", help="what prints the PDF")
    parser.add_argument(
        "--pages", nargs="*", default=[], metavar="PAGE", help="all, unless named"
    )
    asked = parser.parse_args(argv)
    try:
        for path in write(asked.pages or list(PAGES), asked.seed, asked.out):
            print(print_page(path, asked.browser) if asked.browser else path)
    except ValueError as refusal:
        parser.error(str(refusal))
    if not asked.browser:
        print("No browser was found for a PDF: open these in one, and print them.")


def write(pages: list[str], seed: int, folder: Path) -> Iterator[Path]:
    """Write the sheets and their solutions as HTML."""
    texts = {"sheet": sheets(pages, seed), "solutions": solutions(pages, seed)}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        path = folder / f"{name}-{sign(seed)}.html"
        path.write_text(text, encoding="utf-8")
        yield path
