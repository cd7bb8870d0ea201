"""The table of licences says what the installed packages say of themselves."""

import json
import re
from importlib.metadata import distribution, version

import pytest

from mha.data.packaged import minilm_folder
from mha_book.editor import fetch
from project import PROJECT

TABLE = (PROJECT / "docs" / "licences.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TABLE.splitlines()
    if line.startswith("| ")
][2:]
PACKAGED = [row for row in ROWS if row[1].startswith("`") and "@" not in row[1]]


def said(name: str) -> set[str]:
    """The licences that a package's metadata and its licence files name."""
    package = distribution(name)
    told = package.metadata
    words = {told.get("License-Expression"), told.get("License")}
    kinds = told.get_all("Classifier", [])
    words |= {kind.split(" :: ")[-1] for kind in kinds if kind.startswith("License")}
    return {word for word in words if word}


def inside(name: str, pattern: str) -> str:
    """The text of a package's files whose names fit."""
    files = [f for f in distribution(name).files if re.search(pattern, str(f))]
    assert files
    return "\n".join(
        f.locate().read_text("utf-8", errors="replace")[:2000] for f in files
    )


@pytest.mark.parametrize("row", PACKAGED, ids=lambda row: row[0])
def test_a_row_says_what_the_package_says(row):
    name, pinned = re.match(r"`([^`]+)` ?([\d.]*)", row[1]).groups()
    assert not pinned or version(name) == pinned
    if "icons" in row[0]:
        assert f"({row[2]})" in inside(name, r"fontawesome\.js\.LICENSE")
    elif row[2] == "MPL-2.0":
        assert "Mozilla Public" in inside(name, r"axe\.min\.js$")
    else:
        assert row[2] in said(name)


def test_what_a_row_says_besides_is_so():
    assert "license: apache-2.0" in (minilm_folder() / "README.md").read_text("utf-8")
    assert "DejaVu" in inside("matplotlib", "LICENSE_DEJAVU")
    assert "MIT" in inside("pydata-sphinx-theme", r"bootstrap\.js\.LICENSE")
    clipboard = inside("sphinx-copybutton", r"clipboard\.min\.js")
    assert re.search(r"clipboard\.js v2\.0\.8\n[^!]*Licensed MIT", clipboard)
    mathjax = distribution("sphinx-mathjax-offline").metadata
    assert "License :: OSI Approved :: MIT License" in mathjax.get_all("Classifier")
    assert len(PACKAGED) == len(ROWS) - 3  # two of our own, and one from npm


def test_micropython_is_as_its_package_says():
    (row,) = [row for row in ROWS if "@micropython" in row[1]]
    told = json.loads((fetch.PACKAGE / "package.json").read_text(encoding="utf-8"))
    assert row[1] == f"`{told['name']}` {told['version']}"
    assert row[2] == told["license"]


def test_our_own_licences_are_named_in_all_places():
    assert (ROWS[0][2], ROWS[1][2]) == ("MIT", "CC BY 4.0")
    whole = (PROJECT / "LICENSE").read_text(encoding="utf-8")
    assert "SPDX-License-Identifier: MIT AND CC-BY-4.0" in whole
