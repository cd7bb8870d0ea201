"""Each line of code in an element of its own, which a phone may wrap with an indent.

A phone has about 50 letters in a line, and the book's code up to 72. The style sheet
`phone.css` lets a longer line go on below, further in and after a mark, at a space
outside all short pairs of brackets; a remark that has no room behind its code stands
below it without a mark. Nothing else changes: what is copied is what was written.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx

from mha_book.site.code_pairs import keep_pairs, letters

CODE = re.compile(r'(<div class="highlight"><pre[^>]*>)(.*?)(</pre>)', re.DOTALL)
# Pygments ends each of its elements on the line where it began, but for a marked line,
# which has its line break inside.
LINE = re.compile(r"[^\n]*\n(?:</span>)?|[^\n]+")
GAP = re.compile(r"( +)(?![^<]*>)")  # not those inside a tag
RUN = 20  # letters of code among words, from which on they may be parted
IN_WORDS = re.compile(rf'(?<=<span class="pre">)[^<]{{{RUN + 1},}}(?=</span>)')
# But not behind `F.` or `nn.`, which say nothing at the end of a line.
WORDS_JOINT = re.compile(r"(?:(?<=[(_=])|(?<=\w{3}\.))(?=\w)")
# A remark behind code that has room for itself.
REMARK = re.compile(r'^(.*\S.*?) *<span class="c1">')
SHORT = 46  # letters for which any phone has room
# A run that no phone has room for: behind what opens, and before a dot, where one would
# break a line by hand.
JOINT = re.compile(r'(<span class="p">[({]</span>)(?=[<\w])|(?=<span class="o">[.]<)')
# Two empty lines between definitions, of which the second is hardly one to the eye.
EMPTY = '<span class="mha-row">\n</span>'
AGAIN = '<span class="mha-row mha-again">\n</span>'


def setup(app: Sphinx) -> None:
    """Register the step."""
    app.connect("html-page-context", part_code, priority=610)


def part_code(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Part a page's code, and what its cells print, into lines."""
    body = CODE.sub(
        lambda found: found[1] + rows(found[2]) + found[3],
        context.get("body", ""),
    )
    context["body"] = IN_WORDS.sub(lambda found: words_joints(found[0]), body)


def rows(code: str) -> str:
    """A listing's lines, each in its element."""
    return LINE.sub(wrap, code).replace(EMPTY + EMPTY, EMPTY + AGAIN)


def words_joints(code: str) -> str:
    """Code among words, with places where its line may be broken."""
    return WORDS_JOINT.sub("<wbr>", code)


def wrap(line: re.Match) -> str:
    """A line in its element, which knows how far in the line begins."""
    text = letters(line[0]).rstrip("\n")
    spaces = len(text) - len(text.lstrip(" "))
    style = f' style="--in:{spaces}"' if spaces else ""
    before = REMARK.match(line[0])
    is_short = before and 0 < len(letters(before[1]).rstrip()) <= SHORT
    look = "mha-row mha-remarked" if is_short else "mha-row"
    return f'<span class="{look}"{style}>{parted(line[0], SHORT - spaces)}</span>'


def parted(code: str, room: int) -> str:
    """A line that may go on below, with places where it may, and where it may not."""
    if len(letters(code).strip()) <= room:
        return code
    runs = GAP.split(keep_pairs(code))
    return "".join(
        JOINT.sub(r"\1<wbr>", run) if len(letters(run)) > room else run for run in runs
    )
