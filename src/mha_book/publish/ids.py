"""Names of places that stay apart when many pages become one document."""

import re

from mha_book.publish.chapter import Chapter

# What names other elements of its own page; some name several.
NAMING = ("for", "headers", "list", "aria-labelledby", "aria-describedby")
NAMING += ("aria-controls", "aria-owns", "aria-details")
LINKING = ("href", "xlink:href")
IN_STYLE = re.compile(r"url\(([\"']?)#")


def place(page: str, name: str) -> str:
    """What a place of a page is called in the whole book."""
    return f"{page}--{name}" if name else page


def rename_places(chapter: Chapter) -> None:
    """Give each id the page's name before it, and whatever refers to it, too.

    Links of readers are left as they are: `links` has a look at where they lead.
    """
    for node in chapter.body.find_all(True):
        for name, value in list(node.attrs.items()):
            if name == "class":
                continue
            words = " ".join(value) if isinstance(value, list) else value
            node.attrs[name] = renamed(chapter.page, node.name, name, words)


def renamed(page: str, element: str, attribute: str, value: str) -> str:
    """An attribute's value with its places renamed."""
    if attribute == "id" or (attribute, element) == ("name", "input"):
        return place(page, value)
    if attribute in NAMING:
        return " ".join(place(page, word) for word in value.split())
    if attribute in LINKING and element != "a" and value.startswith("#"):
        return "#" + place(page, value[1:])
    return IN_STYLE.sub(rf"url(\1#{page}--", value)
