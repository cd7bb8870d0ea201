"""The links of a printed page, and the list of where they lead."""

import pytest

from project import PROJECT

SCRIPTS = PROJECT / "src" / "mha_book" / "site" / "static" / "mha"
# Links, and the number and the list that paper has of them; "" where it has none.
GOALS = [
    ('<a href="one.html">as before</a>', "page 1: The first"),
    ('<a href="one.html#part">its part</a>', "page 1: The first"),
    ('<a href="one.html">The first</a>', ""),
    ('<a href="one.html">The fir</a>', ""),
    ('<a href="one.html">page 1</a>', ""),
    ('<a href="one.html">12</a>', ""),
    ('<a href="one.html">page 1 and more</a>', "page 1: The first"),
    ('<a href="plain.html">elsewhere</a>', "A page without number"),
    ('<a href="#part">here</a>', ""),
    ('<a href="one.html"></a>', ""),
    ('<a href="away.html">a file</a>', ""),
    ('<a href="https://else.test/a">there</a>', "else.test/a"),
    ('<a href="http://else.test/b">there</a>', "else.test/b"),
    ('<a href="https://else.test/c">else.test/c</a>', ""),
    ('<a href="mailto:a@b.test">mail</a>', ""),
    ('<a class="headerlink" href="one.html">#</a>', ""),
    ('<span class="mha-here-map"><a href="one.html">map</a></span>', ""),
    ('<nav><a href="one.html">list</a></nav>', ""),
]
PAGES = """<nav class="bd-links"><a class="internal" href="one.html">1. The
 first</a><a class="internal" href="plain.html">A page without number</a></nav>"""
PRINTED = """detail => { dispatchEvent(new CustomEvent("beforeprint", { detail }));
  return [...document.querySelectorAll("article .case")].map(node =>
    node.querySelector("a + .mha-goal")?.textContent ?? ""); }"""


@pytest.mark.parametrize("reach", [None, "far"])
def test_on_paper_a_link_has_a_number_where_its_words_do_not_say_it(page, alone, reach):
    cases = "".join(f'<p class="case">{link}</p>' for link, _ in GOALS)
    inner = f'<section id="in">{cases}</section>'
    article = f'<article class="bd-article"><section>{inner}</section></article>'
    script = '<script src="paper_links.js"></script>'
    alone(SCRIPTS, PAGES + article + script)
    near = ("page", "A page")
    goals = ["" if reach and goal.startswith(near) else goal for _, goal in GOALS]
    listed = list(dict.fromkeys(filter(None, goals)))
    expected = [str(listed.index(goal) + 1) if goal else "" for goal in goals]
    for _ in range(2):  # and once more
        assert page.evaluate(PRINTED, reach) == expected
        items = page.locator("#in > aside:last-child > ol > li").all_text_contents()
        assert items == listed
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.locator(".mha-goal, .mha-goals").count() == 0


CITED = """<article class="bd-article"><section><p class="bibtex-citation">
<a title="Zeno. A work. 2017." href="r.html#1">2017</a>
<a title="Abel. Another. 2020." href="r.html#2">2020</a>
<a title="Zeno. A work. 2017." href="r.html#1">2017</a></p></section></article>"""


def test_on_paper_the_works_that_are_cited_are_listed_once(page, alone):
    alone(SCRIPTS, PAGES + CITED + '<script src="paper_links.js"></script>')
    page.evaluate(PRINTED)
    said = page.locator("aside").locator("p, li").all_text_contents()
    assert said[:-1] == ["Works cited", "Abel. Another. 2020.", "Zeno. A work. 2017."]
    assert said[-1].startswith("This page is at ")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.evaluate(PRINTED, "far")  # a book has its references
    assert page.locator("aside").count() == 0


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://localhost:80", []),
        ("http://127.0.0.1:80", []),
        ("http://[::1]:80", []),
        ("http://books.test", ["This page is at books.test/a.html"]),
        ("https://books.test:81", ["This page is at books.test:81/a.html"]),
    ],
)
def test_a_page_says_where_it_is_for_those_who_can_go_there(page, address, said):
    article = '<article class="bd-article"><a href="one.html">12</a></article>'
    script = (SCRIPTS / "paper_links.js").read_text("utf-8")
    body = f"<!doctype html>{PAGES}{article}<script>{script}</script>"
    page.route("**", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(f"{address}/a.html?q=1#there")
    assert page.evaluate(PRINTED) == []
    assert page.locator("aside").all_inner_texts() == said  # and no list
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.evaluate(PRINTED, "far")  # a book has one address
    assert page.locator("aside").count() == 0
