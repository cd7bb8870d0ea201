"""Each step is opened by the one before, and stays closed on a wrong answer."""

import re

import pytest

from mha.check.subjects import SUBJECTS
from mha_book.capstone.cli import main
from mha_book.capstone.found import Found
from mha_book.capstone.standing import Standing, next_step
from mha_book.capstone.steps import TOGETHER, steps
from mha_book.your_file import file_after
from mha_book.your_file.contents import path_pages
from project import PROJECT

ALONE = [step for step in steps() if step.title not in TOGETHER]
BY_NAME = {subject.name: subject for subject in SUBJECTS}
NOTED = (  # right in 32 bits, for one text, for a batch, or free
    "The hidden scores are filled",
    "The keys’ axes are",
    "The axes are counted from the left",
    "The norm’s ε is left at its default",
    "The loss is given back with all that made it",
    "A second table for the way out",
)
FAULTS = [
    (step, fault)
    for step in ALONE
    for fault in BY_NAME[step.names[0]].listing.faults
    if not fault.name.startswith(NOTED)
]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "from_scratch.py"


@pytest.fixture
def whole() -> str:
    return file_after(path_pages()[-1])


def standing(file, text: str) -> Standing:
    file.write_text(text, encoding="utf-8")
    return next_step(file)


def stands_at(found: Standing, number: int) -> None:
    """It shows the task of this step, and of no later one."""
    assert len(found.passed) == number - 1
    assert found.step == steps()[number - 1]
    said = str(found)
    assert [step.task in said for step in steps()].index(True) == number - 1
    assert sum(step.task in said for step in steps()) == 1
    assert f"Step {number} of {len(steps())}: {found.step.title}." in said
    assert "<code>" in found._repr_html_()


@pytest.mark.parametrize("number", range(1, len(ALONE) + 1))
def test_what_is_not_written_yet_is_asked_for(number, file, whole):
    names = "|".join(steps()[number - 1].names)
    found = standing(
        file, re.sub(rf"^(def|class) ({names})\b", r"\1 other", whole, flags=re.M)
    )
    stands_at(found, number)
    assert found.found is None


@pytest.mark.parametrize("step", ALONE, ids=lambda step: step.title)
def test_a_gate_stays_closed_on_a_known_mistake(step):
    fault = next(fault for one, fault in FAULTS if one == step)
    subject = BY_NAME[step.names[0]]
    found = step.look({subject.name: subject.listing.with_faults(fault)})
    assert not found.ok
    assert (fault.told_with or fault.name) in found.told
    assert "More:" not in found.told


@pytest.mark.slow  # some ninety faults, each judged with all steps before
@pytest.mark.parametrize(
    ("step", "fault"), FAULTS, ids=lambda one: getattr(one, "name", "")
)
def test_nothing_is_shown_beyond_any_known_mistake(step, fault, file, whole):
    wrong = BY_NAME[step.names[0]].listing.text_with(fault)
    found = standing(file, f"{whole}\n\n\n{wrong}")
    stands_at(found, steps().index(step) + 1)
    assert not found.found.ok
    assert (fault.told_with or fault.name) in str(found)
    assert found.hint() != "Nothing is wrong so far."


def test_a_function_of_many_heads_will_do():
    space = {"multi_head": BY_NAME["multi_head"].listing.solution()}
    assert steps()[4].look(space).ok


def test_a_file_that_is_missing_or_empty_begins(file):
    missing = next_step(file)
    stands_at(missing, 1)
    assert "There is no from_scratch.py here yet" in str(missing)
    for nothing in ("", "\n \n"):
        empty = standing(file, nothing)
        stands_at(empty, 1)
        assert "from_scratch.py is empty, as it should be" in str(empty)
    stands_at(standing(file, "import torch\n"), 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def attend(:", "SyntaxError"),
        ("import nowhere_at_all", "No module named 'nowhere_at_all'"),
        ("raise KeyError('x')", "KeyError"),
        ("exit()", "SystemExit"),
        ("import sys\nsys.exit(3)", "SystemExit"),
    ],
)
def test_a_file_that_does_not_run_gets_a_sentence_and_no_task(text, said, file):
    found = standing(file, text)
    assert not found.passed
    assert found.step is None
    assert not found.done
    assert "from_scratch.py does not run" in str(found)
    assert said in str(found)
    assert not any(step.task in str(found) for step in steps())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("attend = 3", "3 cannot be called"),
        ("def attend(query, key, value, mask=None):\n    return 1 / 0", "ZeroDivision"),
        ("def attend(query, key, value, mask=None):\n    pass", "is there a `return`?"),
        ("def attend(query, key, value, mask=None):\n    exit()", "SystemExit"),
    ],
)
def test_code_that_raises_gets_a_sentence(text, said, file):
    found = standing(file, text)
    stands_at(found, 1)
    assert said in str(found)


def test_no_line_of_a_solution_is_said(file, whole):
    lines = [line.strip() for line in whole.splitlines() if len(line.strip()) > 24]
    said = " ".join(step.task for step in steps())
    assert [line for line in lines if line in said] == []


def test_a_step_that_was_passed_is_asked_for_again_when_it_breaks(file, whole):
    without = whole.replace("class Decoder(", "class Other(")
    seven = standing(file, without)
    stands_at(seven, 8)
    findings = [step.told for step in seven.passed]
    assert [told in str(seven) for told in findings] == [False] * 6 + [True]
    stands_at(standing(file, without.replace("tril()", "triu()")), 4)


def test_after_the_last_step_nothing_is_asked(monkeypatch, file):
    monkeypatch.setattr("mha_book.capstone.steps.Step.look", lambda *_: Found(True, ""))
    found = standing(file, "import torch")
    assert found.done
    assert found.step is None
    assert "All 13 steps are passed" in str(found)
    assert found.hint() == "Nothing is wrong so far."


def test_the_command_says_the_same_and_exits_with_what_it_found(
    file, capsys, monkeypatch
):
    monkeypatch.chdir(file.parent)
    with pytest.raises(SystemExit) as left:
        main(["--hint"])
    assert left.value.code == 1
    assert capsys.readouterr().out == f"{next_step(file)}\n\nNothing is wrong so far.\n"
    monkeypatch.setattr("mha_book.capstone.steps.Step.look", lambda *_: Found(True, ""))
    file.write_text("import torch")
    with pytest.raises(SystemExit) as left:
        main([str(file)])
    assert left.value.code == 0


def test_the_page_s_table_has_the_steps_and_their_pages():
    text = (PROJECT / "book" / "capstone.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (.*) \| \[\]\(([\w-]+)\.md\) \|$", text, re.M)
    assert [(int(k), page) for k, _, page in rows] == [
        (k, step.page) for k, step in enumerate(steps(), 1)
    ]
    for (_, words, _), step in zip(rows, steps(), strict=True):
        assert step.names[0] in words
