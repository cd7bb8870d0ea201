"""The file as a page shows it: folded, to be downloaded, its new lines marked."""

import base64
from pathlib import Path
from typing import TYPE_CHECKING

from mha_book.your_file.contents import PROJECT, path_pages
from mha_book.your_file.listings import (
    MODULE,
    file_after,
    file_before,
    grown_lines,
    listings,
    new_lines,
)

if TYPE_CHECKING:
    from IPython.display import HTML

REST = "# …"  # lines that are as they were
# The site's style shows it; a notebook shows all lines in any case.
SHOW_ALL = (
    '<label class="mha-all-lines" style="display: none">'
    '<input type="checkbox"> Show all</label>'
)
LONG = 40  # lines, from which on a page shows a part first: more than a screen
AROUND = 1  # unchanged lines that are shown on either side of a changed one


def show(page: str, project: Path = PROJECT) -> "HTML":
    """The file after a page, its new lines marked, as a file to download.

    Folded, but open on the last page, where it is whole.
    """
    from IPython.display import HTML

    text, before = file_after(page, project), file_before(page, project)
    new = new_lines(before, text)
    lines = len([line for line in text.splitlines() if line.strip()])
    grown = f"{len(new)} new" if new else "as before"
    title = f"The file: {lines} lines, {grown}"
    part = SHOW_ALL if len(text.splitlines()) >= LONG else ""
    opened = " open" if page == path_pages(project)[-1] else ""
    return HTML(
        f'<details class="mha-your-file"{opened}><summary>{title}</summary>'
        f"{_download(text)}{_code(text, new)}{part}</details>"
    )


def changes(page: str, *names: str, project: Path = PROJECT) -> "HTML":
    """Of listings that grow on a page, the lines that change and those beside them."""
    from IPython.display import HTML

    found = {one.name: one.code for one in listings(page, project)[1]}
    parts = [
        _around(found[name], grown_lines(page, found[name], project)) for name in names
    ]
    return HTML(f'<div class="mha-your-file">{"".join(parts)}</div>')


def _around(code: str, new: list[int]) -> str:
    """The first line, the changed ones, and their neighbours; # … for the others."""
    lines = code.splitlines()
    near = {1} | {k for n in new for k in range(n - AROUND, n + AROUND + 1)}
    kept: list[str] = []
    marked: list[int] = []
    for number, line in enumerate(lines, 1):
        if number in near:
            kept.append(line)
            marked += [len(kept)] if number in new else []
        elif line.strip() and kept[-1].strip() != REST:
            kept.append(f"{line[: len(line) - len(line.lstrip())]}{REST}")
    return _code("\n".join(kept), marked)


def _download(text: str) -> str:
    data = base64.b64encode(text.encode()).decode()
    return (
        f'<p><a download="{MODULE}.py" href="data:text/x-python;base64,{data}">'
        f"Download {MODULE}.py</a></p>"
    )


def _code(text: str, new: list[int]) -> str:
    """Highlighted code; a new line is an <ins>, which a screen reader can say."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    html = highlight(
        text, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)
    ).splitlines()
    line = '<span class="mha-line">{}</span>'
    lines = [
        f"<ins>{h}</ins>" if n in new else line.format(h) for n, h in enumerate(html, 1)
    ]
    body = "\n".join(lines)
    return f'<div class="highlight"><pre tabindex="0">{body}\n</pre></div>'
