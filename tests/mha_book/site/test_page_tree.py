"""What is mended in a page's tree before it is written."""

from bs4 import BeautifulSoup

from mha_book.site.page_tree import give_width

HEADS = ("after layer", "The capital of France is, Paris", "share")
TABLE = f"""<table><thead><tr>{"".join(f"<th>{one}</th>" for one in HEADS)}</tr></thead>
<tbody><tr><th>28</th><td>0.07</td></tr></tbody></table>"""


def test_a_column_named_in_a_sentence_is_not_a_word_wide():
    output = BeautifulSoup(TABLE, "html.parser")
    give_width(output)
    assert [one.text for one in output.select("[data-words]")] == list(HEADS[:2])
