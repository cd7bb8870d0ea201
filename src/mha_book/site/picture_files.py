"""The book's pictures as files beside the site: the teachers' page links to them."""

from pathlib import Path

from sphinx.application import Sphinx

PAGE = "for-teachers"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the step."""
    app.connect("builder-inited", write_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_files(app: Sphinx) -> None:
    """Draw them, where the book has the page."""
    if Path(app.srcdir, f"{PAGE}.md").is_file():
        from mha_book.teaching.pictures.files import write_pictures

        write_pictures(Path(app.outdir).parent / "static" / "pictures")
