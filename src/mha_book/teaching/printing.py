"""HTML as PDF, by whichever Chromium, Chrome or Edge there is."""

import os
import subprocess
from pathlib import Path

SECONDS = 120


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
    made.unlink(missing_ok=True)
    options = ["--headless", "--disable-gpu", "--no-pdf-header-footer"]
    if getattr(os, "geteuid", lambda: 1)() == 0:  # root, as in a container
        options.append("--no-sandbox")
    done = subprocess.run(
        [browser, *options, f"--print-to-pdf={made}", page.resolve().as_uri()],
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    if not made.is_file():
        raise RuntimeError(f"{browser} wrote no {made.name}: {done.stderr[-400:]}")
    return made
