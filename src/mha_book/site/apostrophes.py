"""All words of a page have the same apostrophes.

In code one types a straight one: in a table's labels, in what a function is said to do.
"""

import re

from bs4 import BeautifulSoup

OWNER = r"(?<=[A-Za-z])'(?=(?:s|t|re|ve|ll|d|m)\b)"  # a row's, doesn't
OWNERS = r"(?<=[a-z]s)'(?= [a-z])"  # the words' own
STRAIGHT = re.compile(rf"{OWNER}|{OWNERS}")


NOT_WORDS = ["code", "pre", "script", "style", "template"]


def bend(body: BeautifulSoup) -> None:
    """Bend the apostrophes among a page's words, but not in its code."""
    for text in body.find_all(string=STRAIGHT):
        if not text.find_parent(NOT_WORDS):
            text.replace_with(STRAIGHT.sub("’", text))
