"""What a program that shows the PDF reads of it: bookmarks, labels, who wrote it."""

from io import BytesIO

from pypdf import PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle
from pypdf.generic import Fit

from mha_book.publish.about import Book
from mha_book.publish.front import CONTENTS, Parts
from mha_book.publish.printed import places_of


def finish(pdf: bytes, book: Book, parts: Parts) -> bytes:
    """The same pages with bookmarks, the author's name, and labels of pages."""
    writer = PdfWriter(BytesIO(pdf), incremental=True)
    writer.add_metadata({"/Author": book.author, "/Subject": book.subtitle})
    writer.set_page_label(0, 0, prefix="Cover")
    last = len(writer.pages) - 1
    writer.set_page_label(1, last, style=PageLabelStyle.DECIMAL, start=2)
    Bookmarks(writer, PdfReader(BytesIO(pdf))).add(parts)
    writer.page_mode = "/UseOutlines"
    finished = BytesIO()
    writer.write(finished)
    return finished.getvalue()


class Bookmarks:
    """Parts, their chapters and their sections, as a tree beside the pages."""

    def __init__(self, writer: PdfWriter, reader: PdfReader):
        self.writer, self.places = writer, places_of(reader)

    def add(self, parts: Parts) -> None:
        """Add all; of a part one sees the chapters, of a chapter what one opens."""
        self.mark("Contents", CONTENTS, None)
        for name, chapters in parts.items():
            above = self.mark(name, chapters[0].page, None) if name else None
            for chapter in chapters:
                own = self.mark(chapter.title, chapter.page, above, is_open=False)
                for section, title in chapter.sections().items():
                    self.mark(title, section, own)

    def mark(self, title: str, name: str, above, is_open: bool = True):
        """One bookmark, which leads to the place of this name."""
        number, left, top = self.places[name]
        fit = Fit.xyz(left, top)
        return self.writer.add_outline_item(
            title=title, page_number=number - 1, parent=above, fit=fit, is_open=is_open
        )
