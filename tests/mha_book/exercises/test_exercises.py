"""Each exercise: PyTorch's answer is right, and each fault's is another one."""

import math
from pathlib import Path

import pytest
import torch
from bs4 import BeautifulSoup

from by_torch import OTHERS
from mha_book import exercises
from mha_book.exercises.answers import (
    APART,
    COUNT,
    distance,
    functions,
    instances,
    plain,
    undisturbed,
)
from mha_book.exercises.contents import PAGES
from mha_book.exercises.lines import lines_of
from mha_book.exercises.plain import answer, number, plain_questions, question
from mha_book.exercises.posed import posed
from mha_book.explorers.link import read_in_order
from outline import outline
from project import PATH
from records import Record, mark_of

READ = Record(Path(__file__).with_name("told.txt"))
ON_PAPER = Record(Path(__file__).with_name("on_paper.txt"))
EXERCISES = [
    pytest.param(page, one, id=f"{page}-{one.name}")
    for page, all_ in PAGES.items()
    for one in all_
]
each = pytest.mark.parametrize(("page", "exercise"), EXERCISES)


@each
def test_the_right_answer_is_pytorchs(page, exercise):
    other = OTHERS.get(exercise.listing.name, exercise.listing.solution())
    for one in instances(exercise):
        with undisturbed():
            found = plain(one.question.run(other))
        assert distance(found, one.right) < 1e-4


def test_an_answer_has_its_slopes_where_a_page_has_none():
    with torch.no_grad():
        with undisturbed():
            assert torch.is_grad_enabled()
        assert not torch.is_grad_enabled()


@each
def test_no_wrong_line_gives_itself_away_by_its_length(page, exercise):
    if exercise.kind == "order":
        lines = lines_of(exercise)
        longest = max(text.count("\n") for text in lines.right)
        assert all(text.count("\n") <= longest for _, text in lines.faulty)


@each
def test_every_fault_answers_something_else(page, exercise):
    _, faulty = functions(exercise)
    for one in instances(exercise):
        answers = [one.right, *(found for _, found in one.wrong if found)]
        told = [fault for faults, _ in one.wrong for fault in faults]
        assert set(told) <= set(faulty)
        assert len(told) == len(set(told))
        assert one.wrong
        for place, found in enumerate(answers):
            others = answers[:place] + answers[place + 1 :]
            gap = APART * exercise.tolerance
            assert min(distance(found, other) for other in others) >= gap


@each
def test_there_are_new_numbers(page, exercise):
    draws = posed(exercise)["draws"]
    assert len(draws) == COUNT == len({str(draw) for draw in draws})


@each
def test_a_choice_and_an_order_have_one_answer_and_a_fault_beside_it(page, exercise):
    for draw in posed(exercise)["draws"]:
        if exercise.kind == "find":
            found = [found for _, found in draw["options"]]
            assert [found.index(draw["found"])] == draw["right"]
            assert len(found) == len({str(one) for one in found}) >= 2
        elif exercise.kind == "order":
            for order in draw["right"]:
                assert all(draw["blames"][piece] is None for piece in order)
            assert sum(blame is not None for blame in draw["blames"]) >= 2
            assert len(draw["pieces"]) == len(set(draw["pieces"]))
        else:
            columns = max(len(draw["columns"]), 1)
            assert len(draw["right"]) == len(draw["labels"]) * columns


def test_every_page_of_the_path_has_exercises_of_its_own_names():
    assert sum(map(len, PAGES.values())) >= 60
    for all_ in PAGES.values():
        assert len(all_) >= 3
        assert len({one.name for one in all_}) == len(all_)
    assert [*PAGES] == [page.stem for page in PATH]


def test_what_a_page_has_set_changes_no_answer():
    exercise = PAGES["attention-by-hand"][0]
    before = [one.right for one in instances(exercise)]
    torch.set_default_dtype(torch.float64)
    try:
        assert [one.right for one in instances.__wrapped__(exercise)] == before
        assert torch.get_default_dtype() == torch.float64
    finally:
        torch.set_default_dtype(torch.float32)


