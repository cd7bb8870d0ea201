"""HTML as PDF, and SVG as PNG, by whichever Chromium, Chrome or Edge there is."""

import os
import subprocess
from pathlib import Path

SECONDS = 120
SHARP = 2  # pixels of a picture for each of its own


def print_page(page: Path, browser: str) -> Path:
    """Print a page of HTML into a PDF beside it.

    Args:
        page: the file.
        browser: the program; it is started without a window.

    Returns:
        the PDF's path.

    Raises:
        RuntimeError: the browser wrote none; tells what it said.
    """
    made = page.with_suffix(".pdf")
    return _run(browser, page, made, "--no-pdf-header-footer", f"--print-to-pdf={made}")


def draw_picture(picture: Path, size: tuple[int, int], browser: str) -> Path:
    """Draw an SVG into a PNG beside it, on white and sharp enough for a projector.

    Args:
        picture: the file.
        size: its width and height in px.
        browser: the program; it is started without a window.

    Returns:
        the PNG's path.

    Raises:
        RuntimeError: the browser wrote none; tells what it said.
    """
    made = picture.with_suffix(".png")
    window = f"--window-size={size[0]},{size[1]}"
    sharp = f"--force-device-scale-factor={SHARP}"
    return _run(browser, picture, made, window, sharp, f"--screenshot={made}")


def _run(browser: str, page: Path, made: Path, *options: str) -> Path:
    made.unlink(missing_ok=True)
    always = ["--headless", "--disable-gpu", "--hide-scrollbars"]
    if getattr(os, "geteuid", lambda: 1)() == 0:  # root, as in a container
        always.append("--no-sandbox")
    done = subprocess.run(
        [browser, *always, *options, page.resolve().as_uri()],
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    if not made.is_file():
        raise RuntimeError(f"{browser} wrote no {made.name}: {done.stderr[-400:]}")
    return made
