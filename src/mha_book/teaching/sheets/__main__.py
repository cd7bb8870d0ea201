"""``python -m mha_book.teaching.sheets`` is what ``make sheets`` runs."""

import cyclopts

from mha_book.teaching.sheets.cli import main

cyclopts.run(main)
