"""The pages of the built site as they stand when their explorers have started."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tqdm import tqdm

SNAPSHOT = Path(__file__).with_name("snapshot.js").read_text(encoding="utf-8")
# An explorer that cannot start leaves its table, and a sentence that says so.
STARTED = "!document.querySelector('.mha-mount:not([data-mounted]):not(:has(> p))')"
SCREEN = {"width": 1280, "height": 900}


@contextmanager
def open_browser(path: str | None = None) -> Iterator[Browser]:
    """A Chromium without windows: the one at this path, else Playwright's own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()


def take_stills(browser: Browser, site: Path, pages: Iterable[str]) -> dict[str, str]:
    """The markup of each page's text, by the page's name.

    Args:
        site: the built site's folder.
        pages: names of pages, without ``.html``.

    Raises:
        FileNotFoundError: the site has no such page; names it.
    """
    tab = browser.new_page(viewport=SCREEN, color_scheme="light")
    stills = {}
    for page in tqdm(list(pages), desc="Opening pages", unit=" pages"):
        file = site / f"{page}.html"
        if not file.is_file():
            raise FileNotFoundError(f"{file} is missing: run `make book`")
        tab.goto(file.as_uri(), wait_until="domcontentloaded")
        tab.wait_for_function(STARTED)
        stills[page] = tab.evaluate(f"{SNAPSHOT}mhaSnapshot()")
    tab.close()
    return stills
