"""Code on a dark page: found by its name, and read with ease."""

from colorsys import rgb_to_hls

from matplotlib.colors import to_rgb
from pygments.styles import get_style_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Token

from mha_book import palette
from mha_book.scales import contrast
from mha_book.site.night import Night

ROLES = (palette.QUERY, palette.KEY, palette.VALUE)


def colour_of(token) -> str:
    return f"#{Night.style_for_token(token)['color']}"


def test_it_is_found_by_its_name():
    assert get_style_by_name(Night.name) is Night


def test_each_word_stands_out_and_none_shouts():
    for colour in {colour_of(token) for token in Night.styles}:
        assert 7 < contrast(colour, Night.background_color) < 13
        assert colour not in ROLES


def test_hues_are_clear():
    for token in (Keyword, String, Number, Name.Function):
        _, lightness, saturation = rgb_to_hls(*to_rgb(colour_of(token)))
        assert saturation > 0.5, token
        assert lightness < 0.85, token


def test_words_numbers_names_and_remarks_differ():
    kinds = (Token, String, Number, Name.Function, Comment)
    assert len({colour_of(one) for one in kinds}) == len(kinds)
    assert colour_of(Operator) == colour_of(Token)  # a line is full of them
