"""All clocks of the book start at the right and turn counter-clockwise.

Those of the position explorer have the same test in `test_position_explorer`.
"""

import math

import pytest

from drawn import drawn, hands
from pictures import OTHERWISE, PICTURES

RIGHT = None  # where a hand starts, unless a vector gives it a direction of its own
# Of each picture: a clock before its first hand turned, one after it, and the radians.
TURNED = {
    "four_changes": (RIGHT, 0, math.radians(50)),  # the only clock
    "rotary_clocks": (0, 1, 1.0),  # query at position 1
    "swept_angles": (RIGHT, 2, 0.63),  # pair 2 at position 63
    "waves_as_clocks": (RIGHT, 1, 1.0),  # pair 0 at position 1
}


def angle_of(hand) -> float:
    """Radians from the right, up being positive."""
    return math.atan2(hand[1], hand[0])


def forms_of(name):
    """What a picture draws on a page and on a phone."""
    diagram = PICTURES[name]()
    return [drawn(form) for form in (diagram.wide, diagram.narrow) if form]


@pytest.mark.parametrize("name", TURNED)
def test_clocks_start_at_the_right_and_turn_counter_clockwise(name):
    before, after, angle = TURNED[name]
    for form in forms_of(name):
        found = hands(form)
        start = 0.0 if before is RIGHT else angle_of(found[before][0])
        way = math.remainder(angle_of(found[after][0]) - start, math.tau)
        assert way == pytest.approx(angle, abs=0.01)


def test_every_picture_with_clocks_is_held_to_it():
    with_clocks = {
        name for name in PICTURES.keys() - OTHERWISE if hands(forms_of(name)[0])
    }
    assert with_clocks == {*TURNED}
