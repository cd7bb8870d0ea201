"""A solution takes along the hidden cells that follow it, and nothing else."""

from docutils import nodes
from sphinx_exercise.nodes import solution_node

from mha_book.site.folds import fold_solution


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
