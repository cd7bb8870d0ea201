"""The reader's file: it grows from page to page of the path, one listing at a time.

Cells tagged ``your-file`` hold it, each listing once. From them come the file as it
stands after each page, the module ``from_scratch`` that the next page imports, and what
a page shows of it at its end.
"""

from mha.extras import require

require("yaml", extra="read")

from mha_book.your_file.listings import (  # noqa: E402
    file_after as file_after,
    file_before as file_before,
)
from mha_book.your_file.module import begin as begin, keep as keep  # noqa: E402
from mha_book.your_file.reading import (  # noqa: E402
    hours_of_path as hours_of_path,
    minutes_of as minutes_of,
)
from mha_book.your_file.shown import changes as changes, show as show  # noqa: E402
