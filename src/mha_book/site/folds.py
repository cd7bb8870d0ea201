"""Folds what a reader asks for: asides, solutions, checks, code that only draws.

Each is a real <details>, which opens without scripts and by keyboard. Exercises get
their level here, and count from 1 on each page, as they do in a notebook.
"""

import re
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
CHECKED = "checked"  # the tag of a cell that holds the page's words to its numbers
PROMPT = "✓ checked when this page was built"
AGAIN = "✓ checked"  # a page says once when that was
A_TEST = "a-test"  # the tag of a cell whose assertions are what the page speaks about
ASSERTION = re.compile(r"^\s*assert\b", re.MULTILINE)
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
            hang(fold_solution(solution))
        for section in list(self.document.findall(nodes.section)):
            if section[0].astext().startswith(ASIDE):
                title, *rest = section.children
                section.children = []
                section += private.make_dropdown(title, rest, "mha-deeper")
        prompt = PROMPT
        for cell in self.document.findall(private.is_cell):
            prompt = AGAIN if fold_cell(cell, prompt) else prompt


def fold_cell(cell: Any, prompt: str = PROMPT) -> bool:
    """Say what a folded cell offers; fold a check, and leave none in plain sight.

    Returns:
        Whether it is a check, folded under the prompt.
    """
    if is_check := f"tag_{CHECKED}" in cell["classes"]:
        private.hide_cell(cell, prompt)
    elif offer := OFFERS.get(private.hidden_part(cell)):
        private.fill_prompts(cell, offer)
    hidden = private.hidden_part(cell) in ("input", "input+output", "all")
    known = hidden or f"tag_{A_TEST}" in cell["classes"] or in_fold(cell)
    if not known and ASSERTION.search(private.code_of(cell)):
        logger.warning(
            "an assertion in plain sight: give it a cell of its own, with the tag %r",
            CHECKED,
            location=cell,
        )
    return is_check


def in_fold(node: nodes.Element) -> bool:
    """Whether a dropdown has it inside."""
    above: Any = node.parent
    while above is not None and not private.is_dropdown(above):
        above = above.parent
    return above is not None


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
    rest = f" {rest[:1].upper()}{rest[1:]}"
    shown = nodes.paragraph("", "", badge, nodes.Text(rest), classes=[TITLE])
    title.replace_self(shown)


def fold_solution(solution: nodes.Element) -> nodes.Element:
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
    return folded


def hang(folded: nodes.Element) -> None:
    """Move a solution into its exercise, and before it what cells show for both."""
    parent: Any = folded.parent
    start = end = parent.index(folded)
    while start and private.is_cell(parent[start - 1]):
        start -= 1
    before = parent[start - 1] if start else None
    if isinstance(before, exercise_enumerable_node):
        moved = parent[start : end + 1]
        del parent[start : end + 1]
        before += moved
