"""What stands before the chapters: the cover, and contents with numbers of pages."""

from collections.abc import Mapping, Sequence
from html import escape

from mha_book.publish.about import Book
from mha_book.publish.chapter import Chapter

Parts = Mapping[str, Sequence[Chapter]]  # chapters by the name of their part, or by ""
CONTENTS = "contents"  # the place of the contents


def cover(book: Book, picture: str = "") -> str:
    """The first page: the title, what it is, a picture, who wrote it, which edition."""
    return (
        f'<section class="book-cover"><h1>{escape(book.title)}</h1>'
        f'<p class="book-subtitle">{escape(book.subtitle)}</p>'
        f'<div class="mha-here-map">{picture}</div>'
        f"<p>{escape(book.author)}</p><p>{escape(book.edition)}</p></section>"
    )


def contents(parts: Parts) -> str:
    """The list of chapters, under the name of their part where that has one."""
    lists = "".join(
        (f"<h2>{escape(part)}</h2>" if part else "")
        + f"<ol>{''.join(map(line_of, chapters))}</ol>"
        for part, chapters in parts.items()
    )
    return (
        f'<nav class="book-contents" id="{CONTENTS}"><h1>Contents</h1>{lists}</nav>'
        + marks(parts)
    )


def line_of(chapter: Chapter) -> str:
    """A chapter in the contents: its title, dots, and the number of its page."""
    at = f'<span class="book-at" data-to="{chapter.page}"></span>'
    title = f"<span>{escape(chapter.title)}</span>"
    dots = '<i aria-hidden="true"></i>'
    return f'<li><a href="#{chapter.page}">{title}{dots}{at}</a></li>'


def marks(parts: Parts) -> str:
    """Links that nobody sees: of what is linked to, a browser says where it stands."""
    places = [CONTENTS]
    for chapters in parts.values():
        places += [name for chapter in chapters for name in chapter.sections()]
    links = "".join(f'<a href="#{escape(name)}"></a>' for name in places)
    return f"<div hidden>{links}</div>"
