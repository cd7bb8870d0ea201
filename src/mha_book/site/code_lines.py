"""Each line of code in an element of its own, which a phone may wrap with an indent.

A phone has about 58 letters in a line, and the book's code up to 72. The style sheet
`phone.css` lets a longer line go on below, further in and after a mark; a remark that
has no room behind its code stands below it without one. Nothing else changes: what is
copied is the code as it was written.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx

CODE = re.compile(r'(<div class="highlight"><pre[^>]*>)(.*?)(</pre>)', re.DOTALL)
# Pygments ends each of its elements on the line where it began, but for a marked line,
# which has its line break inside.
LINE = re.compile(r"[^\n]*\n(?:</span>)?|[^\n]+")
MARKUP = re.compile(r"<[^>]*>")
# A browser may break after any "-"; a sign belongs to its number or name.
SIGN = re.compile(r'(<span class="o">-</span><span[^>]*>[^<]*</span>)')
GAP = re.compile(r"( +)(?![^<]*>)")  # not those inside a tag
RUN = 20  # letters without a gap, from which on a phone may have no room for them
IN_WORDS = re.compile(rf'(?<=<span class="pre">)[^<]{{{RUN + 1},}}(?=</span>)')
# But not behind `F.` or `nn.`, which say nothing at the end of a line.
WORDS_JOINT = re.compile(r"(?:(?<=[(_=])|(?<=\w{3}\.))(?=\w)")
# A remark behind code that has room for itself.
REMARK = re.compile(r'^(.*\S.*?) *<span class="c1">')
SHORT = 55
# Behind what opens or assigns, and before a dot: there one would break a line by hand.
OPENS = r'(<span class="[op]">[=(\[{,]+</span>)(?=[<\w])'
JOINT = re.compile(OPENS + '|(?=<span class="o">[.]<)')


def setup(app: Sphinx) -> None:
    """Register the step."""
    app.connect("html-page-context", part_code, priority=610)


def part_code(
    app: Sphinx, page: str, template: str, context: dict, doctree: nodes.document | None
) -> None:
    """Part a page's code, and what its cells print, into lines."""
    body = CODE.sub(
        lambda found: found[1] + LINE.sub(wrap, found[2]) + found[3],
        context.get("body", ""),
    )
    context["body"] = IN_WORDS.sub(lambda found: words_joints(found[0]), body)


def words_joints(code: str) -> str:
    """Code among words, with places where its line may be broken."""
    return WORDS_JOINT.sub("<wbr>", code)


def wrap(line: re.Match) -> str:
    """A line in its element, which knows how far in the line begins."""
    text = MARKUP.sub("", line[0]).rstrip("\n")
    spaces = len(text) - len(text.lstrip(" "))
    style = f' style="--in:{spaces}"' if spaces else ""
    before = REMARK.match(line[0])
    is_short = before and 0 < len(MARKUP.sub("", before[1]).strip()) <= SHORT - spaces
    look = "mha-row mha-remarked" if is_short else "mha-row"
    code = SIGN.sub(r'<span class="mha-whole">\1</span>', with_joints(line[0]))
    return f'<span class="{look}"{style}>{code}</span>'


def with_joints(code: str) -> str:
    """Long runs without a gap, with places where a line may be broken."""
    return "".join(
        JOINT.sub(r"\1<wbr>", run) if len(MARKUP.sub("", run)) > RUN else run
        for run in GAP.split(code)
    )
