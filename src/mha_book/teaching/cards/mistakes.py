"""Cards from the museum's faults: what one thinks in front, why it is not so behind."""

from mha.check.subjects import SUBJECTS
from mha_book.museum.draw import address_of
from mha_book.teaching.cards.card import Card


def card(subject: str, name: str) -> Card:
    """Make a card of a fault.

    Args:
        subject: what is checked, such as ``"attend"``.
        name: the fault's.

    Raises:
        ValueError: there is no such fault, or nobody has written why it is one.
    """
    for one in SUBJECTS:
        for fault in one.listing.faults:
            if (one.name, fault.name) == (subject, name) and fault.truth:
                return Card(
                    "mistake",
                    f"{subject}: {name}",
                    f"Somebody writes `{subject}`, and thinks: “{fault.belief}” "
                    "Why is it not so, and what comes of it?",
                    f"*{name}.* It is not so, because {fault.truth} {fault.symptom}",
                    f"bug-museum#{address_of(one, name)}",
                )
    raise ValueError(f"{subject} has no fault {name!r} that says what is so instead")
