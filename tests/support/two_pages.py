"""Two pages of a site, by hand, with all that changes when they become a book."""

from pathlib import Path

from mha_book.publish.about import Book
from mha_book.publish.chapter import Chapter

BOOK = Book("Small <book>", "Two pages", "Somebody", "Version 1")
STYLE = "<style>.shown { color: red }</style>"
EXERCISE = """
<ol class="mha-questions"><li><p><strong>A sum.</strong> 1 + 1?</p>
  <details><summary>Answer</summary>two</details></li></ol>
<div class="exercise admonition" id="paper">
  <p class="admonition-title">On paper</p></div>
<details class="mha-solution" id="paper-solution"><summary>Solution</summary>
  <div class="sd-summary-content">It is <b>three</b>.</div></details>
"""
FILE = """<details class="mha-your-file"><summary>Your file so far: {} lines</summary>
<p><a download href="data:text/x-python;base64,eA==">Download</a></p><pre>line</pre>
</details>"""
EXPLORER = """<div class="mha-mount" data-mounted><section aria-label="The dial">
<label for="turn">Turn</label><input id="turn" name="turn" type="radio">
</section></div>"""
PICTURE = """<svg viewBox="0 0 9 9" role="img" aria-label="two lines">
<clipPath id="cut"><path d="M0,0H9V9Z"></path></clipPath>
<path clip-path="url(#cut)" style="fill: url(#cut)" d="M0,0H9"></path>
<use xlink:href="#cut"></use><rect width="5" height="5"></rect></svg>"""
# A listing to write, and exercises; the next one has no name of its own.
LISTING = '<div class="mha-mount"><div class="mha-editor"><pre>page 2</pre></div></div>'
QUESTIONS = '<div class="mha-mount"><div class="mha-exercises">2 + 2?</div></div>'
UNNAMED = '<div class="mha-mount"><b>moves</b></div>'
ON_SCREEN = """<script>1</script><p class="copybtn">copy</p>
<p class="mha-letters">a b</p><p class="mha-progress">0 of 9</p>
<i class="sd-summary-state-marker">v</i>"""
HIDDEN = '<details class="hide"><summary>Code</summary><pre>1 + 1</pre></details>'
FIGURE = """<figure id="fig"><figcaption><span class="caption-number">Figure 1 </span>
<span>seen</span></figcaption></figure>"""


def page(title: str, *parts: str) -> str:
    """A page's text as the site has it."""
    return (
        f'<section id="top"><h1><span>1. </span>{title}'
        f'<a class="headerlink" href="#top">#</a></h1>{"".join(parts)}</section>'
    )


def section(name: str, *parts: str) -> str:
    """A section of a page."""
    return f'<section id="{name}"><h2>About {name}</h2>{"".join(parts)}</section>'


def reference(href: str) -> str:
    """A link that calls a figure by its number."""
    return f'<a href="{href}"><span class="std-numref">Figure 1</span></a>'


ONE = page(
    "First",
    STYLE + FIGURE + PICTURE + EXPLORER + reference("two.html#fig"),
    '<p><a class="away" href="three.html#there">elsewhere</a></p>',
    '<p><a href="#shared">down</a>',
    ' <span class="bibtex-citation"><a href="two.html">[1]</a></span></p>',
    '<p id="numbered">On page 2 is <a href="two.html">page 2</a> and ',
    "<code>page 2</code>.</p>",
    '<p><a href="_static/file.py">a file</a> <a href="https://example.org">far</a></p>',
    section("shared", '<p><a href="two.html">the second</a></p>' + EXERCISE),
    FILE.format(1),
)
TWO = page(
    "Second",
    STYLE + FIGURE + PICTURE + EXPLORER + reference("#fig"),
    LISTING + QUESTIONS + UNNAMED + ON_SCREEN + HIDDEN,
    "<p>Page 1 has words for page 2, whose homepage 3 is a page of its own.</p>",
    '<label for="turn">a</label><b aria-describedby="turn fig" headers="x">b</b>',
    '<nav><a href="one.html">one</a></nav><a href="one.html"><code>one</code></a>',
    '<p><a href="mailto:a@b.c">mail</a></p><p><a href="data:,x">saved</a></p>',
    section("shared", '<p><a href="one.html#shared">back</a></p>'),
    section("last", '<p><a href="one.html#no-such-place">to the first</a></p>'),
    FILE.format(2),
)


def chapters() -> dict[str, list[Chapter]]:
    """Both pages, read: one before all parts, and one in a part."""
    return {"": [Chapter.read("one", ONE)], "A part": [Chapter.read("two", TWO)]}


def build(folder: Path) -> Path:
    """A site of them, as far as a book reads it."""
    for name, text in (("one", ONE), ("two", TWO)):
        head = '<head><link rel="stylesheet" href="sheet.css"></head>'
        html = f'<html>{head}<body><article class="bd-article">{text}</article>'
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
    (folder / "sheet.css").write_text("p { margin: 0 }", encoding="utf-8")
    return folder
