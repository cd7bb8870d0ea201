"""What a page says of its numbers holds on other processors, too.

Each kind of processor adds up in an order of its own, so that what has been trained
differs a little from one to the next. Here a page runs once more as a processor without
vector instructions would run it.
"""

from copy import deepcopy

import pytest

from mha_book.site.kernels import execute
from project import CHAPTERS, notebook_of

# For torch's own kernels, and for the two libraries that it multiplies with.
PLAIN = {
    "ATEN_CPU_CAPABILITY": "default",
    "MKL_ENABLE_INSTRUCTIONS": "SSE4_2",
    "ONEDNN_MAX_CPU_ISA": "SSE41",
}


@pytest.mark.slow
@pytest.mark.notebook
@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_page_holds_without_vector_instructions(path, monkeypatch, tmp_path):
    for name, value in PLAIN.items():
        monkeypatch.setenv(name, value)
    notebook = deepcopy(notebook_of(path))
    execute(notebook, cwd=str(tmp_path), timeout=500)
