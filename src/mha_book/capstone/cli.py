"""The command ``mha-next``: how far a file is, and what the next step asks for."""

import argparse
import sys

from mha_book.capstone.standing import next_step
from mha_book.your_file.listings import MODULE

ABOUT = """Run a file of your own and the checks of all steps, from an empty file to the
first block of a real model, and show the next task. The exit status is 0 where all
steps are passed, and 1 where one is left."""


def main(argv: list[str] | None = None) -> None:
    """Look at the file, print, and exit with what was found."""
    parser = argparse.ArgumentParser(prog="mha-next", description=ABOUT)
    parser.add_argument("file", nargs="?", default=f"{MODULE}.py", help="yours")
    parser.add_argument("--hint", action="store_true", help="ask a question, too")
    asked = parser.parse_args(argv)
    standing = next_step(asked.file)
    print(standing)
    if asked.hint:
        print(f"\n{standing.hint()}")
    sys.exit(0 if standing.done else 1)
