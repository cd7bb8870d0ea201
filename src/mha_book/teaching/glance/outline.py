"""The reader's file in outline: what each page writes, and how it is called."""

import ast
from collections.abc import Iterator

from mha_book.teaching.table import MarkedTable
from mha_book.your_file.contents import number_of, path_pages, title_of
from mha_book.your_file.listings import listings

READS = ("titles", "file")


def outline() -> MarkedTable:
    """Write each page of the path with what it adds to the file."""
    pages = path_pages()
    _, written = listings(pages[-1])
    rows = []
    for page in pages:
        calls = [
            call for one in written if one.page == page for call in called(one.code)
        ]
        if calls:
            title = f"{number_of(page)}. {title_of(page).partition(':')[0]}"
            rows.append((title, "\n".join(f"`{call}`" for call in calls)))
    return MarkedTable(("page", "what it writes into the file"), rows)


def called(code: str) -> Iterator[str]:
    """Give how a function, or a class and what it makes, is called."""
    for node in ast.parse(code).body:
        if isinstance(node, ast.FunctionDef):
            yield f"{node.name}({ast.unparse(node.args)})"
        if isinstance(node, ast.ClassDef):
            methods = {n.name: n for n in node.body if isinstance(n, ast.FunctionDef)}
            yield node.name + "".join(_calls(methods))


def _calls(methods: dict[str, ast.FunctionDef]) -> Iterator[str]:
    """How it is built, and then called, or what else can be asked of it."""
    start = methods.get("__init__")
    yield f"({_handed(start)})" if start else "()"
    for name, method in methods.items():
        if name == "forward":
            yield f"({_handed(method)})"
        elif not name.startswith("_"):
            yield f".{name}({_handed(method)})"


def _handed(method: ast.FunctionDef) -> str:
    """A method's arguments, without itself."""
    return ast.unparse(method.args).removeprefix("self").removeprefix(", ")
