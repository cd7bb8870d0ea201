"""What the explorers' tests share: reading grids, timing a key press."""

import statistics

import torch

# What stands in a cell in place of a number; * is a mask's cell that was painted.
NUMBERS = {"−∞": "-inf", "✓": "1", "·": "0", "True": "1", "False": "0"}


def shown(explorer) -> dict[str, torch.Tensor]:
    """What every grid displays, as numbers, by the grid's name."""
    texts = explorer.evaluate(
        """node => Object.fromEntries([...node.querySelectorAll("table.mha-grid")].map(
             t => [t.ariaLabel, [...t.tBodies[0].rows].map(
               r => [...r.querySelectorAll("td")].map(c => c.textContent))]))"""
    )
    return {
        name: torch.tensor(
            [[_number(text.rstrip("*")) for text in row] for row in rows],
            dtype=torch.float64,
        )
        for name, rows in texts.items()
    }


def _number(text: str) -> float:
    return float(NUMBERS.get(text, text).replace("−", "-"))


def assert_shows(explorer, expected: dict[str, torch.Tensor], state: object):
    """Hold every displayed number against the expected one, grid by grid in order."""
    found = shown(explorer)
    assert list(found) == list(expected)
    for name, numbers in expected.items():
        torch.testing.assert_close(
            found[name],
            numbers,
            rtol=0,
            atol=1e-6,
            msg=f"{name} of {state}: {found[name] - numbers}",
        )


def press_times(page, key: str, presses: int) -> list[float]:
    """Milliseconds from each press of a key to the painted frame after it."""
    page.evaluate(
        """() => {
          window.times = [];
          addEventListener("keydown", event => requestAnimationFrame(() => {
            const channel = new MessageChannel();  // runs after the frame is painted
            channel.port1.onmessage =
              () => times.push(performance.now() - event.timeStamp);
            channel.port2.postMessage(0);
          }), true);
        }"""
    )
    for _ in range(presses):
        page.keyboard.press(key)
        page.wait_for_timeout(20)
    page.evaluate("delete window.restart")  # the next test shall not find the listener
    return page.evaluate("times")


def undisturbed(times: list[float]) -> float:
    """What a press takes by itself, its quickest tenth: other work only adds."""
    return statistics.quantiles(times, n=10)[0]
