"""How code is coloured on a dark page: as calm as the words around it.

Six hues of one lightness. Strings and signs of operation, of which lines are full, are
the palest; none is the colour of a query, a key or a value.
"""

from typing import ClassVar

from pygments.style import Style
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Name,
    Number,
    Operator,
    String,
    Token,
)

LILAC, SAND, AQUA, MOSS, STONE = "#d6bfe0", "#e3cb96", "#93cfd2", "#b9cf9c", "#c6c4b1"
TEXT = "#e4e6ea"


class Night(Style):
    """Named in pyproject.toml and in _config.yml."""

    name = "mha-night"
    background_color = "#20252d"
    styles: ClassVar = {
        Token: TEXT,
        Comment: STONE,
        Keyword: LILAC,
        Operator: TEXT,
        Operator.Word: LILAC,
        Name.Builtin: SAND,
        Name.Class: AQUA,
        Name.Decorator: AQUA,
        Name.Exception: AQUA,
        Name.Function: AQUA,
        Number: SAND,
        String: MOSS,
        String.Interpol: TEXT,
        Generic.Prompt: STONE,
        Generic.Output: TEXT,
        Generic.Heading: f"bold {TEXT}",
    }
