"""Settings that every test shares, and what a run without a browser ends with."""

import os

import pytest
from hypothesis import settings

import chromium

# Seeds are drawn anew in each run and printed with a failure; machines differ in
# speed, so no example is failed for being slow. CI draws the same ones each time, so
# that it fails for a change alone.
settings.register_profile("book", deadline=None, print_blob=True, max_examples=100)
settings.register_profile("ci", settings.get_profile("book"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "book")


# The files that take longest, which run first and in this order: a core that is done
# then waits for the other at the end for a short one at most.
SLOW = ("contract", "command", "pages", "gates", "extras", "lab", "chromium")
SLOW += ("processes", "chapters", "map_explorer", "browser_explorer", "mask_explorer")
PLACES = {f"test_{name}.py": place for place, name in enumerate(SLOW)}


def pytest_collection_modifyitems(items):
    """Put the slowest files first, the others in their order."""
    items.sort(key=lambda item: PLACES.get(item.path.name, len(PLACES)))


def pytest_report_teststatus(report):
    """Count the tests that lack a browser apart; of skipped ones each gets a line."""
    if report.skipped and chromium.MISSING in str(report.longrepr):
        return chromium.MISSING, "b", "NO BROWSER"
    return None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session):
    """Where tests lacked a browser, the last line says so, and the run is not green."""
    result = yield  # after the summary
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    if missed := reporter.stats.get(chromium.MISSING):
        reporter.write_line(chromium.ADVICE.format(len(missed)))
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
    return result
