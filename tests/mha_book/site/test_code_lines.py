"""Where a line of code may be parted on a phone."""

import re

import pytest
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from mha_book.site.code_lines import with_joints


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
