"""A notebook's run, with another try where its kernel does not start.

Ports are looked for, let go and handed to the kernel, which may find one taken:
https://github.com/nteract/papermill/issues/511
"""

from typing import Any

import nbclient
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode


def execute(notebook: NotebookNode, tries: int = 3, **how: Any) -> NotebookNode:
    """Run a notebook's cells as `nbclient.execute` does, which tells of `how`.

    Raises whatever that raises; of a kernel that does not start, after the last try.
    """
    try:
        return nbclient.execute(notebook, **how)
    except RuntimeError as error:
        # What a cell has ended is the cell's own fault.
        if tries == 1 or isinstance(error, DeadKernelError):
            raise
    return execute(notebook, tries - 1, **how)
