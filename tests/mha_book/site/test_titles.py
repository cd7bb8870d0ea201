"""What follows a title's colon may stand on a line of its own, as a whole."""

import pytest
from bs4 import BeautifulSoup

from mha_book.site.titles import CLAUSE, part_titles, parted_title

LINK = '<a class="headerlink" href="#a">#</a>'


@pytest.mark.parametrize(
    ("title", "clause"),
    [
        ("9. Assemble a decoder: from ids to logits", "from ids to logits"),
        ("The packages: <code>mha</code> and <i>all: of it</i>", "mha and all: of it"),
        ("Why a softmax", None),
        ("<code>a: b</code> in a name", None),
    ],
)
def test_a_title_is_parted_behind_its_colon(title, clause):
    body = BeautifulSoup(f"<h2>{title}{LINK}</h2>", "html.parser")
    words = body.text
    part_titles(body)
    assert body.text == words
    parts = [part.text for part in body.select(f"h2 > .{CLAUSE}")]
    assert parts[1:] == ([f"{clause}#"] if clause else [])
    assert len(body.select(".headerlink")) == 1


def test_a_title_in_a_link_is_parted_too():
    assert parted_title("Masks: a &amp; b") == (
        f'<span class="{CLAUSE}">Masks:</span> <span class="{CLAUSE}">a &amp; b</span>'
    )
    assert parted_title("Masks") == "Masks"
