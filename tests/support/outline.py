"""What a page is made of, as lines that a person can read, and `git diff` can compare.

A line is an element: its name, classes, further attributes and the words it begins
with, indented by its depth. Code is kept as it is read, with the lines that stand out
marked; of a drawing by another tool only the frame.
"""

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, NavigableString, Tag

FRAMES = ".math svg, math"
CODE = ("pre",)  # whether Tab stops there the theme says, some time after


def outline(html: str, select: str, without: str) -> list[str]:
    """The lines of the elements that a selector finds, without those of another."""
    page = BeautifulSoup(html, "html.parser")
    for drawing in page.select(FRAMES):
        drawing.clear()
    for part in page.select(without):
        part.extract()
    return [line for part in page.select(select) for line in lines(part, 0)]


def lines(node: Tag, depth: int) -> Iterator[str]:
    """An element's line, and those of what it holds."""
    indent = "  " * depth
    if node.name in CODE:
        yield f"{indent}{head(node)}"
        for text in code(node).splitlines():
            yield f"{indent}  | {text}".rstrip()
        return
    children = [child for child in node.children if words(child)]
    first = children.pop(0) if children and is_text(children[0]) else None
    yield f"{indent}{head(node)}" + (f" {words(first)!r}" if first else "")
    for child in children:
        if isinstance(child, Tag):
            yield from lines(child, depth + 1)
        else:
            yield f"{indent}  {words(child)!r}"


def is_text(node: object) -> bool:
    """Whether it is words of a page, and no element."""
    return isinstance(node, NavigableString)


def words(node: object) -> str:
    """A text in one line, "" if it is blank; an element is never blank."""
    if type(node) not in (NavigableString, Tag):  # a comment, say
        return ""
    text = re.sub(r"\s+", " ", str(node))
    return text if text.strip() else ""


def head(node: Tag) -> str:
    """Name, classes and other attributes, in one order."""
    classes = "".join(f".{name}" for name in node.get_attribute_list("class") if name)
    left_out = {"class", "tabindex"} if node.name in CODE else {"class"}
    rest = {k: v for k, v in sorted(node.attrs.items()) if k not in left_out}
    shown = "".join(f' {k}="{plain(v)}"' if v else f" {k}" for k, v in rest.items())
    return f"{node.name}{classes}{shown}"


def plain(value: str | list[str]) -> str:
    """An attribute as it is written, without the version of the file that it names."""
    written = value if isinstance(value, str) else " ".join(value)
    return re.sub(r"\?(v|digest)=\w+$", "", written)


def code(node: Tag) -> str:
    """A listing's text; a line that stands out has a mark before it."""
    for marked in node.select(".hll, ins"):
        marked.insert(0, "» ")
    return node.get_text()
