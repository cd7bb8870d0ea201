"""What the contract's tests do with any explorer: find it, turn it, mount it anew.

What they do in the page itself stands in `tests/js`: `contract.js`, `mounting.js`, and
`edits.js` for many edits in one go.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from playwright.sync_api import expect

from every_explorer import EXPLORERS
from project import PROJECT

__all__ = ["EXPLORERS"]
SCRIPTS = [
    PROJECT / "tests" / "js" / name
    for name in ("contract.js", "mounting.js", "edits.js")
]
MOUNT = re.compile(r'<div class="mha-mount" data-model-id="(\w+)"')
STATE = re.compile(
    r'<script type="application/vnd.jupyter.widget-state\+json">(.*?)</script>',
    re.DOTALL,
)


@dataclass(frozen=True)
class Place:
    """An explorer on a page of the built book.

    Attributes:
        page: the file's name.
        model: the number of its model on this page.
        state: its traits, as the build saved them.
    """

    page: str
    model: str
    state: dict

    def within(self, page):
        """The explorer itself, on a page that is open."""
        return page.locator(f"[data-model-id='{self.model}'] .mha-explorer")


@cache
def places(site: Path) -> dict[str, Place]:
    """Each kind of explorer, its settings in sight, on the lightest page with one.

    One that writes needs a model for that.
    """
    found: dict[str, Place] = {}
    for path in sorted(site.glob("*.html"), key=lambda path: -path.stat().st_size):
        html = path.read_text(encoding="utf-8")  # to parse them all takes ten seconds
        for model in MOUNT.findall(html):
            state = json.loads(STATE.search(html)[1])["state"][model]["state"]
            if not state.get("settings", True) or state.get("letters") == "":
                continue
            kind = state["_anywidget_id"].rsplit(".", 1)[1]
            found[kind] = Place(path.name, model, state)
    return found


def turn(explorer) -> None:
    """Change every input through its control.

    A map scrolls to what was pressed in the next frame: on a slow machine that came
    between a real press and its release, and the click was lost.
    """
    explorer.evaluate(
        "async node => (contract.turn(node), await new Promise(requestAnimationFrame))"
    )


def unfold(explorer) -> None:
    """Unfold what is folded, and open the tab that has a grid to read."""
    explorer.evaluate("node => contract.unfold(node)")


def follow(explorer, link: str) -> str:
    """Follow a link on the open page; gives what the explorer says to it."""
    return explorer.evaluate("(node, link) => contract.follow(node, link)", link)


def follow_each(explorer, links: list[str], *, afresh: bool) -> list[str]:
    """Follow links, from the start or not; gives what the explorer says to each."""
    follow = "(node, all) => contract.followEach(node, ...all)"
    return explorer.evaluate(follow, [links, afresh])


def inputs_of(explorer) -> dict[str, object]:
    """An explorer's inputs, as its link has them."""
    button, page = explorer.get_by_role("button", name="Copy link"), explorer.page
    button.evaluate("button => button.click()")  # wherever the page may be scrolling
    page.wait_for_function("location.hash.includes('explorer=')", polling=50)
    link = dict(parse_qsl(page.evaluate("location.hash.slice(1)")))
    del link["explorer"]
    page.evaluate("history.replaceState(null, '', location.pathname)")
    return {name: json.loads(text) for name, text in link.items()}


def state_of(explorer) -> tuple[dict, list]:
    """Its inputs, and all that it shows, once what it waits for is there."""
    expect(explorer.locator("[aria-busy=true]")).to_have_count(0)
    return inputs_of(explorer), explorer.evaluate("node => contract.shown(node)")


def link_of(name: str, inputs: dict[str, object]) -> str:
    """What stands after # in a link to these inputs."""
    texts = {key: json.dumps(value) for key, value in inputs.items()}
    return urlencode({"explorer": name, **texts})


def mount(page, state: dict, **options: object):
    """Mount an explorer beside the page's own; returns it."""
    page.wait_for_load_state("load")  # until then the page's frame adds listeners too
    page.evaluate("given => contract.mount(given)", {"state": state, **options})
    return page.locator(".mha-mount").first.locator(".mha-explorer")


def unmount(page) -> list[str]:
    """Take it away again; returns what it leaves behind."""
    return page.evaluate("contract.mounted.unmount()")


def alert(page) -> str:
    """What the mounted explorer complains about."""
    return page.evaluate("contract.mounted.alert()")


def narrowed(limit: dict, present: object) -> tuple[dict, object]:
    """A limit that leaves out a choice, but not the present one; and what it leaves."""
    if "longest" in limit:
        return {"longest": len(str(present))}, "a" * limit["longest"]
    if "among" in limit:
        last = [choice for choice in limit["among"] if choice != present][-1]
        return {"among": [c for c in limit["among"] if c != last]}, last
    return limit | {"max": limit["max"] - 1}, limit["max"]


def put_into(value: object, part: object) -> object:
    """An input's value with this part in its first place."""
    if isinstance(value, list):
        first = put_into(value[0], part) if value else part
        return [first, *value[1:]]
    return part
