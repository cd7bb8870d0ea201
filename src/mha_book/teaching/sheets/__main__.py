"""``python -m mha_book.teaching.sheets`` is what ``make sheets`` runs."""

from mha_book.teaching.sheets.cli import main

main()
