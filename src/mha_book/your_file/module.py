"""The module `from_scratch` that a page imports: the reader's own, or the book's."""

import linecache
import sys
from pathlib import Path
from types import ModuleType

from mha_book.display.notebook import running_notebook
from mha_book.your_file.contents import PROJECT, path_pages
from mha_book.your_file.listings import MODULE, file_after, file_before, listings
from mha_book.your_file.own import take_own


def begin(page: str, project: Path = PROJECT) -> None:
    """Have ``from from_scratch import …`` give the file as a page finds it.

    The reader's own ``from_scratch.py``, where one lies beside the notebook, is taken;
    what it does not have yet comes from the book's, and this is said. In a notebook,
    what a cell then defines under a name of the file joins it: what was imported uses
    it, as if it had been typed into the file.

    Args:
        page: the name of a page of the path, such as "heads-in-a-loop"; a page of the
            shelf finds the file as the path leaves it.
        project: the folder that holds the book's pages.

    Raises:
        FaultInOwnFile: the reader's file does not run; says line, definition and page.
        ValueError: the book has no such page.
    """
    module = ModuleType(MODULE)
    source = file_before(page, project)
    name = f"<{MODULE}.py before {page}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    exec(compile(source, name, "exec"), vars(module))
    own = Path(f"{MODULE}.py").resolve()
    if own.is_file():
        take_own(module, own, page, project)
    sys.modules[MODULE] = module
    if page in path_pages(project):
        _adopt_cells(module, page, project)


def keep(page: str, folder: str | Path = ".", project: Path = PROJECT) -> Path:
    """Write the book's file, as it stands after a page, into a folder.

    A ``from_scratch.py`` that is there already, and is another, keeps its text under a
    free name: ``from_scratch-1.py`` and so on.

    Returns:
        where the file is now.
    """
    path, text = Path(folder, f"{MODULE}.py"), file_after(page, project)
    if path.exists() and path.read_text(encoding="utf-8") != text:
        free = _free_name(path)
        path.rename(free)
        print(f"Your {path.name} is kept as {free.name}.")
    path.write_text(text, encoding="utf-8")
    return path


def _free_name(path: Path) -> Path:
    number = 1
    while (free := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    return free


def _adopt_cells(module: ModuleType, page: str, project: Path) -> None:
    """In a notebook: after each cell the module has what was defined for the file."""
    shell = running_notebook()
    names = {one.name for one in listings(page, project)[1]}

    def adopt(*_: object) -> None:
        for name in names & set(shell.user_ns):
            if getattr(shell.user_ns[name], "__module__", "") == "__main__":
                setattr(module, name, shell.user_ns[name])

    if shell is not None:
        shell.events.register("post_run_cell", adopt)
