"""Whoever builds the site again gets the same files, to the byte."""

import filecmp
import shutil
from pathlib import Path

import pytest

from project import PROJECT
from small_book import Book, Project, cell

# What has paths of the machine in it, and no reader opens.
OWN = {".buildinfo"}


def files(folder: Path) -> set[str]:
    """What lies in a folder, at any depth."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)) for path in found} - OWN


def differences(one: Path, other: Path) -> list[str]:
    """The files that two folders do not have alike."""
    every = files(one) | files(other)
    _, unlike, missing = filecmp.cmpfiles(one, other, sorted(every), shallow=False)
    return unlike + missing


@pytest.mark.slow
def test_a_small_site_is_the_same_twice(tmp_path):
    pages = {"index": "A page.\n\n## More", "one": f"Another.\n\n{cell('1 + 1')}"}
    one, other = (Book(tmp_path / name, pages) for name in ("one", "other"))
    assert one.build() == other.build() == ""
    assert len(files(one.site)) > 50
    assert differences(one.site, other.site) == []


@pytest.mark.slow
def test_the_book_is_the_same_twice(tmp_path, monkeypatch):
    """From what its chapters gave when they ran: what was timed is never the same."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1764201600")  # one day for both
    ran = Path("_build", ".jupyter_cache")
    copies = [Project(tmp_path / name, {"index": ""}) for name in ("one", "other")]
    for copy in copies:
        for name in ("_toc.yml", "CITATION.cff"):  # a page that runs again reads it
            shutil.copy2(PROJECT / name, copy.folder)
        shutil.copytree(PROJECT / "book", copy.folder / "book", dirs_exist_ok=True)
        shutil.copytree(PROJECT / ran, copy.folder / ran)
        made = copy.make()
        assert made.returncode == 0, made.stdout
    assert differences(*(copy.site for copy in copies)) == []
