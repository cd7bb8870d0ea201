"""How many planted faults the tests noticed, as ``make faults`` stored it."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
from scipy.stats import binomtest

FAULTS = Path(__file__).with_name("faults.jsonl")


def runs(path: Path = FAULTS) -> list[dict[str, Any]]:
    """A run of each part: its circumstances, and its `faults` with their verdicts."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def table(stored: list[dict[str, Any]]) -> pd.DataFrame:
    """How many were found in each part, and in all; the share by Wilson's interval."""
    rows = [_row(run["part"], [run]) for run in stored]
    return pd.DataFrame([*rows, _row("all of them", stored)]).set_index("part")


def _row(part: str, stored: list[dict[str, Any]]) -> dict[str, Any]:
    verdicts = [fault["verdict"] for run in stored for fault in run["faults"]]
    found, missed = verdicts.count("found"), verdicts.count("missed")
    share = binomtest(found, found + missed).proportion_ci(method="wilson")
    return {
        "part": part,
        "tests": sum(run["tests"] for run in stored),
        "planted": len(verdicts),
        "found": found,
        "missed": missed,
        "share found": f"{share.low:.0%} to {share.high:.0%}",
    }


def how(stored: list[dict[str, Any]]) -> str:
    """Where, when, from how many and by which command, in a few sentences."""
    about, places = stored[0], sum(run["possible"] for run in stored)
    days = sorted({run["date"] for run in stored})
    when = f"on {days[0]}" if len(days) == 1 else f"from {days[0]} to {days[-1]}"
    return (
        f"They were drawn from {places:,} possible changes by `{about['command']}`, "
        f"{when}, at version {about['version']}, on {machine(about)}."
    )


def machine(about: dict[str, Any]) -> str:
    """A run's machine and versions, as a sentence says them."""
    on, with_ = about["machine"], about["versions"]
    return (
        f"{on['cores']} cores of {on['cpu']} under {on['os']}, with Python "
        f"{with_['python']} and torch {with_['torch']}"
    )
