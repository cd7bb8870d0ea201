"""What a page gets of its exercises, and the index of all."""

import json

import pytest
from bs4 import BeautifulSoup

from mha_book import Exercises, Progress
from mha_book.exercises.contents import PAGES, WRITTEN

PAGE = "hide-the-future"


@pytest.fixture(scope="module")
def widget():
    return Exercises(PAGE)


def test_a_page_gets_its_exercises_as_data(widget):
    state = widget.get_state()
    assert state["page"] == PAGE
    names = [one["name"] for one in state["exercises"]]
    assert names == [one.name for one in PAGES[PAGE]]
    assert json.loads(json.dumps(state["exercises"])) == state["exercises"]
    assert "palette" not in state
    assert "export default" in state["_esm"]


def test_its_questions_stand_where_it_will_be_mounted(widget):
    data = widget._repr_mimebundle_()
    data = data[0] if isinstance(data, tuple) else data
    html = BeautifulSoup(data["text/html"], "html.parser")
    mount = html.select_one(f".mha-mount[data-model-id='{widget.model_id}']")
    assert len(mount.select(".mha-static li details")) == len(PAGES[PAGE])
    assert "looks" not in mount.select_one("li p").text  # the first asks for a mask
    assert mount.select_one("li details table caption").text == "✓ = may look"


def test_numbers_have_true_minus_signs(widget):
    text = BeautifulSoup(widget.static_tables(), "html.parser").select("td")
    cells = [cell.text for cell in text]
    assert any(cell.startswith("−") for cell in cells)
    assert not any(cell.startswith("-") for cell in cells)
    asks = [draw["ask"] for one in widget.exercises for draw in one["draws"]]
    assert not any(f"({sign}" in ask for ask in asks for sign in ("-1", "-2"))


def test_the_numbers_of_a_table_have_equally_many_decimals(widget):
    tables = BeautifulSoup(widget.static_tables(), "html.parser").select("table")
    decimals = [
        {len(cell.text.partition(".")[2]) for cell in table.select("tbody td")}
        for table in tables
    ]
    assert {len(one) for one in decimals} == {1}
    assert {0, 4} <= set.union(*decimals)  # those that are needed


def test_a_page_off_the_path_has_none():
    with pytest.raises(KeyError, match="glossary"):
        Exercises("glossary")


def test_the_index_gets_how_many_there_are():
    html = BeautifulSoup(Progress()._repr_html_(), "html.parser").select_one("p")
    totals = json.loads(html["data-exercises"])
    written = {page: len(WRITTEN.get(page, ())) for page in PAGES}
    assert totals == {page: len(all_) + written[page] for page, all_ in PAGES.items()}
    assert html.text == f"{sum(totals.values())} exercises that answer, on 13 pages."
