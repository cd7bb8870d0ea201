"""Formulas are drawn by MathJax while the book is built."""

import html
import os
import re
from types import SimpleNamespace

import pytest
from docutils import nodes

from mha_book.site import formulas


@pytest.fixture(autouse=True, scope="module")
def ended():
    yield
    formulas.stop()


class Translator:
    """What `draw` needs of Sphinx's."""

    def __init__(self):
        self.body = []

    def starttag(self, node, tag, suffix, **attributes):
        return f'<{tag} class="{attributes["class"]}">{suffix}'

    def encode(self, text):
        return text.replace("&", "&amp;")


def drawn(node):
    translator = Translator()
    with pytest.raises(nodes.SkipNode):
        formulas.draw(translator, node)
    return "".join(translator.body)


def test_a_formula_is_seen_and_read():
    shown = drawn(nodes.math("", r"\frac{a}{b}"))
    assert shown.startswith('<span class="math notranslate nohighlight"><svg ')
    assert shown.endswith("</math></span></span>")
    assert "<mfrac><mi>a</mi><mi>b</mi></mfrac>" in shown
    assert 'aria-hidden="true"' in shown
    assert "currentColor" in shown  # in dark mode too
    assert not re.search("data-|role=|focusable", shown.split("<math")[0])


def test_a_formula_of_its_own_line_is_larger():
    text = r"\sum_i x_i"
    inline, block = drawn(nodes.math("", text)), drawn(nodes.math_block("", text))
    assert block.startswith("<div ")
    heights = [float(re.search(r'height="([\d.]+)ex"', h)[1]) for h in (inline, block)]
    assert heights[1] > 1.5 * heights[0]


def test_lines_and_umlauts_reach_mathjax_whole():
    text = "\\begin{aligned}\na &= \\text{größer} \\\\\nb &= 2\n\\end{aligned}"
    assert "größer" in html.unescape(drawn(nodes.math_block("", text)))


@pytest.mark.parametrize(
    ("tex", "error"),
    [
        ("\\frac{1", "Missing close brace"),
        ("\\nope", "Undefined control"),
        ("a & b", "Misplaced"),
    ],
)
def test_what_tex_refuses_is_a_warning_and_shown_as_it_is(tex, error, monkeypatch):
    told = []
    warn = SimpleNamespace(
        warning=lambda text, *values, **_: told.append(text % values)
    )
    monkeypatch.setattr(formulas, "logger", warn)
    html = drawn(nodes.math("", tex))
    assert html.endswith(f">{tex.replace('&', '&amp;')}</span>")
    assert error in told[0]


def test_it_starts_again_after_its_end():
    formulas.stop()
    formulas.stop()
    formulas.formula.cache_clear()
    assert "svg" in formulas.formula("x", False)


def test_two_processes_do_not_read_each_others_answers(monkeypatch):
    own = formulas.mathjax(os.getpid())
    monkeypatch.setattr(formulas.os, "getpid", lambda: -1)  # as in a fork
    assert "svg" in formulas.formula("fork_1", False)
    assert formulas.mathjax(-1) is not own
    formulas.stop()
    own.communicate()
