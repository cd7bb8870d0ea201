"""The built book, served and opened in a real Chromium."""

import functools
import os
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from filelock import FileLock
from playwright.sync_api import sync_playwright

import chromium
from project import PROJECT


@pytest.fixture(scope="session")
def site() -> Path:
    """The built book's folder; builds what has changed, one process at a time.

    `make test` has built it, and says so.
    """
    if "BOOK_IS_BUILT" not in os.environ:
        (PROJECT / "_build").mkdir(exist_ok=True)
        with FileLock(PROJECT / "_build" / "site.lock"):
            subprocess.run(["make", "book"], cwd=PROJECT, check=True)
    return PROJECT / "_build" / "html"


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="session")
def serve():
    """A function: folder -> address, for as many folders as a test needs."""
    servers = []

    def start(folder: Path) -> str:
        handler = functools.partial(QuietHandler, directory=folder)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def address(site, serve) -> str:
    return serve(site)


@pytest.fixture(scope="session")
def browser(pytestconfig, tmp_path_factory):
    """The same Chromium for every worker; where there is none, its tests do not run."""
    folder = tmp_path_factory.getbasetemp()
    if hasattr(pytestconfig, "workerinput"):
        folder = folder.parent  # the workers' folders lie side by side
    capture = pytestconfig.pluginmanager.getplugin("capturemanager")
    with sync_playwright() as playwright:
        with capture.global_and_fixture_disabled():  # a download shows its progress
            works = functools.partial(chromium.launches, playwright)
            way = chromium.agreed(folder, works)
        if way is None:
            pytest.skip(chromium.MISSING)
        with chromium.launch(playwright, way) as browser:
            yield browser


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(20_000)
    yield context.new_page()
    context.close()
