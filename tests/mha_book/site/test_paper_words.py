"""What a printed page says can be done with paper: nothing is pressed there."""

import re

import pytest
from bs4 import BeautifulSoup

import checks
from project import TEACHING

# What the styles leave out; an explorer is told to leave out what it says of itself.
LEFT_OUT = ".mha-on-screen, .mha-mount, .cell, .mha-letters, .mha-to-write, style"
ASKED = ".mha-exercises, .mha-questions, .mha-to-write"
DONE_ON_A_SCREEN = re.compile(
    r"\b([Pp]ress(?! et al| and Wolf)|[Cc]lick|[Dd]rag|[Uu]nfold|[Hh]over)\b"
    r"|\b(tick \*|Follow the link|Options|▶ Play|[Tt]ype \*|Below you type)"
)


def said_on_paper(article: BeautifulSoup) -> list[str]:
    """The paragraphs and items of a printed page, without its code and pictures."""
    for cell in article.select("div.cell"):
        before = cell.find_previous_sibling()
        if cell.select_one(ASKED) and before is not None and before.name == "p":
            before.extract()
    for part in article.select(LEFT_OUT):
        part.extract()
    for code in article.select("code"):
        code.string = "…"
    return [" ".join(said.get_text().split()) for said in article.select("p, li")]


# Other pages say what the screen does, and are read there.
@pytest.mark.parametrize("path", TEACHING, ids=lambda path: path.stem)
def test_nothing_is_pressed_on_paper(site, path):
    article = checks.parsed(site / f"{path.stem}.html").select_one("article.bd-article")
    said = said_on_paper(article)
    assert len(said) > 5
    assert [words for words in said if DONE_ON_A_SCREEN.search(words)] == []


def test_a_sentence_for_the_screen_is_seen():
    html = (
        '<article><p>Here it is. <span class="mha-on-screen">Press it.</span></p>'
        "<p>Press any cell.</p><p>Or press here:</p>"
        '<div class="cell"><div class="mha-exercises"></div></div></article>'
    )
    said = said_on_paper(BeautifulSoup(html, "html.parser"))
    assert said == ["Here it is.", "Press any cell."]
    assert [w for w in said if DONE_ON_A_SCREEN.search(w)] == ["Press any cell."]


def test_what_is_for_the_screen_is_read_there(page, address):
    checks.Visit(page, f"{address}/attention-by-hand.html")
    said = page.locator("article p > .mha-on-screen").first
    assert said.is_visible()
    page.emulate_media(media="print")
    assert not said.is_visible()
    assert said.locator("..").is_visible()
