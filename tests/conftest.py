"""Settings that every test shares, and what a run without a browser ends with."""

import gc
import os

import pytest
from hypothesis import settings

from chromium import MISSING

# Trees of pages, and of the tests' own code, are millions of objects: to look through
# them for what is no longer used, as often as Python does, takes a third of the time.
gc.set_threshold(50_000, 20, 100)

# Seeds are drawn anew in each run and printed with a failure; machines differ in
# speed, so no example is failed for being slow. CI draws the same ones each time, so
# that it fails for a change alone.
settings.register_profile("book", deadline=None, print_blob=True, max_examples=100)
settings.register_profile("ci", settings.get_profile("book"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "book")


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(items):
    """Mark the tests that want a browser, by the fixture that brings it.

    Their files take longest, so they go first: at the end nobody waits for one of them.
    """
    for item in items:
        if "browser_name" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    items.sort(key=lambda item: "browser" not in item.keywords)


def pytest_collection_finish():
    """What was imported stays: from now on nobody looks through it for garbage."""
    gc.freeze()


def pytest_report_teststatus(report):
    """Count the tests that lack a browser apart; of skipped ones each gets a line."""
    if report.skipped and MISSING in str(report.longrepr):
        return "without a browser", "b", "NO BROWSER"
    return None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session):
    """Where tests lacked a browser, the last line says so, and the run is not green."""
    result = yield  # after the summary
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    if reporter.stats.get("without a browser"):
        reporter.write_line(MISSING)
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
    return result


@pytest.fixture(scope="module")
def quick_reader():
    """Whoever reads the real weights' file need not take thrice the time."""
    from mha.data.smollm2 import GGUFFile  # most tests never need it

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("gguf.GGUFReader", GGUFFile)
        yield
