"""Exercises of the page on a model that writes."""

from mha.check.fault import listing
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import IN_ORDER, own, real

TOP_K = listing("top_k", "top_k")
TEMPERATURE = listing("temperature", "temperature")
FOLLOWS, CHOOSE = own("follows"), own("choose_from")
LETTERS = ("a", "b", "c")
TOKENS = ("a", "e", "n", "s")


def counted(draw: Draw) -> Question:
    """Ask what follows a letter, by counting."""
    text, letter = [draw.number(0, 2) for _ in range(10)], draw.number(0, 2)
    return Question(
        ask=f"In *{''.join(LETTERS[n] for n in text)}*, what follows "
        f"*{LETTERS[letter]}*? Give the chance of each letter, by counting pairs.",
        given=[],
        run=lambda follows: follows(text, letter, 3),
        labels=LETTERS,
    )


def at_a_temperature(draw: Draw) -> Question:
    """Ask for chances at a temperature."""
    rows, heat = [draw.row(3, -2, 4), draw.row(3, -2, 4)], draw.one_of([2, 4, 0.5])
    return Question(
        ask=f"Three tokens have these logits. What are their chances at a temperature "
        f"of {heat}?",
        given=[Given("logits", [rows[0]], columns=LETTERS)],
        run=lambda temperature: temperature(real(rows[:1]), heat)[0],
        labels=LETTERS,
    )


def the_best(draw: Draw) -> Question:
    """Ask for chances where only the best are left."""
    rows, k = [draw.row(4, -2, 4), draw.row(4, -2, 4)], draw.number(2, 3)
    return Question(
        ask=f"Only the {k} best of four tokens are left, and then chances are made of "
        "their logits. Which chance does each token get?",
        given=[Given("logits", [rows[0]], columns=TOKENS)],
        run=lambda top_k: top_k(real(rows[:1]), k).softmax(dim=-1)[0],
        labels=TOKENS,
    )


def lines(draw: Draw) -> Question:
    """Run both on two rows."""
    rows, k = [draw.row(4, -2, 4), draw.row(4, -2, 4)], draw.number(2, 3)
    return Question(
        ask=IN_ORDER.format("choose_from"),
        given=[],
        run=lambda choose: choose(real(rows), k, 3.0),
        labels=[""],
    )


def wrong_choice(draw: Draw) -> Question:
    """Show the chances of two texts."""
    rows, k = [draw.row(4, -2, 4), draw.row(4, -2, 4)], 2
    return Question(
        ask="The two best of four tokens shall be left in each of two texts. How many "
        "are left in each row, and which?",
        given=[Given("logits", rows, ("text 0", "text 1"), TOKENS)],
        run=lambda top_k: top_k(real(rows), k).softmax(dim=-1),
        labels=("text 0", "text 1"),
        columns=TOKENS,
    )


EXERCISES = (
    Exercise(
        "count",
        "numbers",
        "By counting alone",
        FOLLOWS,
        counted,
        "Look at each place where the letter stands: what comes next?",
    ),
    Exercise(
        "temperature",
        "numbers",
        "Warmer or colder",
        TEMPERATURE,
        at_a_temperature,
        "Divide the logits first. Then the softmax.",
    ),
    Exercise(
        "top-k",
        "numbers",
        "Only the best",
        TOP_K,
        the_best,
        "A token that is out has the logit −∞, and so the chance 0.",
    ),
    Exercise(
        "lines",
        "order",
        "From logits to chances",
        CHOOSE,
        lines,
        "May one divide before the best are chosen? And afterwards?",
    ),
    Exercise("find", "find", "Who is left?", TOP_K, wrong_choice),
)
