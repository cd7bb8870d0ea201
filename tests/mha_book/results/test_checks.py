"""What the book says of its own tests is so, and every test that it names exists."""

import ast
import json
import re

import pytest

from mha_book.results.checks import built, noticed, promised
from planted_parts import PARTS
from project import PROJECT

NAMED = {test for one in promised.promises() for test in one["tests"]}


def is_there(test: str) -> bool:
    """Whether a file below tests/ has this test, or, without a name, any."""
    file, _, name = test.partition("::")
    path = PROJECT / "tests" / file
    if not path.is_file():
        return False
    parts = ast.parse(path.read_text(encoding="utf-8")).body
    names = {part.name for part in parts if isinstance(part, ast.FunctionDef)}
    return name in names if name else any(n.startswith("test_") for n in names)


def test_every_promise_names_tests_that_exist():
    assert len(NAMED) > 50
    assert [test for test in sorted(NAMED) if not is_there(test)] == []


def test_the_page_names_the_parts_that_have_not_been_sampled():
    sampled = {run["part"] for run in noticed.runs()}
    left = ", ".join(part for part in PARTS if part not in sampled)
    page = (PROJECT / "book" / "how-it-was-checked.md").read_text(encoding="utf-8")
    assert (f"These parts have not been sampled yet: {left}." in page) == bool(left)
    assert ("sampled yet" in page) == bool(left)


def test_a_test_that_does_not_exist_is_seen():
    here = "mha_book/results/test_checks.py"
    assert is_there(here)
    assert not is_there("test_gone.py")
    assert not is_there(f"{here}::test_gone")
    assert not is_there(f"{here}::is_th")


def is_nightly(test: str) -> bool:
    """Whether a test, or its whole file, is marked as slow."""
    file, _, name = test.partition("::")
    parts = ast.parse((PROJECT / "tests" / file).read_text(encoding="utf-8")).body
    marks = [ast.unparse(part) for part in parts if isinstance(part, ast.Assign)]
    for part in parts:
        if isinstance(part, ast.FunctionDef) and part.name == name:
            marks += [f"pytestmark {ast.unparse(d)}" for d in part.decorator_list]
    whole = re.compile(r"pytestmark.*pytest\.mark\.slow$")
    return any(whole.match(mark) for mark in marks)


def test_what_runs_each_night_alone_is_marked():
    assert sorted(promised.NIGHTLY) == [t for t in sorted(NAMED) if is_nightly(t)]
    told = promised.listed("everyone")
    assert told.count(", each night\n") == 1
    assert "test_numbers_stand_there_on_paper`, each night\n" in told


def test_every_promise_is_on_the_page_and_is_a_sentence():
    page = (PROJECT / "book" / "how-it-was-checked.md").read_text(encoding="utf-8")
    asked = re.findall(r'promised\.listed\("(\w+)"\)', page)
    assert sorted(asked) == sorted({one["about"] for one in promised.promises()})
    for one in promised.promises():
        assert re.fullmatch(r"[A-Z].+\.", one["says"])
        assert one["tests"]
    with pytest.raises(ValueError, match="nothing is promised about 'cats'"):
        promised.listed("cats")


def test_a_list_has_each_sentence_and_folds_each_test():
    for about in {one["about"] for one in promised.promises()}:
        told = promised.listed(about)
        for one in promised.promises(about):
            assert f"- {one['says']}\n" in told
            for test in one["tests"]:
                assert all(f"`{part}`" in told for part in test.split("::"))
        assert told.count("<details>") == len(promised.promises(about))


def run(part: str, *verdicts: str) -> dict:
    return {"part": part, "tests": 7, "faults": [{"verdict": v} for v in verdicts]}


def test_a_change_that_nobody_could_see_is_not_counted():
    found = noticed.table(
        [run("one", *["found"] * 8, "equivalent"), run("two", "missed", "found")]
    )
    assert found.loc["one", ["planted", "found", "missed"]].tolist() == [9, 8, 0]
    assert found.loc["all of them", ["tests", "missed"]].tolist() == [14, 1]
    # Wilson's interval of 8 of 8 begins at 8 / (8 + 1.96²).
    assert found.loc["one", "share found"] == f"{8 / (8 + 1.96**2):.0%} to 100%"


STORED = [fault for run in noticed.runs() for fault in run["faults"]]


def test_what_was_planted_is_told_with_its_line_and_its_test():
    for fault in STORED:
        assert fault["before"] != fault["after"]
        assert (PROJECT / fault["file"]).is_file() or "gone" in fault
        assert bool(fault["by"]) == (fault["verdict"] == "found")
        assert ("why" in fault) == (fault["verdict"] == "equivalent"), fault


def test_what_was_made_when_and_where_is_told():
    assert re.search(r"from [\d,]{5,} possible changes by `make faults", told())
    assert "cores of " in told()
    stored = built.times()
    assert "`make book`" in built.how_timed(stored)
    assert f"{stored['load_before'][0]:.0f} processes ran" in built.how_timed(stored)
    table = built.slowest(stored, 3)
    assert table.loc["all of them", "seconds"] == pytest.approx(
        sum(stored["seconds"].values()), abs=0.1
    )
    assert len(table) == 5
    assert table["seconds"].iloc[:3].is_monotonic_decreasing


def told() -> str:
    return noticed.how(noticed.runs())


def test_versions_are_those_that_are_installed():
    import torch

    # Some builds add to their version what their metadata does not have.
    said = built.made_with().loc["torch", "in this build"]
    assert torch.__version__.split("+")[0] == said.split("+")[0]
    json.dumps(built.made_with().to_dict())  # plain words
