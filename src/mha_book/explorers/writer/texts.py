"""Texts that a model of letters can read, or of which there is an answer."""

from collections.abc import Collection

import traitlets

from mha_book.explorers.limits import Limit

NAMED = 3  # of the texts that are stored


def check_letters(name: str, text: str, letters: str, limit: Limit) -> None:
    """Raise TraitError, which names the letter or the length that does not fit."""
    least, longest = int(name == "beginning"), limit["longest"]
    if not least <= len(text) <= longest:
        raise traitlets.TraitError(
            f"{name} has {len(text)} letters; expected {least} to {longest}"
        )
    odd = next((letter for letter in text if letter not in letters), None)
    if odd is not None:
        raise traitlets.TraitError(
            f"{name}: {odd!r} is not one of its {len(letters)} letters"
        )


def check_stored(name: str, text: str, stored: Collection[str]) -> None:
    """Raise TraitError, which names the text that is not stored, and some that are."""
    if text not in stored:
        some = ", ".join(map(repr, [*stored][:NAMED]))
        raise traitlets.TraitError(
            f"{name} {text!r} is not stored; expected one of {len(stored)}, as {some}"
        )
