"""``python -m mha_book.teaching.pictures`` is what ``make pictures`` runs."""

from pathlib import Path

import cyclopts

from mha_book.teaching.pictures.pixels import draw_all
from mha_book.your_file.contents import PROJECT


def main(
    site: Path = PROJECT / "_build" / "html",
    to: Path = PROJECT / "_build" / "pictures",
) -> None:
    """Write the built book's pictures as SVG and as PNG.

    Args:
        site: the built site.
        to: the folder that the files go to.
    """
    count = len(draw_all(site / "_static" / "pictures", to))
    print(f"{count} pictures are in {to}, each as SVG and as PNG.")


if __name__ == "__main__":
    cyclopts.run(main)
