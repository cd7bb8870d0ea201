"""A chapter in real JupyterLab: a notebook, whose explorer reaches Python."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

import pytest
import torch
from torch.nn import functional as F

from mha.examples import HOW_ARE_YOU
from project import PROJECT

EDIT_HERE = "section[aria-label='Attention explorer, products']"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def lab(tmp_path, site):
    """JupyterLab as `make lab` starts it, on a copy that it may save into."""
    notebooks = shutil.copytree(PROJECT / "book", tmp_path / "book")
    port = free_port()
    options = f"--no-browser --allow-root --port={port} --IdentityProvider.token=''"
    server = subprocess.Popen(
        ["make", "lab", f"NOTEBOOKS={notebooks}", f"LAB={options}"],
        cwd=PROJECT,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    wait_for(f"{url}/api")
    yield url
    os.killpg(server.pid, signal.SIGTERM)
    server.wait(timeout=30)


def wait_for(url: str, seconds: int = 60) -> None:
    for _ in range(seconds * 2):
        try:
            urllib.request.urlopen(url)
            return
        except OSError:
            time.sleep(0.5)
    raise TimeoutError(f"{url} did not answer in {seconds} s")


def wait_until_run(url: str, seconds: int = 120) -> None:
    """Until the notebook's kernel has been idle for two seconds on end."""
    quiet = 0
    for _ in range(seconds * 2):
        kernels = json.load(urllib.request.urlopen(f"{url}/api/kernels"))
        idle = kernels and kernels[0]["execution_state"] == "idle"
        quiet = quiet + 1 if idle else 0
        if quiet == 4:
            return
        time.sleep(0.5)
    raise TimeoutError(f"the notebook still ran after {seconds} s")


def walk_to(page, target, key):
    """Select cell after cell until the target is built.

    JupyterLab builds cells as they come into view, and guesses the heights of the
    others, so that scrolling by the wheel may jump over one.
    """
    for _ in range(300):
        if target.count() and target.first.is_visible():
            return target.first.scroll_into_view_if_needed()
        page.keyboard.press(key)
        page.wait_for_timeout(100)
    raise AssertionError(f"{target} is nowhere in the notebook")


def test_a_chapter_opens_as_a_notebook_runs_and_talks_to_python(lab, page):
    page.set_default_timeout(60_000)
    page.goto(f"{lab}/lab")
    page.locator(".jp-DirListing-item", has_text="attention-by-hand.md").dblclick()
    page.locator(".jp-NotebookPanel .jp-CodeCell").first.wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()

    explorer = page.locator(EDIT_HERE)
    wait_until_run(lab)
    walk_to(page, explorer, "ArrowUp")  # the last cell is selected
    assert page.locator(".jp-OutputArea [data-mime-type$=error]").count() == 0
    assert explorer.get_by_role("button", name="Copy link").count() == 0  # site only

    explorer.get_by_label("embedding of how, x1").fill("2.5")
    reader = page.locator(".jp-CodeCell", has_text="explorer.embeddings)")
    page.locator(".jp-mod-selected .jp-InputPrompt").click()  # leave the number
    walk_to(page, reader, "ArrowDown")
    reader.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    printed = reader.locator(".jp-OutputArea-output", has_text="[[2.5, 1.2]")
    printed.wait_for()
    edited = torch.tensor([[2.5, 1.2], *HOW_ARE_YOU.embeddings[1:]]).double()
    output = F.scaled_dot_product_attention(edited, edited, edited)
    rounded = [[round(number, 4) for number in row] for row in output.tolist()]
    assert f"output: {rounded}" in printed.inner_text()
