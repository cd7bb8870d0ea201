"""How many numbers there are: of parameters, of weights, in a cache."""

from mha_book.teaching.table import MarkedTable

# Each is held equal to what the modules have; F is the width inside the MLP.
COUNTS = {
    "parameters of a layer, without biases": "4·E·E",
    "the same, where H heads share G of keys and values": "2·E·E + 2·E·G·D",
    "parameters of an MLP with a gate": "3·E·F",
    "attention weights of a layer": "B·H·T·T",
    "a cache of L layers": "2·L·B·G·T·D",
}


def counts() -> MarkedTable:
    """Write what there is, and how many numbers it has."""
    rows = [(name, f"`{count}`") for name, count in COUNTS.items()]
    return MarkedTable(("of what", "how many numbers"), rows)
