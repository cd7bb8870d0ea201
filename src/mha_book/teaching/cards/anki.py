"""The cards as a file that Anki imports: text, with a line for each card.

The form is Anki's own: https://docs.ankiweb.net/importing/text-files.html
"""

import csv
import io
from collections.abc import Iterable
from html import escape
from pathlib import Path

from mha_book.teaching.cards.card import KINDS, Card
from mha_book.teaching.cards.deck import deck
from mha_book.your_file.contents import TITLE, title_of

# No names of columns: where Anki does not speak English, its fields have others. In
# their order they are the front and the back, in whatever language.
HEAD = (
    "#separator:tab",
    "#html:true",
    "#notetype:Basic",
    f"#deck:{TITLE}",
    "#guid column:1",
    "#tags column:4",
)


def as_text(cards: Iterable[Card]) -> str:
    """Write the cards for Anki; imported again, they are updated, and not doubled."""
    file = io.StringIO()
    lines = csv.writer(file, delimiter="\t", lineterminator="\n")
    for card in cards:
        page = escape(title_of(card.page.partition("#")[0]))
        back = f"{card.answer()}<p><small>{TITLE}: <i>{page}</i></small></p>"
        lines.writerow((card.key, card.face(), back, KINDS[card.kind]))
    return "\n".join(HEAD) + "\n" + file.getvalue()


def write_files(folder: Path, project: Path) -> None:
    """Write all cards into a file, for which Anki asks."""
    (folder / "attention.txt").write_text(as_text(deck(project)), encoding="utf-8")
