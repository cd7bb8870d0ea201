"""One tab for all tests of an explorer: opening its page takes most of their time."""

import functools

import pytest
from playwright.sync_api import expect

import checks
import contract
import explorer_pages
import headpages

# Takes away what stands around the explorers and is none of theirs: to lay it out takes
# half of the time.
ALONE = """
  const kept = "h1, .mha-mount, .mha-progress, .mha-chapters, [href^='#explorer']";
  const leave = part => [...part.children].forEach(child => {
    if (child.matches(`${kept}, script, link, style`)) return;
    child.querySelector(kept) ? leave(child) : child.remove();
  });
  document.addEventListener("DOMContentLoaded", () =>
    document.querySelectorAll("article, footer").forEach(leave));
"""

# Keeps what the page starts its explorers with, so that `checks.open_page` can start
# them anew from the state that the build saved.
KEEP_START = """
  const add = document.addEventListener.bind(document);
  document.addEventListener = (type, listener, ...options) => {
    if (document.currentScript?.src.includes("/mount.js")) {
      add(type, () => {
        const hosts = [...document.querySelectorAll(".mha-mount")];
        const unmounted = hosts.map(host => host.innerHTML);
        window.restart = link => {
          history.replaceState(null, "", location.pathname + link);
          scrollTo(0, 0);
          hosts.forEach((host, k) => {
            host.innerHTML = unmounted[k];
            delete host.dataset.mounted;
          });
          listener();
        };
      });
    }
    add(type, listener, ...options);
  };
"""


@pytest.fixture(scope="module")
def tab(browser, browser_context_args):
    context = browser.new_context(**browser_context_args)
    context.set_default_timeout(60_000)  # a busy machine is no fault
    context.add_init_script(ALONE)
    context.add_init_script(KEEP_START)
    for script in contract.SCRIPTS:
        context.add_init_script(path=script)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(tab, browser_context_args):
    # What moves has arrived when a test looks.
    checks.as_new(tab, browser_context_args["viewport"], reduced_motion="reduce")
    yield tab
    tab.unroute_all()


@pytest.fixture
def open_explorer(page, address):
    """A function: a kind, and inputs of a link -> the explorer on its page."""
    return functools.partial(explorer_pages.open_explorer, page, address)


@pytest.fixture
def visit_from(page, site, address):
    """A function: "file" or "http", a page's file, an explorer's name -> the explorer,
    and the addresses of all that the page loads."""

    def visit(how, file, name):
        loaded = []
        page.on("request", lambda asked: loaded.append(asked.url))
        root = address if how == "http" else site.as_uri()
        page.goto("about:blank")
        page.goto(f"{root}/{file}")
        region = page.get_by_role("region", name=name, exact=True)
        expect(region).to_be_visible()
        return region, loaded

    return visit


@pytest.fixture
def live(explorer):
    """The line that reads out what is pointed at."""
    return explorer.locator("[aria-live=polite]")


@pytest.fixture
def mount(page, address):
    """A function: records -> the head browser that shows them, in a page."""
    return functools.partial(headpages.show, page, f"{address}/notation.html")
