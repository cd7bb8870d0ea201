"""How numbers may lie in a reader's parameters."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """How numbers lie in a reader's parameters, where that is free.

    Attributes:
        told: what to say of it, where it is not the book's.
        in_out: a matrix that is no `nn.Linear`'s is (in, out).
        by_head: one matrix for all three holds each head's three parts together.
        up_first: of two layers of an MLP whose names do not say it, the second is the
            gate.
    """

    told: str = ""
    in_out: bool = True
    by_head: bool = False
    up_first: bool = False


LAYOUTS = (
    Layout(),
    Layout("Its own matrices are (out, in), as a Linear's weight is.", in_out=False),
    Layout(
        "Its fused matrix holds each head's query, key and value together; published "
        "weights often hold all queries first.",
        by_head=True,
    ),
    Layout(
        "Names do not say which layer of its MLP is the gate: the second one is.",
        up_first=True,
    ),
)
