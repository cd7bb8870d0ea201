"""A drawing as a file of its own: its style, read with all variables written out."""

from pathlib import Path
from xml.etree import ElementTree

from mha_book.pictures.kit.flat_style import flatten, narrow
from records import Record

READ = Record(Path(__file__).with_name("flat_style.txt"), exact=True)
STYLE = """
/* What is lit { has a colour } */
.mha-query { --part: light-dark(#102030, #f0f0f0); }
svg .mha-key{--part:var(--green,#00ff00)}
:root { --green: #008000; --line: var(--part, #123456) }
svg { --green: #ff0000; }
@media (prefers-color-scheme: dark) { text { fill: white } .lit { fill: blue } }
text, .mha-lit { fill: var(--pst-color-text-base); font-size: 13.5px; }
rect { fill: color-mix(in srgb, var(--part) 25%, transparent); stroke: currentColor }
path { stroke: color-mix(in srgb, light-dark(#ff0000, #00ff00) 62.5%, white) }
path { fill: var(--unknown, var(--unheard, #abcdef)); stroke: var(--line) }
circle { fill: var(--nowhere) }
"""
DRAWING = f"""<svg xmlns="http://www.w3.org/1999/xhtml" viewbox="0 0 9 8">
<style>{STYLE}</style><defs><style>line {{ stroke: red }}</style>
<clippath id="c"></clippath></defs>
<g class="mha-query deep"><rect/>
<text class="mha-lit" style="fill: var(--part)">a</text>
<g class="mha-key"><rect style="stroke: var(--part)"/></g><path/></g>
<use xlink:href="#c" style="fill: var(--part)"/></svg>"""


def test_all_is_written_out_as_was_read():
    flat = ElementTree.tostring(flatten(DRAWING), encoding="unicode")
    READ.holds("a drawing", flat.splitlines())
    READ.has_only({"a drawing"})


def test_letters_are_smaller_in_a_file():
    assert narrow("a { font-size: 12px } b{font-size: 12.5px;}") == (
        "a { font-size: 10.56px } b{font-size: 11px;}"
    )
