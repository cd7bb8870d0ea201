"""What a build was made with, and how long its pages took."""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pandas as pd

from mha.record import circumstances
from mha_book.results.checks.noticed import machine

TIMES = Path(__file__).with_name("times.json")
PACKAGES = ("torch", "numpy", "transformers", "matplotlib", "jupyter-book", "sphinx")


def made_with() -> pd.DataFrame:
    """The machine and the versions of the build that is under way."""
    about = circumstances("cpu")
    on = about["machine"]
    told = {"system": on["os"], "processor": on["cpu"], "cores": str(on["cores"])}
    told |= {"Python": about["versions"]["python"]}
    told |= {name: version(name) for name in PACKAGES}
    return pd.DataFrame({"in this build": told})


def times(path: Path = TIMES) -> dict[str, Any]:
    """The stored times, with the machine that they were taken on."""
    return json.loads(path.read_text(encoding="utf-8"))


def slowest(stored: dict[str, Any], count: int = 10) -> pd.DataFrame:
    """The pages that take longest, and all of them together."""
    seconds = pd.Series(stored["seconds"]).sort_values(ascending=False)
    rest = seconds.iloc[count:]
    shown = {**seconds.iloc[:count], f"the other {len(rest)}": rest.sum()}
    shown["all of them"] = seconds.sum()
    return pd.DataFrame({"seconds": shown}).round(1).rename_axis("page")


def how_timed(stored: dict[str, Any]) -> str:
    """Where, by which command and under which load, in two sentences."""
    return (
        f"Taken from `{stored['command']}` on {stored['date']}, on {machine(stored)}. "
        f"When they were stored, {stored['load_before'][0]:.0f} processes ran or "
        "waited there, on average over a minute, so a quiet machine needs less."
    )
