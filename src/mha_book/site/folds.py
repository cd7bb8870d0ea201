"""Folds what a reader asks for: asides, solutions, code that only draws.

Each is a real <details>, which opens without scripts and by keyboard. Exercises get
their level here, and count from 1 on each page, as they do in a notebook.
"""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx_exercise.nodes import exercise_enumerable_node, solution_node

from mha_book.site import private

ASIDE = "Going deeper"  # how the heading of an aside begins
LEVELS = {"On paper": "paper", "In code": "code", "Find the bug": "bug"}
# What a folded cell offers to show, by what MyST-NB hides of it.
OFFERS = {"input": "code", "output": "output", "all": "code and its output"}
TITLE = "admonition-title"
logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    """Register the folds."""
    app.add_post_transform(Folds)
    # After what Sphinx has read is kept: the next build shall compare its own numbers.
    app.connect("env-check-consistency", lambda app, env: private.number_per_page(env))


class Folds(SphinxPostTransform):
    """Turn asides and solutions into dropdowns, and mark exercises by level.

    Titles are resolved before, from 20; dropdowns and cells become HTML after, at 199.
    """

    default_priority = 30
    formats = ("html",)

    def run(self, **options: object) -> None:
        """Change the page's tree in place."""
        for exercise in list(self.document.findall(exercise_enumerable_node)):
            unwrap(exercise)
            show_level(exercise)
        for solution in list(self.document.findall(solution_node)):
            unwrap(solution)
            fold_solution(solution)
        for section in list(self.document.findall(nodes.section)):
            if section[0].astext().startswith(ASIDE):
                title, *rest = section.children
                section.children = []
                section += private.make_dropdown(title, rest, "mha-deeper")
        for cell in self.document.findall(nodes.container):
            if offer := OFFERS.get(private.hidden_part(cell)):
                private.fill_prompts(cell, offer)


def unwrap(node: nodes.Element) -> None:
    """Take the content out of a section whose id every exercise has."""
    for section in [child for child in node if isinstance(child, nodes.section)]:
        node.replace(section, section.children)


def show_level(exercise: nodes.Element) -> None:
    """Mark an exercise with its level, which its title begins with."""
    title: Any = exercise.next_node(nodes.title)
    words = title.astext().strip(" ()")
    level, _, rest = words.partition(": ")
    if level not in LEVELS:
        logger.warning(
            "exercise %r: its title begins with none of %s",
            words,
            ", ".join(f"{name!r}" for name in LEVELS),
            location=exercise,
        )
        return
    exercise["classes"].append(f"mha-{LEVELS[level]}")
    badge = nodes.inline("", level, classes=["mha-level"])
    # Looks as it did, and is no heading any more, of which the search makes much.
    shown = nodes.paragraph("", "", badge, nodes.Text(f" {rest}"), classes=[TITLE])
    title.replace_self(shown)


def fold_solution(solution: nodes.Element) -> None:
    """Fold a solution, together with the hidden cells that follow it."""
    parent: Any = solution.parent
    title, *rest = solution.children
    start = parent.index(solution) + 1
    while start < len(parent) and private.hidden_part(parent[start]) == "all":
        cell = parent.pop(start)
        private.show_cell(cell)
        rest.append(cell)
    folded = private.make_dropdown(title, rest, "mha-solution")
    folded["ids"] = solution["ids"]
    parent.replace(solution, folded)
