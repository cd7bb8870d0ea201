"""The paper: its size, and what stands above and below the text of each page."""

import json
from collections.abc import Iterable
from pathlib import Path

from mha_book.publish.chapter import Chapter

SHEET = Path(__file__).with_name("book.css").read_text(encoding="utf-8")
PAPERS = ("A4", "Letter")


def sheet_of(chapters: Iterable[Chapter], paper: str) -> str:
    """The styles of a printed book: with each chapter's title above its pages.

    Raises:
        ValueError: the paper is none of `PAPERS`.
    """
    if paper not in PAPERS:
        raise ValueError(f"paper is {paper!r}; expected one of {', '.join(PAPERS)}")
    size = f"@page {{ size: {paper.lower()} }}"
    heads = "\n".join(head_of(chapter) for chapter in chapters)
    return "\n".join([SHEET, size, heads])


def head_of(chapter: Chapter) -> str:
    """A page of its own kind for each chapter, which starts on a new one."""
    kind = f"page-{chapter.page}"
    title = json.dumps(chapter.title, ensure_ascii=False)
    return (
        f"@page {kind} {{ @top-left {{ content: {title} }} }}\n"
        f'[id="{chapter.page}"] {{ page: {kind} }}'
    )
