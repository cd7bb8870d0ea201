"""Contrast is WCAG's: everything that is to be readable is measured by it."""

import pytest

from mha_book.scales import contrast

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
