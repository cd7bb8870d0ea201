"""Finds the Chromium that the tests drive; as a program, it says where that is."""

from __future__ import annotations  # tools/machine.py says on an old Python, too

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

MISSING = "No Chromium, Chrome or Edge starts on this machine: run `make browser`."
# The shell first: it has no windows, and takes three quarters of the processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
NAMES += ("google-chrome", "google-chrome-stable")
NAMES += ("microsoft-edge", "microsoft-edge-stable", "chrome", "msedge")
# Where the installers of macOS and Windows put them, beside the PATH.
FOLDERS = ("/Applications", "~/Applications")
FOLDERS += tuple(os.environ.get(f"ProgramFiles{bits}", "") for bits in ("", "(x86)"))
BELOW = ("Google Chrome.app/Contents/MacOS/Google Chrome",)
BELOW += ("Microsoft Edge.app/Contents/MacOS/Microsoft Edge",)
BELOW += ("Google/Chrome/Application/chrome.exe",)
BELOW += ("Microsoft/Edge/Application/msedge.exe",)


def find_chromium(own: str) -> str | None:
    """The first that starts: the system's, else Playwright's own, else None."""
    return next(filter(starts, candidates(own)), None)


def candidates(own: str) -> Iterator[str]:
    """Every place where a browser may be."""
    yield from filter(None, map(shutil.which, NAMES))
    yield from (
        f"{Path(place).expanduser()}/{end}" for place in FOLDERS for end in BELOW
    )
    yield own


def starts(path: str) -> bool:
    """Whether it is there and runs: a name may be a stub, a download lack libraries."""
    if not Path(path).is_file():
        return False
    if sys.platform == "win32":  # there it would open a window
        return True
    try:
        told = subprocess.run([path, "--version"], capture_output=True, timeout=60)
    except OSError:
        return False
    return told.returncode == 0


def playwrights_own() -> str:
    """Where Playwright has put its own, or would; "" where it is not installed."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return ""
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


if __name__ == "__main__":
    found = find_chromium(playwrights_own())
    print(found or "No Chromium, Chrome or Edge starts on this machine.")
    sys.exit(found is None)
