"""The command of `make zip`: the site in one file, which opens on any machine."""

import re
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import cyclopts
from tqdm import tqdm

from mha_book.in_page.pack import part_script
from mha_book.publish.about import about_book
from mha_book.your_file.contents import PACKAGE, PROJECT
from mha_book.your_file.listings import MODULE

MODEL = "_static/mha/minilm/"  # what is large: the model for a sentence of one's own
NOTEBOOKS = "_sources/"
FILE = f"_static/from_scratch/{MODULE}.py"
# What only tools read: maps of scripts, Sphinx's own notes, the theme's translations.
LEFT_OUT = re.compile(r".*\.map|\.buildinfo|objects\.inv|_static/locales/.*")
TO_NOTEBOOK = re.compile(rb'(?<=href=")_sources/(?=[\w.-]+\.ipynb")')
README = Path(__file__).with_name("README.txt").read_text(encoding="utf-8")
START = Path(__file__).with_name("start.html").read_bytes()
NO_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say
MB = 1e6


def main(
    site: Path = PROJECT / "_build" / "html",
    to: Path = PROJECT / "_build" / "zip",
    small: bool = False,
) -> None:
    """Pack the built site.

    Args:
        site: the built site.
        to: the folder that the zip goes to.
        small: leave out the large model; its explorer then says so.
    """
    to.mkdir(parents=True, exist_ok=True)
    target = to / f"{PACKAGE}{'-small' if small else ''}.zip"
    content = dict(content_of(site, small))
    write_zip(target, content)
    size, unpacked = target.stat().st_size, sum(map(len, content.values()))
    print(f"{target}: {size / MB:.1f} MB, unpacked {unpacked / MB:.1f} MB")


def content_of(site: Path, small: bool) -> Iterator[tuple[str, bytes]]:
    """The files of the zip: where each lies in it, and what is in it.

    Raises:
        FileNotFoundError: the site is not built.
    """
    if not (site / "index.html").is_file():
        raise FileNotFoundError(f"{site} has no built book: run `make book`")
    readme = README.format(version=about_book().edition, module=MODULE)
    yield "README.txt", readme.encode()
    yield "start.html", START
    yield f"{MODULE}.py", (site / FILE).read_bytes()
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        name = path.relative_to(site).as_posix()
        if not LEFT_OUT.fullmatch(name):
            yield place_of(name), changed(name, path.read_bytes(), small)


def place_of(name: str) -> str:
    """Where a file of the site lies in the zip: notebooks have their own folder."""
    if name.startswith(NOTEBOOKS) and name.endswith(".ipynb"):
        return f"notebooks/{name.removeprefix(NOTEBOOKS)}"
    return f"site/{name}"


def changed(name: str, content: bytes, small: bool) -> bytes:
    """A file as the zip has it: pages lead to the notebooks, a model may be away."""
    if name.endswith(".html"):
        return TO_NOTEBOOK.sub(b"../notebooks/", content)
    if small and name.startswith(MODEL) and name.endswith(".js"):
        model, part = name.removesuffix(".js").split("/")[-2:]
        return part_script(model, part, None).encode()  # says that it is not here
    return content


def write_zip(target: Path, content: dict[str, bytes]) -> None:
    """Pack files below one folder; equal files give equal bytes, at any time."""
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in tqdm(sorted(content.items()), desc="Packing", unit=" files"):
            entry = ZipInfo(f"{PACKAGE}/{name}", NO_DATE)
            entry.compress_type, entry.create_system = ZIP_DEFLATED, 3
            entry.external_attr = 0o100644 << 16
            packed.writestr(entry, data)


if __name__ == "__main__":
    cyclopts.run(main)
