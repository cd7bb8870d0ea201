"""A page's description, made of its own first sentences."""

import pytest
from docutils import nodes

from mha_book.site.heads import LONGEST, describe


def page(*paragraphs: str) -> nodes.document:
    """A page with these paragraphs below its title."""
    tree = nodes.document(None, None)
    below = [nodes.paragraph("", text) for text in paragraphs]
    deeper = nodes.section("", nodes.title("", "B"), nodes.paragraph("", "Further on."))
    tree += nodes.section("", nodes.title("", "A"), *below, deeper)
    return tree


A_WORD = "word " * 12


@pytest.mark.parametrize(
    ("paragraphs", "description"),
    [
        (["One. Two?"], "One. Two?"),
        (["One.", "Two."], "One. Two."),
        (["From the shelf. You come from A; this page answers how.", "So."],
         "This page answers how. So."),
        # As many sentences as fit, where these fill at least half of the room.
        ([f"A {A_WORD}{A_WORD[:-1]}. {A_WORD}{A_WORD}."], f"A {A_WORD}{A_WORD[:-1]}."),
        ([f"A {A_WORD[:-1]}. {A_WORD * 3}"], f"A {A_WORD[:-1]}. {'word ' * 19}…"),
        ([f"A. {A_WORD * 4}"], f"A. {A_WORD * 2}{'word ' * 7}…"),
    ],
)  # fmt: skip
def test_a_description_is_of_whole_words(paragraphs, description):
    assert describe(page(*paragraphs)) == description
    assert len(description) <= LONGEST


def test_markup_is_no_word():
    tree = page("")
    tree[0][1] += [nodes.raw("", "<b>", format="html"), nodes.Text("Bold.")]
    assert describe(tree) == "Bold."
