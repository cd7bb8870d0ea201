"""The pictures as a page shows them: each small, with a link to its file."""

from collections.abc import Sequence
from html import escape

from mha_book.teaching.pictures.files import PictureFile, picture_list, plot_list

FOLDER = "_static/pictures"
STYLE = """
.mha-files { display: grid; gap: 1rem; padding: 0; list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); }
.mha-files span { display: block; height: 9rem; border: 1px solid #bbb;
  background: #fff center / contain no-repeat content-box; padding: 0.4rem; }
"""


class PictureFiles:
    """All pictures, as two grids of small ones; a file for each."""

    def __init__(self) -> None:
        self.drawings, self.plots = picture_list(), plot_list()

    def __repr__(self) -> str:
        return "\n".join(one.name for one in [*self.drawings, *self.plots])

    def _repr_html_(self) -> str:
        drawings = _fold("drawings", self.drawings)
        return f"<style>{STYLE}</style>{drawings}{_fold('plots', self.plots)}"


def _fold(kind: str, files: Sequence[PictureFile]) -> str:
    items = "".join(map(_item, files))
    return (
        f"<details><summary>All {len(files)} {kind}</summary>"
        f'<ul class="mha-files">{items}</ul></details>'
    )


def _item(one: PictureFile) -> str:
    file = f"{FOLDER}/{one.name}.svg"
    words = escape(one.words, quote=True)
    name = one.name.replace("_", " ").replace("-", " ")
    page = f', <a href="{one.page}.html">its page</a>' if one.page else ""
    shown = f"style=\"background-image: url('{file}')\""  # on white in any theme
    return (
        f'<li><span role="img" aria-label="{words}" {shown}></span>'
        f'<a href="{file}" download>{name}</a>{page}</li>'
    )


def picture_files() -> PictureFiles:
    """Show all pictures with links to their files."""
    return PictureFiles()
