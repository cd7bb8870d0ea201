"""A solution takes along the hidden cells that follow it, and nothing else."""

import pytest
from docutils import nodes
from sphinx_exercise.nodes import solution_node

from mha_book.site.folds import fold_cell, fold_solution


def test_cells_of_which_a_part_is_seen_stay_outside_a_solution():
    solution = solution_node("", nodes.title("", "Solution"), nodes.paragraph("", "So"))
    parts = ("all", "all", "input", "all")
    cells = [nodes.container("", hide_mode=part) for part in parts]
    page = nodes.section("", solution, *cells)
    fold_solution(solution)
    folded, *after = page
    assert "mha-solution" in folded["container_classes"]
    assert [cell["hide_mode"] for cell in after] == ["input", "all"]
    assert set(cells[:2]) <= set(folded.findall(nodes.container))
    assert not any("hide_mode" in cell for cell in cells[:2])


@pytest.mark.parametrize("part", ["", "input", "output", "input+output", "all"])
def test_an_assertion_that_is_folded_is_not_in_plain_sight(part, monkeypatch):
    warned = []
    monkeypatch.setattr(
        "mha_book.site.folds.logger.warning", lambda *a, **k: warned.append(a)
    )
    code = nodes.container(
        "", nodes.literal_block("", "assert True"), nb_element="cell_code_source"
    )
    shown = dict.fromkeys(("prompt_show", "prompt_hide"), "{type}")
    fold_cell(nodes.container("", code, hide_mode=part, **shown))
    assert bool(warned) == (part in ("", "output"))
