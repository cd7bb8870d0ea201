"""In development, an edited script or style shows at once in every open notebook.

With ANYWIDGET_HMR=1 anywidget watches a widget's script and style where they are files
(`_esm` and `_css`, each a `Path`), and sends what changes. An explorer's script is
linked from several sources, so these are watched here, and the files are written anew.
"""

import atexit
import os
import shutil
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path

Sources = Callable[[], tuple[str, str]]


def is_on() -> bool:
    """Whether this process is to follow edits."""
    return os.environ.get("ANYWIDGET_HMR") == "1"


def follow_edits(read: Sources, watched: Iterable[Path]) -> tuple[Path, Path]:
    """Files with a script and a style, which are kept up to date from now on.

    Args:
        read: the script and the style, linked from the sources as they are now.
        watched: the sources' folders or files.
    """
    folder = Path(tempfile.mkdtemp(prefix="mha-explorer-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    files = folder / "index.js", folder / "style.css"
    _write(read(), files)
    arguments = (read, files, list(watched))
    threading.Thread(target=_follow, args=arguments, daemon=True).start()
    return files


def _follow(read: Sources, files: tuple[Path, Path], watched: list[Path]) -> None:
    from watchfiles import watch  # of the development extra

    for _ in watch(*watched):
        try:
            texts = read()
        except (ValueError, FileNotFoundError) as fault:  # the last ones stay
            warnings.warn(f"not linked anew: {fault}", stacklevel=1)
        else:
            _write(texts, files)


def _write(texts: tuple[str, str], files: tuple[Path, Path]) -> None:
    for text, file in zip(texts, files, strict=True):
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
