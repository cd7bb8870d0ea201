"""What plants mistakes plants real ones, and sees which are noticed."""

import ast
from pathlib import Path

import pytest

from edits_by_line import possible
from planted import own_tests, planted, run_tests
from planted_parts import PARTS, Part
from project import PROJECT

PYTHON = '''"""A docstring, 1 + 1, and < more."""

def largest(rows: list[int], start: int = 0) -> int | None:
    """Not 2 > 1."""
    best = max(rows[1:]) if rows else -start
    rows.sort(key=abs, reverse=True)
    return best + f(start, 2.5)
'''
SCRIPT = """// 1 + 1 is not code, nor is `a < b` here
import { a } from "./a1.js";
const b = (x) => (x === 3 && !x.done ? x + 1 : Math.max(x, 0)); // true
"""


def planted_lines(tmp_path, name, text) -> list[str]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return [edit.lines()[1].strip() for edit in possible(path)]


def test_in_python_what_runs_is_changed_and_nothing_else(tmp_path):
    lines = planted_lines(tmp_path, "a.py", PYTHON)
    for expected in (
        "def largest(rows: list[int], start: int = 1) -> int | None:",
        "best = -start if rows else max(rows[1:])",
        "best = max(rows[2:]) if rows else -start",
        "best = max(rows[1:]) if rows else start",
        "best = min(rows[1:]) if rows else -start",
        "pass",
        "rows.sort(key=abs)",
        "rows.sort(key=abs, reverse=False)",
        "return None",
        "return best - f(start, 2.5)",
        "return best + f(2.5, start)",
        "return best + f(start, 3.5)",
    ):
        assert lines.count(expected) == 1, expected
    assert len(lines) == 12


def test_in_a_script_what_runs_is_changed_and_nothing_else(tmp_path):
    lines = planted_lines(tmp_path, "a.js", SCRIPT)
    code = [line.removeprefix("const b = (x) => ").split(";")[0] for line in lines]
    assert sorted(code) == sorted(
        [
            "(x !== 3 && !x.done ? x + 1 : Math.max(x, 0))",
            "(x === 3 || !x.done ? x + 1 : Math.max(x, 0))",
            "(x === 3 && x.done ? x + 1 : Math.max(x, 0))",
            "(x === 3 && !x.done ? x - 1 : Math.max(x, 0))",
            "(x === 3 && !x.done ? x + 1 : Math.min(x, 0))",
            "(x === 4 && !x.done ? x + 1 : Math.max(x, 0))",
            "(x === 3 && !x.done ? x + 2 : Math.max(x, 0))",
            "(x === 3 && !x.done ? x + 1 : Math.max(x, 1))",
        ]
    )


def test_a_changed_file_can_still_be_read():
    for edit in possible(PROJECT / "src/mha/attention/functional.py"):
        ast.parse(edit.whole())
        before, after = edit.lines()
        assert before != after


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A project of one function and one test, and its copy."""
    for module in ("planted", "planted_parts"):
        monkeypatch.setattr(f"{module}.PROJECT", tmp_path)
    for name in ("src", "tests"):
        (tmp_path / name).mkdir()
    (tmp_path / "src/add.py").write_text("def add(a, b):\n    return a + b * 1\n")
    test = "from add import add\n\n\ndef test_add():\n    assert add(2, 3) == 5\n"
    (tmp_path / "tests/test_add.py").write_text(test)
    return Part("src", ("tests",))


@pytest.mark.slow
def test_a_fault_is_found_by_name_or_missed_and_the_copy_is_sound_again(
    small, tmp_path
):
    sound = (tmp_path / "src/add.py").read_bytes()
    told = [planted(edit, small.tests, tmp_path, 60) for edit in small.edits()]
    by = {fault["after"]: fault["by"] for fault in told}
    assert by == {
        "return a - b * 1": "tests/test_add.py::test_add",
        "return a + b / 1": "",  # by 1 it is the same
        "return a + b * 2": "tests/test_add.py::test_add",
        "return None": "tests/test_add.py::test_add",
    }
    verdicts = {fault["after"]: fault["verdict"] for fault in told}
    assert verdicts["return None"] == "found"
    assert verdicts["return a + b / 1"] == "missed"
    assert (tmp_path / "src/add.py").read_bytes() == sound


def test_what_never_ends_is_noticed(small, tmp_path):
    assert run_tests(tmp_path, ("tests",), limit=0.01) == ("it never ended", "")


def test_every_part_has_sources_and_tests():
    for name, part in PARTS.items():
        assert len(part.edits()) > 100, name
        assert all((PROJECT / test).exists() for test in part.tests)


def test_a_modules_own_tests_are_those_of_its_name():
    tests = PARTS["attention"].tests
    found = own_tests(Path("src/mha/attention/mask_conventions.py"), tests)
    assert "tests/mha/attention/test_mask_conventions.py" in found
    assert "tests/mha/attention/test_positions.py" not in found
    assert own_tests(Path("src/mha/attention/widths.py"), tests) == ()
