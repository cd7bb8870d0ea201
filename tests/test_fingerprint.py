"""What a chapter's fingerprint follows, and what it does not."""

import shutil

import pytest

from mha.site.fingerprint import fingerprint, imported
from project import CHAPTERS, PROJECT

SOURCE = PROJECT / "src"


def names(code, source=SOURCE):
    return {str(path.relative_to(source / "mha")) for path in imported(code, source)}


def test_imports_are_followed_and_packages_above_them_run_too():
    found = names("from mha.training.stored import curves")
    assert {"__init__.py", "training/__init__.py", "extras.py"} < found
    assert "training/stored.py" in found
    assert "training/loop.py" not in found


@pytest.mark.parametrize(
    "line",
    [
        "import mha.plots",
        "import mha.plots as figures",
        "from mha import palette, plots",
        "from mha.plots import sweep",
        "def later():\n    from mha.plots import sweep",
    ],
)
def test_every_way_to_import_is_seen(line):
    assert {"plots.py", "palette.py"} <= names(line)


def test_a_chapter_follows_its_code_its_data_and_the_environment_alone(tmp_path):
    shutil.copytree(SOURCE / "mha", tmp_path / "src" / "mha")
    shutil.copy(PROJECT / "requirements.txt", tmp_path)
    chapter = tmp_path / "chapter.md"
    cell = "```{code-cell} ipython3\nfrom mha.training.stored import curves\n```\n"
    chapter.write_text(f"# A chapter\n\n{cell}\n", encoding="utf-8")
    first = fingerprint(chapter, tmp_path)

    def changed(name):
        path = tmp_path / name
        kept = path.read_bytes()
        path.write_bytes(kept + b"\n")
        found = fingerprint(chapter, tmp_path)
        path.write_bytes(kept)
        assert fingerprint(chapter, tmp_path) == first
        return found != first

    package = "src/mha"
    followed = ("training/stored.py", "training/__init__.py", "extras.py")
    assert all(changed(f"{package}/{name}") for name in followed)
    assert changed(f"{package}/training/stored/news.jsonl")
    assert changed("requirements.txt")
    others = ("training/loop.py", "plots.py", "explorers/js/core.js", "site/scripts.py")
    assert not any(changed(f"{package}/{name}") for name in others)
    chapter.write_text(f"# A chapter in other words\n\n{cell}\n", encoding="utf-8")
    assert fingerprint(chapter, tmp_path) == first


def test_no_chapter_follows_scripts_or_the_site():
    for path in CHAPTERS:
        code = path.read_text(encoding="utf-8")
        assert "mha.site" not in code, path
    for file in names("from mha.explorers import *\nfrom mha.training import loop"):
        assert not file.startswith("site/")
        assert file.endswith(".py")
