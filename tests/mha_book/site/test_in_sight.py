"""What stands in plain sight: no assertion, no answer, nothing cut in two."""

import pytest

from small_book import Book, cell

ASSERTION = "assert 6 * 7 == 42"
PREDICT = """
::::{admonition} Predict
:class: predict

Of 3 and 0.70, how much is left?

:::{dropdown} Answer
About 0.35, or 1,024 of 2,048 bytes; 0.70 was given.
:::
::::

"""
PIECES = {
    "(B, T, E)": True,
    "(3,)": True,
    "(T, 2 · E)": True,
    "0.38–0.39": True,
    "−2 to 4": True,
    "2e-16": True,
    "5 × 10⁻¹⁶": True,
    "length − 1": True,
    "(what a reader thinks of all this, and more)": False,
    "one, two": False,
}


def built(folder, text: str) -> tuple[Book, str]:
    """A page of this text, and what its build warns of."""
    book = Book(folder / "book", {"index": text})
    return book, book.build()


@pytest.mark.parametrize(
    ("tags", "warns"),
    [
        ("", True),
        ("hide-output", True),
        ("checked", False),
        ("a-test", False),
        ("hide-input", False),
        ("hide-cell", False),
    ],
)
def test_an_assertion_in_plain_sight_is_refused(tags, warns, tmp_path):
    lines = [f":tags: [{tags}]", ""] if tags else []
    _, told = built(tmp_path, cell(*lines, "x = 42", ASSERTION))
    assert ("an assertion in plain sight" in told) == warns


def test_in_a_fold_an_assertion_is_no_surprise(tmp_path):
    aside = f"## Going deeper: why\n\nSo.\n\n{cell(ASSERTION)}\n\n+++\n\n## After\n"
    book, told = built(tmp_path, aside)
    assert book.parsed("index").select_one("details.mha-deeper .cell")
    assert told == ""


def test_a_check_is_folded_under_one_line(tmp_path):
    book, _ = built(tmp_path, cell(":tags: [checked]", "", ASSERTION))
    (fold,) = book.parsed("index").select("article details")
    assert not fold.has_attr("open")
    prompts = {prompt.text for prompt in fold.summary.select("p")}  # shut, and open
    assert prompts == {"✓ checked when this page was built"}
    assert ASSERTION in fold.text


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (cell("left = 0.35"), "0.35, stands in sight in code"),
        (cell("left = 0.3496"), "0.35, stands in sight in code"),
        (cell("size = 1_000", "1024"), "1024, stands in sight in code"),
        (cell("left = 0.70 / 2"), ""),  # which the question names
        (cell("left = 0.36"), ""),
        (cell(":tags: [checked]", "", "assert left == 0.35"), ""),
        (cell(":tags: [hide-input]", "", "left = 0.35"), ""),
        ("It is 0.35, as we will see.\n\n" + cell("left = 0.35"), ""),
        (
            "```{figure} favicon.svg\n:alt: half of it, 0.35, is left here\n\n"
            "What is left of it now.\n```",
            "0.35, stands in sight in a picture",
        ),
    ],
)
def test_a_prediction_whose_answer_stands_in_sight_is_refused(after, told, tmp_path):
    _, warnings = built(tmp_path, PREDICT + after)
    if told:
        assert told in warnings
    else:
        assert "a prediction's answer" not in warnings


def test_what_is_one_thing_stays_on_one_line(tmp_path):
    text = "\n\n".join(f"Here {piece} stands." for piece in PIECES)
    text += "\n\nShort `transpose(1, 2)`, and `a_name(of=many, long=arguments)`."
    book, _ = built(tmp_path, f"{text}\n\nThat is $x^2$, and more of $y$ there.")
    page = book.parsed("index")
    whole = [part.text for part in page.select("article .mha-whole")]
    expected = [piece for piece, is_whole in PIECES.items() if is_whole]
    assert whole[: len(expected)] == expected
    assert "transpose(1, 2)" in whole
    assert "a_name(of=many, long=arguments)" not in whole
    stopped = page.select_one(".mha-whole > .math")
    assert stopped.parent.text.endswith(",")
    assert len(page.select(".mha-whole > .math")) == 1
