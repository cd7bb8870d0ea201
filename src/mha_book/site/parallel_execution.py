"""Two at a time: chapters that run, before Sphinx reads them, and pages written."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from tempfile import TemporaryDirectory
from time import perf_counter

from jupyter_cache.base import CacheBundleIn
from jupyter_cache.cache.main import JupyterCacheBase
from jupyter_core.utils import ensure_event_loop
from nbclient.exceptions import CellControlSignal, DeadKernelError
from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from mha_book.site.execution_cache import open_cache
from mha_book.site.kernels import execute
from mha_book.site.private import read_notebook
from mha_book.site.settled import settle

AT_ONCE = 2
# A cell that raises, takes too long, or ends its kernel.
CELL_ERRORS = (CellControlSignal, DeadKernelError)
logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("env-before-read-docs", fill_cache)
    app.connect("env-updated", write_beside)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_beside(app: Sphinx, env: BuildEnvironment) -> None:
    """Let two more processes write pages while this one resolves what they refer to.

    Only from here on: not every extension says that pages may be read so.
    """
    app.parallel = AT_ONCE + 1


def fill_cache(app: Sphinx, env: BuildEnvironment, pages: list[str]) -> None:
    """Run the chapters that Sphinx is about to read, and keep what they give.

    One in which a cell fails is left to Sphinx, so that the build's log names the cell.
    """
    if app.config.nb_execution_mode != "cache":
        return
    timeout = app.config.nb_execution_timeout
    with (
        open_cache(app.config.nb_execution_cache_path) as cache,
        one_thread_each(),
        ThreadPoolExecutor(AT_ONCE) as pool,
    ):
        list(pool.map(lambda page: run_page(cache, env, page, timeout), pages))


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


def run_page(
    cache: JupyterCacheBase, env: BuildEnvironment, page: str, timeout: int
) -> None:
    """Run one page, unless the cache has it.

    What stops it here, as a kernel that does not start, is told and not raised; nor is
    it a warning: Sphinx runs the page again, and if that fails, the build does.
    """
    try:
        notebook = read_notebook(env, page)
        if notebook is None:
            return
        with suppress(KeyError):
            cache.match_cache_notebook(notebook)
            return
        run_notebook(cache, notebook, str(env.doc2path(page)), timeout)
    except Exception as error:  # the book can still be built, one chapter at a time
        logger.info("%s did not run ahead: %r", page, error)


def run_notebook(
    cache: JupyterCacheBase, notebook: NotebookNode, path: str, timeout: int
) -> None:
    """Run a notebook in a folder of its own; keep it if no cell fails."""
    start = perf_counter()
    with (
        suppress(*CELL_ERRORS),
        TemporaryDirectory() as folder,
        closing(ensure_event_loop()),
    ):
        # Without times: the cache would take a cell with them for another cell.
        execute(notebook, cwd=folder, timeout=timeout, record_timing=False)
        took = {"execution_seconds": perf_counter() - start}
        bundle = CacheBundleIn(settle(notebook), path, data=took)
        cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
