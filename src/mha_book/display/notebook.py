"""Tables of pandas look the book's way in a notebook that imports from it."""

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame, Series

LONGEST = 60  # rows
# Where a table says it is from: by pandas 3, and by pandas 2.
PANDAS = ("pandas", "pandas.core.frame", "pandas.core.series")


def adopt_tables() -> None:
    """Have the running notebook, if there is one, write tables as `show` does."""
    shell = running_notebook()
    if shell is None:
        return
    html = shell.display_formatter.formatters["text/html"]
    for module in PANDAS:
        for name in ("DataFrame", "Series"):
            html.for_type_by_name(module, name, write_table)


def running_notebook() -> Any:
    """The notebook's shell that runs this, or None."""
    interactive = sys.modules.get("IPython")
    return interactive.get_ipython() if interactive else None


def write_table(table: "DataFrame | Series") -> str | None:
    """A table with its style, as one output; a long one is left to pandas."""
    # Not before a table is shown: colours load Matplotlib.
    from mha_book.display.frames import write_frame
    from mha_book.display.show import wrap

    return wrap(write_frame(table)) if len(table) <= LONGEST else None
