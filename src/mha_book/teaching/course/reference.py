"""How the book is quoted, from what `CITATION.cff` says of it."""

import re
from pathlib import Path

from mha_book.your_file.contents import PROJECT

READS = ("CITATION.cff",)


def reference(project: Path = PROJECT) -> str:
    """Write a finished reference as Markdown; the site adds its address, if it has one.

    Args:
        project: the folder that holds ``CITATION.cff``.
    """
    text = (project / "CITATION.cff").read_text(encoding="utf-8")
    fields = r'^(?:  - )?(title|version|date-released|name): *"?([^"\n]*)"?$'
    said = dict(re.findall(fields, text, re.MULTILINE))
    year = said["date-released"][:4]
    return (
        f"> {said['name']} ({year}). *{said['title']}*, version {said['version']}. "
        'CC BY 4.0.<span class="mha-address"></span>'
    )
