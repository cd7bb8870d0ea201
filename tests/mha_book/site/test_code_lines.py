"""Where a line of code may be parted on a phone."""

import re
from html import unescape

import pytest
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from mha_book.site.code_breaks import parted
from mha_book.site.code_indents import indents
from mha_book.site.code_lines import LINE, SHORT, rows, words_joints


def html_of(code: str) -> str:
    """The code as Pygments marks it."""
    return highlight(code, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip("\n")


def seen(html: str) -> str:
    """Code as text."""
    return unescape(re.sub(r"<[^>]*>", "", html))


ROOM = 44
# Where each line may go on below.
BREAKS = [
    # Behind a comma, or what opens a bracket, that is not in a short pair.
    "losses.append(|learn(model, optimizer, windows[some]))",
    "assert torch.allclose(|half, |torch.tensor([16, 4, 1]) / 21)",
    "return torch.tensor([|number[letter] for letter in a_long_text])",
    "pd.Series(|losses, |name='loss on held-out text').round(2)",
    "axis(|two, |color=palette.FILLED, |linestyle='dotted, or so')",
    # What is set in a call is no name that is bound.
    "model.fit(a), |groups.groupby(level=0).mean().eval()",
    # Else before a sign, the loosest first; a sign keeps what it is applied to.
    "assert len(reading) > 100_000 |and len(held_out) > 10_000",
    "smooth = numbers[0] |+ numbers[1] * numbers[2] |+ -1 * numbers[3]",
    "for (a, b), times |in Counter(zip(seen, seen[1:])).items():",
    # Else before a dot, but for the names that say nothing alone.
    "'single letters': -single[after]|.log()|.mean().item(),",
    "scores = nn.Linear(5, 2)(scores)|.masked_fill(~mask, -math.inf)",
    "text = torch.softmax(text, -1)|.encode('ascii', 'ignore').decode()",
    # Else at a space; names that are bound stay together longer than that.
    "one_output, of_weights_of_it = |attend_to_all_of_the_words",
    # Short is a pair of 24 letters.
    "a_name_of_several_words |+ f(with_words, of_one, an)",
    "a_name_of_several_words + f(|with_words, |of_one, any)",
    # No crumb of fewer than ten letters goes below, if another place will do.
    "losses['the deaf model'] = |losses_of(deaf).item()",
    "losses['the deaf model'] = losses_of(deaf)|.item_is()",
    "with |ACounterOfAllProducts(|display=False, |of=1) as one:",
    "a_name_of_44_letters_without_a_joint_in_them |+ a_name + one",
    "a_long_name |+ a_name_of_36_letters_without_a_joint + one",
    "a_long_name |+ a_name_of_36_letters_without_a_joint_ |+ one",
    "a_name_of_40_letters_that_has_no_joints_ |+ one",
    # Within a short pair if nothing else will do; never within a string or a name.
    "a_name_of_a_function_that_is_very_long(|a, b, c)",
    "'a string of (words), and, as it is, of more than fit'",
    "print(|f'a string, of {names(a, b)} + {others} and words', |a)",
    "a_name_that_is_very_long_and_has_no_joint_at_all_in_it",
]


@pytest.mark.parametrize("shown", BREAKS)
def test_a_line_breaks_where_somebody_would_break_it(shown):
    found = parted(html_of(shown.replace("|", "")), ROOM)
    assert seen(found.replace("<wbr>", "|")) == shown


def test_between_the_places_for_a_break_nothing_parts():
    code = "axis(of, a - b, 'a b') + many_more_words + 1words + 1"
    found = parted(html_of(code), ROOM)
    pieces = found.split('<span class="mha-whole">')[1:]
    assert [seen(piece).strip() for piece in pieces] == [
        "axis(of, a - b, 'a b')",
        "+ many_more_words",
        "+ 1words + 1",
    ]


def test_of_two_empty_lines_the_second_is_marked():
    blank = '<span class="mha-row mha-tied">\n</span>'
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
    ("code", "look"),
    [
        ("x = y  # (T, T)", "mha-row"),
        ("x" * SHORT + "  # (T, T)", "mha-row mha-remarked"),
        (f"if x:\n    {'x' * (SHORT - 4)}  # T", "mha-row mha-remarked mha-tied"),
        ("    # nothing but words", "mha-row mha-tied"),
        (f"# {'words ' * 10}", "mha-row mha-remark"),
        (f"x = '# no remark {'words ' * 10}'", "mha-row"),
    ],
)
def test_a_long_line_with_a_remark_is_told(code, look):
    html = highlight(code, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
    last = LINE.findall(html)[-1].rstrip("\n")
    for line in (f"{last}\n", f'<span class="mha-line">{last}</span>\n'):
        found = rows(line)
        assert found.startswith(f'<span class="{look}"')
        assert seen(found) == seen(line)
        assert found.count("<span") == found.count("</span>")


def test_what_is_around_a_remark_goes_where_the_remark_goes():
    found = rows(html_of("x" * SHORT + "  # (T, T)") + "\n")
    gap = '<span class="mha-gap">  </span>'
    assert found.endswith(f'</span><span class="c1">{gap}# (T, T)\n</span></span>')
    typed = f'{"x" * SHORT}<span class="w">    </span><span class="c1"># on</span>\n'
    gap = '<span class="mha-gap">    </span>'
    found = rows(typed)
    assert found.endswith(f'x<span class="c1">{gap}# on\n</span></span>')


@pytest.mark.parametrize(("letters", "is_parted"), [(SHORT, False), (SHORT + 1, True)])
def test_a_line_is_parted_by_its_code_and_not_by_its_remark(letters, is_parted):
    called = "f(" + "x" * (letters - 3) + ")"
    assert ("<wbr>" in rows(html_of(f"{called}  # a remark"))) == is_parted


def test_a_line_knows_how_far_in_it_begins():
    for code, rest in (("x = 1\n", '"'), ("    y = 2\n", ' mha-tied" style="--in:4"')):
        assert rows(code).startswith(f'<span class="mha-row{rest}>')


# As written, and how far in each line begins on a phone.
HANGING = [
    # What stands below its bracket hangs; what hangs stays.
    ("show(a,\n     b,\n  c)\nd", [0, 4, 2, 0]),
    ("show(\n    a,\n    b)", [0, 4, 4]),
    # Each pair that opens in a line is a step, and what closes goes back.
    (
        "data_frame({'a': gate(b,\n                      c),\n"
        "            'd': e\n            })",
        [0, 12, 8, 0],
    ),
    (
        "data_frame({'a': 1},\n           [b, c], gate(\n               d))",
        [0, 4, 8],
    ),
    ("x = f(\n    gate(a,\n         b\n     ),\n    )", [0, 4, 8, 4, 0]),
    # The lines of a block's head are further in than the block.
    ("def f(a,\n      b):\n    c", [0, 6, 4]),
    ("    def a_name(a,\n               b):\n        c", [4, 12, 8]),
    ("for a in (b,\n          c):\n    d", [0, 8, 4]),
    # No bracket is one in a string; nor is a quoted line moved.
    ("f('(',\n  a)\nb", [0, 2, 0]),
    ('f(a, """(\n          b\n""")', [0, 10, 0]),
    (")\n    a", [0, 4]),
]


@pytest.mark.parametrize(("code", "far"), HANGING)
def test_what_is_far_in_hangs_on_a_phone(code, far):
    html = highlight(code, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
    found = indents(LINE.findall(html))
    written = [len(line) - len(line.lstrip()) for line in code.split("\n")]
    assert found == list(zip(written, far, strict=True))


def test_a_line_that_hangs_has_the_room_that_it_gains():
    far, long = " " * 12, "x" * (SHORT - 8)
    assert "<wbr>" not in rows(html_of(f"a_long_name(a,\n{far}{long}, b)"))
    assert "<wbr>" in rows(html_of(f"a_long_name(a,\n{far}{long}x, b)"))
    assert 'style="--in:12;--hung:4"' in rows(html_of(f"a_long_name(a,\n{far}b)"))
