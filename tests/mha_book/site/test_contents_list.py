"""The list of what is on the page, in a page that has nothing else."""

import pytest

from bare_page import HOME
from project import PROJECT

SCRIPTS = PROJECT / "src" / "mha_book" / "site" / "static" / "mha"
HEIGHT = 600
# Sections of a thousand lines of the screen, the last two short; "b" lies in "a".
TOPS = {"a": 400, "b": 1400, "ü": 2400, "d": 3400, "e": 3500}
BODY = """<style>* {{ margin: 0; padding: 0; font: 10px/20px sans-serif }}
.bd-sidebar-secondary {{ position: fixed; top: 100px; right: 0; width: 200px }}
#pst-page-toc-nav {{ height: {list}px; overflow: auto }}
.bd-sidebar-primary {{ position: fixed; top: 0; height: {side}px; overflow: auto }}
a {{ display: block }}
section, .tag_full-width {{ position: absolute; width: 100% }}
article {{ position: relative; height: 3700px }}</style>
<div class="bd-sidebar-primary">{pages}</div>
<div class="bd-sidebar-secondary"><ul id="pst-page-toc-nav">{toc}</ul></div>
<article class="bd-article">{sections}{wide}</article>
"""
AT_ONCE = "const { setTimeout: later } = window; setTimeout = run => later(run);"
SCRIPT = f'<script>{AT_ONCE}</script><script src="contents.js"></script>'
ENTRY = '<li class="toc-entry"><a href="#{0}">{0}</a>{1}</li>'
SECTION = '<section id="{}" style="top: {}px">x</section>'
WIDE = '<div class="tag_full-width" style="top: {}px; height: {}px"></div>'
STATE = """() => {
  const all = (query) => [...document.querySelectorAll(query)].map(n => n.textContent);
  return [all("a.active"), all("a[aria-current=true]"),
    [...document.querySelectorAll("li.active > a")].map(n => n.textContent)];
}"""
SCROLL = """async ([top, hash]) => {
  if (hash) history.replaceState(null, "", hash);
  scrollTo({ top, behavior: "instant" });
  // Who heard of it in the next frame, and answers when the theme has, has answered.
  const frame = requestAnimationFrame;
  for (const next of [frame, frame, setTimeout, setTimeout])
    await new Promise((done) => next(done));
}"""


@pytest.fixture
def opened(page, alone):
    """A function: the list's height, wide cells, pages beside -> the page."""

    def open_with(room=400, wide=(), pages="", side=300):
        inner = ENTRY.format("b", "")
        rest = "".join(ENTRY.format(name, "") for name in list(TOPS)[2:])
        toc = ENTRY.format("a", f"<ul>{inner}</ul>") + rest
        parts = "".join(SECTION.format(*one) for one in TOPS.items())
        cells = "".join(WIDE.format(*one) for one in wide)
        page.set_viewport_size({"width": 1000, "height": HEIGHT})
        values = {"list": room, "toc": toc, "sections": parts, "wide": cells}
        text = BODY.format(**values, pages=pages, side=side)
        alone(SCRIPTS, f'<meta charset="utf-8">{text}{SCRIPT}')
        return page

    return open_with


END = 3700 - HEIGHT


@pytest.mark.parametrize(
    ("top", "address", "read", "above"),
    [
        (5, "", None, []),  # before the first one, which begins at 0.3 of the window
        (215, "", None, []),
        (225, "", "a", ["a"]),
        (1215, "", "a", ["a"]),
        (1225, "", "b", ["a", "b"]),
        (2300, "", "ü", ["ü"]),
        (END - 10, "", "ü", ["ü"]),
        (END, "", "e", ["e"]),  # at the end, where the last ones begin no higher
        (END, "#d", "d", ["d"]),
        (END, "#e", "e", ["e"]),
        (END, "#a", "e", ["e"]),  # it was asked for, and left since
        (2300, "#b", "ü", ["ü"]),
    ],
)
def test_the_section_that_is_read_is_marked_to_see_and_to_hear(
    opened, top, address, read, above
):
    page = opened()
    page.evaluate(SCROLL, [top, address])
    marked = [read] if read else []
    assert page.evaluate(STATE) == [marked, marked, above]
    page.evaluate(SCROLL, [1300, ""])
    assert page.evaluate(STATE) == [["b"], ["b"], ["a", "b"]]


def test_a_list_without_room_shows_the_entry_that_is_marked(opened):
    page = opened(room=40)
    place = "document.getElementById('pst-page-toc-nav').scrollTop"
    for top, shown in ((END, 60), (2300, 40), (1300, 20), (300, 0), (END, 60), (0, 0)):
        page.evaluate(SCROLL, [top, ""])
        assert page.evaluate(place) == shown


def test_a_page_without_sections_has_nothing_to_mark(page, alone):
    text = '<div style="height: 5000px"></div><div class="tag_full-width"></div>'
    alone(SCRIPTS, f'<article class="bd-article">{text}</article>{SCRIPT}')
    page.evaluate(SCROLL, [1000, ""])
    assert page.evaluate(STATE) == [[], [], []]


LONG = [(920, 100)]


# The list's last line ends at 200; a list with more lines than the window, at its end.
@pytest.mark.parametrize(
    ("wide", "top", "hidden"),
    [
        ([(900, 100)], 10, False),
        ([(900, 100)], 690, False),
        ([(900, 100)], 710, True),
        ([(900, 100)], 990, True),
        ([(900, 100)], 1010, False),
        ([(900, 0)], 800, False),  # it is folded
        ([(900, 100), (2000, 100)], 1900, True),
        ([(900, 100), (2000, 100)], 1400, False),
        (LONG, 310, False),
        (LONG, 330, True),
    ],
)
def test_the_list_makes_way_for_what_is_wide_as_long_as_they_meet(
    opened, wide, top, hidden
):
    page = opened(wide=wide, room=40 if wide != LONG else 900)
    side = page.locator(".bd-sidebar-secondary")
    page.evaluate(SCROLL, [top, ""])
    assert side.evaluate("side => side.matches('.hide')") == hidden
    # Whatever the theme's own script thinks.
    side.evaluate("(side, hidden) => side.classList.toggle('hide', !hidden)", hidden)
    page.wait_for_function(
        "hidden => hidden === !!document.querySelector('.bd-sidebar-secondary.hide')",
        arg=hidden,
    )


LINKS = '<p style="height: 20px"><a class="{}" href="#">{}</a></p>'


@pytest.mark.parametrize(
    ("place", "side", "scrolled"),
    [(1, 300, 0), (14, 300, 0), (16, 300, 230), (30, 300, 510), (40, 900, 530)],
)
def test_the_own_page_is_in_sight_among_the_others(opened, place, side, scrolled):
    links = [LINKS.format("current" if k == place else "", k) for k in range(100)]
    page = opened(pages="".join(links), side=side)
    seen = "document.querySelector('.bd-sidebar-primary').scrollTop"
    page.evaluate("new Promise(requestAnimationFrame)")
    assert page.evaluate(seen) == pytest.approx(scrolled, abs=2)
    assert page.url == f"{HOME}one-page.html"
