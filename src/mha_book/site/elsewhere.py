"""A page's notebook is made to run and to be read away from the site."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
from sphinx.environment import BuildEnvironment

from mha_book.site.first_cell import first_cell
from mha_book.site.lab import fold_cell
from mha_book.site.lab_pages import caption_of, link_citations
from mha_book.site.plain_words import Plain

GLUED = "application/papermill.record/text/plain"  # as MyST-NB keeps what is not shown


def prepare(
    notebook: Any, env: BuildEnvironment, page: str, home: str, source: str
) -> None:
    """Add the first cell and the figures' words, and write the rest as plain Markdown.

    Args:
        notebook: an executed page; it is changed.
        env: what Sphinx has read of all pages.
        page: the page's name.
        home: the published book's address; "" where nobody has said.
        source: where the project's repository is, or "".
    """
    chapter = Path(env.doc2path(page))
    sources = chapter.with_name("references.bib")
    figures = number_figures(notebook.cells)
    address = partial(lead, env, page, home)
    plain = Plain(address, glued_in(notebook.cells), figures)
    cells = [first_cell(chapter, source)]
    for cell in notebook.cells:
        cells.append(cell)
        fold_cell(cell)  # as in JupyterLab, so that no solution stands in sight
        if cell.cell_type == "markdown":
            cell.source = plain.rewrite(link_citations(cell.source, sources))
        elif name := figure_name(cell):
            words = plain.rewrite(link_citations(caption_of(cell), sources))
            cells.append(told(figures[name], words, alternative(cell)))
    notebook.cells = cells


def figure_name(cell: Any) -> str:
    """The name of the figure that a cell of code makes; "" if it makes none."""
    return cell.metadata.get("mystnb", {}).get("figure", {}).get("name", "")


def number_figures(cells: list[Any]) -> dict[str, int]:
    """The number of each figure of a page, by its name."""
    names = (figure_name(cell) for cell in cells if cell.cell_type == "code")
    return {name: number for number, name in enumerate(filter(None, names), 1)}


def alternative(cell: Any) -> str:
    """What a figure shows, in words; "" where the figure itself says it."""
    return cell.metadata.mystnb.get("image", {}).get("alt", "")


def told(number: int, caption: str, shows: str) -> Any:
    """A figure's caption, and below it what it shows, folded."""
    words = f"<details><summary>In words</summary>\n\n{shows}\n\n</details>"
    text = f"*Figure {number}.* {caption}" + (f"\n\n{words}" if shows else "")
    return nbformat.v4.new_markdown_cell(text)


def glued_in(cells: list[Any]) -> dict[str, str]:
    """What a page glued without showing it, by its name."""
    outputs = (output for cell in cells for output in cell.get("outputs", []))
    return {
        output.metadata.scrapbook.name: output.data[GLUED].strip("'")
        for output in outputs
        if GLUED in output.get("data", {})
    }


def lead(
    env: BuildEnvironment, page: str, home: str, words: str, to: str
) -> tuple[str, str]:
    """A link's words and target, for a notebook that lies nowhere near the book.

    Without the published book's address what leads into it is words alone.
    """
    if re.match(r"[a-z]+:", to):
        return words, to
    file, _, anchor = to.partition("#")
    name = file.removesuffix(".md") or page
    if name not in env.found_docs:  # a file of the site
        return words, f"{home}/{to}" if home else ""
    slugs = env.metadata[name].get("myst_slugs", {})
    _, place, title = slugs.get(anchor, (0, anchor, env.titles[name].astext()))
    where = f"{home}/{name}.html#{place}".removesuffix("#") if home else ""
    return words or (title if home else f"*{title}*"), where
