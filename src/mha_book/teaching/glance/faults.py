"""Ten faults that run, give the right shapes, and say nothing."""

from mha.check.fault import Fault, Listing
from mha.check.subjects import subject_called
from mha_book.teaching.table import MarkedTable

SILENT = (
    ("attend", "The softmax runs over the queries"),
    ("multi_head", "Divided by the root of the model’s width"),
    ("attend", "The mask hides what may be seen"),
    ("attend", "The filled scores are thrown away"),
    ("attend", "Hidden words have the score 0"),
    ("attend", "The mask comes after the softmax"),
    ("causal_mask", "The diagonal is one too far"),
    ("split_heads", "The heads are cut by one view"),
    ("merge_heads", "The heads are joined without the exchange"),
    ("loss_of", "The targets are not shifted"),
)


def silent_faults() -> MarkedTable:
    """Write each fault, the code that is right, and a question that finds it."""
    rows = []
    for subject, name in SILENT:
        listing = subject_called(subject).listing
        fault = listing.fault_called(name)
        rows.append((name, _right(fault, listing), fault.hint))
    return MarkedTable(("what went wrong", "what is right", "ask yourself"), rows)


def _right(fault: Fault, listing: Listing) -> str:
    """The lines that the fault changes, as the listing has them."""
    parts = [line.strip() for part, _ in fault.lines for line in part.splitlines()]
    lines = [line.strip() for line in listing.source.splitlines()]
    found = [line for line in lines if any(part in line for part in parts)]
    return "\n".join(f"`{line}`" for line in found)
