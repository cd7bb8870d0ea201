"""Short pieces stay on one line, long ones may break; a sign stays with its formula."""

import pytest
from docutils import nodes

from mha_book.site.unbroken import LONGEST, WHOLE, keep_punctuation, mark_pieces


def kept(paragraph: nodes.Element) -> list[str]:
    """What the style sheet keeps on one line."""
    pieces = paragraph.findall(nodes.inline)
    return [one.astext() for one in pieces if WHOLE in one["classes"]]


def marked(words: str) -> list[str]:
    text = nodes.Text(words)
    paragraph = nodes.paragraph("", "", text)
    mark_pieces(text)
    assert paragraph.astext() == words
    return kept(paragraph)


def test_shapes_ranges_and_names_stay_whole():
    assert marked("Of (B, T, E), 0.38–0.39 or 2 to 4 of GPT-2, length − 1.") == [
        "(B, T, E)",
        "0.38–0.39",
        "2 to 4",
        "GPT-2",
        "length − 1",
    ]


def test_a_number_stays_with_what_it_counts():
    assert marked(
        "On page 11, in step 2 of head 0, top k, as by Su et al. in 2021"
    ) == [
        "page 11",
        "step 2",
        "head 0",
        "top k",
        "et al.",
    ]
    assert marked("row 0 takes 32 MiB, 1.5 ms and 127 kB") == [
        "row 0",
        "32 MiB",
        "1.5 ms",
        "127 kB",
    ]
    assert marked("as 2 · 3 · 4 = 24, or 2 · 0.5 = 1") == [
        "2 · 3 · 4 = 24",
        "2 · 0.5",
        "= 1",
    ]


def test_a_sign_stays_with_what_it_joins():
    assert marked("With E = 2, Tq = Tk = 3 and cos 2 = −0.4161, E / num_heads") == [
        "E = 2",
        "Tq = Tk = 3",
        "cos 2 = −0.4161",
        "E / num_heads",
    ]
    assert marked("True = may attend, 0 · NaN = NaN, 14 · 14 + 1 = 197, 4 × 12") == [
        "True = may",
        "0 · NaN = NaN",
        "14 · 14 + 1 = 197",
        "4 × 12",
    ]
    assert marked("by 50 · tanh(score / 50), after “how are ” or “ the”") == [
        "50 · tanh(score / 50)",
        "“how are ”",
        "“ the”",
    ]


def test_a_product_of_two_numbers_stays_whole():
    assert marked("So 3.33 · (−0.10) + 6.22 · 0.15 = 1.") == [
        "3.33 · (−0.10)",
        "6.22 · 0.15",
        "= 1",
    ]


@pytest.mark.parametrize(("letters", "found"), [(LONGEST, 1), (LONGEST + 1, 0)])
def test_what_is_longer_than_a_phone_has_room_for_may_break(letters, found):
    shape = f"({'n' * (letters - 5)}, E)"
    assert len(shape) == letters
    assert len(marked(f"It is {shape}.")) == found


def test_a_formula_and_the_sign_after_it_are_one_piece():
    formula = nodes.math("", "E = 2")
    paragraph = nodes.paragraph("", "", formula, nodes.Text("). And so on."))
    keep_punctuation(formula)
    assert kept(paragraph) == ["E = 2)."]
    assert paragraph.astext() == "E = 2). And so on."


@pytest.mark.parametrize(
    ("before", "after", "piece"),
    [
        ("(", ") masks", "(tril)"),
        ("“", "", "“tril"),
        ("Here (", ", masks) it", "(tril,"),
        ("It is ", ".", "tril."),
        ("", "’s", "tril’"),
    ],
)
def test_signs_stay_with_code_wherever_it_stands(before, after, piece):
    code = nodes.literal("", "tril")
    words = [nodes.Text(part) for part in (before, after)]
    around = [part for part in (words[0], code, words[1]) if part.astext()]
    paragraph = nodes.paragraph("", "", *around)
    keep_punctuation(code)
    assert kept(paragraph) == [piece]
    assert paragraph.astext() == f"{before}tril{after}"
