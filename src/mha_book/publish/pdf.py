"""The command of `make pdf`: the path, and the whole book, as a PDF each."""

from pathlib import Path
from time import perf_counter

import cyclopts
from playwright.sync_api import Browser
from tqdm import tqdm

from mha_book.pictures.kit.steps import STEPS
from mha_book.publish.about import about_book
from mha_book.publish.bookmarks import finish
from mha_book.publish.chapter import Chapter
from mha_book.publish.join import join, prepare
from mha_book.publish.printed import print_book
from mha_book.publish.stills import open_browser, take_stills
from mha_book.site.addresses import read_addresses
from mha_book.site.chapter_map import draw
from mha_book.your_file.contents import PACKAGE, PART, PROJECT, parts_of

ROOT, BEGIN = "index", "Where to begin"  # the site's first page, and its title on paper
FILE = f"{PACKAGE}-{{name}}-{{paper}}.pdf"
MIB = 2**20


def main(
    site: Path = PROJECT / "_build" / "html",
    to: Path = PROJECT / "_build" / "pdf",
    paper: str = "A4",
    browser: str | None = None,
) -> None:
    """Print the built site.

    Args:
        site: the built site.
        to: the folder that the PDFs go to.
        paper: A4 or Letter.
        browser: a Chromium; else Playwright's own.
    """
    with open_browser(browser) as chromium:
        print_site(chromium, site.resolve(), to, paper)


def print_site(browser: Browser, site: Path, to: Path, paper: str) -> None:
    """Print the path of a built site, and then the whole of it."""
    to.mkdir(parents=True, exist_ok=True)
    parts = {"": (ROOT,), **parts_of()}
    stills = take_stills(
        browser, site, [page for part in parts.values() for page in part]
    )
    for name, chosen in {"path": ("", PART), "book": tuple(parts)}.items():
        text = read({part: parts[part] for part in chosen}, stills)
        write_pdf(browser, to / FILE.format(name=name, paper=paper), text, site, paper)


def read(
    parts: dict[str, tuple[str, ...]], stills: dict[str, str]
) -> dict[str, list[Chapter]]:
    """The chapters of these parts, as their pages stand."""
    return {
        part: [
            Chapter.read(page, stills[page], BEGIN if page == ROOT else "")
            for page in tqdm(pages, desc=f"Reading {part or BEGIN}", leave=False)
        ]
        for part, pages in parts.items()
    }


def write_pdf(
    browser: Browser,
    target: Path,
    parts: dict[str, list[Chapter]],
    site: Path,
    paper: str,
) -> None:
    """Print one book, and say how large it is and how long that took."""
    began = perf_counter()
    book = about_book("the path alone" if list(parts) == ["", PART] else "")
    whole = prepare(parts, read_addresses(PROJECT).get("Homepage"))
    picture = draw(list(STEPS), aria_hidden="true")
    printed = print_book(browser, join(book, whole, site, paper, picture))
    target.write_bytes(finish(printed, book, whole))
    size, took = target.stat().st_size / MIB, perf_counter() - began
    print(f"{target}: {size:.1f} MiB, {took:.0f} s")


if __name__ == "__main__":
    cyclopts.run(main)
