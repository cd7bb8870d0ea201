"""The cards as a page shows them: folds, of which its script makes a round."""

from html import escape
from importlib.resources import files

from mha_book.teaching.cards.card import KINDS, Card
from mha_book.teaching.cards.deck import deck


class RecallCards:
    """About eighty cards: words, questions and mistakes, to be asked oneself.

    Without scripts, on paper and in JupyterLab it is a list of folds.

    Attributes:
        cards: all of them, in the order of the path.
    """

    def __init__(self) -> None:
        self.cards = deck()

    def __repr__(self) -> str:
        """Say how many there are of each kind."""
        kinds = [card.kind for card in self.cards]
        counts = [f"{kinds.count(kind)} {name}" for kind, name in KINDS.items()]
        return f"{len(self.cards)} cards: {', '.join(counts)}"

    def _repr_html_(self) -> str:
        style = files("mha_book.teaching.cards") / "recall.css"
        cards = "".join(map(_fold, self.cards))
        listed = f'<ul class="mha-cards">{cards}</ul>'
        looks = f"<style>{style.read_text('utf-8')}</style>"
        return f'{looks}<div class="mha-recall">{listed}</div>'


def _fold(card: Card) -> str:
    return (
        f'<li data-key="{card.key}" data-kind="{escape(card.kind)}"><details>'
        f"<summary>{card.face()}</summary>"
        f'<div class="mha-back">{card.answer()}{card.link()}</div></details></li>'
    )
