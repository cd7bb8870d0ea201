"""`angles`: how far each clock has turned at each position."""

import torch

from mha.check.subject import Case, Probe, Subject, Tried


def _starts_at_nothing(tried: Tried) -> str | None:
    (found,) = tried(3, 8)
    if not found[0].any():
        return None
    return f"At position 0 the first clock has turned by {found[0, 0].item():.4g}."


def _first_by_one(tried: Tried) -> str | None:
    (found,) = tried(3, 8)
    if found[1, 0] - found[0, 0] == 1:
        return None
    by = (found[1, 0] - found[0, 0]).item()
    return (
        f"From one position to the next the first clock turns by {by:.4g}; expected 1."
    )


def _slower_and_slower(tried: Tried) -> str | None:
    (found,) = tried(3, 8)
    by = found[1] - found[0]
    if torch.allclose(by[1:] / by[:-1], torch.tensor(0.1), atol=1e-4):
        return None
    return (
        f"With eight features the second clock should be ten times slower than the "
        f"first; they turn by {by[0].item():.4g} and {by[1].item():.4g}."
    )


def _base_counts(tried: Tried) -> str | None:
    (found,) = tried(3, 8, 500.0)
    (usual,) = tried(3, 8)
    if not torch.equal(found, usual):
        return None
    return "With a base of 500 instead of 10,000 all clocks turn as before."


ANGLES = Subject(
    "angles",
    "tell-the-order",
    ("table",),
    cases=(
        Case("two positions in four features", (2, 4)),
        Case("three positions in eight features", (3, 8)),
        Case("seven positions in six features", (7, 6)),
        Case("five positions in eight features, base 500", (5, 8, 500.0)),
    ),
    probes=(
        Probe("At position 0 no clock has turned", _starts_at_nothing),
        Probe("The first clock turns by 1 at each position", _first_by_one),
        Probe("Each clock is slower by the same factor", _slower_and_slower),
        Probe("The base counts", _base_counts),
    ),
)
