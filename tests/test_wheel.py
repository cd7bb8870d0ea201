"""What pip makes of the project: one file with all that its code reads."""

import shutil
import subprocess
import sys
import zipfile

import pytest

from project import PROJECT

TREES = ("src", "book")
FILES = ("pyproject.toml", "README.md", "LICENSE", "_toc.yml")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, made in a copy: what is built leaves its traces."""
    folder = tmp_path_factory.mktemp("copy")
    for name in TREES:
        unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(PROJECT / name, folder / name, ignore=unwanted)
    for name in FILES:
        shutil.copy(PROJECT / name, folder)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command = [*pip, "--no-build-isolation", "--no-index", "-w", "dist", "."]
    subprocess.run(command, cwd=folder, check=True)
    (made,) = (folder / "dist").glob("*.whl")
    return made


def tracked(*folders: str) -> set[str]:
    command = ["git", "ls-files", *folders]
    told = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    return set(told.stdout.split())


def test_it_has_every_file_of_both_packages_and_the_pages(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    packed = {f"src/{name}" for name in names if name.startswith("mha")}
    shares = {name.split("/share/attention-number-by-number/")[-1] for name in names}
    assert tracked("src") - packed == set()
    pages = {name for name in tracked("book", "_toc.yml") if name[-3:] != "bib"}
    assert {name for name in pages if name[-3:] != "svg"} - shares == set()
