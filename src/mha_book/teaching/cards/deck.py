"""All cards, in the order in which one meets what they ask for."""

import tomllib
from importlib.resources import files
from pathlib import Path

from mha_book.teaching.cards import asked, mistakes, words
from mha_book.teaching.cards.card import Card
from mha_book.your_file.contents import PROJECT


def deck(project: Path = PROJECT) -> list[Card]:
    """Draw the cards from the book's pages and its catalogue of mistakes.

    Args:
        project: the folder that holds the book.

    Raises:
        KeyError: one of the pages no longer has what was chosen.
        ValueError: so does the catalogue.
    """
    chosen = tomllib.loads(
        files("mha_book.teaching.cards").joinpath("chosen.toml").read_text("utf-8")
    )
    return mixed(
        [words.card(term, project) for term in chosen["words"]],
        [asked.card(question, project) for question in chosen["questions"]],
        [mistakes.card(*place) for place in chosen["mistakes"]],
    )


def mixed(*kinds: list[Card]) -> list[Card]:
    """Take turns, so that all kinds end together, each in its own order."""
    placed = [
        ((number + 0.5) / len(cards), card)
        for cards in kinds
        for number, card in enumerate(cards)
    ]
    return [card for _, card in sorted(placed, key=lambda pair: pair[0])]
