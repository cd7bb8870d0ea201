"""What a chapter's fingerprint follows, and what it does not."""

import shutil

import pytest

from mha.site.fingerprint import cells_of, fingerprint, imported
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


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_chapter_is_read_and_none_follows_the_site(path):
    code = cells_of(path)
    found = {str(file.relative_to(SOURCE)) for file in imported(code, SOURCE)}
    assert ("mha" in code) == bool(found)
    assert not any(file.startswith("mha/site") for file in found)


def test_options_and_magics_of_cells_are_no_code(tmp_path):
    lines = ("---", "tags: [a]", "---", "%time x = 1", "from mha import plots", "!ls")
    text = "\n".join(["# A chapter", "", "```{code-cell} ipython3", *lines, "```", ""])
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    assert "plots.py" in names(cells_of(tmp_path / "a.md"))
