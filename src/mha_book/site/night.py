"""How code is coloured on a dark page: in clear hues of one lightness.

Remarks step back a little. Signs of operation, of which lines are full, have the colour
of text; none is the colour of a query, a key or a value.
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

LILAC, SAND, AQUA, MOSS, STONE = "#d9aef2", "#f0c577", "#74d0da", "#aed97f", "#a9b8c9"
TEXT = "#e4e6ea"


class Night(Style):
    """Named in pyproject.toml and in _config.yml."""

    name = "mha-night"
    background_color = "#232228"
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
