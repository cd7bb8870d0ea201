"""A page's MyST becomes Markdown that any notebook shows."""

import pytest

from mha_book.site.plain_words import Plain

HOME = "https://example.org"


def lead(words, to):
    """Pages are published, and files are not."""
    return (words or "A title", f"{HOME}/{to}" if to.endswith(".md") else "")


def plain(text):
    return Plain(lead, {"ratio": "7.7"}, {"fig-heads": 2}).rewrite(text)


PREDICT = """\
::::{admonition} Predict
:class: predict

Which word?

:::{dropdown} Answer: `are`
*You*.
:::
::::

Then."""

PREDICTED = """\
**Predict**

Which word?

<details><summary>Answer: <code>are</code></summary>

*You*.

</details>

Then."""


def test_a_callout_gets_a_title_and_its_answer_folds():
    assert plain(PREDICT) == PREDICTED


def test_a_solution_folds_and_names_its_exercise():
    plainly = Plain(lead, {}, {})
    asked = ":::{exercise} On paper: %s\n:label: %s\n\nWhy?\n:::"
    first = plainly.rewrite(asked % ("one", "by-hand-one"))
    second = plainly.rewrite(asked % ("two", "by-hand-two"))
    told = plainly.rewrite(":::{solution} by-hand-two\n:class: dropdown\n\nSo.\n:::")
    assert first.startswith("**Exercise 1. On paper: one**")
    assert second.startswith("**Exercise 2. On paper: two**")
    assert "<summary>Solution to exercise 2</summary>" in told
    assert ":" not in told.replace("</", "")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("It takes {glue:text}`ratio` times.", "It takes 7.7 times."),
        ("As in {numref}`fig-heads`.", "As in Figure 2."),
        ("The {ref}`loss <fig-loss>`.", "The loss."),
        ("A {term}`RoPE scaling`.", "A RoPE scaling."),
        ("**{index}`!induction head`**", "**induction head**"),
        ("See [](map.md).", "See [A title](https://example.org/map.md)."),
        ("[`x` and *y*](a.md 'b')", "[`x` and *y*](https://example.org/a.md)"),
        ("[a file](<a file.txt>)", "a file"),
    ],
)
def test_a_role_gives_its_words_and_a_link_leads_out(written, read):
    assert plain(written) == read


@pytest.mark.parametrize(
    "code",
    ["`x[0](y)`", "```python\nx = [a](b.md)\n:::\n```", "```text\n:::{dropdown}\n```"],
)
def test_code_stays_as_it_is(code):
    assert plain(code) == code


def test_cards_keep_their_titles():
    cards = (
        "::::{grid} 1 2\n:gutter: 3\n\n:::{grid-item-card} [](a.md)\n\nA.\n:::\n::::"
    )
    told = plain(cards)
    assert "**[A title](https://example.org/a.md)**" in told
    assert ":" not in told.replace("https:", "")
