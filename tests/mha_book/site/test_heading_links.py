"""Each heading has a link to it, to be seen, reached by keyboard, and copied."""

import checks

SEEN = "link => Number(getComputedStyle(link).opacity) > 0.9"


def test_a_headings_link_is_seen_when_it_is_wanted_and_copied(page, address):
    place = f"{address}/notation.html"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    checks.Visit(page, place)
    link = page.locator("article h2 > a.headerlink").first
    name = link.get_attribute("href")
    high = link.locator("..").bounding_box()["height"]
    assert not link.evaluate(SEEN)

    link.locator("..").hover()
    assert link.evaluate(SEEN)
    page.mouse.move(0, 0)

    link.focus()  # as Tab does: what had no place on the screen would not take it
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert link.evaluate("link => link === document.activeElement")
    assert link.evaluate(SEEN)
    assert link.locator("..").bounding_box()["height"] == high

    page.keyboard.press("Enter")
    page.get_by_role("status").get_by_text("is copied").wait_for()
    assert page.url == place + name
    assert page.evaluate("navigator.clipboard.readText()") == place + name


def test_where_nothing_can_be_pointed_at_no_sign_stands_beside_a_heading(
    browser, address
):
    context = browser.new_context(is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(f"{address}/notation.html")
    assert not page.locator("article h2 > a.headerlink").first.evaluate(SEEN)
    page.emulate_media(media="print")
    assert not page.locator("article h2 > a.headerlink").first.is_visible()
    context.close()
