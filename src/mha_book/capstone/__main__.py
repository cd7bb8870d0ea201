"""``python -m mha_book.capstone`` is the command ``mha-next``."""

from mha_book.capstone.cli import main

main()
