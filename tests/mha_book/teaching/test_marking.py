"""What the teachers' page proposes for marking works as it stands there."""

import re
import subprocess
import sys

import pytest

from mha.check.fault import listing
from project import PROJECT

PAGE = (PROJECT / "book" / "for-teachers.md").read_text(encoding="utf-8")
OF_PYTEST, OF_NBGRADER = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.M)
CELLS = re.findall(r"^```\{code-cell\} ipython3\n(.*?)^```", PAGE, re.DOTALL | re.M)
(HANDED_IN,) = [cell for cell in CELLS if "def attend" in cell]
RIGHT = listing("attend", "attend").source
LAYER = """
from torch import nn

class MyAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.inner = nn.MultiheadAttention(d_model, n_heads, batch_first=True)

    def forward(self, x):
        return self.inner(x, x, x)[0]
"""


def test_pytest_tells_of_each_student_which_fault_was_handed_in(tmp_path):
    (tmp_path / "submissions").mkdir()
    for name, code in (("ada", HANDED_IN), ("ben", RIGHT)):
        path = tmp_path / "submissions" / f"{name}.py"
        path.write_text(code + LAYER, encoding="utf-8")
    (tmp_path / "test_submissions.py").write_text(OF_PYTEST, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    assert "1 failed, 3 passed" in done.stdout, done.stdout
    assert "test_attend[ada]" in done.stdout
    assert "The filled scores are thrown away" in done.stdout


def test_nbgraders_cell_refuses_a_fault_and_lets_the_right_code_through():
    space: dict = {}
    exec(HANDED_IN, space)
    with pytest.raises(AssertionError, match="What becomes of the tensor"):
        exec(OF_NBGRADER, space)
    exec(RIGHT, space)
    exec(OF_NBGRADER, space)
