"""The book's colours, defined once for figures and explorers.

Query, key and value: Okabe and Ito's palette, told apart by every kind of colour
vision. Attention weights: one sequential scale, pale for 0, dark for 1.
"""

QUERY = "#0072B2"  # blue
KEY = "#D55E00"  # vermilion
VALUE = "#009E73"  # bluish green
GROUPS = ("#222222", "#AA3377", "#56B4E9", "#E69F00")  # of measurements: no role
WEIGHTS = (  # ColorBrewer's nine-class BuPu; nine anchors, linear in between
    "#f7fcfd",
    "#e0ecf4",
    "#bfd3e6",
    "#9ebcda",
    "#8c96c6",
    "#8c6bb1",
    "#88419d",
    "#810f7c",
    "#4d004b",
)
