"""The built book, and the browser that opens it or a page of a test's own."""

from pathlib import Path

import pytest

from chromium import MISSING, find_chromium
from project import PROJECT

# Root has no sandbox. Nothing is asked for that no test wants.
FLAGS = ["--no-sandbox", "--no-first-run", "--disable-quic", "--disable-sync"]
FLAGS += ["--disable-background-networking", "--disable-component-update"]
# One process for all pages, and one less to draw them: a fifth of the time.
FLAGS += ["--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1"]


@pytest.fixture(scope="session")
def site() -> Path:
    """The built book's folder."""
    built = PROJECT / "_build" / "html"
    if not (built / "index.html").is_file():
        pytest.fail("the book is not built: run `make book`", pytrace=False)
    return built


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, playwright):
    """The machine's browser, quiet, and with as few processes as it can be had."""
    path = find_chromium(playwright.chromium.executable_path)
    if path is None:
        pytest.skip(MISSING)
    return browser_type_launch_args | {"executable_path": path, "args": FLAGS}
