"""Where built pages lead outside; `make links` asks each place, and stores the day."""

import re
from datetime import date
from http.client import HTTPException
from pathlib import Path
from urllib.request import Request, urlopen

import cyclopts
from bs4 import BeautifulSoup

from mha.record import write_json
from mha_book.results.checks.links import LINKS, stored
from mha_book.site.addresses import read_addresses
from project import PROJECT

SECONDS = 20  # for one answer
OPENED = re.compile(r"<a\b[^>]*>")  # all of a page is a hundred times as much
ABOUT = {"User-Agent": "Mozilla/5.0 (the book's own check of its links)"}


def outside(site: Path) -> list[str]:
    """The addresses that the pages' texts lead to, without the project's own."""
    own = tuple(read_addresses(PROJECT).values())
    found = set()
    for path in site.glob("*.html"):
        page = path.read_text(encoding="utf-8")
        text = page.partition("<article")[2].partition("</article>")[0]
        links = BeautifulSoup("".join(OPENED.findall(text)), "html.parser")
        found |= {
            link["href"].partition("#")[0] for link in links.select("[href^='http']")
        }
    return sorted(address for address in found if not address.startswith(own or "\n"))


def answers(address: str) -> bool:
    """Whether something is there; what cannot be reached or is gone does not answer."""
    try:
        with urlopen(Request(address, headers=ABOUT), timeout=SECONDS):
            return True
    except (OSError, HTTPException) as why:
        print(f"{address}: {why}")
        return False


def main(site: Path = PROJECT / "_build" / "html", out: Path = LINKS) -> None:
    """Ask each place outside whether it is there, and keep when it last was.

    Args:
        site: the built site.
        out: the stored file; what a page no longer leads to is dropped.
    """
    before, today = stored(out) if out.is_file() else {}, str(date.today())
    links = {}
    for address in outside(site):
        link = before.get(address, {"listed": today, "answered": None})
        links[address] = link | ({"answered": today} if answers(address) else {})
    write_json(out, {"command": "make links", "links": links})


if __name__ == "__main__":
    cyclopts.run(main)
