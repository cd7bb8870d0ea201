"""A route: its pages, how long each takes, and what there is to do on it."""

import re
import tomllib
from importlib.resources import files

from mha_book.exercises.contents import PAGES, total_of
from mha_book.teaching.table import MarkedTable
from mha_book.your_file.contents import PROJECT, title_of
from mha_book.your_file.reading import minutes_of


def routes() -> dict[int, list[str]]:
    """Give the pages of each route, by its hours."""
    text = files("mha_book.teaching.course").joinpath("routes.toml").read_text("utf-8")
    return {one["hours"]: one["pages"] for one in tomllib.loads(text)["route"]}


def route(hours: int) -> MarkedTable:
    """Write the pages of a route, with the minutes and the exercises of each.

    Args:
        hours: how long the course is.

    Raises:
        ValueError: there is no route of so many hours.
    """
    if hours not in routes():
        raise ValueError(f"hours is {hours}; expected one of {[*routes()]}")
    pages = routes()[hours]
    rows = [
        (f"[{title_of(page)}]({page}.html)", str(minutes_of(page)), exercises_of(page))
        for page in pages
    ]
    rows.append(("*in all*", str(sum(map(minutes_of, pages))), ""))
    return MarkedTable(("page", "about how many minutes", "exercises"), rows)


def exercises_of(page: str) -> str:
    """Say how many exercises of which kind a page has."""
    text = (PROJECT / "book" / f"{page}.md").read_text(encoding="utf-8")
    with_solution = len(re.findall(r"^:+\{exercise\}", text, re.MULTILINE))
    told = [f"{with_solution} with a solution"] if with_solution else []
    if page in PAGES:
        told.insert(0, f"{total_of(page)} that answer")
    return ", ".join(told)
