"""Models for the page: their parts, where a page has the explorer that asks for them.

They are made from the package that brings the model, and lie beside the other scripts.
No page loads them before its reader asks.
"""

import shutil
from pathlib import Path

from sphinx.application import Sphinx

from mha.data.packaged import MINILM_TOKENIZER, MINILM_WEIGHTS
from mha_book import in_page
from mha_book.site.fingerprint import digest_files
from mha_book.site.page_models import forget_unasked

ASKS = b"mha_book.explorers.sentence.explorer.SentenceExplorer"
SOURCES = Path(in_page.__file__).parent
LICENCE = SOURCES / "Apache-2.0.txt"  # of the weights, which goes where they go
MADE = "made.txt"  # from what the parts beside it were made


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("build-finished", write_models)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_models(app: Sphinx, failure: Exception | None) -> None:
    """Write the parts where a page of the site can ask for them."""
    site = Path(app.outdir)
    if failure is not None:
        return
    pages = [page.read_bytes() for page in site.glob("*.html")]
    forget_unasked(pages, site / "_static" / "mha" / in_page.LETTERS)
    if any(ASKS in page for page in pages):
        write_parts(site / "_static" / "mha")


def write_parts(folder: Path) -> None:
    """Write MiniLM's parts, unless they were made from the same already.

    Raises:
        FileNotFoundError, ValueError: as `mha.minilm_folder` does.
    """
    made = " ".join([MINILM_WEIGHTS, MINILM_TOKENIZER, sources()])
    own = folder / "minilm"
    own.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(LICENCE, own / "LICENSE.txt")
    if (own / MADE).is_file() and (own / MADE).read_text(encoding="utf-8") == made:
        return
    from mha_book.in_page import minilm  # with torch: a build may do without

    for name, script in minilm.scripts().items():
        (own / f"{name}.js").write_text(script, encoding="utf-8")
    (own / MADE).write_text(made, encoding="utf-8")


def sources() -> str:
    """A few digits that change with the code that makes the parts."""
    return digest_files(SOURCES.glob("*.py"), SOURCES)
