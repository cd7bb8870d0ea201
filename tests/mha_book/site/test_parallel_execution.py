"""Chapters run two at a time."""

import os
from itertools import count
from types import SimpleNamespace

import pytest
from jupyter_cache import get_cache
from myst_nb.core.config import NbParserConfig
from myst_nb.core.execute import create_client
from myst_parser.config.main import MdParserConfig
from sqlalchemy import event
from sqlalchemy.pool import Pool

from mha_book.site import parallel_execution
from mha_book.site.execution_cache import open_cache
from mha_book.site.private import read_notebook
from small_book import FRONT, cell

# Ends when another page has started too.
MEET = """from pathlib import Path
import os, time, uuid
assert os.environ["OMP_NUM_THREADS"] == "1"
(Path(FOLDER) / uuid.uuid4().hex).touch()
start = time.monotonic()
while len(os.listdir(FOLDER)) < 2:
    assert time.monotonic() - start < 60
    time.sleep(0.05)"""


@pytest.fixture
def env(tmp_path):
    """What an environment of Sphinx knows of pages: a file each, and how they run."""
    config = NbParserConfig(
        execution_mode="cache", execution_cache_path=str(tmp_path / "cache")
    )
    (tmp_path / "met").mkdir()
    meet = cell(f"FOLDER = {str(tmp_path / 'met')!r}", *MEET.splitlines())
    pages = {
        "one": FRONT + meet,
        "other": FRONT + meet + cell("'other'"),
        "failing": FRONT + cell("1 / 0"),
        "unstarted": FRONT.replace("name: python3", "name: none") + cell("1"),
        "brief": FRONT + cell("1"),
        "words": "# Without code",
    }
    for name, text in pages.items():
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
    return SimpleNamespace(
        doc2path=lambda page: str(tmp_path / f"{page}.md"),
        myst_config=MdParserConfig(),
        mystnb_config=config,
    )


@pytest.fixture
def told(monkeypatch):
    """What the build says, none of it a warning, which would end the build."""
    lines = []
    logger = SimpleNamespace(info=lambda text, *v: lines.append(text % v))
    monkeypatch.setattr(parallel_execution, "logger", logger)
    return lines


@pytest.fixture
def connections():
    """Connections to the cache's database that are open now."""
    opened = []

    def add(connection, record):
        opened.append(connection)

    def remove(connection, record):
        opened.remove(connection)

    event.listen(Pool, "connect", add)
    event.listen(Pool, "close", remove)
    yield opened
    event.remove(Pool, "connect", add)
    event.remove(Pool, "close", remove)


def fill_cache(env, *pages):
    """Run pages ahead, as a build does; give the names of those that are kept."""
    folder = env.mystnb_config.execution_cache_path
    config = SimpleNamespace(
        nb_execution_mode="cache",
        nb_execution_cache_path=folder,
        nb_execution_timeout=60,
    )
    parallel_execution.fill_cache(SimpleNamespace(config=config), env, list(pages))
    with open_cache(folder) as cache:
        uris = [record.uri for record in cache.list_cache_records()]
    return sorted(os.path.basename(uri) for uri in uris)


def test_two_chapters_run_at_once_and_one_that_fails_is_left(
    env, monkeypatch, told, connections
):
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    kept = fill_cache(env, "one", "other", "failing", "words")
    assert kept == ["one.md", "other.md"]
    assert os.environ["OMP_NUM_THREADS"] == "7"
    assert told == connections == []


def test_a_page_keeps_how_long_it_ran_and_runs_once(env, monkeypatch, told):
    monkeypatch.setattr(parallel_execution, "perf_counter", count(100.0).__next__)
    assert fill_cache(env, "brief") == ["brief.md"]
    with open_cache(env.mystnb_config.execution_cache_path) as cache:
        (record,) = cache.list_cache_records()
    assert record.data["execution_seconds"] == 1
    monkeypatch.setattr(parallel_execution, "run_notebook", None)  # would be told of
    assert fill_cache(env, "brief") == ["brief.md"]
    assert told == []


def test_a_cell_has_the_time_that_the_settings_give(env, monkeypatch, told):
    given = {}
    monkeypatch.setattr(
        parallel_execution, "execute", lambda notebook, **options: given.update(options)
    )
    fill_cache(env, "brief")
    assert (given["timeout"], told) == (60, [])


@pytest.mark.parametrize("before", [{}, {"OMP_NUM_THREADS": "7"}])
def test_threads_are_afterwards_as_they_were(monkeypatch, before):
    monkeypatch.setattr(os, "environ", dict(before))
    with parallel_execution.one_thread_each():
        assert os.environ == {"OMP_NUM_THREADS": "1"}
    assert os.environ == before


def test_what_ran_ahead_is_what_myst_nb_finds(env, monkeypatch):
    """Else it would run every chapter again, one by one, and say nothing."""
    path = env.doc2path("short")
    words = "# Short\n\n:::{note}\n6\n:::\n\n"
    with open(path, "w", encoding="utf-8") as file:
        file.write(FRONT + words + cell(":tags: [hide-cell]", "6 * 7"))
    assert fill_cache(env, "short") == ["short.md"]
    notebook = read_notebook(env, "short")
    said = []
    logger = SimpleNamespace(info=said.append, warning=said.append)
    client = create_client(notebook, path, env.mystnb_config, logger)
    with open_cache(env.mystnb_config.execution_cache_path) as cache:
        # MyST-NB leaves the one that it opens to the garbage collector.
        monkeypatch.setattr("myst_nb.core.execute.cache.get_cache", lambda path: cache)
        client.start_client()
    assert said == ["Using cached notebook: ID=1"]


def test_what_stops_a_chapter_and_is_no_cell_of_its_own_is_told(env, told, monkeypatch):
    assert fill_cache(env, "unstarted", "failing") == []
    (line,) = told
    assert line.startswith("unstarted did not run ahead: NoSuchKernel")

    def unread(env, page):
        raise TypeError("one argument more")

    monkeypatch.setattr(parallel_execution, "read_notebook", unread)
    fill_cache(env, "one")
    assert told[1:] == ["one did not run ahead: TypeError('one argument more')"]


def test_where_nothing_is_to_run_nothing_does(env):
    config = SimpleNamespace(nb_execution_mode="off")
    parallel_execution.fill_cache(SimpleNamespace(config=config), env, ["failing"])
    assert not os.path.exists(env.mystnb_config.execution_cache_path)


def test_an_open_connection_is_seen(tmp_path, connections):
    with open_cache(tmp_path) as cache:
        assert cache.list_cache_records() == []
        assert len(connections) == 1
    assert connections == []
    left_open = get_cache(tmp_path)
    left_open.list_cache_records()
    assert len(connections) == 1
    left_open.db.dispose()
