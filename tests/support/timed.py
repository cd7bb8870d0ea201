"""How long each page took in the last build; `make times` stores it for the book."""

import functools
from pathlib import Path

import cyclopts
from jupyter_cache import get_cache

from mha.record import circumstances, write_json
from mha_book.results.checks.built import TIMES
from project import CHAPTERS, PROJECT


def execution_seconds(path: Path) -> float:
    """How long the page ran when the site was built."""
    return record_of(path).data["execution_seconds"]


def record_of(path: Path):
    """What the build remembers of the page's last execution."""
    return max(records_of(path), key=lambda record: record.created)


def records_of(path: Path) -> list:
    """What the build remembers of all the page's executions."""
    return [r for r in build_cache().list_cache_records() if r.uri.endswith(path.name)]


@functools.cache
def build_cache():
    """Where the build keeps the pages that it ran."""
    return get_cache(PROJECT / "_build" / ".jupyter_cache")


def main(out: Path = TIMES) -> None:
    """Write down every page's seconds, and on what machine that was.

    Args:
        out: the stored file.
    """
    ran = [path for path in CHAPTERS if records_of(path)]
    taken = {path.stem: round(execution_seconds(path), 1) for path in ran}
    write_json(out, circumstances("cpu") | {"command": "make book", "seconds": taken})


if __name__ == "__main__":
    cyclopts.run(main)
