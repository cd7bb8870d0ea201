"""What the explorers' tests share: random edits, and reading grids."""

import copy
import random

import torch

from seeds import any_seed

# What stands in a cell in place of a number; * is a mask's cell that was painted.
NUMBERS = {"−∞": "-inf", "✓": "1", "·": "0", "True": "1", "False": "0"}


# What every grid displays, by the grid's name.
GRIDS = """node => Object.fromEntries([...node.querySelectorAll("table.mha-grid")].map(
  t => [t.ariaLabel, [...t.tBodies[0].rows].map(
    r => [...r.querySelectorAll("td")].map(c => c.textContent))]))"""


def numbers(grids: dict[str, list]) -> dict[str, torch.Tensor]:
    """The grids' texts as numbers."""
    return {
        name: torch.tensor(
            [[_number(text.rstrip("*")) for text in row] for row in rows],
            dtype=torch.float64,
        )
        for name, rows in grids.items()
    }


def shown(explorer) -> dict[str, torch.Tensor]:
    """What every grid displays now, as numbers."""
    return numbers(explorer.evaluate(GRIDS))


def _number(text: str) -> float:
    return float(NUMBERS.get(text, text).replace("−", "-"))


def assert_shows(
    grids: dict[str, list], expected: dict[str, torch.Tensor], state: object
):
    """Hold every displayed number against the expected one, grid by grid in order."""
    found = numbers(grids)
    assert list(found) == list(expected)
    for name, tensor in expected.items():
        torch.testing.assert_close(
            found[name],
            tensor,
            rtol=0,
            atol=1e-6,
            msg=lambda fault, name=name: f"{name} of {state}: {fault}",
        )


EDITS = 20


def edit_at_random(explorer, start, edit, read: str) -> list[tuple]:
    """Make random edits through the page's own controls.

    Args:
        explorer: what is edited.
        start: its state before.
        edit: makes one edit in a state, by a generator, and gives what the page is to
            do: a control's name or a cell's place, and the new value.
        read: a JavaScript function that gives what an explorer shows.

    Returns:
        What was shown at first and after each edit, each with the state of then.
    """
    seed = any_seed()
    draw, states, edits = random.Random(seed), [copy.deepcopy(start)], []
    for _ in range(EDITS):
        states.append(copy.deepcopy(states[-1]))
        edits.append(edit(states[-1], draw))
    make = f"(node, edits) => edited(node, edits, {read})"
    return list(zip(explorer.evaluate(make, edits), states, strict=True))
