"""Where on the path a page stands, how long it takes, and what stands beside it."""

from html import escape
from pathlib import Path

from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from mha_book.site.titles import parted_title
from mha_book.your_file.reading import minutes_of


def setup(app: Sphinx) -> None:
    """Register the step."""
    app.connect("html-page-context", number_neighbours, priority=700)


def tell_place(app: Sphinx, page: str, body: BeautifulSoup) -> None:
    """Say below a numbered page's title which page it is, and how long it takes."""
    numbers = number_chapters(app.env) if app.env else {}
    if page not in numbers:
        return
    minutes = minutes_of(page, Path(app.srcdir).parent)
    words = f"Page {numbers[page]} of {len(numbers)} · about {minutes} minutes"
    if body.h1:
        line = body.new_tag("p", attrs={"class": "mha-place"})
        line.string = words
        body.h1.insert_after(line)


def number_neighbours(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Give the title on paper, and the links at a page's foot, their numbers.

    On the screen Sphinx puts a page's number into its title.
    """
    if not app.env:
        return
    numbers = number_chapters(app.env)
    if page in numbers:
        title = escape(app.env.titles[page].astext())
        context["pagetitle"] = f"{numbers[page]}. {title}"
    _, before, after = app.env.collect_relations().get(page, (None, None, None))
    for link, neighbour in (("prev", before), ("next", after)):
        if neighbour in numbers:
            context[link] |= {
                "place": f"{numbers[neighbour]} of {len(numbers)}",
                "title": escape(app.env.titles[neighbour].astext()),
            }
        if neighbour:
            context[link]["title"] = parted_title(context[link]["title"])


def number_chapters(env: BuildEnvironment) -> dict[str, int]:
    """The number of each chapter that has one, as its title says it."""
    numbered = {name: title.get("secnumber") for name, title in env.titles.items()}
    return {name: number[0] for name, number in numbered.items() if number}
