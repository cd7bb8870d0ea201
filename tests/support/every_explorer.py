"""Every explorer of the book, what one must be given to start, what is read from it."""

from headrecords import records
from mha_book import explorers
from mha_book.explorers import HeadBrowser, SentenceExplorer, WriterExplorer
from mha_book.explorers.base import Explorer
from small_writer import LETTERS, decoder

PUBLIC = [getattr(explorers, name) for name in explorers.__all__]
EXPLORERS = [kind for kind in PUBLIC if issubclass(kind, Explorer)]
# One starts with no numbers of its own: it shows what a model computed. Another reads a
# sentence, and a short one has few numbers. A third needs a model that writes.
GIVEN = {
    HeadBrowser: [records()],
    SentenceExplorer: ["Hi!"],
    WriterExplorer: [decoder(), LETTERS],
}


def results_of(explorer: Explorer) -> dict[str, object]:
    """What a reader reads from it in Python: its properties and their values."""
    kind = next(kind for kind in type(explorer).__mro__ if kind in EXPLORERS)
    names = [
        name for name, member in vars(kind).items() if isinstance(member, property)
    ]
    return {name: getattr(explorer, name) for name in names}
