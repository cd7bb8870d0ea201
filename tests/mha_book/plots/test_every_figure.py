"""What all figures of measurements have in common: their words, and their colours."""

import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from figures import FIGURES, FOUND
from mha_book import palette
from mha_book.scales import signed_shades


@pytest.fixture(params=FIGURES, scope="module")
def drawn(request):
    """A figure, its title, and what its axes shall be called."""
    panels, x, y = FIGURES[request.param]
    return panels.figure(), "" if request.param == "ratios" else FOUND, x, y


def test_a_figure_says_what_was_found_and_what_its_axes_are(drawn):
    figure, title, x, y = drawn
    assert figure.get_suptitle() == title
    assert figure.axes[-1].get_xlabel() == x
    assert figure.axes[0].get_ylabel() == y


def test_every_colour_is_the_palettes(drawn):
    """Another one would not follow the page's theme."""
    figure, *_ = drawn
    own = {*palette.GROUPS, palette.INK, palette.FAINT, palette.GROUND, palette.FILLED}
    own |= {palette.ON_PALE, palette.ON_DARK, palette.BLACK, palette.WHITE}
    own = {colour.lower() for colour in own} | {*signed_shades()}
    assert colours(figure) <= own


def colours(figure: Figure) -> set[str]:
    """Those of all lines, areas and words that are drawn."""
    found = [figure.get_facecolor()]
    for ax in figure.axes:
        found += [ax.get_facecolor(), *(line.get_color() for line in ax.get_lines())]
        found += [text.get_color() for text in words(ax)]
        for areas in ax.collections:
            found += [*areas.get_facecolor(), *areas.get_edgecolor()]
        found += [patch.get_facecolor() for patch in ax.patches]
    return {to_hex(colour) for colour in found}


def words(ax: Axes) -> list:
    """What is written in a panel and around it."""
    ticks = [*ax.get_xticklabels(), *ax.get_yticklabels()]
    return [*ax.texts, *ticks, ax.xaxis.label, ax.yaxis.label, ax.title]
