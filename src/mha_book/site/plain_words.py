"""A page's words as Markdown that any notebook shows: on Colab no MyST is spoken.

What folds on the site folds here, in HTML; a callout and an exercise get a bold title;
a role gives its words, and a link leads to the published page where there is one.
"""

import re
from collections.abc import Callable, Iterator

from mha_book.display.marked import marked

OPEN = re.compile(r"(?P<fence>:{3,})\{(?P<kind>[\w-]+)\} *(?P<title>.*)")
OPTION = re.compile(r":(?P<name>[\w-]+): *(?P<value>.*)")
CODE = re.compile(r"(`{3,}|~{3,})")
LISTING = re.compile(r"(^`{3,}[^\n]*\n.*?^`{3,}$)", re.DOTALL | re.MULTILINE)
WIDE = re.compile(rf"{LISTING.pattern}|\n{{3,}}", LISTING.flags)  # lines left empty
ROLE = re.compile(r"\{(?P<role>[\w:]+)\}`(?P<words>[^`]+)`")
POINTED = re.compile(r"(?P<words>.*?) *<(?P<target>[^>]+)>", re.DOTALL)
# A link with what stands behind its target; or a code span, which has none.
LINK = re.compile(
    r"(?<!!)\[(?P<words>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<to><[^>]*>|[^()\s]*)[^()]*\)"
    r"|`+[^`]*`+"
)
FOLDS = ("dropdown", "solution")


class Plain:
    """Rewrites one page's cells of words, in their order.

    Args:
        address: what a link's words and target become, as (words, where); a target
            that leads nowhere from outside gives "" for where.
        glued: what the page glued, by name.
        figures: the number of each figure by its name.
    """

    def __init__(
        self,
        address: Callable[[str, str], tuple[str, str]],
        glued: dict[str, str],
        figures: dict[str, int],
    ) -> None:
        self._address, self._glued, self._figures = address, glued, figures
        self._exercises: dict[str, int] = {}  # of each label

    def rewrite(self, text: str) -> str:
        """The Markdown of one cell."""
        parts = LISTING.split(text)  # words, a listing, words, …
        parts[::2] = (
            LINK.sub(self._link, ROLE.sub(self._role, words)) for words in parts[::2]
        )
        lines = "\n".join(self._blocks("".join(parts).split("\n")))
        return WIDE.sub(lambda found: found[1] or "\n\n", lines)

    def _blocks(self, lines: list[str]) -> Iterator[str]:
        """The lines, without fences of colons."""
        opened: list[tuple[str, str]] = []  # each fence and what closes it
        left, code = list(lines), ""
        while left:
            line = left.pop(0)
            if mark := CODE.match(line):
                code = "" if code else mark[0]
            if code or not (found := OPEN.fullmatch(line)):
                if not code and opened and line.rstrip() == opened[-1][0]:
                    yield opened.pop()[1]
                else:
                    yield line
                continue
            options = take_options(left)
            kind, title = found["kind"], self._title(found, options)
            folds = kind in FOLDS
            opened.append((found["fence"], "\n</details>\n" if folds else ""))
            yield f"<details><summary>{marked(title)}</summary>\n" if folds else title

    def _title(self, found: re.Match[str], options: dict[str, str]) -> str:
        kind, title = found["kind"], found["title"].strip()
        if kind == "exercise":
            number = len(self._exercises) + 1
            self._exercises[options.get("label", "")] = number
            return f"**Exercise {number}. {title}**\n"
        if kind == "solution":
            return f"Solution to exercise {self._exercises.get(title, title)}"
        bold = title and kind not in ("dropdown", "grid")
        return f"**{title}**\n" if bold else "" if kind == "grid" else title

    def _role(self, found: re.Match[str]) -> str:
        words = found["words"].lstrip("!")
        pointed = POINTED.fullmatch(words)
        match found["role"]:
            case "glue:text":
                return self._glued.get(words, words)
            case "numref":
                return f"Figure {self._figures.get(words, '')}".strip()
        return pointed["words"] if pointed else words

    def _link(self, found: re.Match[str]) -> str:
        if found["to"] is None:
            return found[0]
        words, where = self._address(found["words"], found["to"].strip("<>"))
        return f"[{words}]({where})" if where else words


def take_options(lines: list[str]) -> dict[str, str]:
    """The options that stand right below a fence; they are taken off the lines."""
    options = {}
    while lines and (found := OPTION.fullmatch(lines[0])):
        options[found["name"]] = found["value"]
        lines.pop(0)
    return options
