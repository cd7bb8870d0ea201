"""A chapter's file, saved from JupyterLab: only what its reader changed is changed."""

from typing import Any

import jupytext
import nbformat
from merge3 import Merge3
from nbformat import NotebookNode

FORMAT = "md:myst"


def write_chapter(old: str, content: dict) -> str:
    """A chapter's text after an edit.

    Jupytext writes a whole file anew: it drops front matter that it does not know, and
    breaks captions its own way. So the reader's edit, from the old file as Jupytext
    would write it to the new one, is carried over to the old file as it is.

    Args:
        old: the file's text.
        content: the notebook that JupyterLab sends.
    """
    before = jupytext.reads(old, fmt=FORMAT)
    after: Any = nbformat.from_dict(content)
    after.metadata = _keep_header(before, after)
    base, new = jupytext.writes(before, fmt=FORMAT), jupytext.writes(after, fmt=FORMAT)
    if new == base:
        return old
    merged = _merge(base, old, new)
    return merged if _cells(merged) == _cells(new) else _under_header(old, new)


def _keep_header(before: NotebookNode, after: Any) -> NotebookNode:
    """The file's metadata, unless another kernel was chosen."""
    names = [n.metadata.get("kernelspec", {}).get("name") for n in (before, after)]
    return before.metadata if names[0] == names[1] else after.metadata


def _merge(base: str, old: str, new: str) -> str:
    """What was changed from base to new, changed in old; in doubt, as in new."""
    lines = (text.splitlines(keepends=True) for text in (base, old, new))
    groups = Merge3(next(lines), next(lines), next(lines)).merge_groups()
    return "".join(line for _, *versions in groups for line in versions[-1])


def _cells(text: str) -> list[tuple]:
    cells = jupytext.reads(text, fmt=FORMAT).cells
    return [(cell.cell_type, cell.source, cell.metadata) for cell in cells]


def _under_header(old: str, new: str) -> str:
    """The new text under the old front matter."""
    _, header, _ = old.split("---\n", 2)
    _, _, body = new.split("---\n", 2)
    return f"---\n{header}---\n{body}"
