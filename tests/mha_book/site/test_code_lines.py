"""Where a line of code may be parted on a phone."""

import re

import pytest
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from mha_book.site.code_lines import LINE, SHORT, with_joints, words_joints, wrap


def parted(code: str) -> str:
    """The code as text, with | where its line may break and no space is."""
    html = highlight(code, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip("\n")
    text = re.sub(r"<(?!wbr)[^>]*>", "", with_joints(html)).replace("<wbr>", "|")
    return text.replace("&quot;", '"')


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("mask=torch.ones(1, 3)", "mask=torch.ones(1, 3)"),  # short enough
        ("long_mask_of=torch.ones(1, 3)", "long_mask_of=|torch|.ones(|1, 3)"),
        ("model.blocks[0].attention.query", "model|.blocks[|0]|.attention|.query"),
        ("(one, two, three, four, five)", "(one, two, three, four, five)"),
        ("'a string = of (words). here'", "'a string = of (words). here'"),
    ],
)
def test_long_runs_break_where_one_would_break_them(code, expected):
    assert parted(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("F.scaled_dot_product_attention", "F.scaled_|dot_|product_|attention"),
        ("nn.MultiheadAttention(bias=True)", "nn.MultiheadAttention(|bias=|True)"),
        ("torch.nn.functional.softmax", "torch.|nn.functional.|softmax"),
    ],
)
def test_among_words_code_breaks_behind_what_says_something(code, expected):
    assert words_joints(code).replace("<wbr>", "|") == expected


@pytest.mark.parametrize(
    ("code", "is_short"),
    [
        ("x = y  # (T, T)", True),
        ("x" * SHORT + "  # (T, T)", True),
        ("x" * (SHORT + 1) + "  # (T, T)", False),
        (f"if x:\n    {'x' * (SHORT - 3)}  # (T, T)", False),
        ("    # nothing but words", False),
        ("x = '# no remark'", False),
    ],
)
def test_a_remark_is_told_where_its_code_has_room_for_itself(code, is_short):
    html = highlight(code, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
    last = list(LINE.finditer(html))[-1]
    assert ("mha-remarked" in wrap(last)) == is_short


def test_a_line_knows_how_far_in_it_begins():
    for code, style in (("x = 1\n", ""), ("    y = 2\n", ' style="--in:4"')):
        assert wrap(LINE.match(code)).startswith(f'<span class="mha-row"{style}>')
