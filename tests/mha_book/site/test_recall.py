"""The page of cards: one at a time, by keyboard, and kept in the browser alone."""

import re

import checks
from mha_book.teaching.cards.deck import deck

KEPT = "JSON.parse(localStorage.getItem('mha-progress')).pages.recall"


def test_a_round_goes_on_by_keyboard_and_is_remembered(page, address):
    page.emulate_media(color_scheme="dark")  # from the start: later, colours move
    visit = checks.Visit(page, f"{address}/recall.html", until="networkidle")
    front, back = page.locator(".mha-front"), page.locator(".mha-card .mha-back")
    first = front.inner_text()
    assert back.inner_text() == ""  # whoever asks oneself sees no answer yet
    page.get_by_role("button", name="Turn the card").press("Enter")
    assert back.inner_text()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # not yet
    assert "It comes again at the end" in page.locator(".mha-live").inner_text()
    assert front.inner_text() != first
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # known
    assert "19 cards left" in page.locator(".mha-live").inner_text()
    assert sorted(one["times"] for one in page.evaluate(KEPT).values()) == [0, 1]
    page.reload()
    assert front.inner_text() == first  # missed today, so first again
    assert visit.complaints == []
    assert checks.axe_violations(page, "dark") == []


CLOSED = "Object.defineProperty(window, 'localStorage', {get() { throw Error() }})"


def test_where_a_browser_keeps_nothing_the_page_says_so(browser, address):
    context = browser.new_context()
    page = context.new_page()
    notice = page.locator(".mha-recall .mha-notice")
    page.goto(f"{address}/recall.html")
    assert "is kept in this browser" in notice.inner_text()
    page.add_init_script(CLOSED)
    page.reload()
    assert "keeps nothing of this page" in notice.inner_text()
    context.close()


ROUND = 20
TOLD = "document.querySelector('.mha-live').textContent"
PRESS = "button => button.click()"  # of dozens; a mouse takes ten times as long


def test_each_judgement_of_a_round_is_told_in_a_whole_sentence(page, address):
    checks.Visit(page, f"{address}/recall.html")
    page.get_by_label("Which cards?").select_option("question")
    more = sum(card.kind == "question" for card in deck()) - ROUND
    assert 1 < more < ROUND
    rest = f"left in this round. After this round, {more} more wait for another one."

    def judged(answer):
        for name in ("Turn the card", answer):
            page.get_by_role("button", name=name).evaluate(PRESS)
        return page.evaluate(TOLD)

    assert page.evaluate(TOLD) == f"{ROUND} cards {rest}"
    again = "It comes again at the end of the round."
    assert judged("Not yet") == f"{again} {ROUND} cards {rest}"
    for left in range(ROUND - 1, 1, -1):
        assert judged("I knew it") == f"{left} cards {rest}"
    assert judged("I knew it") == f"1 card {rest}"
    done = f"You knew all of this round. {more} cards wait for another one."
    assert judged("I knew it") == done
    page.get_by_role("button", name="Another round").click()
    assert page.evaluate(TOLD) == f"{more} cards left in this round."


def test_the_kinds_and_the_end_of_a_round_are_told(page, address):
    checks.Visit(page, f"{address}/recall.html")
    page.get_by_label("Which cards?").select_option("mistake")
    turn, known = (
        page.get_by_role("button", name=name) for name in ("Turn the card", "I knew it")
    )
    turn.click()
    known.click()
    while turn.is_visible():
        turn.evaluate(PRESS)
        known.evaluate(PRESS)
    mistakes = [card for card in deck() if card.kind == "mistake"]
    assert len(page.evaluate(KEPT)) == len(mistakes)
    assert "come back tomorrow" in page.locator(".mha-live").inner_text()
    assert page.locator(".mha-all li").first.is_hidden()  # the list is folded


def test_each_card_leads_to_a_place_that_is_there(site):
    html = checks.parsed(site / "recall.html")
    links = {link["href"] for link in html.select(".mha-cards .mha-back a")}
    pages = {link.partition("#")[0] for link in links}
    found = {name: checks.parsed(site / name) for name in pages}
    for link in links:
        name, _, section = link.partition("#")
        assert not section or found[name].find(id=section), link


def test_the_file_for_anki_is_beside_the_page(site):
    html = checks.parsed(site / "recall.html")
    file = site / html.find("a", string=re.compile("This file"))["href"]
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if not line.startswith("#")]) == len(deck())
