"""The two documents of a seed, as HTML that stands alone: sheets, and solutions."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from mha_book.exercises.plain import question
from mha_book.teaching.sheets.blanks import blank
from mha_book.teaching.sheets.questions import questions
from mha_book.teaching.sheets.solutions import solution
from mha_book.your_file.contents import TITLE, number_of, title_of

STYLE = Path(__file__).with_name("sheet.css").read_text(encoding="utf-8")
NAME = "<p class='name'>Name <span></span> Date <span></span></p>"
SOURCE = f"From <cite>{TITLE}</cite>, CC BY 4.0. Answers are computed by PyTorch."


def sheets(pages: Sequence[str], seed: int) -> str:
    """Write the sheets of these pages: what is asked, and room for the answers."""

    def asked(exercise: dict[str, Any]) -> str:
        return f"{question(exercise)}{blank(exercise)}"

    return _document("Exercises", pages, seed, asked, NAME)


def solutions(pages: Sequence[str], seed: int) -> str:
    """Write what is right on them, and which mistake each wrong answer tells."""
    return _document("Solutions", pages, seed, solution, foot=f" Seed {seed}.")


def sign(seed: int) -> str:
    """Name a sheet without its seed, by which anybody could print the solutions."""
    return sha256(f"sheet {seed}".encode()).hexdigest()[:4]


def _document(
    what: str,
    pages: Sequence[str],
    seed: int,
    write: Callable[[dict[str, Any]], str],
    above: str = "",
    foot: str = "",
) -> str:
    title = f"{what}, sheet {sign(seed)}"
    sections = "".join(
        f"<section><p class='about'>{title}</p>"
        f"<h1>{number_of(page)}. {escape(title_of(page))}</h1>{above}"
        f"<ol>{''.join(f'<li>{write(one)}</li>' for one in questions(page, seed))}</ol>"
        f"<footer>{SOURCE}{foot}</footer></section>"
        for page in pages
    )
    return (
        f"<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width'>"
        f"<title>{title}</title><style>{STYLE}</style></head>"
        f"<body><main>{sections}</main></body></html>\n"
    )
