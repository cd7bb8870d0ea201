"""What is one thing stays on one line: a shape, a range, a formula with its stop."""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

WHOLE = "mha-whole"  # the class that the style sheet keeps on one line
LONGEST = 26  # characters, which fit a phone beside another word
WORD = r"−?\w{1,8}(?:\.\d+)?"
NAME = r"−?[\w…′]+(?:\.\d+)?(?: ?[−+·/] ?\w+)?"
PIECE = re.compile(
    rf"\({NAME}(?:, ?{NAME})*,?\)"  # (B, T, E), (3,), (T, 2 · E), (1.1, −1.2)
    r"|[−-]?\d[\d.,]*(?: ?–| to) ?[−-]?\d[\d.]*"  # 0.38–0.39, 2 to 4
    r"|\d[\d.]*e-?\d+"  # 2e-16
    r"|\d[\d.]* × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"  # before a product, which it begins with
    r"|\d+(?: [·+×] \d+)+(?: = \d+)?(?![.\d])"  # 2 · 3 · 4 = 24, 4 × 12
    r"|\d[\d.]* · (?:\([−-]?\d(?:[\d.]*\d)?\)|[−-]?\d(?:[\d.]*\d)?)"  # 3.33 · (−0.10)
    r"|\d[\d.]* · [a-z]+\([^()]{1,14}\)"  # 50 · tanh(score / 50)
    rf"|(?:(?:sin|cos|log) )?\b{WORD}(?: = {WORD}){{1,2}}"  # E = 2, Tq = Tk = 3
    r"|[\w∞]+ [−+·/] [\w∞]+(?: = \w+)?"  # length − 1, E / num_heads, 0 · NaN = NaN
    r"|= [−-]?\d+(?:\.\d+)?"  # = 36
    r"|\b(?:[Pp]age|[Ss]tep|[Hh]ead|[Ll]ayer|[Rr]ow|log) \d+|\btop k\b|\bet al\."
    r"|\d[\d.,]* (?:kB|MB|GB|MiB|GiB|ms)\b"  # 32 MiB
    r"|[A-Z]\w*-\d+|[A-Z]\w*[A-Z\d]-\w+"  # GPT-2, QK-norm, Qwen3-Next
    r"|“ [^“”]+”|“[^“”]+ ”"  # “ the”, “how are ”: the space is the token's
)
OPENED = re.compile(r"[(‘“]+$")
JOINED = re.compile(r"^[.,;:!?)’”]+")
NOT_IN = (nodes.literal, nodes.literal_block, nodes.raw, nodes.math, nodes.math_block)


def setup(app: Sphinx) -> None:
    """Register the step."""
    app.add_post_transform(Unbroken)


class Unbroken(SphinxPostTransform):
    """Mark on each page what shall not be cut at the end of a line."""

    default_priority = 150  # references have their words by then
    formats = ("html",)

    def run(self, **options: object) -> None:
        """Change the page's tree in place."""
        for literal in list(self.document.findall(nodes.literal)):
            if len(literal.astext()) <= LONGEST:
                literal["classes"].append(WHOLE)
                keep_punctuation(literal)
        for formula in list(self.document.findall(nodes.math)):
            keep_punctuation(formula)
        for text in list(self.document.findall(nodes.Text)):
            if not isinstance(text.parent, NOT_IN) and PIECE.search(text):
                mark_pieces(text)


def keep_punctuation(node: nodes.Element) -> None:
    """Put a formula, or code, and the signs around it into one piece."""
    before, after = neighbour(node, -1), neighbour(node, 1)
    opening = "".join(OPENED.findall(before))
    closing = "".join(JOINED.findall(after))
    if not opening and not closing:
        return
    parent: Any = node.parent
    place = parent.index(node)
    around = [nodes.Text(opening), node, nodes.Text(closing)]
    piece = nodes.inline("", "", *around, classes=[WHOLE])
    pieces = [nodes.Text(before.removesuffix(opening)), piece]
    pieces.append(nodes.Text(after.removeprefix(closing)))
    parent[place - bool(before) : place + 1 + bool(after)] = pieces


def neighbour(node: nodes.Element, step: int) -> str:
    """The text right before a node, at -1, or right after it; "" where none is."""
    place: int = node.parent.index(node) + step
    beside = node.parent[place] if 0 <= place < len(node.parent) else None
    return str(beside) if isinstance(beside, nodes.Text) else ""


def mark_pieces(text: nodes.Text) -> None:
    """Wrap each piece of a text that fits a phone's line."""
    parts: list[nodes.Node] = []
    end = 0
    for found in PIECE.finditer(text):
        if len(found[0]) <= LONGEST:
            parts.append(nodes.Text(text[end : found.start()]))
            parts.append(nodes.inline("", found[0], classes=[WHOLE]))
            end = found.end()
    parent: Any = text.parent
    parent.replace(text, [*parts, nodes.Text(text[end:])])
