"""Tables of the stored runs, held to what a person has read: labels, shares and counts.

What was run is here, too, by its name: who changes that has to run it anew.
"""

from pathlib import Path

import pandas as pd
import pytest

from mha_book.results import training
from mha_book.results.training.choices import compare_candidates
from mha_book.results.training.published import CANDIDATES, POOLING
from mha_book.your_file import trained_habits, trained_translators, trained_variants
from records import Record

READ = Record(Path(__file__).with_name("read.txt"), hang=2)


def candidates() -> pd.DataFrame:
    found = compare_candidates(CANDIDATES, training.runs_by_command("news"))
    return found.drop(columns="words")


def spread(task: str, by: list[str]) -> pd.DataFrame:
    runs = training.curves(task)
    runs = training.with_model_names(runs) if task == "news" else runs
    return training.accuracy_spread(runs, by)


TABLES = {
    "candidates": candidates,
    "news": lambda: spread("news", ["model"]),
    "copying": lambda: spread("copying", ["layers", "relative"]),
}
MADE_BY = {
    "pooling": POOLING,
    "habits": trained_habits.HABITS,
    "variants": trained_variants.LAYERS,
    "widths": trained_variants.WIDTHS,
    "translators": trained_translators.OTHERS,
    "their fits": trained_translators.FITS,
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_runs_is_what_was_read(name):
    READ.holds(name, TABLES[name]().to_csv(sep=" ", float_format="%.4f").splitlines())


@pytest.mark.parametrize("name", MADE_BY)
def test_what_was_run_is_what_was_read(name):
    READ.holds(name, [f"{run}: {how}" for run, how in MADE_BY[name].items()])


def test_nothing_else_was_read():
    READ.has_only({*TABLES, *MADE_BY})
