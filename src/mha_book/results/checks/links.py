"""Where the pages lead outside the book, and when each place last answered."""

import json
from pathlib import Path
from typing import Any

LINKS = Path(__file__).with_name("links.json")


def stored(path: Path = LINKS) -> dict[str, dict[str, Any]]:
    """Each address outside: the day it was `listed`, and the day it last `answered`."""
    return json.loads(path.read_text(encoding="utf-8"))["links"]


def told(links: dict[str, dict[str, Any]]) -> str:
    """How many there are and how many have answered; and all of them, folded."""
    places = {address.split("/")[2] for address in links}
    lines = "\n".join(f"- {_line(a, link)}" for a, link in sorted(links.items()))
    return (
        f"There are {len(links)} such links, to {len(places)} sites. {_seen(links)}\n\n"
        f"<details><summary>all {len(links)} links</summary>\n\n{lines}\n\n</details>"
    )


def _seen(links: dict[str, dict[str, Any]]) -> str:
    answered = sum(link["answered"] is not None for link in links.values())
    if not answered:
        return "They have not been asked yet from a machine that has a network."
    return f"So far {answered} of them have answered."


def _line(address: str, link: dict[str, Any]) -> str:
    day = link["answered"]
    then = f"answered on {day}" if day else "no answer yet"
    return f"`{address.partition('://')[2]}`: listed on {link['listed']}, {then}"
