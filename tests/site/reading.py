"""What the explorers' tests share: edits, reading grids, timing a key press."""

import copy
import random
import statistics
from collections.abc import Iterator
from itertools import cycle

import torch

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
            msg=lambda told, name=name: f"{name} of {state}: {told}",
        )


EDITS = 200


def two_hundred_edits(explorer, start, edit, read: str) -> list[tuple]:
    """Make random edits through the page's own controls.

    Args:
        explorer: what is edited.
        start: its state before.
        edit: makes one edit in a state, by a generator, and tells how the page makes
            it: a control's name or a cell's place, and the new value.
        read: a JavaScript function that gives what an explorer shows.

    Returns:
        What was shown at first and after each edit, each with the state of then.
    """
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    draw, states, edits = random.Random(seed), [copy.deepcopy(start)], []
    for _ in range(EDITS):
        states.append(copy.deepcopy(states[-1]))
        edits.append(edit(states[-1], draw))
    make = f"(node, edits) => edited(node, edits, {read})"
    return list(zip(explorer.evaluate(make, edits), states, strict=True))


# Measured three times over at most: of what delays one batch of presses, the least
# counts.
BATCHES, PRESSES = 3, 30
# What a press of some keys costs each browser on a blank page: measured once.
_alone: dict[object, dict[tuple[str, ...], float]] = {}
# Counts the presses whose frame is painted.
LISTEN = """() => {
  window.painted = 0;
  addEventListener("keydown", () => requestAnimationFrame(() => {
    const channel = new MessageChannel();  // runs after the frame is painted
    channel.port1.onmessage = () => painted++;
    channel.port2.postMessage(0);
  }), true);
}"""


def press_cost(page, *keys: str, limit: float) -> float:
    """The milliseconds that a page works for the median press of these keys, in turn.

    Counted is the time that its thread runs until the frame after the press is
    painted, and not how long it waits for a processor that others have. The same
    presses on a blank page tell what the browser takes by itself. Once a batch of
    presses is within the limit, no further one is measured.
    """
    browser = page.context.browser
    if keys not in _alone.setdefault(browser, {}):
        blank = page.context.new_page()
        _alone[browser][keys] = min(_median_presses(blank, keys))
        blank.close()
    alone = _alone[browser][keys]
    for answered in _median_presses(page, keys):
        cost = answered - alone
        print(f"key press: {answered:.1f} ms, of these {alone:.1f} on a blank page")
        if cost <= limit:
            break
    page.evaluate("delete window.restart")  # the next test shall not find the listener
    return cost


def _median_presses(tab, keys: tuple[str, ...]) -> Iterator[float]:
    tab.bring_to_front()  # behind another, a page paints no frames
    tab.evaluate(LISTEN)
    session = tab.context.new_cdp_session(tab)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    turns = cycle(keys)
    for batch in range(BATCHES):
        times = []
        for pressed in range(batch * PRESSES, (batch + 1) * PRESSES):
            before = _worked(session)
            tab.keyboard.press(next(turns))
            tab.wait_for_function("pressed => painted > pressed", arg=pressed)
            times.append(_worked(session) - before)
        yield statistics.median(times)


def _worked(session) -> float:
    """The milliseconds that the page's thread has run so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * m["value"] for m in metrics if m["name"] == "TaskDuration")
