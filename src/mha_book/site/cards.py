"""The cards for recall as a file for Anki, made by the build; a page links to it."""

from pathlib import Path

from sphinx.application import Sphinx

PAGE = "recall"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the step."""
    app.connect("builder-inited", write_cards)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_cards(app: Sphinx) -> None:
    """Put the file among the static files, where the book has the page."""
    project = Path(app.srcdir).parent
    if not Path(app.srcdir, f"{PAGE}.md").is_file():
        return
    from mha_book.teaching.cards.anki import as_text  # only where it is asked for
    from mha_book.teaching.cards.deck import deck

    folder = Path(app.outdir).parent / "static" / "cards"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "attention.txt").write_text(as_text(deck(project)), encoding="utf-8")
