"""Chapters run two at a time, unless one measures time."""

import os
from types import SimpleNamespace

import pytest
from jupyter_cache import get_cache
from myst_nb.core.config import NbParserConfig
from myst_parser.config.main import MdParserConfig

from mha_book.site.ahead import run_ahead
from pages import FRONT, cell

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
        execution_mode="cache",
        execution_cache_path=str(tmp_path / "cache"),
        execution_in_temp=True,
        execution_raise_on_error=True,
    )
    (tmp_path / "met").mkdir()
    meet = cell(f"FOLDER = {str(tmp_path / 'met')!r}", *MEET.splitlines())
    timed = FRONT.replace("jupytext:", "measures_time: true\njupytext:", 1)
    pages = {
        "one": FRONT + meet,
        "other": FRONT + meet + cell("'other'"),
        "timed": timed + cell("'timed'"),
        "failing": FRONT + cell("1 / 0"),
        "unstarted": FRONT.replace("name: python3", "name: none") + cell("1"),
        "words": "# Without code",
    }
    for name, text in pages.items():
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
    return SimpleNamespace(
        doc2path=lambda page: str(tmp_path / f"{page}.md"),
        myst_config=MdParserConfig(),
        mystnb_config=config,
    )


def test_two_chapters_run_at_once_and_one_that_measures_time_is_left(env, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    cache = env.mystnb_config.execution_cache_path
    app = SimpleNamespace(config=SimpleNamespace(nb_execution_cache_path=cache))
    run_ahead(app, env, ["one", "other", "timed", "failing", "unstarted", "words"])
    records = get_cache(cache).list_cache_records()
    assert sorted(os.path.basename(r.uri) for r in records) == ["one.md", "other.md"]
    assert os.environ["OMP_NUM_THREADS"] == "7"
