"""What a page's explorer brings along, for the case that its reader asks for it.

A model that a page has trained lies in the saved state of its explorer. On the site it
becomes a script of its own, so that the page is light and the model comes when it is
asked for, from a file too.
"""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from mha_book.site.private import escape_script

PARTS, LISTING = "parts", "listing"  # traits: the tensors, and what is said of them


def put_apart(widgets: str, folder: Path) -> str:
    """A page's saved widgets without models, each of which is a script in a folder.

    Args:
        widgets: the state as JSON.
        folder: where the explorers' own script lies.

    Returns:
        The state as JSON; each listing says how many bytes come when asked for.
    """
    saved = json.loads(widgets)
    for model in saved["state"].values():
        if LISTING in model["state"] and model["state"].get(PARTS):
            _put_one_apart(model["state"], folder)
    return escape_script(json.dumps(saved))


def _put_one_apart(state: dict[str, Any], folder: Path) -> None:
    from mha_book.in_page.pack import part_script  # with torch: most pages do without

    name, key = state[LISTING]["name"], state[LISTING]["key"]
    script = part_script(name, key, state[PARTS]).encode()
    (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / name / f"{key}.js").write_bytes(script)
    state[PARTS], state[LISTING] = {}, state[LISTING] | {"bytes": len(script)}


def forget_unasked(pages: Collection[bytes], folder: Path) -> None:
    """Remove models that none of a site's pages asks for: those of an earlier build."""
    for script in folder.glob("*.js"):
        if not any(script.stem.encode() in page for page in pages):
            script.unlink()
