"""A planted bug on paper, and without scripts: what is given, what comes out, names."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from string import ascii_lowercase
from typing import Any

from mha_book.display.marked import marked
from mha_book.explorers.base import brief_table

DIGITS = ("0", "1")
NOTHING = "No line: everything is right"
ASKED = (
    "Here is multi-head attention as it should be. Then come the numbers that it "
    "should give, each table beside what it gives since somebody has changed one of "
    "its lines, or none. Write down the number of that line, and the letter of what is "
    "wrong with it."
)


def printed(finder: Any, shown: Sequence[int]) -> str:
    """The question, with its answer in a fold: paper has it on a sheet of its own.

    Args:
        finder: a FaultFinder.
        shown: the experiments whose numbers tell which case it is, by their places.
    """
    cases = [*finder.cases[1:], finder.cases[0] | {"name": NOTHING}]
    tables = "".join(_experiment(finder, place) for place in shown)
    names = "".join(f"<li>{escape(case['name'])}</li>" for case in cases)
    return (
        '<ol class="mha-questions"><li>'
        f"<p><strong>Find the bug.</strong> {ASKED}</p>{_listing(finder.code)}"
        f"{_given(finder)}{tables}<ul>{names}</ul>"
        f"<details><summary>Answer</summary>{_answer(finder)}</details></li></ol>"
    )


def _listing(lines: Sequence[str]) -> str:
    numbered = (f"{n:2}  {line}".rstrip() for n, line in enumerate(lines, 1))
    return f"<pre>{escape(chr(10).join(numbered))}</pre>"


def _given(finder: Any) -> str:
    rows = {"x": finder.words}
    tables = (
        brief_table(name, DIGITS, rows.get(name, DIGITS), values, 1)
        for name, values in finder.given.items()
    )
    return f"<p>The layer is given:</p>{''.join(tables)}"


def _experiment(finder: Any, place: int) -> str:
    """What comes out, and what should: the right function is the first of all cases."""
    experiment = finder.experiments[place]
    words = [finder.words[row] for row in experiment["rows"]]
    should, found = finder.runs_of(0)[place], finder.runs[place]
    pairs = ((n, {"it should be": should[n], "it is": found[n]}) for n in should)
    tables = "".join(one for n, both in pairs for one in _tables(n, both, words))
    return f"<p><em>{escape(experiment['name'])}</em>:</p>{tables}"


def _tables(
    name: str, named: Mapping[str, list], words: Sequence[str]
) -> Iterator[str]:
    columns = DIGITS if name == "output" else words
    for what, values in named.items():
        yield brief_table(f"{name}, {what}", columns, words, values, 3)


def _answer(finder: Any) -> str:
    """The line, its letter and why; the right function has no line, and comes last."""
    names = [case["name"] for case in finder.cases[1:]]
    if finder.answer not in names:
        told = escape(finder.cases[0]["told"])
        return f"<p>{ascii_lowercase[len(names)]}. {told}</p>"
    place = names.index(finder.answer)
    case = finder.cases[1 + place]
    where = f"Line {case['line']}, {ascii_lowercase[place]}. "
    return f"<p>{where}{escape(case['name'])}. {marked(case['told'])}</p>"
