"""Installed without its extras, the package says what it wants.

That no other module wants them, `make lint` knows from its imports.
"""

import subprocess
import sys

import pytest

from mha.extras import require


@pytest.mark.parametrize(
    ("room", "package"),
    [
        ("mha.data", "transformers"),
        ("mha.training", "accelerate"),
        ("mha_book.site", "sphinx"),
    ],
)
def test_a_room_names_what_it_misses(room, package):
    code = f"import sys; sys.modules['{package}'] = None; import {room}"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = told.stderr.splitlines()[-1]
    assert last.startswith(
        f"ModuleNotFoundError: {package} is not installed: pip install "
    )


def test_the_command_says_in_one_line_what_is_missing():
    lines = (
        "import sys",
        "sys.modules['mha.training.cli'] = None",
        "from mha.commands import train",
        "train()",
    )
    command = [sys.executable, "-c", "\n".join(lines)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert told.stderr.startswith("mha-train: ")
    assert len(told.stderr.splitlines()) == 1


def test_a_missing_package_is_named_with_its_extra():
    require("train", "torch", "numpy")
    message = r"no_such is not installed: pip install '.*\[train\]'"
    with pytest.raises(ModuleNotFoundError, match=message):
        require("train", "torch", "no_such")
