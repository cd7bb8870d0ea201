"""The questions of a page that fold on a phone, in a page that has nothing else."""

import pytest

from project import PROJECT

SCRIPTS = PROJECT / "src" / "mha_book" / "site" / "static" / "mha"
QUESTIONS = """<article><section id="page"><h1>Page</h1>
<section id="group"><h2>Group <a class="headerlink" href="#group">#</a></h2><p>of</p>
<section id="one"><h3>One?</h3><p>first</p></section>
<section id="two"><h3>Two?</h3><p id="why u">second</p></section></section>
<section id="last"><h2>Last</h2><section id="three"><h3>Three?</h3><p>third</p>
</section></section></section></article><div id="ü">below</div>
<script src="questions.js"></script>"""
OPEN = """() => [...document.querySelectorAll("details[open]")].map(n =>
  n.parentNode.id)"""


@pytest.mark.parametrize(
    ("address", "opened"),
    [
        ("", []),
        ("#one", ["group", "one"]),
        ("#why%20u", ["group", "two"]),  # in an answer
        ("#last", ["last"]),
        ("#%C3%BC", []),
        ("#nowhere", []),
    ],
)
def test_on_a_phone_an_address_opens_what_it_leads_to(page, alone, address, opened):
    page.set_viewport_size({"width": 390, "height": 300})
    page.goto("about:blank")
    text = f'<meta charset="utf-8">{QUESTIONS}'
    alone(SCRIPTS, text, place=address)
    assert page.locator("details").count() == 5
    assert page.locator("summary .headerlink").count() == 0
    assert page.locator("summary").all_text_contents()[0].strip() == "Group"
    assert page.evaluate(OPEN) == opened
    page.evaluate("location.hash = 'three'")
    page.locator("#three p").wait_for(state="visible")
    assert page.evaluate(OPEN) == [
        *opened,
        *{"last": ["three"]}.get(address[1:], ["last", "three"]),
    ]


def test_in_a_window_and_on_paper_all_questions_stand_open(page, alone):
    page.set_viewport_size({"width": 768, "height": 300})
    alone(SCRIPTS, QUESTIONS, place="#one")
    page.evaluate("location.hash = 'two'")
    assert page.locator("details").count() == 0
