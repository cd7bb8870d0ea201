"""The project as pip packs it."""

import shutil
import subprocess
import sys
from pathlib import Path

from project import PROJECT

TREES = ("src", "book")
FILES = ("pyproject.toml", "README.md", "LICENSE", "_toc.yml")


def make_wheel(folder: Path) -> Path:
    """Make the wheel from a copy in a folder, since making it leaves traces."""
    unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in TREES:
        shutil.copytree(PROJECT / name, folder / name, ignore=unwanted)
    for name in FILES:
        shutil.copy(PROJECT / name, folder)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command = [*pip, "--no-build-isolation", "--no-index", "-w", "dist", "."]
    subprocess.run(command, cwd=folder, check=True)
    (made,) = (folder / "dist").glob("*.whl")
    return made
