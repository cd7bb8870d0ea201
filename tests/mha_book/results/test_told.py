"""What the page on checks says of a small sample, held to what a person has read.

The stored runs, links and times are measured anew; how they are told stays.
"""

from pathlib import Path

import pandas as pd
import pytest

from mha_book.results.checks import built, links, noticed, promised
from records import Record

READ = Record(Path(__file__).with_name("told.txt"), exact=True)
MACHINE = {
    "machine": {"cpu": "A processor", "cores": 4, "os": "Some Linux"},
    "versions": {"python": "3.12.1", "torch": "2.13.0", "cuda": None},
    "load_before": [2.6, 1.0, 0.5],
}


def run(part: str, date: str, possible: int, *verdicts: str) -> dict:
    about = {"part": part, "date": date, "possible": possible, "tests": 70}
    about |= {"version": "1.2", "command": "make faults SAMPLE=5"}
    return MACHINE | about | {"faults": [{"verdict": one} for one in verdicts]}


RUNS = [
    run("attention", "2026-02-03", 1200, *["found"] * 5, "equivalent"),
    run("plots", "2026-02-01", 345, "found", "missed"),
    run("models", "2026-02-02", 45, "found"),
]
TIMES = MACHINE | {
    "command": "make book",
    "date": "2026-02-03",
    "seconds": {"short": 1.04, "long": 30.26, "middle": 7.5, "shortest": 0.52},
}
LINKS = {
    "https://papers.example/b": {"listed": "2026-02-02", "answered": None},
    "https://papers.example/a": {"listed": "2026-02-01", "answered": "2026-02-03"},
    "http://else.example": {"listed": "2026-02-01", "answered": "2026-02-02"},
}
UNASKED = {address: LINKS[address] | {"answered": None} for address in LINKS}
PROMISES = [
    {"about": "words", "says": "Words stay.", "tests": ["test_a.py::test_x"]},
    {"about": "numbers", "says": "Numbers add up.", "tests": ["test_c.py"]},
    {"about": "words", "says": "None is lost.", "tests": ["test_b.py", "test_a.py"]},
]


def lines_of(table: pd.DataFrame) -> list[str]:
    return table.to_csv(sep=" ").splitlines()


TOLD = {
    "how many faults are noticed": lambda: lines_of(noticed.table(RUNS)),
    "how they were planted": lambda: [noticed.how(RUNS), noticed.how(RUNS[:1])],
    "the slowest pages": lambda: lines_of(built.slowest(TIMES, 2)),
    "how pages were timed": lambda: [built.how_timed(TIMES)],
    "what a build is made with": lambda: list(built.made_with().index),
    "links": lambda: links.told(LINKS).splitlines(),
    "links that nobody asked": lambda: links.told(UNASKED).splitlines(),
    "promises": lambda: promised.listed("words").splitlines(),
    "all promises": lambda: [one["says"] for one in promised.promises()],
}


@pytest.mark.parametrize("name", TOLD)
def test_what_the_page_on_checks_says_is_what_was_read(name, monkeypatch):
    monkeypatch.setitem(promised.STORED, "promise", PROMISES)
    monkeypatch.setattr(promised, "NIGHTLY", ["test_b.py"])
    READ.holds(name, TOLD[name]())


def test_nothing_else_was_read():
    READ.has_only(set(TOLD))
