"""What a chapter has on the site and a notebook lacks: captions, citations, the way.

A chapter that is opened gets them, in cells of their own and in links that say from
what they were made; one that is saved loses them again.
"""

import re
from functools import cache
from pathlib import Path

import nbformat
from pybtex.database import Person, parse_file

from mha_book.site import chapter_map
from mha_book.your_file.contents import parts_of, title_of

ADDED = "mha_added"  # in the metadata of a cell that stands in no file
CITED = re.compile(r"\{cite:([pt])\}`([^`]+)`")
LINKED = re.compile(r'\[[^\]]*\]\([^)\s]*references\.md "cite:([pt]) ([^"]+)"\)')
SHOWN_AUTHORS = 2
START = "index"


def complete(content: dict, path: Path) -> None:
    """Add to an opened notebook what the site shows beside it.

    Args:
        content: the notebook; its cells are changed in place.
        path: the chapter's file; the contents and the references lie around it.
    """
    sources = path.with_name("references.bib")
    cells, figures = [], 0
    for cell in content["cells"]:
        cells.append(cell)
        if cell["cell_type"] == "markdown" and sources.is_file():
            cell["source"] = link_citations(cell["source"], sources)
        if caption := caption_of(cell):
            figures += 1
            cells.append(
                note(f"*Figure {figures}. {link_citations(caption, sources)}*")
            )
    after_title = [*whereabouts(content), *contents(path)]
    content["cells"] = [*cells[:1], *after_title, *cells[1:]]


def strip(content: dict) -> None:
    """Take away again what `complete` added."""
    cells = [cell for cell in content["cells"] if ADDED not in cell["metadata"]]
    for cell in cells:
        if cell["cell_type"] == "markdown":
            cell["source"] = LINKED.sub(r"{cite:\1}`\2`", cell["source"])
    content["cells"] = cells


def note(text: str) -> dict:
    """A cell of words that belongs to no file."""
    return nbformat.v4.new_markdown_cell(text, metadata={ADDED: True})


def caption_of(cell: dict) -> str:
    """The words that the site puts under a cell's figure; "" if it has none."""
    figure = cell["metadata"].get("mystnb", {}).get("figure", {})
    return " ".join(figure.get("caption", "").split())


def whereabouts(content: dict) -> list[dict]:
    """The steps of the map that a chapter treats; JupyterLab takes no drawing here."""
    lit = chapter_map.steps_apart(content["metadata"])
    words = f"You are here: **{chapter_map.list_steps(lit)}**. [Open the map](map.md)"
    return [note(words)] if lit else []


def contents(path: Path) -> list[dict]:
    """On the page where one starts: the chapters in their order, by their titles."""
    project = path.parent.parent
    parts = parts_of(project) if path.stem == START else {}
    lines = ["**The chapters, in their order**", ""]
    for caption, pages in parts.items():
        lines += [f"- {caption}"]
        lines += [f"  - [{title_of(page, project)}]({page}.md)" for page in pages]
    return [note("\n".join(lines))] if parts else []


def link_citations(text: str, sources: Path) -> str:
    """A text whose citations are authors and years, which lead to the references."""

    def link(found: re.Match[str]) -> str:
        kind, keys = found.groups()
        try:
            cited = [describe(sources, key.strip(), kind) for key in keys.split(",")]
        except KeyError:
            return found[0]  # a source that is not there stays as it was written
        words = "; ".join(cited) if kind == "t" else f"({'; '.join(cited)})"
        return f'[{words}](references.md "cite:{kind} {keys}")'

    return CITED.sub(link, text)


def describe(sources: Path, key: str, kind: str) -> str:
    """A source as the text calls it: Shaw et al. (2018); in brackets, a comma."""
    entry = read_sources(sources)[key]
    names = [last_name(person) for person in entry.persons["author"]]
    authors = (
        " and ".join(names) if len(names) <= SHOWN_AUTHORS else f"{names[0]} et al."
    )
    year = entry.fields["year"]
    return f"{authors} ({year})" if kind == "t" else f"{authors}, {year}"


def last_name(person: Person) -> str:
    """A person's name without the first names, and without TeX's braces."""
    return re.sub(r"[{}\\]", "", person.get_part_as_text("last"))


@cache
def read_sources(path: Path) -> dict:
    """The entries of a BibTeX file by their keys."""
    return dict(parse_file(str(path)).entries)
