"""``python -m mha_book.teaching.pictures`` is what ``make pictures`` runs."""

import argparse
from pathlib import Path

from tqdm import tqdm

from mha_book.teaching.pictures.files import picture_list, write_pictures
from mha_book.teaching.printing import draw_picture

parser = argparse.ArgumentParser(prog="make pictures", description=__doc__)
parser.add_argument("--out", type=Path, default=Path("_build/pictures"))
parser.add_argument("--browser", default="", help="what draws the PNG")
asked = parser.parse_args()
paths = write_pictures(asked.out)
if asked.browser:
    for path, one in tqdm([*zip(paths, picture_list(), strict=True)], unit="picture"):
        draw_picture(path, one.size, asked.browser)
else:
    print("No browser was found, so there are no PNG files.")
print(f"{len(paths)} pictures are in {asked.out}.")
