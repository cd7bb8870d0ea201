"""Installed without its extra, the package says in a line what to type in a clone.

That no other module wants them, `make lint` knows from its imports.
"""

import runpy
import subprocess
import sys
import tomllib
from importlib.util import find_spec

import pytest

from mha import extras
from mha.extras import require
from project import PROJECT

PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))


def missing(extra):
    return f"is not installed: in a copy of this project, pip install '.[{extra}]'"


@pytest.mark.parametrize(
    ("room", "package", "extra"),
    [
        ("mha.data", "transformers", "texts"),
        ("mha.training", "accelerate", "texts"),
        ("mha_book.your_file", "yaml", "read"),
        ("mha_book.site", "sphinx", "book"),
    ],
)
def test_a_room_names_what_it_misses(room, package, extra):
    code = f"import sys; sys.modules['{package}'] = None; import {room}"
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    last = told.stderr.splitlines()[-1]
    assert last == f"ModuleNotFoundError: {package} {missing(extra)}"
    extras = PYPROJECT["project"]["optional-dependencies"]
    names = {"yaml": "pyyaml"}
    assert any(one.startswith(names.get(package, package)) for one in extras[extra])


@pytest.mark.parametrize(
    ("room", "packages"),
    [
        ("mha.data", "datasets gguf tokenizers transformers"),
        ("mha.training", "accelerate datasets filelock safetensors"),
        ("mha_book.experiments", "accelerate datasets sklearn transformers"),
        ("mha_book.site", "docutils sphinx"),
    ],
)
def test_a_room_asks_for_all_that_it_is_built_on(room, packages, monkeypatch):
    asked = []
    note = lambda *names, extra="texts": asked.extend(names)  # noqa: E731
    monkeypatch.setattr(extras, "require", note)
    runpy.run_path(find_spec(room).origin)
    assert sorted(asked) == packages.split()


def test_a_missing_package_is_named():
    require("torch", "numpy")
    with pytest.raises(ModuleNotFoundError) as found:
        require("torch", "no_such")
    assert str(found.value) == f"no_such {missing('texts')}"
    assert found.value.name == "no_such"


@pytest.mark.parametrize(
    ("command", "package"), [("train", "accelerate"), ("next_task", "datasets")]
)
def test_a_command_says_in_a_line_what_it_misses(command, package):
    hide = f"import sys; sys.modules['{package}'] = None"
    code = f"{hide}; from mha_book.commands import {command}; {command}()"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.returncode == 1
    assert told.stderr.strip() == f"{package} {missing('texts')}"
