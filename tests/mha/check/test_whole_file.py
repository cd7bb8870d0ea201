"""A reader's file is run, and all that it defines is checked."""

from pathlib import Path

import pytest

from mha import check
from mha.check.whole_file import run_file

RIGHT = """
import torch

def causal_mask(length):
    return torch.ones(length, length, dtype=torch.bool).tril()
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "from_scratch.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_there_is_checked_and_what_comes_next_is_said(tmp_path) -> None:
    found = check.file(write(tmp_path, RIGHT))
    assert found.ok
    assert [one.subject.name for one in found.checked] == ["causal_mask"]
    assert "1 of 20 parts are right" in str(found)
    assert "Next: attend, on the page attention-by-hand." in str(found)


def test_a_mistake_is_named(tmp_path) -> None:
    found = check.file(write(tmp_path, RIGHT.replace("tril", "triu")))
    assert not found.ok
    assert "The future is shown, and the past hidden" in str(found)


def test_a_file_that_does_not_run_says_so(tmp_path) -> None:
    found = check.file(write(tmp_path, RIGHT + "\nprint(undefined)\n"))
    assert not found.ok
    assert "NameError" in str(found)
    assert "The file does not run" in str(check.file(write(tmp_path, "def (:")))


def test_what_a_file_does_when_it_is_run_by_itself_is_left_alone(tmp_path) -> None:
    alone = '\nif __name__ == "__main__":\n    raise SystemExit("I am run")\n'
    assert check.file(write(tmp_path, RIGHT + alone)).ok
    path = write(tmp_path, "here = __file__, __name__")
    assert run_file(path)["here"] == (str(path), "from_scratch")


def test_no_file(tmp_path) -> None:
    with pytest.raises(FileNotFoundError):
        check.file(tmp_path / "none.py")
