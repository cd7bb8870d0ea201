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
from mha.extras import EXTRA, require
from project import PROJECT


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
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    last = told.stderr.splitlines()[-1]
    what = f"{package} is not installed: pip install -e '.[{EXTRA}]'"
    assert last == f"ModuleNotFoundError: {what}"


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
    monkeypatch.setattr(extras, "require", lambda *names: asked.extend(names))
    runpy.run_path(find_spec(room).origin)
    assert sorted(asked) == packages.split()


def test_a_missing_package_is_named_with_an_extra_that_there_is():
    require("torch", "numpy")
    with pytest.raises(ModuleNotFoundError) as found:
        require("torch", "no_such")
    assert str(found.value) == f"no_such is not installed: pip install -e '.[{EXTRA}]'"
    assert found.value.name == "no_such"
    text = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    extra = tomllib.loads(text)["project"]["optional-dependencies"][EXTRA]
    for package in ("transformers", "accelerate", "sphinx"):
        assert any(one.startswith(package) for one in extra), package
