"""The built book, served and opened in a real Chromium."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import checks
from bare_page import open_bare


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


# A browser opens six connections at once, and of those beyond five that wait one may be
# forgotten for a minute.
class Server(ThreadingHTTPServer):
    request_queue_size = 128


@pytest.fixture(scope="session")
def serve():
    """A function: folder -> address, for as many folders as a test needs."""
    servers = []

    def start(folder: Path) -> str:
        handler = functools.partial(QuietHandler, directory=folder)
        server = Server(("127.0.0.1", 0), handler)
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
def browser_context_args(browser_context_args):
    return browser_context_args | {"viewport": {"width": 1280, "height": 900}}


@pytest.fixture(scope="module")
def tab(browser, browser_context_args):
    """One tab for all tests of a module: to open another takes longer than most do."""
    context = browser.new_context(**browser_context_args)
    context.set_default_timeout(60_000)  # a busy machine is no fault
    yield context.new_page()
    context.close()


FORGET = "try { localStorage.clear(); sessionStorage.clear(); } catch {}"


@pytest.fixture
def page(tab, browser_context_args):
    """The tab as if it was new: of the last test it has kept nothing."""
    checks.as_new(tab, browser_context_args["viewport"])
    yield tab
    tab.unroute_all()
    tab.evaluate(FORGET)
    tab.goto("about:blank")  # though it may be: what was written into it stays


@pytest.fixture
def alone(page):
    """A function: scripts' folder, a text -> the page that has it alone.

    No script of it fails where nobody sees it.
    """
    failed = []
    page.on("pageerror", lambda error: failed.append(error))
    yield functools.partial(open_bare, page)
    assert failed == []
