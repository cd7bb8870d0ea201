"""A chapter that ran with other code is read again, and runs again."""

import json
from types import SimpleNamespace

import nbformat
import pytest
from jupyter_cache.base import CacheBundleIn

from mha_book.site.execution_cache import find_outdated, open_cache

PAGES = {"one": "from mha import one", "other": "from mha import other"}


@pytest.fixture
def app(tmp_path):
    """What a build knows of a project of two chapters, a module for each."""
    folders = [tmp_path / "book", tmp_path / "src" / "mha", tmp_path / "cache"]
    for folder in folders:
        folder.mkdir(parents=True)
    (tmp_path / "requirements.txt").touch()
    (folders[1] / "__init__.py").touch()
    for name, code in PAGES.items():
        (folders[1] / f"{name}.py").write_text("x = 1", encoding="utf-8")
        text = f"# Page\n\n```{{code-cell}}\n{code}\n```\n"
        (folders[0] / f"{name}.md").write_text(text, encoding="utf-8")
    config = SimpleNamespace(nb_execution_cache_path=str(folders[2]))
    return SimpleNamespace(srcdir=folders[0], config=config)


def new_env(app):
    """What Sphinx has read, when it has read nothing."""
    return SimpleNamespace(
        found_docs=set(PAGES), doc2path=lambda page: str(app.srcdir / f"{page}.md")
    )


def outdated(app, env):
    return sorted(find_outdated(app, env, set(), set(), set()))


def run_all(app):
    """Keep each chapter as if it had run."""
    with open_cache(app.config.nb_execution_cache_path) as cache:
        for name, code in PAGES.items():
            cell = nbformat.v4.new_code_cell(code)
            notebook = nbformat.v4.new_notebook(cells=[cell])
            bundle = CacheBundleIn(notebook, str(app.srcdir / f"{name}.md"))
            cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def kept(app):
    """The chapters that would not run."""
    with open_cache(app.config.nb_execution_cache_path) as cache:
        uris = [record.uri for record in cache.list_cache_records()]
    return sorted(uri.rpartition("/")[2] for uri in uris)


def test_what_imports_a_changed_module_is_read_and_runs_again_and_no_other(app):
    env = new_env(app)
    assert outdated(app, env) == ["one", "other"]
    run_all(app)
    assert outdated(app, env) == []
    assert kept(app) == ["one.md", "other.md"]

    (app.srcdir.parent / "src" / "mha" / "one.py").write_text("x = 2")
    assert outdated(app, env) == ["one"]
    assert kept(app) == ["other.md"]


def test_also_when_nothing_is_left_of_what_was_read(app):
    """After a fault the build forgets what it has read, and keeps what ran."""
    outdated(app, new_env(app))
    run_all(app)
    assert outdated(app, new_env(app)) == ["one", "other"]
    assert kept(app) == ["one.md", "other.md"]
    (app.srcdir.parent / "src" / "mha" / "one.py").write_text("x = 2")
    assert outdated(app, new_env(app)) == ["one", "other"]
    assert kept(app) == ["other.md"]


def test_what_ran_in_another_folder_is_forgotten_as_well(app, tmp_path):
    outdated(app, new_env(app))
    run_all(app)
    moved = tmp_path.rename(tmp_path.with_name(f"{tmp_path.name}-moved"))
    app.srcdir = moved / app.srcdir.name
    app.config.nb_execution_cache_path = str(moved / "cache")
    (moved / "src" / "mha" / "one.py").write_text("x = 2")
    outdated(app, new_env(app))
    assert kept(app) == ["other.md"]


def test_what_ran_with_unknown_code_runs_again(app):
    run_all(app)
    assert outdated(app, new_env(app)) == ["one", "other"]
    assert kept(app) == []
    note = app.srcdir.parent / "cache" / "fingerprints.json"
    assert sorted(json.loads(note.read_text())) == ["one", "other"]