def asked(draw: dict) -> dict:
    """All that a page asks in a draw: words, exact numbers and what is to choose from.

    What an answer is, is left out: it is computed, and rounded by each machine.
    """
    faults = [fault for fault, _ in draw.get("options", ())]
    told = ("ask", "given", "labels", "columns", "pieces", "blames")
    return {key: draw[key] for key in told if key in draw} | {"options": faults}


@each
def test_what_is_asked_and_told_is_what_was_read(page, exercise):
    told, first = posed(exercise), posed(exercise)["draws"][0]
    lines = [f"{exercise.kind}: {exercise.title}", first["ask"]]
    lines += [f"{given['name']}: {given['values']}" for given in first["given"]]
    lines += [f"all {COUNT} questions: {mark_of(list(map(asked, told['draws'])))}"]
    lines += [f"start: {exercise.start}"] if exercise.start else []
    if exercise.kind == "order":
        lines += [first["head"], *sorted(first["pieces"])]
        lines += [f"{len(first['right'])} orders"]
    else:
        labels = first["labels"] * max(len(first["columns"]), 1)
        right = first.get("expected", first["right"])
        lines += [f"{', '.join(labels)}: {', '.join(map(number, right))}"]
    if exercise.kind == "find":
        offered = [told["faults"][fault]["name"] for fault, _ in first["options"]]
        lines += ["to choose from:", *(f"  {name}" for name in offered)]
    lines += sorted({f"tells: {fault['name']}" for fault in told["faults"]})
    READ.holds(f"{page} {exercise.name}", lines)


@pytest.mark.parametrize("page", PAGES)
def test_on_paper_a_page_s_questions_are_what_was_read(page):
    written = plain_questions([posed(one) for one in PAGES[page]])
    ON_PAPER.holds(page, outline(written, "li:not(li li)", "script"))


def test_nothing_else_was_read_on_paper():
    ON_PAPER.has_only(set(PAGES))


def test_a_title_that_asks_has_no_stop():
    told = {"title": "How far?", "draws": [{"ask": "*Here*", "given": []}]}
    assert question(told) == "<p><strong>How far?</strong> <em>Here</em></p>"


def test_on_paper_a_mask_is_ticked_where_one_may_look():
    masks = [one for all_ in PAGES.values() for one in all_ if one.kind == "mask"]
    assert masks
    for one in map(posed, masks):
        cells = BeautifulSoup(answer(one), "html.parser").select("tbody td")
        ticked = [cell.text == "✓" for cell in cells]
        assert ticked == [bool(seen) for seen in one["draws"][0]["right"]]
        asked = BeautifulSoup(plain_questions([one]), "html.parser")
        empty = asked.select_one("li > table")  # before its answer
        assert [cell.text for cell in empty.select("tbody td")] == ["…"] * len(ticked)
        assert empty.select("th")[-1].text == one["draws"][0]["labels"][-1]


def test_every_script_is_used():
    folder = Path(exercises.__file__).parent
    used = read_in_order([folder / name for name in ("index.js", "progress.js")])
    assert {one for one in used if one.parent == folder} == {*folder.glob("*.js")}


def test_each_own_listing_is_asked_for():
    folder = Path(exercises.__file__).parent / "catalogue"
    asked = {one.listing.name for all_ in PAGES.values() for one in all_}
    assert {path.stem for path in folder.glob("*.py")} <= asked
    assert {path.stem for path in folder.glob("*.toml")} <= asked


def test_each_fault_of_an_own_listing_is_told_somewhere():
    folder = Path(exercises.__file__).parent / "catalogue"
    own = {path.stem for path in folder.glob("*.py")}
    listings = {one.listing for all_ in PAGES.values() for one in all_}
    faults = {
        f"{one.name}: {fault.name}"
        for one in listings
        if one.name in own
        for fault in one.faults
    }
    told = {
        f"{one.listing.name}: {fault['name']}"
        for all_ in PAGES.values()
        for one in all_
        for fault in posed(one)["faults"]
    }
    assert faults - told == set()


def test_nothing_else_was_read():
    READ.has_only(
        {f"{page} {one.name}" for page, all_ in PAGES.items() for one in all_}
    )


@each
def test_its_numbers_are_finite(page, exercise):
    for one in instances(exercise):
        flat = [n for f in one.right for n in (f if isinstance(f, list) else [f])]
        assert all(math.isfinite(each) for each in flat)
