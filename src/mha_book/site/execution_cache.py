"""What chapters' code gave: MyST-NB keeps it while what they import stays the same."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.cache.main import JupyterCacheBase
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from mha_book.site.fingerprint import fingerprint


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("env-get-outdated", find_outdated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


@contextmanager
def open_cache(folder: str | Path) -> Iterator[JupyterCacheBase]:
    """The cache in a folder, made where there is none; its database is closed again."""
    cache = get_cache(folder)
    database = cache.db  # made now: threads that share the cache would make one each
    try:
        yield cache
    finally:
        database.dispose()


def find_outdated(
    app: Sphinx,
    env: BuildEnvironment,
    added: set[str],
    changed: set[str],
    removed: set[str],
) -> list[str]:
    """Pages to read again, though their own text did not change.

    What ran with other code is taken out of the cache first, so that it runs again.
    """
    project = Path(app.srcdir).parent
    paths = {page: Path(env.doc2path(page)) for page in env.found_docs}
    now = {
        page: fingerprint(path, project)
        for page, path in paths.items()
        if path.suffix == ".md"
    }
    forget_changed(Path(app.config.nb_execution_cache_path), now, paths)
    read_with = getattr(env, "mha_fingerprints", {})
    vars(env)["mha_fingerprints"] = now  # kept with what Sphinx has read
    return [page for page in now if read_with.get(page) != now[page]]


def forget_changed(folder: Path, now: dict[str, str], paths: dict[str, Path]) -> None:
    """Drop from the cache each chapter that ran with another fingerprint.

    By its file's name: the cache finds what ran by its code, also in a project that was
    moved since, or copied.
    """
    note = folder / "fingerprints.json"
    ran_with = json.loads(note.read_text("utf-8")) if note.exists() else {}
    gone = {paths[page].name for page in now if ran_with.get(page) != now[page]}
    with open_cache(folder) as cache:
        for record in cache.list_cache_records():
            if Path(record.uri).name in gone:
                cache.remove_cache(record.pk)
    folder.mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps(now, indent=1), encoding="utf-8")
