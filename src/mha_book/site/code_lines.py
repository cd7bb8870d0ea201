"""Each line of code in an element of its own, which a phone may wrap with an indent.

A phone has about 50 letters in a line, and the book's code up to 72. The style sheet
`phone.css` lets a longer line go on below, further in and after a mark, where somebody
would break it (`code_breaks`). A remark that has no room behind its code stands above
it, as somebody would write it there, and what is far in hangs (`code_indents`). Nothing
else changes: what is copied is what was written.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx

from mha_book.site.code_breaks import parted
from mha_book.site.code_indents import HANG, indents
from mha_book.site.code_sheets import tied
from mha_book.site.code_units import kind, letters, units_of

CODE = re.compile(r'(<div class="highlight"><pre[^>]*>)(.*?)(</pre>)', re.DOTALL)
# Pygments ends each of its elements on the line where it began, but for a marked line,
# which has its line break inside.
LINE = re.compile(r"[^\n]*\n(?:</span>)?|[^\n]+")
RUN = 20  # letters of code among words, from which on they may be parted
IN_WORDS = re.compile(rf'(?<=<span class="pre">)[^<]{{{RUN + 1},}}(?=</span>)')
# But not behind `F.` or `nn.`, which say nothing at the end of a line.
WORDS_JOINT = re.compile(r"(?:(?<=[(_=])|(?<=\w{3}\.))(?=\w)")
SHORT = 46  # letters for which any phone has room
# The spaces before a remark, and the line's end behind it, go where the remark goes:
# left alone they might begin a line.
ASIDE = re.compile(
    r'(?:<span class="w">( +)</span>|( +))(<span class="c1">)([^<]*)(.*?)(\n?)$'
)
# Two empty lines between definitions, of which the second is hardly one to the eye.
EMPTY = '<span class="mha-row mha-tied">\n</span>'
AGAIN = '<span class="mha-row mha-tied mha-again">\n</span>'


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
    lines = LINE.findall(code)
    placed = zip(lines, indents(lines), tied(lines), strict=True)
    wrapped = "".join(wrap(line, *far, is_tied) for line, far, is_tied in placed)
    return wrapped.replace(EMPTY + EMPTY, EMPTY + AGAIN)


def words_joints(code: str) -> str:
    """Code among words, with places where its line may be broken."""
    return WORDS_JOINT.sub("<wbr>", code)


def wrap(line: str, spaces: int, hung: int, is_tied: bool) -> str:
    """A line in its element, which knows how far in the line begins."""
    far = f"--in:{spaces}" * (spaces > 0) + f";--hung:{hung}" * (hung < spaces)
    style = f' style="{far}"' if far else ""
    look, inside = "mha-row", line
    if len(letters(line).rstrip("\n")) - spaces + hung > SHORT:
        look, inside = long_line(units_of(line), SHORT - hung - HANG)
    look += " mha-tied" * is_tied
    return f'<span class="{look}"{style}>{inside}</span>'


def long_line(units: list[str], room: int) -> tuple[str, str]:
    """A line that may go on below: what it is, and how it is parted."""
    start, end = 0, last_seen(units)
    while start < end and units[start].startswith("<") and not letters(units[start]):
        start += 1  # a mark around the whole line
    is_remarked = kind(units[end - 1]) == "c1"
    last = max(start, last_seen(units[: end - is_remarked]))
    before, after = "".join(units[:start]), "".join(units[last:])
    after = ASIDE.sub(r'\3<span class="mha-gap">\1\2</span>\4\6\5', after)
    if is_remarked and last == start:
        return "mha-row mha-remark", before + after
    code = "".join(units[start:last])
    code = parted(code, room) if len(letters(code).strip()) > room + HANG else code
    return "mha-row" + " mha-remarked" * is_remarked, before + code + after


def last_seen(units: list[str]) -> int:
    """How many units there are without those at the end of which nothing is seen."""
    end = len(units)
    while end and not letters(units[end - 1]).strip():
        end -= 1
    return end
