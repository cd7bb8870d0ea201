"""Chapters that must run, run two at a time, before Sphinx reads them one by one."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace as Holder
from typing import Any

from jupyter_cache import get_cache
from jupyter_core.utils import ensure_event_loop
from myst_nb.core.execute import create_client
from myst_nb.core.loggers import SphinxDocLogger
from myst_nb.core.read import create_nb_reader
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

AT_ONCE = 2
# In a chapter's front matter: what it measures would suffer from company.
ALONE = "measures_time"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("env-before-read-docs", run_ahead)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def run_ahead(app: Sphinx, env: BuildEnvironment, pages: list[str]) -> None:
    """Fill MyST-NB's cache with the chapters that Sphinx is about to read.

    Those that measure time are left to Sphinx, and so is one that fails in any way:
    Sphinx runs it again, and tells where if it was not for the company.
    """
    _ = get_cache(app.config.nb_execution_cache_path).db  # made once, not by two
    with one_thread_each(), ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda page: run(env, page), pages))


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Kernels that start meanwhile use one thread: two at once would wait in turns."""
    name = "OMP_NUM_THREADS"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        os.environ.pop(name)
        if before is not None:
            os.environ[name] = before


def run(env: Any, page: str) -> None:
    """Run one chapter, unless the cache has it."""
    path = env.doc2path(page)
    text = Path(path).read_text(encoding="utf-8")
    reader = create_nb_reader(path, env.myst_config, env.mystnb_config, text)
    if reader is None:  # a page without code
        return
    notebook = reader.read(text)
    if notebook.metadata.get(ALONE):
        return
    # MyST-NB's logger asks a document for its page's name, and nothing else.
    document: Any = Holder(settings=Holder(env=Holder(docname=page)))
    logger = SphinxDocLogger(document)
    client = create_client(notebook, path, env.mystnb_config, logger, reader.read_fmt)
    with suppress(Exception), closing(ensure_event_loop()):
        client.start_client()
