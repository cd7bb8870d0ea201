"""The editor in a page of its own, beside a Python that says what it is told to."""

import json

from bare_page import MOUNT, open_bare
from project import PROJECT

BUILT = PROJECT / "_build" / "html" / "_static" / "mha"
BODY = "<main></main><script src='/mha/explorers.js'></script>"
# What is "written" is a list of messages that the worker posts; "job" is its own job.
WORKER = """onmessage = ({ data }) => {
  const job = { is: "printed", line: JSON.stringify(data) };
  for (const message of JSON.parse(data.source))
    postMessage(message === "job" ? job : message);
};"""
PYTHON = f"globalThis.mhaPython = {json.dumps(WORKER)};"
# Counts the workers that have not been ended, and what is said of progress.
WATCH = """() => {
  const [Real, live] = [Worker, new Set()];
  window.Worker = class extends Real {
    constructor(...given) { super(...given); live.add(this); }
    terminate() { live.delete(this); super.terminate(); }
  };
  Object.assign(window, { live, heard: 0 });
  addEventListener("mha-progress-changed", () => (window.heard += 1));
}"""
STARTED = {"is": "started"}


def answer_of(part, **more):
    """What a right function gives."""
    calls = [call["right"] for call in part["calls"]]
    return {"is": "done", "calls": calls, "cut": 0} | more


def said(*messages):
    """As if it were written: what the worker says."""
    return json.dumps(messages)


def open_editors(page, *scripts):
    """Open a page for editors; Python's script comes as it is given here each time."""
    open_bare(page, BUILT, BODY, python=iter(scripts))
    page.evaluate(WATCH)


def mount(page, name, parts, kept=None):
    """Mount the listings of a page after this was kept of them; gives the editor.

    Args:
        page: where.
        name: the page whose listings these are.
        parts: the listings.
        kept: by name; `...` leaves what there is.
    """
    state = {"page": name, "parts": parts, "total": 9, "label": "Write it here"}
    state["palette"] = {"weights": ["#ffffff", "#000000"]}
    given = {"kind": "mha_book.editor.widget.Editor", "state": state}
    if kept is not ...:
        texts = {f"write {part}": one for part, one in (kept or {}).items()}
        given["kept"] = json.dumps({"pages": {name: texts}})
    page.evaluate(MOUNT, given)
    return page.locator(".mha-editor")


def run(editor, text):
    """Write it and run it."""
    editor.locator("textarea").fill(text)
    editor.get_by_role("button", name="Run and check").click()
    return editor.locator(".mha-verdict")
