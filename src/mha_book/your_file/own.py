"""The reader's own file is run, and a fault in it is told with its page."""

import ast
import traceback
from pathlib import Path
from types import ModuleType

from mha_book.display.notebook import running_notebook
from mha_book.your_file.contents import number_of, page_before, path_pages, title_of
from mha_book.your_file.listings import MODULE, Listing, listings


class FaultInOwnFile(ImportError):
    """What stops the reader's own file, and which page tells of it."""


def take_own(module: ModuleType, own: Path, page: str, project: Path) -> None:
    """Run the reader's file over the book's: what it defines is taken, and its own."""
    source = own.read_text(encoding="utf-8")
    try:
        exec(compile(source, str(own), "exec"), vars(module))
    except SyntaxError as error:
        raise FaultInOwnFile(_tell(error, error.lineno or 1, source, project)) from None
    except Exception as error:
        told = _tell(error, _line_in(own, error), source, project)
        raise FaultInOwnFile(told) from error
    module.__file__ = str(own)
    _say_missing(source, page, project)
    _watch(own, source, project)


def _say_missing(source: str, page: str, project: Path) -> None:
    defined = {getattr(node, "name", "") for node in ast.parse(source).body}
    earlier = page_before(page, project)
    wanted = listings(earlier, project)[1] if earlier else []
    missing = [
        f"{one.name} (page {number_of(one.page, project)})"
        for one in wanted
        if one.name not in defined
    ]
    if missing:
        print(f"Your {MODULE}.py has no {', '.join(missing)} yet: the book's is taken.")


def _line_in(own: Path, error: BaseException) -> int:
    """The line of the reader's file in which an error arose; 0 if in none."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno or 1 for frame in frames if frame.filename == str(own)]
    return lines[-1] if lines else 0


def _tell(error: BaseException, line: int, source: str, project: Path) -> str:
    """A fault of the reader's file in words: where, what, and which page has it."""
    what = f"{type(error).__name__}: {getattr(error, 'msg', None) or error}"
    one = _listing_around(line, source, project)
    page = ""
    if one:
        number, title = number_of(one.page, project), title_of(one.page, project)
        page = f" This is {one.name}, of page {number}, “{title}”."
    return f"{MODULE}.py, line {line}: {what}.{page}"


def _listing_around(line: int, source: str, project: Path) -> Listing | None:
    """The book's listing with the name of the definition that holds a line."""
    heads = [
        text.replace("(", " ").replace(":", " ").split()[1]
        for text in source.splitlines()[:line]
        if text.startswith(("def ", "class "))
    ]
    name = heads[-1] if heads else ""
    found = listings(path_pages(project)[-1], project)[1]
    return next((one for one in found if one.name == name), None)


def _watch(own: Path, source: str, project: Path) -> None:
    """In a notebook: an error inside the reader's file is told with its page."""
    shell = running_notebook()
    if shell is None:
        return

    def tell(shell, kind, error, tb, tb_offset=None):
        shell.showtraceback((kind, error, tb), tb_offset=tb_offset)
        if line := _line_in(own, error):
            print(_tell(error, line, source, project))

    shell.set_custom_exc((Exception,), tell)
