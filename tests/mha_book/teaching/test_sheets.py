"""Exercise sheets: PyTorch's answers under any seed, and what is printed of them."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
import torch
from bs4 import BeautifulSoup

from by_torch import OTHERS
from mha_book.exercises.answers import distance, instances, plain, undisturbed
from mha_book.exercises.contents import PAGES
from mha_book.teaching.sheets import cli
from mha_book.teaching.sheets.document import sheets, sign, solutions
from mha_book.teaching.sheets.questions import ALONE, drawn, questions

SEEDS = [range(8), pytest.param(range(8, 20), marks=pytest.mark.slow)]
EXERCISES = [
    pytest.param(one, id=f"{page}-{one.name}")
    for page, all_ in PAGES.items()
    for one in all_
]
PAGE = "hide-the-future"


@pytest.fixture(scope="module")
def both():
    """The sheets and the solutions of one seed, all pages."""
    texts = (write(list(PAGES), 7) for write in (sheets, solutions))
    return [BeautifulSoup(text, "html.parser") for text in texts]


@pytest.mark.parametrize("seeds", SEEDS, ids=["first", "further"])
@pytest.mark.parametrize("exercise", EXERCISES)
def test_under_several_seeds_the_solution_is_pytorchs(exercise, seeds):
    other = OTHERS.get(exercise.listing.name, exercise.listing.solution())
    asked = set()
    for seed in seeds:
        (one,) = drawn(exercise, seed).values()
        with undisturbed():
            found = plain(one.question.run(other))
        assert distance(found, one.right) < 1e-4
        asked.add(f"{one.question.ask} {one.question.given} {one.right}")
    assert len(asked) > 1 or exercise.kind == "order"


def test_a_sheet_has_numbers_that_its_page_has_not():
    (on_sheet,) = drawn(PAGES["attention-by-hand"][0], 3).values()
    on_page = [one.right for one in instances(PAGES["attention-by-hand"][0])]
    assert on_sheet.right not in on_page


def test_a_seed_gives_the_same_sheet_again_and_another_one_another():
    texts = [sheets([PAGE], seed) for seed in (4, 4, 5)]
    assert [one == two for one, two in pairwise(texts)] == [True, False]


def test_sheet_and_solutions_have_the_same_questions_in_the_same_order(both):
    titles = [[each.text for each in one.select("ol > li strong")] for one in both]
    stripped = [[title.rstrip(".?") for title in one] for one in titles]
    assert stripped[0] == stripped[1]
    assert len(stripped[0]) == sum(map(len, PAGES.values()))
    assert [len(one.select("section")) for one in both] == [len(PAGES)] * 2


@pytest.mark.parametrize("seed", [0, 7, 19])
def test_the_printed_solution_follows_from_the_printed_question(seed):
    page = ["attention-by-hand"]
    asked, solved = (
        BeautifulSoup(write(page, seed), "html.parser") for write in (sheets, solutions)
    )
    query, keys = (read(table) for table in asked.select("li table")[:2])
    weights = (query @ keys.T / query.shape[-1] ** 0.5).softmax(dim=-1)[0]
    printed = re.findall(r": ([\d.]+)", solved.select_one(".right").text)
    assert [float(each) for each in printed] == pytest.approx(
        weights.tolist(), abs=1e-4
    )


def read(table) -> torch.Tensor:
    """The numbers of a printed table."""
    rows = [row.select("td") for row in table.select("tbody tr")]
    cells = [[float(cell.text.replace("−", "-")) for cell in row] for row in rows]
    return torch.tensor(cells)


def test_a_sheet_keeps_its_seed_to_itself_and_its_solutions_name_both():
    seed = 58103
    texts = [write([PAGE], seed) for write in (sheets, solutions)]
    assert [str(seed) in text for text in texts] == [False, True]
    assert all(f"sheet {sign(seed)}" in text for text in texts)
    assert len({sign(one) for one in range(50)}) == 50


def test_no_mistake_is_told_that_nobody_makes_by_hand(both):
    listed = [table.text for table in both[1].select(".mistakes")]
    single = (
        "One word is hidden",
        "A row under the mask",
        "What the second word takes",
    )
    for title in single:
        (item,) = (one for one in both[1].select("ol > li") if title in one.text)
        assert not any(name in item.text for name in ALONE)
    assert any(
        ALONE[1] in text for text in listed
    )  # where all words ask, somebody does


def test_a_wrong_mask_is_printed_row_by_row(both):
    items = both[1].select("ol > li")
    (item,) = (one for one in items if "new words’ mask" in one.text)
    answers = [list(cell.strings) for cell in item.select(".mistakes td:first-child")]
    assert answers
    assert all([len(row) for row in rows] == [4, 4] for rows in answers)


def test_no_solution_stands_on_the_sheet(both):
    asked, solved = both
    assert not asked.select("details, .right, .mistakes")
    assert not asked.find(string=re.compile("Answer$"))
    assert len(solved.select(".mistakes tr")) > 100


def test_what_is_no_page_of_the_path_is_refused():
    with pytest.raises(SystemExit, match="glossary"):
        cli.main("glossary")
    with pytest.raises(ValueError, match="seed is -1"):
        questions(PAGE, -1)
    with pytest.raises(ValueError, match="page is 'glossary'; expected one of"):
        questions("glossary", 1)


def test_where_no_browser_is_the_sheets_are_html(tmp_path, capsys):
    cli.main(PAGE, seed=2, to=tmp_path)
    first, second, told = capsys.readouterr().out.splitlines()
    names = [f"{what}-{sign(2)}.html" for what in ("sheet", "solutions")]
    assert [Path(first).name, Path(second).name] == names
    assert "No browser" in told
