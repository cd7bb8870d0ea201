"""What a mask must do: hidden keys get nothing, and the others share everything."""

import torch

from mha.check.common import wrong_row
from mha.check.numbers import distinct
from mha.check.subject import Probe, Tried

QUERY, KEY, VALUE = (
    distinct(3, 7),
    distinct(5, 7, start=100),
    distinct(5, 11, start=200),
)
MASK = torch.tensor(
    [[1, 1, 0, 0, 0], [1, 0, 1, 1, 0], [0, 1, 1, 1, 1]], dtype=torch.bool
)


def _hidden_keys_get_nothing(tried: Tried) -> str | None:
    _, weights = tried(QUERY, KEY, VALUE, MASK)
    if not weights[~MASK].abs().max() > 1e-6:
        return None
    row, key = (weights.abs().masked_fill(MASK, 0) > 1e-6).nonzero()[0].tolist()
    return (
        f"In row {row}, key {key} is hidden (False in the mask), and has the weight "
        f"{weights[row, key]:.4g}."
    )


def _others_share_everything(tried: Tried) -> str | None:
    off = wrong_row(tried(QUERY, KEY, VALUE, MASK)[1])
    said = "With a mask, row {} of the weights sums to {}."
    return said.format(*off) if off else None


def _hidden_keys_change_nothing(tried: Tried) -> str | None:
    key, value = KEY.clone(), VALUE.clone()
    key[4], value[4] = 3.0, -3.0  # hidden from rows 0 and 1
    before, after = tried(QUERY, KEY, VALUE, MASK)[0], tried(QUERY, key, value, MASK)[0]
    moved = (after - before)[:2].abs().max()
    if moved < 1e-5:
        return None
    return (
        "The last key and its value are hidden from row 0 and row 1; when they "
        f"change, an output there moves by {moved:.4g}."
    )


PROBES = (
    Probe("Under a mask, a hidden key gets the weight 0", _hidden_keys_get_nothing),
    Probe("Under a mask, the other keys share it all", _others_share_everything),
    Probe("A hidden key and its value change nothing", _hidden_keys_change_nothing),
)
