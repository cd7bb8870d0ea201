"""Notebooks as readers get them, held to what a person has read: a page, by hand.

It has everything once that is made otherwise for a notebook: links of each kind, what
folds, exercises, figures, citations, glued words. And of each page of the book: what it
needs besides the library. Other tests say what is promised of each.
"""

from dataclasses import astuple
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from docutils import nodes

from mha_book.site.elsewhere import GLUED, prepare
from mha_book.site.launch import add_buttons
from mha_book.site.needs import needs_of
from project import CHAPTERS, PROJECT
from records import Record

READ = Record(Path(__file__).with_name("downloads.txt"), hang=2, exact=True)
HOME, SOURCE = "https://example.org", "https://github.com/some/book"
WORDS = """\
# A page

A share of {glue:text}`ratio`, as in {numref}`fig-second`. {term}`Weights <weight>` are
{index}`!shares`; see [the other](two.md), [](two.md#part-two), [](#own), [](two.md),
[a file](_static/file.py), [far](https://example.com), [lost](three.md), `[no](link)`.
{cite:t}`vaswani2017` and others {cite:p}`vaswani2017`.

::::{admonition} Predict
:class: predict

Which?

:::{dropdown} Answer: `are`
*You*.
:::
::::

:::{exercise} On paper
:label: by-hand

Why?
:::



:::{solution} by-hand
:class: dropdown
So.
:::

```text
:::{note} [this](two.md) stays



```
"""


def code(source, **metadata):
    return nbformat.v4.new_code_cell(source, metadata=metadata)


def figure(name, **more):
    return {"figure": {"name": name, "caption": f"Of {{numref}}`{name}`."}, **more}


def page():
    """The cells of a page that has run."""
    kept = {GLUED: "'7.7'"}, {"scrapbook": {"name": "ratio"}}
    glued = nbformat.v4.new_output("display_data", kept[0], metadata=kept[1])
    shown = nbformat.v4.new_output("stream", text="7")
    glue = code("glue()", tags=["hide-input"])
    glue.outputs = [shown, glued]
    cells = [
        nbformat.v4.new_markdown_cell(WORDS),
        glue,
        code("plot()", mystnb=figure("fig-first", image={"alt": "A line"})),
        code("draw()", mystnb=figure("fig-second"), tags=["hide-cell"]),
    ]
    return nbformat.v4.new_notebook(cells=cells)


def sphinx():
    """What Sphinx knows of two pages."""
    titles = {name: nodes.title("", f"Page {name}") for name in ("one", "two")}
    slugs = {"part-two": ("x", "part-2", "The part"), "own": ("x", "own-1", "Own")}
    return SimpleNamespace(
        doc2path=lambda name: str(PROJECT / "book" / "hide-the-future.md"),
        found_docs=set(titles),
        titles=titles,
        metadata={name: {"myst_slugs": slugs} for name in titles},
    )


def told(cells):
    for cell in cells:
        yield f"-- {cell.cell_type} {cell.metadata}"
        yield from filter(str.strip, cell.source.splitlines())


@pytest.mark.parametrize("home", ["", HOME], ids=["nowhere", "published"])
def test_a_notebook_is_what_was_read(home):
    notebook = page()
    prepare(notebook, sphinx(), "one", home, SOURCE if home else "")
    READ.holds(home or "nowhere", told(notebook.cells))


def test_each_page_needs_what_was_read():
    needs = {chapter.stem: astuple(needs_of(chapter)) for chapter in CHAPTERS}
    lines = [" ".join([page, *chain(*parts)]) for page, parts in needs.items()]
    READ.holds("needs", lines)


def buttons(source, **context):
    config = SimpleNamespace(html_context={"mha_source": source})
    context["header_buttons"] = []
    add_buttons(SimpleNamespace(config=config), "one", "", context, None)
    return context["header_buttons"]


def test_buttons_lead_to_where_a_notebook_runs():
    (group,) = buttons(SOURCE, ipynb_source="one.ipynb")
    told = [f"{key}: {text}" for key, text in group.items() if key != "buttons"]
    told += [f"{k}: {text}" for one in group["buttons"] for k, text in one.items()]
    READ.holds("buttons", told)
    assert buttons(SOURCE) == []  # a page without code
    assert buttons("https://example.org/book", ipynb_source="one.ipynb") == []
