"""A route: its pages, how long each takes, and what there is to do on it."""

import math
import re
import tomllib
from importlib.resources import files
from typing import Any, NamedTuple

from mha_book.exercises.contents import PAGES, WRITTEN
from mha_book.teaching.table import MarkedTable
from mha_book.your_file.contents import PROJECT, title_of
from mha_book.your_file.reading import MINUTES_AN_EXERCISE, WORDS_A_MINUTE, words_of

READS = ("titles", "minutes")
A_MISTAKE = 10  # minutes, in which the group looks for it
AN_ANSWER = 3  # minutes for an exercise that answers at once
COLUMNS = ("page", "reading", "mistake", "exercises")


class Plan(NamedTuple):
    """What one page takes, in minutes, and how many exercises it has."""

    page: str
    reading: int
    mistake: int
    exercises: int
    answering: int

    @property
    def tasks(self) -> int:
        """How many minutes all of its exercises take."""
        return self.exercises * MINUTES_AN_EXERCISE + self.answering * AN_ANSWER


def routes() -> dict[int, dict[str, Any]]:
    """Give the routes by their hours: `pages`, and `until` where one stops on them."""
    text = files("mha_book.teaching.course").joinpath("routes.toml").read_text("utf-8")
    return {one["hours"]: one for one in tomllib.loads(text)["route"]}


def route(hours: int) -> MarkedTable:
    """Write the pages of a route, with minutes, exercises, and what is homework.

    Args:
        hours: how long the course is.

    Raises:
        ValueError: there is no route of so many hours.
    """
    parts = plans(hours)
    rows = [_row(one) for one in parts]
    reading, mistakes = (sum(column) for column in list(zip(*parts, strict=True))[1:3])
    left = hours * 60 - reading - mistakes
    home = sum(one.tasks for one in parts) - left
    rows.append(("*minutes in all*", f"{reading}", f"{mistakes}", ""))
    told = f"*of {hours * 60} minutes, {left} are left for exercises; at home: {home}*"
    return MarkedTable(COLUMNS, [*rows, (told, "", "", "")])


def plans(hours: int) -> list[Plan]:
    """Plan each page of a route.

    Raises:
        ValueError: there is no route of so many hours.
    """
    if hours not in routes():
        raise ValueError(f"hours is {hours}; expected one of {[*routes()]}")
    until = routes()[hours].get("until", {})
    return [plan(page, until.get(page, "")) for page in routes()[hours]["pages"]]


def plan(page: str, until: str = "") -> Plan:
    """Count what a page takes; where one stops on it early, there are no exercises.

    Args:
        page: its name.
        until: words at which one stops, or "".

    Raises:
        ValueError: the page has no such words.
    """
    text = (PROJECT / "book" / f"{page}.md").read_text(encoding="utf-8")
    share = text.index(until) / len(text) if until else 1.0
    minutes = 5 * math.ceil(share * words_of(page) / WORDS_A_MINUTE / 5)
    mistake = A_MISTAKE * (page in stuck())
    if until:
        return Plan(page, minutes, mistake, 0, 0)
    with_solution = len(re.findall(r"^:+\{exercise\}", text, re.MULTILINE))
    written = len(WRITTEN.get(page, ()))
    return Plan(
        page, minutes, mistake, with_solution + written, len(PAGES.get(page, ()))
    )


def stuck() -> set[str]:
    """Name the pages on which groups get stuck, as the teachers' page lists them."""
    text = (PROJECT / "book" / "for-teachers.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| \[\d+\]\(([\w-]+)\.md\) \|", text, re.MULTILINE))


def _row(one: Plan) -> tuple[str, ...]:
    """A page's short name, its minutes, and its exercises of both kinds."""
    name = f"[{title_of(one.page).partition(':')[0]}]({one.page}.html)"
    kinds = " + ".join(str(count) for count in one[3:] if count)
    return (name, str(one.reading), str(one.mistake or ""), kinds)
