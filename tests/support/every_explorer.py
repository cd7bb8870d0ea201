"""Every explorer of the package, and what one must be given to start."""

from headrecords import records
from mha_book import explorers
from mha_book.explorers import HeadBrowser
from mha_book.explorers.base import Explorer

PUBLIC = [getattr(explorers, name) for name in explorers.__all__]
EXPLORERS = [kind for kind in PUBLIC if issubclass(kind, Explorer)]
# The one that starts with no numbers of its own: it shows what a model computed.
GIVEN = {HeadBrowser: [records()]}
