"""The reader's file on the site: what grows is marked, each state can be fetched."""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from mha_book.site import private
from mha_book.your_file.contents import path_pages
from mha_book.your_file.listings import MODULE, TAG, file_after, grown_lines


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the steps."""
    app.add_post_transform(MarkGrowth)
    app.connect("builder-inited", write_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class MarkGrowth(SphinxPostTransform):
    """Mark the lines by which a listing of an earlier page has grown."""

    default_priority = 25
    formats = ("html",)

    def run(self, **options: object) -> None:
        """Look at each cell of the reader's file."""
        project = Path(self.app.srcdir).parent
        if self.env.docname not in path_pages(project):
            return
        for cell in self.document.findall(nodes.container):
            if private.is_cell(cell) and f"tag_{TAG}" in cell["classes"]:
                code = next(iter(cell.findall(nodes.literal_block)))
                if lines := grown_lines(self.env.docname, code.astext(), project):
                    code["highlight_args"] = {"hl_lines": lines}


def write_files(app: Sphinx) -> None:
    """Put the file as it stands after each page, and whole, among the static files."""
    project = Path(app.srcdir).parent
    pages = path_pages(project)
    states = [(page, page) for page in pages] + [("", page) for page in pages[-1:]]
    for folder, page in states:
        place = Path(app.outdir).parent / "static" / MODULE / folder
        place.mkdir(parents=True, exist_ok=True)
        text = file_after(page, project)
        (place / f"{MODULE}.py").write_text(text, encoding="utf-8")
