"""What a key press costs an explorer's page, whatever else the machine does."""

import statistics
from itertools import cycle

# Measured three times over at most: of what delays one batch of presses, the least
# counts.
BATCHES, PRESSES = 3, 30
# What a press of some keys costs each browser on a blank page: measured once.
_alone: dict[object, dict[tuple[str, ...], float]] = {}
# Counts the presses whose frame is painted.
LISTEN = """() => {
  window.painted = 0;
  window.listening ||= addEventListener("keydown", () => requestAnimationFrame(() => {
    const channel = new MessageChannel();  // runs after the frame is painted
    channel.port1.onmessage = () => painted++;
    channel.port2.postMessage(0);
  }), true) ?? true;
}"""
# Work of an explorer's kind: a table is built and laid out. The machine on which the
# limits were set took this long for it.
YARDSTICK = """() => {
  const table = document.body.appendChild(document.createElement("table"));
  for (let i = 0; i < 40; i++) {
    const row = table.insertRow();
    for (let j = 1; j < 41; j++) row.insertCell().textContent = (i / j).toFixed(4);
  }
  table.offsetHeight;
  table.remove();
}"""
USUAL, TABLES = 15.0, 9  # ms, and how many are built, of which the quickest counts


def press_cost(page, *keys: str, limit: float) -> float:
    """The milliseconds that a page works for the median press of these keys, in turn.

    Counted is the time that its thread runs until the frame after the press is
    painted, and not how long it waits for a processor that others have. The same
    presses on a blank page tell what the browser takes by itself, and a table that is
    built there how much slower than usual the machine is just then. Once a batch of
    presses is within the limit, no further one is measured.
    """
    blank = page.context.new_page()
    costs = _alone.setdefault(page.context.browser, {})
    if keys not in costs:
        costs[keys] = _median_press(blank, keys)
    alone = costs[keys]
    for _ in range(BATCHES):
        answered, slow = _median_press(page, keys), _slowness(blank)
        cost = (answered - alone) / slow
        print(f"key press: {answered:.1f} ms, {alone:.1f} of a blank page; {slow:.2f}")
        if cost <= limit:
            break
    blank.close()
    page.evaluate("delete window.restart")  # the next test shall not find the listener
    return cost


def _median_press(tab, keys: tuple[str, ...]) -> float:
    tab.bring_to_front()  # behind another, a page paints no frames
    tab.evaluate(LISTEN)
    session = _measured(tab)
    times = []
    for pressed, key in zip(range(PRESSES), cycle(keys), strict=False):
        before = _worked(session)
        tab.keyboard.press(key)
        tab.wait_for_function("pressed => painted > pressed", arg=pressed)
        times.append(_worked(session) - before)
    return statistics.median(times)


def _slowness(tab) -> float:
    """How many times as long as usual a table takes now, at least 1."""
    tab.bring_to_front()  # behind another, it would work at its leisure
    session, times = _measured(tab), []
    for _ in range(TABLES):
        before = _worked(session)
        tab.evaluate(YARDSTICK)
        times.append(_worked(session) - before)
    return max(1.0, min(times) / USUAL)


def _measured(tab):
    session = tab.context.new_cdp_session(tab)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


def _worked(session) -> float:
    """The milliseconds that the page's thread has run so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * m["value"] for m in metrics if m["name"] == "TaskDuration")
