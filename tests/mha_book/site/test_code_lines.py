"""Where a line of code may be parted on a phone."""

import re
from html import unescape

import pytest
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from mha_book.site.code_lines import LINE, SHORT, parted, rows, words_joints, wrap
from mha_book.site.code_pairs import keep_pairs


def html_of(code: str) -> str:
    """The code as Pygments marks it."""
    return highlight(code, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip("\n")


def seen(html: str) -> str:
    """Code as text."""
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("model.blocks[0].attention.query(x)", "model.blocks[0].attention.query(x)"),
        ("call(" + "x" * 42 + ")", "call(|" + "x" * 42 + ")"),
        (f"{'m' * 30}.blocks[0].query.weight", f"{'m' * 30}|.blocks[0]|.query|.weight"),
        ("'a string = of (words). here, and of some letters more than fit'", None),
    ],
)
def test_only_a_run_that_no_phone_has_room_for_breaks_without_a_space(code, expected):
    found = parted(html_of(code), SHORT).replace("<wbr>", "|")
    assert seen(found) == (expected or code)


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("x.view(*x.shape[:-1], heads, -1)", ["[:-1]", "-1"]),
        ("tensor([[1, 2], [3, -4]])", ["([[1, 2], [3, -4]])"]),
        ("a[0][1, 2].f()", ["[0][1, 2]"]),
        ("f(a_name, another_name, one_more_name)", []),
        ("f(a, [b, c], another_name, one_more_name)", ["[b, c]"]),
        ("one_long_name == other_name", ["== other_name"]),
        ("one_long_name / (a + b)", ["/ (a + b)"]),
        ("x = not one_long_name", ["not one_long_name"]),
        ("x = {'key': value.of(a)", [": value", "(a)"]),
    ],
)
def test_short_brackets_and_signs_stay_in_one_piece(code, kept):
    found = keep_pairs(html_of(code))
    assert seen(found) == code
    pieces = found.split('<span class="mha-whole">')[1:]
    assert len(pieces) == len(kept)
    for piece, want in zip(pieces, kept, strict=True):
        assert seen(piece).startswith(want)


def test_of_two_empty_lines_the_second_is_marked():
    blank = '<span class="mha-row">\n</span>'
    assert rows("a\n\n\nb").count("mha-again") == 1
    assert rows("a\n\nb").count("mha-again") == 0
    assert blank in rows("a\n\n\nb")


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
        (f"if x:\n    {'x' * (SHORT - 4)}  # (T, T)", True),
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
