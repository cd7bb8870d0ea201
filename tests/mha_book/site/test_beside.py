"""Files beside the site are made where a page links to them, and not twice."""

from types import SimpleNamespace

import pytest

from mha_book.site import beside
from project import PROJECT

MODULE = "def write_files(folder, project):\n    (folder / 'a.txt').write_text('one')\n"


@pytest.fixture
def app(tmp_path, monkeypatch):
    """A book of no pages, whose one folder is made by a module of its own."""
    for folder in ("book", "src/mha_book"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "requirements.txt").write_text("", encoding="utf-8")
    (tmp_path / "src" / "maker.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "src")
    monkeypatch.setattr(beside, "FOLDERS", {"things": ("page", "maker")})
    return SimpleNamespace(srcdir=tmp_path / "book", outdir=tmp_path / "_build/html")


def test_a_book_without_the_page_has_no_files(app, tmp_path):
    beside.write_all(app)
    assert not (tmp_path / "_build").exists()


def test_they_are_made_anew_where_their_maker_has_changed_and_only_then(app, tmp_path):
    (tmp_path / "book" / "page.md").touch()
    made = tmp_path / "_build" / "static" / "things"
    beside.write_all(app)
    assert (made / "a.txt").read_text() == "one"
    (made / "a.txt").write_text("kept")
    beside.write_all(app)
    assert (made / "a.txt").read_text() == "kept"
    (made / "old.txt").touch()
    (tmp_path / "src" / "maker.py").write_text(f"{MODULE}\nx = 1", encoding="utf-8")
    beside.write_all(app)
    assert [path.name for path in made.iterdir()] == ["a.txt"]
    assert (made / "a.txt").read_text() == "one"
    (made / "a.txt").unlink()
    made.rmdir()
    beside.write_all(app)
    assert (made / "a.txt").is_file()


def test_every_page_that_links_to_files_is_there_and_does(site):
    for folder, (page, _) in beside.FOLDERS.items():
        assert (PROJECT / "book" / f"{page}.md").is_file()
        html = (site / f"{page}.html").read_text(encoding="utf-8")
        files = {path.name for path in (site / "_static" / folder).iterdir()}
        assert files
        assert all(f"_static/{folder}/{name}" in html for name in files)
