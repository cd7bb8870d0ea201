"""What is mended in a page's tree before it is written."""

from types import SimpleNamespace

from bs4 import BeautifulSoup

from mha_book.site.chapter_map import FIELD
from mha_book.site.page_tree import change_tree, give_width
from project import PROJECT

HEADS = ("after layer", "The capital of France is, Paris", "share")
TABLE = f"""<table><thead><tr>{"".join(f"<th>{one}</th>" for one in HEADS)}</tr></thead>
<tbody><tr><th>28</th><td>0.07</td></tr></tbody></table>"""


def test_a_column_named_in_a_sentence_is_not_a_word_wide():
    output = BeautifulSoup(TABLE, "html.parser")
    give_width(output)
    assert [one.text for one in output.select("[data-words]")] == list(HEADS[:2])


def head_of(steps: str, number: tuple[int, ...], sections: int) -> list[str]:
    """What stands from a chapter's title to its first words, as names and classes."""
    page = "heads-in-a-loop"
    titles = {page: {"secnumber": number}}
    env = SimpleNamespace(metadata={page: {FIELD: steps}}, titles=titles)
    told = SimpleNamespace(html_baseurl="", html_context={})
    app = SimpleNamespace(
        env=env, config=told, srcdir=PROJECT / "book", add_css_file=lambda name: None
    )
    parts = [f"<section id=a{n}><h2>Why</h2></section>" for n in range(sections)]
    body = f"<section id=a><h1>Heads</h1><p>Words</p>{''.join(parts)}</section>"
    context = {"body": body}
    change_tree(app, page, "page.html", context, None)
    found = BeautifulSoup(context["body"], "html.parser").h1.find_next_siblings()
    classes = [" ".join(one.get("class", [])) for one in found]
    return classes[: [one.get_text() for one in found].index("Words")]


def test_below_the_title_stand_the_place_the_map_and_the_list_in_this_order():
    place, small_map, jumps = "mha-place", "mha-here-map", "mha-jumps"
    assert head_of("score softmax", (5,), 3) == [place, small_map, jumps]
    assert head_of("", (5,), 3) == [place, jumps]
    assert head_of("score softmax", (), 3) == [small_map, jumps]
    assert head_of("score softmax", (5,), 2) == [place, small_map]
    assert head_of("", (), 0) == []
