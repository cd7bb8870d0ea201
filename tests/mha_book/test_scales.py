"""Contrast is WCAG's, by which all is measured; and colours are as pages name them."""

import re

import pytest
from matplotlib.colors import to_rgb

from mha_book import palette
from mha_book.scales import (
    contrast,
    luminance,
    on_signed_scale,
    on_weight_scale,
    signed_shades,
    weight_ink,
    weight_shades,
)

PUBLISHED = {  # on white
    "#000000": 21,
    "#ff0000": 3.998,
    "#00ff00": 1.372,
    "#0000ff": 8.592,
    "#767676": 4.542,  # the palest gray that text may have
    "#949494": 3.033,
    "#0a0a0a": 19.798,  # dark: still in the straight part of the curve
}


@pytest.mark.parametrize("colour", PUBLISHED)
def test_contrast_is_as_published(colour):
    assert contrast(colour, "#ffffff") == pytest.approx(PUBLISHED[colour], abs=1e-3)
    assert contrast("#ffffff", colour) == contrast(colour, "#ffffff")


@pytest.mark.parametrize("step", range(0, 101, 4))
def test_ink_is_readable_on_every_weight(step):
    ground, ink = (parts(colour) for colour in on_weight_scale(step / 100))
    for theme in (0, 1):
        assert contrast(ground[theme], ink[theme]) >= 4.5


def test_on_either_page_the_stronger_weight_stands_out_more():
    grounds = [parts(on_weight_scale(step / 20)[0]) for step in range(21)]
    for theme, page in enumerate(("#ffffff", "#121212")):
        light = [luminance(ground[theme]) for ground in grounds]
        assert light == sorted(light, reverse=theme == 0)
        assert contrast(grounds[0][theme], page) < 1.1
        assert contrast(grounds[-1][theme], page) > (12, 4)[theme]


def test_after_dark_every_weight_is_written_in_white():
    """One ink for all: of two neighbours none is black where the other is white."""
    inks = {parts(on_weight_scale(step / 1000)[1])[1] for step in range(1001)}
    assert inks == {"#ffffff"}
    assert {weight_ink(shade) for shade in weight_shades()} == {
        palette.ON_PALE,
        palette.WHITE,
    }
    white = [contrast(night, "#ffffff") for night in weight_shades().values()]
    assert min(white) >= 4.5


def test_numbers_of_either_sign_stand_out_more_the_farther_from_0():
    shades = [on_signed_scale(step / 23)[0] for step in range(-23, 24)]
    nights = [signed_shades()[shade] for shade in shades]
    for colours, sign in ((shades, -1), (nights, 1)):  # by day they darken
        light = [sign * luminance(colour) for colour in colours]
        assert light[23:] == sorted(light[23:])
        assert light[23::-1] == sorted(light[23::-1])
    assert contrast(nights[23], "#121212") < 1.4
    assert min(contrast(nights[k], "#121212") for k in (0, -1)) > 10


def test_no_colour_of_the_night_glares():
    for colour in [*signed_shades().values(), *weight_shades().values()]:
        channels = to_rgb(colour)
        assert max(channels) - min(channels) < 0.5, colour


def parts(colour: str) -> list[str]:
    """What CSS names for a light page and for a dark one."""
    return re.findall(r"#[0-9a-f]{6}", colour)


def test_each_role_has_the_colour_that_pages_name():
    roles = palette.KEY, palette.VALUE, palette.QUERY  # vermilion, bluish green, blue
    strongest = [max(range(3), key=to_rgb(colour).__getitem__) for colour in roles]
    assert strongest == [0, 1, 2]  # red, green, blue
