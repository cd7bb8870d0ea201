"""Finds a Chromium that really launches, and fetches one where there is none."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from filelock import FileLock
from playwright.sync_api import Browser, Error, Playwright

MISSING = "without a browser"
ADVICE = (
    "For want of a browser, {} of the tests did not run: install Chromium, Chrome or "
    "Edge, or run `.venv/bin/playwright install chromium`."
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NAMES += ("microsoft-edge", "microsoft-edge-stable", "msedge")
FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking"]
# One process for all pages, and one less to draw them: a fifth of the time.
FLAGS += ["--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1"]
OWN = (sys.executable, "-m", "playwright", "install", "chromium")
DEBIAN_PACKAGE = ("apt-get", "install", "--yes", "--no-install-recommends", "chromium")
PATIENCE = 600  # seconds for a download

Way = dict[str, str]  # what Playwright's `launch` is told


def launch(playwright: Playwright, way: Way) -> Browser:
    """The browser that is found this way."""
    return playwright.chromium.launch(args=FLAGS, timeout=60_000, **way)


def launches(playwright: Playwright, way: Way) -> bool:
    """Whether a page opens: a name may be a stub, a download may lack libraries."""
    try:
        with launch(playwright, way) as browser:
            browser.new_page()
    except Error:
        return False
    return True


def of_the_system() -> Iterator[Way]:
    """What is on the PATH, then Chrome and Edge where their installers put them."""
    for path in filter(None, map(shutil.which, NAMES)):
        yield {"executable_path": path}
    yield from ({"channel": "chrome"}, {"channel": "msedge"})


def of_playwright() -> Iterator[Way]:
    """Its own Chromium, then the smaller one that can only run unseen."""
    yield from ({"channel": "chromium"}, {})


def ways() -> Iterator[Way]:
    """Every way to a browser, in order; to ask for a further one is to fetch it."""
    yield from of_the_system()
    yield from of_playwright()
    if _ran(*OWN):
        yield from of_playwright()
    if _may_install() and _ran("apt-get", "update") and _ran(*DEBIAN_PACKAGE):
        yield from of_the_system()


def _may_install() -> bool:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return root and shutil.which("apt-get") is not None


def _ran(*command: str) -> bool:
    """Whether a command ended well; where it did not, the next way is tried."""
    print("\nNo browser launches yet:", *command, file=sys.stderr, flush=True)
    streams = {"stdin": subprocess.DEVNULL, "stdout": sys.stderr}
    streams["stderr"] = subprocess.DEVNULL
    try:
        return subprocess.run(command, timeout=PATIENCE, **streams).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def agreed(folder: Path, works: Callable[[Way], bool]) -> Way | None:
    """The first way that works, or None. Whoever shares the folder looks only once."""
    note = folder / "chromium.json"
    with FileLock(folder / "chromium.lock"):
        if not note.exists():
            note.write_text(json.dumps(next(filter(works, ways()), None)))
    return json.loads(note.read_text())
