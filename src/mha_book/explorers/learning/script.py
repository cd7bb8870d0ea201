"""The script of the worker in which LearningExplorer trains."""

import functools
from pathlib import Path

from mha_book import in_page
from mha_book.explorers.link import link_all
from mha_book.explorers.modules import without_comments

ENTRY = Path(in_page.__file__).parent / "learning" / "worker.js"


@functools.cache
def worker_text() -> str:
    """All that the worker runs."""
    linked = link_all({"listen": ENTRY}, "mhaLearning")
    return without_comments(linked) + "mhaLearning.listen();\n"
