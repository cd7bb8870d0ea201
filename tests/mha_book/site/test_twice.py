"""Whoever builds the site again gets the same files, to the byte."""

import filecmp
import shutil
from pathlib import Path

import pytest

from project import PROJECT
from small_book import Project

# What has paths of the machine in it, and no reader opens.
OWN = {".buildinfo"}


def files(folder: Path) -> set[str]:
    """What lies in a folder, at any depth."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)) for path in found} - OWN


@pytest.mark.slow
def test_the_site_built_again_in_another_folder_is_the_same(
    site, tmp_path, monkeypatch
):
    """From what the chapters gave when they ran, on the day of the first build."""
    copy = Project(tmp_path / "copy", {"index": ""})
    shutil.copy2(PROJECT / "_toc.yml", copy.folder)
    shutil.copytree(PROJECT / "book", copy.folder / "book", dirs_exist_ok=True)
    ran = Path("_build", ".jupyter_cache")
    shutil.copytree(PROJECT / ran, copy.folder / ran)
    day = int((site / "index.html").stat().st_mtime)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(day))
    made = copy.make()
    assert made.returncode == 0, made.stdout
    made_now = files(copy.site)  # the first may have some that were made long ago
    _, other, missing = filecmp.cmpfiles(site, copy.site, made_now, shallow=False)
    assert (other, missing) == ([], [])
