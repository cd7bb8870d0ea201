"""What a chapter's fingerprint follows, and what it does not."""

import shutil

import pytest

from mha_book.site.fingerprint import cells_of, fingerprint, imported, what_it_does
from project import CHAPTERS, PROJECT

SOURCE = PROJECT / "src"


def names(code, source=SOURCE):
    return {str(path.relative_to(source / "mha")) for path in imported(code, source)}


def test_imports_are_followed_and_packages_above_them_run_too():
    found = names("from mha_book.results.training import curves")
    assert {"__init__.py", "training/__init__.py", "extras.py"} < found
    assert "training/results/__init__.py" in found
    assert not {"training/loop.py", "training/results/published.py"} & found


def test_of_a_lazy_package_the_module_is_followed_that_has_the_name():
    found = names("from mha.attention import causal_mask")
    assert {"attention/__init__.py", "attention/masks.py"} <= found
    assert "attention/checks.py" in found  # which that one imports
    assert not {"attention/functional.py", "attention/interop.py"} & found
    assert names("from mha import causal_mask") == found
    assert "attention/in_numpy.py" in names("from mha.attention import in_numpy")
    assert "models/kv_cache.py" in names("from mha.models import KVCache")


@pytest.mark.parametrize(
    "line",
    [
        "import mha_book.plots.plots",
        "import mha_book.plots.plots as figures",
        "from mha_book.plots import palette, plots",
        "from mha_book.plots.plots import sweep",
        "def later():\n    from mha_book.plots.plots import sweep",
    ],
)
def test_every_way_to_import_is_seen(line):
    assert {"figures/plots.py", "figures/palette.py"} <= names(line)


def test_a_chapter_follows_its_code_its_data_and_the_environment_alone(tmp_path):
    shutil.copytree(SOURCE / "mha", tmp_path / "src" / "mha")
    shutil.copy(PROJECT / "requirements.txt", tmp_path)
    chapter = tmp_path / "chapter.md"
    cell = (
        "```{code-cell} ipython3\nfrom mha_book.results.training import curves\n```\n"
    )
    chapter.write_text(f"# A chapter\n\n{cell}\n", encoding="utf-8")
    first = fingerprint(chapter, tmp_path)

    def changed(name, line=b"planted = 1"):
        path = tmp_path / name
        kept = path.read_bytes()
        path.write_bytes(kept + line + b"\n")
        found = fingerprint(chapter, tmp_path)
        path.write_bytes(kept)
        assert fingerprint(chapter, tmp_path) == first
        return found != first

    package = "src/mha"
    followed = ("training/results/__init__.py", "training/__init__.py", "extras.py")
    assert all(changed(f"{package}/{name}") for name in followed)
    assert changed(f"{package}/training/results/news.jsonl")
    assert changed("requirements.txt")
    others = (
        "training/loop.py",
        "benchmark/results/cpu.json",
        "figures/plots.py",
        "explorers/shared/arrays.js",
        "site/scripts.py",
    )
    assert not any(changed(f"{package}/{name}") for name in others)
    assert not changed(f"{package}/extras.py", b"# a comment")
    chapter.write_text(f"# A chapter in other words\n\n{cell}\n", encoding="utf-8")
    assert fingerprint(chapter, tmp_path) == first


def test_of_a_module_the_code_counts_and_not_what_is_said_of_it():
    code = b"def one(x):\n    return x\n"
    said = b'"""A module."""\n\ndef one(x):\n    """It."""\n    return x  # that\n'
    assert what_it_does(said) == what_it_does(code)
    for other in (b"return 1", b"'It.'; x = 'It.'; return x"):
        assert what_it_does(code.replace(b"return x", other)) != what_it_does(code)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_chapter_is_read_and_none_follows_the_site(path):
    code = cells_of(path)
    found = {str(file.relative_to(SOURCE)) for file in imported(code, SOURCE)}
    assert ("mha" in code) == bool(found)
    assert not any(file.startswith("mha/site") for file in found)


def test_options_and_magics_of_cells_are_no_code(tmp_path):
    lines = (
        "---",
        "tags: [a]",
        "---",
        "%time x = 1",
        "from mha_book.plots import plots",
        "!ls",
    )
    text = "\n".join(["# A chapter", "", "```{code-cell} ipython3", *lines, "```", ""])
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    assert "figures/plots.py" in names(cells_of(tmp_path / "a.md"))
