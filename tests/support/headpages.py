"""HeadBrowser in a page: how it gets there, and how a test finds its parts."""

import json

import checks
from mha_book.explorers import HeadBrowser, Record
from project import PROJECT

# Shows an explorer in place of the page's content, and gives tests its model.
MOUNT = """async state => {
  contract.mounted?.unmount();
  const article = document.querySelector("article");
  article.replaceChildren(article.querySelector("h1") ?? "");
  await contract.mount({ state });
  window.model = contract.mounted.model;
  window.state = model.state;
}"""
BUILT = PROJECT / "_build" / "html" / "_static" / "mha"


def region(page):
    return page.get_by_role("region", name="Head browser")


def put(page, browser):
    """Show a browser of heads on the page that is open."""
    if not page.evaluate("'mhaExplorers' in window"):  # on a page without explorers
        page.add_style_tag(path=BUILT / "explorers.css")
        page.add_script_tag(path=BUILT / "explorers.js")
    state = json.dumps(browser.get_state(), default=str)
    page.evaluate(MOUNT, json.loads(state))


def live(explorer) -> str:
    return explorer.locator("[aria-live=polite]").inner_text()


def cell(explorer, i, j):
    grid = explorer.get_by_role("grid", name="Weights")
    return grid.locator("tbody tr").nth(i).locator("td").nth(j)


def picture(explorer, layer, head):
    return explorer.get_by_role("button", name=f"layer {layer}, head {head},")


def slide(explorer, label, place):
    explorer.get_by_label(label, exact=True).fill(str(place))


def marks(explorer, kind) -> list:
    return explorer.evaluate(
        """(node, kind) => [...node.querySelectorAll("[aria-label=Weights] tbody tr")]
             .flatMap((row, i) => [...row.querySelectorAll("td")].flatMap(
               (cell, j) => cell.classList.contains(kind) ? [[i, j]] : []))""",
        kind,
    )


def show(page, url: str, given: list[Record], **inputs):
    """The browser of these records on a page of the site, which is opened once."""
    if page.url != url or not page.evaluate("'model' in window"):
        checks.open_page(page, url)
    page.evaluate("scrollTo(0, 0)")
    put(page, HeadBrowser(given, **inputs))
    return region(page)
