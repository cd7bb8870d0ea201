"""Cards from the museum's faults: what one thinks in front, why it is not so behind."""

from mha.check.subjects import subject_called
from mha_book.museum.draw import address_of
from mha_book.teaching.cards.card import Card

# What is a listing of the check alone, by what it is in the reader's file.
IN_THE_FILE = {"multi_head": "MultiHeadAttention"}


def card(subject: str, name: str, said: str = "both") -> Card:
    """Make a card of a fault.

    Args:
        subject: what is checked, such as ``"attend"``.
        name: the fault's.
        said: ``"truth"`` where the fault's symptom would only say it again.

    Raises:
        ValueError: there is no such fault, or nobody has written why it is one.
    """
    about = subject_called(subject)
    fault = about.listing.fault_called(name)
    if not fault.truth:
        raise ValueError(
            f"{subject} has no fault {name!r} that says what is so instead"
        )
    comes_of_it = "" if said == "truth" else f" {fault.symptom}"
    asked = ", and what comes of it" if comes_of_it else ""
    written = IN_THE_FILE.get(subject, subject)
    return Card(
        "mistake",
        f"{subject}: {name}",
        f"Somebody writes this book’s `{written}`, and thinks: "
        f"“{fault.belief}” Why is it not so{asked}?",
        f"*{name}.* It is not so, because {fault.truth}{comes_of_it}",
        f"bug-museum#{address_of(about, name)}",
    )
