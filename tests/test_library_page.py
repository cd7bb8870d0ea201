"""The page for those who want the library alone: what it shows runs, as it says."""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from project import PROJECT

PAGE = PROJECT / "docs" / "library.md"
TEXT = PAGE.read_text(encoding="utf-8")
PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))


def test_its_examples_give_what_they_show():
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.attempted > 10
    assert found.failed == 0


def test_it_names_each_list_and_counts_the_librarys_packages():
    words = " ".join(TEXT.split())
    named = set(re.findall(r"`(\w+)` (?:brings|what|all) ", words))
    assert named == set(PYPROJECT["project"]["optional-dependencies"])
    assert len(PYPROJECT["project"]["dependencies"]) == 1 + 6
    assert "PyTorch and six more packages" in words


USERS = """
import torch

from mha import MultiHeadAttention, check, generate

heads = MultiHeadAttention(embed_dim=12, num_heads=4)
count: str = heads.num_heads  # wrong: a number
found: int = check.attend(lambda query, key, value: None)  # wrong: a diagnosis
text: list = generate  # wrong: a function
"""


def test_a_users_type_checker_sees_the_types(tmp_path):
    (tmp_path / "users.py").write_text(USERS, encoding="utf-8")
    (tmp_path / "pyrefly.toml").touch()
    pyrefly = Path(sys.executable).with_name("pyrefly")
    search = ["--search-path", PROJECT / "src", "--python-interpreter-path"]
    command = [pyrefly, "check", *search, sys.executable, "users.py"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    errors = re.findall(r"ERROR `([^`]+)` is not assignable to `([^`]+)`", told)
    assert len(errors) == 3, told
