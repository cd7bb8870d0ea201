"""Says how much memory the largest chapter took; warns where readers may lack it."""

import sys
from importlib.util import find_spec

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

MOST = 4.0  # GiB
UNIT = 1 if sys.platform == "darwin" else 1024  # bytes, of what a system counts in

logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("env-updated", weigh)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def weigh(app: Sphinx, env: BuildEnvironment) -> None:
    """Tell what the largest kernel took; a warning fails the book's build."""
    if (peak := largest_child()) is None:
        return
    logger.info("the largest chapter took %.1f GiB of memory", peak)
    if peak > MOST:
        logger.warning("a chapter took %.1f GiB of memory: at most %s", peak, MOST)


def largest_child() -> float | None:
    """The GiB that the largest ended child process had at most; None on Windows."""
    if find_spec("resource") is None:
        return None
    import resource  # not on Windows

    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * UNIT / 2**30
