"""The pictures as a page shows them: each small, with a link to its file."""

from html import escape

from mha_book.teaching.pictures.files import PictureFile, picture_list

FOLDER = "_static/pictures"
STYLE = """
.mha-files { display: grid; gap: 1rem; padding: 0; list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); }
.mha-files span { display: block; height: 9rem; border: 1px solid #bbb;
  background: #fff center / contain no-repeat content-box; padding: 0.4rem; }
"""


class PictureFiles:
    """All pictures, as a grid of small ones; a file for each."""

    def __init__(self) -> None:
        self.files = picture_list()

    def __repr__(self) -> str:
        return "\n".join(one.name for one in self.files)

    def _repr_html_(self) -> str:
        items = "".join(map(_item, self.files))
        return (
            f"<style>{STYLE}</style><details><summary>All {len(self.files)} pictures"
            f'</summary><ul class="mha-files">{items}</ul></details>'
        )


def _item(one: PictureFile) -> str:
    file = f"{FOLDER}/{one.name}.svg"
    words = escape(one.words, quote=True)
    name = one.name.replace("_", " ")
    page = f', <a href="{one.page}.html">its page</a>' if one.page else ""
    shown = f"style=\"background-image: url('{file}')\""  # on white in any theme
    return (
        f'<li><span role="img" aria-label="{words}" {shown}></span>'
        f'<a href="{file}" download>{name}</a>{page}</li>'
    )


def picture_files() -> PictureFiles:
    """Show all pictures with links to their files."""
    return PictureFiles()
