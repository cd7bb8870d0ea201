"""What stands in plain sight: no assertion, no answer, nothing cut in two."""

import pytest
from docutils import nodes

from mha_book.site.predictions import numbers, same, words_of
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
    "(1.1, −1.2)": True,
    "0.38–0.39": True,
    "−2 to 4": True,
    "2e-16": True,
    "5 × 10⁻¹⁶": True,
    "length − 1": True,
    "GPT-2": True,
    "“ the”": True,
    "(sentences, heads, tokens)": True,  # 26 characters, the most that a phone has
    "(sentences, heads, queries)": False,
    "(what a reader thinks of all this, and more)": False,
    "one, two": False,
}


TAGS = {  # of a cell that asserts, and whether it stands in sight
    "": True,
    "hide-output": True,
    "checked": False,
    "a-test": False,
    "hide-input": False,
    "hide-cell": False,
}
AFTER = [  # what follows the prediction, and where its answer is seen
    (cell("left = 0.35"), "0.35, stands in sight in code"),
    ("% a comment\n\n" + cell("left = 0.35"), "0.35, stands in sight in code"),
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
]
ASIDE = f"## Going deeper: why\n\nSo.\n\n{cell(ASSERTION)}\n\n+++\n\n## After\n"
SHORT = "Short `transpose(1, 2)`, and `a_name(of=many, long=arguments)`."
FORMULAS = "That is $x^2$, and more of $y$ there ($z$ is another)."
TEXT = "\n\n".join([*(f"Here {piece} stands." for piece in PIECES), SHORT, FORMULAS])


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A book with a page for each case, and what each page's build warns of."""
    pages = {"index": TEXT, "aside": ASIDE}
    for tags in TAGS:
        options = [f":tags: [{tags}]", ""] if tags else []
        pages[f"asserts-{tags}"] = cell(*options, "x = 42", ASSERTION)
    pages["asserts-checked"] += "\n\n" + cell(":tags: [checked]", "", ASSERTION)
    pages |= {f"predicts-{k}": PREDICT + text for k, (text, _) in enumerate(AFTER)}
    book = Book(tmp_path_factory.mktemp("sight") / "book", pages)
    lines = book.build().splitlines()
    return book, {p: "\n".join(x for x in lines if f"/{p}.md:" in x) for p in pages}


@pytest.mark.parametrize("tags", TAGS)
def test_an_assertion_in_plain_sight_is_refused(tags, built):
    _, told = built
    assert ("an assertion in plain sight" in told[f"asserts-{tags}"]) == TAGS[tags]


def test_in_a_fold_an_assertion_is_no_surprise(built):
    book, told = built
    assert book.parsed("aside").select_one("details.mha-deeper .cell")
    assert told["aside"] == ""


def test_a_check_is_folded_under_one_line_which_says_once_when_it_was(built):
    book, _ = built
    folds = book.parsed("asserts-checked").select("article details")
    assert not any(fold.has_attr("open") for fold in folds)
    prompts = [{p.text for p in fold.summary.select("p")} for fold in folds]
    assert prompts == [{"✓ checked when this page was built"}, {"✓ checked"}]
    assert all(ASSERTION in fold.text for fold in folds)


@pytest.mark.parametrize("k", range(len(AFTER)))
def test_a_prediction_whose_answer_stands_in_sight_is_refused(k, built):
    _, told = built
    _, expected = AFTER[k]
    found = told[f"predicts-{k}"]
    assert expected in found if expected else "a prediction's answer" not in found


def test_a_prediction_is_also_given_away_by_what_is_read_aloud():
    html = "<svg aria-label='0.35 of it'><text>is</text></svg><b>left</b>"
    output = nodes.container("", nodes.raw("", html, format="html"))
    output += nodes.image(alt="and 0.65 gone")
    words = ["0.35", "of", "it", "is", "left", "and", "0.65", "gone"]
    assert sorted(words_of(output).split()[-8:]) == sorted(words)


def test_what_is_one_thing_stays_on_one_line(built):
    book, _ = built
    page = book.parsed("index")
    whole = [part.text for part in page.select("article .mha-whole")]
    expected = [piece for piece, is_whole in PIECES.items() if is_whole]
    assert whole[: len(expected)] == expected
    assert "transpose(1, 2)" in whole
    assert "transpose(1, 2)," in whole  # with its comma
    assert "a_name(of=many, long=arguments)" not in whole
    comma, bracket = (whole.parent.text for whole in page.select(".mha-whole > .math"))
    assert comma.endswith(",")
    assert bracket.startswith("(")


def test_numbers_are_read_without_their_commas_and_with_any_minus():
    assert numbers("1,024 of −2.50, not 7 but 37") == ["1024", "-2.50", "37"]
    assert same("0.35", "0.3519")
    assert not same("0.35", "0.3561")
