"""A page may ask PyTorch's profiler: what that says of itself would stop the build."""

import os
import subprocess
import sys

CODE = """
import mha_book, torch
from torch.profiler import profile
with profile():
    torch.ones(2) @ torch.ones(2)
"""


def test_the_profiler_says_nothing_in_a_page():
    environment = {k: v for k, v in os.environ.items() if k != "KINETO_LOG_LEVEL"}
    page = [sys.executable, "-c", CODE]
    run = subprocess.run(page, env=environment, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
