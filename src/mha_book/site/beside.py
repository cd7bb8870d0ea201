"""Files beside the site to which a page links, made by the build where it has the page.

What makes them is a module with a function ``write_files(folder, project)``. They are
made again when that module, what it imports, or what it says that it reads is another.
"""

from importlib import import_module
from pathlib import Path
from shutil import rmtree

from sphinx.application import Sphinx

from mha_book.site.fingerprint import digest_code

# Each folder, the page that links to it, and the module.
FOLDERS = {
    "cards": ("recall", "mha_book.teaching.cards.anki"),
    "pictures": ("for-teachers", "mha_book.teaching.pictures.files"),
    "traces": ("heads-in-one-product", "mha_book.your_file.traced_layer"),
}
MADE = "made"  # a folder of the build: from what each was made


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the step."""
    app.connect("builder-inited", write_all)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_all(app: Sphinx) -> None:
    """Write what the book's pages link to."""
    build, project = Path(app.outdir).parent, Path(app.srcdir).parent
    for name, (page, module) in FOLDERS.items():
        if Path(app.srcdir, f"{page}.md").is_file():
            made = build / MADE / f"{name}.txt"
            write_folder(build / "static" / name, module, made, project)


def write_folder(folder: Path, module: str, made: Path, project: Path) -> None:
    """Write a folder anew, unless it was made from the same already.

    Args:
        folder: where the files go.
        module: what makes them.
        made: the file that keeps from what they were made.
        project: the folder that holds the book.
    """
    now = digest_code(f"import {module}", project)
    if folder.is_dir() and made.is_file() and made.read_text(encoding="utf-8") == now:
        return
    rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    import_module(module).write_files(folder, project)  # only where it is asked for
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(now, encoding="utf-8")
