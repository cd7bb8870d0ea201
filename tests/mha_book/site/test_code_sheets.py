"""Between which lines of a listing a sheet of paper may end."""

import pytest
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from mha_book.site.code_lines import LINE, rows
from mha_book.site.code_sheets import tied

# Each line, and a mark before those that stay with the one above them.
CASES = [
    ("|x = f(1)\n|y = g(x)", "statements"),
    ("|x = f(\n-    1,\n-    [2,\n-     3],\n-)\n|y", "brackets"),
    ("|a = {\n-}\n|b = [\n-    f(c)]\n|d", "all kinds of them"),
    ('|a = \'(\'\n|b = """[\n|c"""\n|d', "none in a string"),
    (
        "|def f(x):\n-    y = x\n-    return y\n-\n|f(1)",
        "a function, and an empty line",
    ),
    ("|for x in y:\n-    z\n|else:\n-    z", "what is further in"),
    ("|class C:\n-    a = 1\n-\n|    def f():\n-        return\n|f()", "a method"),
    ("|f(\n-\n-    1)\n|y", "an empty line in brackets"),
    ("|x  # so (:\n|y", "no bracket in a remark"),
]


@pytest.mark.parametrize(("marked", "why"), CASES)
def test_a_sheet_ends_between_statements(marked, why):
    lines = marked.split("\n")
    code = "\n".join(line[1:] for line in lines)
    html = highlight(code, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
    listed = LINE.findall(html)
    assert list(tied(listed)) == [line[0] == "-" for line in lines], why
    looks = [" mha-tied" in row for row in rows(html).split('<span class="mha-row')]
    assert looks[1:] == [line[0] == "-" for line in lines], why
