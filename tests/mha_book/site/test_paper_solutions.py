"""Solutions of a printed page stand at its end, and go back when it is printed."""

from bs4 import BeautifulSoup

from mha_book.publish.stills import take_stills
from on_a_sheet import put_on_paper
from project import PROJECT

SCRIPTS = PROJECT / "src" / "mha_book" / "site" / "static" / "mha"
SCRIPT = '<script src="paper_solutions.js"></script>'
FOLD = "<details{look}><summary>Answer</summary><p>{said}</p></details>"
PAGE = f"""<article class="bd-article"><section><h1>A page</h1>
<section><h2>Exercises</h2>
<ol class="mha-questions"><li><strong>A <em>row</em></strong> asks.
{FOLD.format(look="", said="0.5")}<i>after</i></li></ol>
<details><summary>A fold</summary></details>
<div class="exercise"><p class="admonition-title"><span>In code</span> Write it</p>
{FOLD.format(look=' class="mha-solution"', said="so")}</div></section>
<section><h2>The last</h2></section></section></article>"""
PRINT = "dispatchEvent(new Event('beforeprint'))"
PRINTED = "dispatchEvent(new Event('afterprint'))"


def test_solutions_are_gathered_and_go_back(page, alone):
    alone(SCRIPTS, PAGE + SCRIPT)
    article = page.locator("article")
    before = article.inner_html()
    for _ in range(2):  # and once more
        page.evaluate(PRINT)
        last = page.locator("article > section > :last-child")
        assert last.get_attribute("class") == "mha-solutions"
        assert last.locator("h2, h3, p").all_text_contents() == [
            "Solutions",
            "A row",
            "0.5",
            "In code Write it",
            "so",
        ]
        assert last.locator("h3 em").text_content() == "row"
        parts = page.locator("article > section > section > h2").all_text_contents()
        assert parts == ["The last", "Exercises", "Solutions"]
        assert page.locator(":is(li, .exercise) details").count() == 0
        assert page.locator("section > details").count() == 3  # the fold where it was
        page.evaluate(PRINTED)
        assert article.inner_html() == before


def test_without_solutions_there_is_no_section_of_them(page, alone):
    article = '<article class="bd-article"><section><h1>A page</h1></section></article>'
    alone(SCRIPTS, article + SCRIPT)
    page.evaluate(PRINT)
    assert page.locator(".mha-solutions").count() == 0


def test_a_printed_book_gathers_its_solutions_itself(page, alone):
    alone(SCRIPTS, PAGE + SCRIPT)
    before = page.locator("article").inner_html()
    page.evaluate("dispatchEvent(new CustomEvent('beforeprint', { detail: 'far' }))")
    assert page.locator("article").inner_html() == before


def test_a_still_of_a_page_has_its_solutions_where_they_are_asked(browser, site):
    still = take_stills(browser, site, ["hide-the-future"])["hide-the-future"]
    page = BeautifulSoup(still, "html.parser")
    assert len(page.select(".exercise > .mha-solution")) == 3
    assert len(page.select(".mha-questions > li > details")) == 5
    assert not page.select(".mha-solutions")


def test_a_planted_bug_is_found_with_a_pencil(page, address):
    put_on_paper(page, address, "bug-museum")
    asked = page.locator(".mha-questions > li")
    assert asked.locator("pre").inner_text().splitlines()[5].startswith(" 6  ")
    assert asked.locator("> ul > li:visible").count() == 13
    assert not page.locator(".mha-explorer:has(.mha-counted)").is_visible()
    assert not page.get_by_text("Buy experiments until").is_visible()
    answer = page.locator(".mha-solutions > h3:text-is('Find the bug.') + details")
    assert answer.inner_text().startswith("Line 6, b. Divided by the root of ")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.locator(".mha-explorer:has(.mha-counted)").is_visible()
    assert not asked.is_visible()
